//! Takes offload regions out of their functions.
//!
//! Every `parallel` with a device clause becomes a [`Region`] and a [`StmtKind::Offload`]. Scalar assignments beside
//! its loops that do not involve these are moved before the region: the host computes them. What remains is arranged by
//! [`super::serial`].
//!
//! A capture is what the body reads before assigning it, what it brings back (a reduction, or a lastprivate that is
//! read later), and the memory behind its views and pointers. A local that a region assigns before it reads it and that
//! nobody reads afterwards is private and not a capture.

use super::device_code;
use super::device_functions;
use super::exposed::{ByNumber, exposed, first_exposed_read, reads_of};
use super::field_pointers;
use super::function_arguments;
use super::function_pointers;
use super::given_pointers;
use super::liveness::{self, Liveness};
use super::local_set::LocalSet;
use super::pointers::{self, Sources};
use super::privates;
use super::recursion;
use super::report::{Place, ignored_clause};
use super::scratch;
use super::serial::{self, is_scalar_arithmetic};
use super::sums::{self, Arithmetic};
use super::thread_blocks::{self, After};
use super::thread_number;
use super::thread_rows;
use crate::base::ArenaMap;
use crate::base::planted::{self, Fault};
use crate::diag::Diagnostics;
use crate::tir::{
    Block, Capture, CheckKind, ContextId, Expr, ExprKind, Extern, Externs, Function, FunctionId, LocalId,
    Module, Op, Parallel, Region, RegionId, Shared, Sharing, Stmt, StmtKind, Subject, walk,
};
use crate::ty::Ty;

/// Outlines the regions of a module and marks the functions that they call as device functions.
pub fn outline(mut module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    function_pointers::settle(&mut module);
    function_arguments::settle(&mut module);
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    thread_rows::settle(&mut module);
    for &id in &ids {
        field_pointers::settle(&mut module.functions[id], &module.externs);
        pointers::settle(&mut module.functions[id], &module.externs);
    }
    given_pointers::settle(&mut module);
    let arithmetic = Arithmetic::of(&module);
    for &id in &ids {
        take_out_regions(&mut module.functions[id], (&module.externs, &arithmetic));
    }
    for &id in &ids {
        let liveness = liveness::analyse(&mut module.functions[id]);
        let before = diagnostics.len();
        check_regions(&module, id, &mut diagnostics);
        privates::check(&module, &module.functions[id], &mut diagnostics);
        let function = &mut module.functions[id];
        diagnostics.said_of(before, function.variant());
        settle_regions(function, &liveness);
    }
    device_functions::reach(&mut module, &mut diagnostics);
    recursion::check(&module, &mut diagnostics);
    device_functions::find_failures(&mut module);
    (module, diagnostics)
}

/// What regions may use beside their own function.
type Others<'a> = (&'a Externs<Extern>, &'a Arithmetic);

fn take_out_regions(function: &mut Function, others: Others<'_>) {
    let mut body = std::mem::take(&mut function.body);
    let mut contexts = Vec::new();
    take_out(function, others, &mut body, &mut contexts);
    function.body = body;
}

fn take_out(function: &mut Function, others: Others<'_>, block: &mut Block, contexts: &mut Vec<ContextId>) {
    let mut result = Vec::with_capacity(block.len());
    for mut stmt in std::mem::take(block) {
        let is_region = matches!(&stmt.kind, StmtKind::Parallel(parallel) if parallel.device.is_some());
        if is_region {
            if let StmtKind::Parallel(parallel) = stmt.kind {
                one_region((function, others), *parallel, stmt.span, contexts, &mut result);
            }
            continue;
        }
        let entered = if let StmtKind::Context { context, .. } = &stmt.kind { Some(*context) } else { None };
        contexts.extend(entered);
        for inner in walk::blocks_mut(&mut stmt) {
            take_out(function, others, inner, contexts);
        }
        if entered.is_some() {
            contexts.pop();
        }
        result.push(stmt);
    }
    *block = result;
}

/// Makes a region of a `parallel` and puts what replaces it into `result`.
fn one_region(
    (function, (externs, arithmetic)): (&mut Function, Others<'_>),
    mut parallel: Parallel,
    span: crate::source::Span,
    contexts: &[ContextId],
    result: &mut Block,
) {
    let Some(clause) = parallel.device.take() else { return };
    parallel.body = flatten(parallel.body);
    scratch::privatise(&mut parallel.body, &mut function.locals, externs);
    let After { mut summed, read, only_if } =
        thread_blocks::spread(&mut parallel.body, &mut function.locals, (externs, arithmetic));
    let unlocked = sums::unlock(&mut parallel.body, externs, arithmetic);
    let only_if = only_if.filter(|_| unlocked.is_empty());
    summed.union(&unlocked);
    let sources = Sources::of(&parallel.body);
    let sharing = [(summed, Sharing::Alone), (read, Sharing::OnlyRead)].into_iter();
    let sharing = sharing
        .filter(|_| !planted::has(Fault::SumReadByOtherName))
        .flat_map(|(all, sharing)| {
            sources.with(all).iter().map(|local| Shared { local, sharing, only_if }).collect::<Vec<_>>()
        })
        .collect();
    thread_number::settle(&mut parallel.body, externs);
    let mut body = Block::new();
    for stmt in parallel.body {
        if can_go_before(&stmt, &body) {
            result.push(stmt);
        } else {
            body.push(stmt);
        }
    }
    let body = serial::arrange(body, &mut function.locals);
    let id = function.regions.alloc(Region {
        clause,
        clauses: parallel.clauses,
        body,
        of_device: None,
        captures: Vec::new(),
        results: Vec::new(),
        may_fail: false,
        contexts: contexts.to_vec(),
        coherent: false,
        sharing,
        span: parallel.span,
    });
    result.push(Stmt::new(StmtKind::Offload(id), span));
}

/// A region needs no GIL: `nogil` blocks in it have no effect.
fn flatten(block: Block) -> Block {
    let mut flat = Vec::with_capacity(block.len());
    for stmt in block {
        match stmt.kind {
            StmtKind::Nogil(inner) => flat.extend(flatten(inner)),
            kind => flat.push(Stmt::new(kind, stmt.span)),
        }
    }
    flat
}

/// Whether the host can run a statement before the region although `body` precedes it there: it computes a scalar, or
/// checks or asserts one, and is independent of `body`. A check that fails early leaves old contents where a late one
/// would leave results; both are what an exception may leave.
fn can_go_before(stmt: &Stmt, body: &Block) -> bool {
    let is_test = match &stmt.kind {
        StmtKind::Check(check) => {
            matches!(
                check.kind,
                CheckKind::Step { .. } | CheckKind::Divisor { .. } | CheckKind::Clause { .. }
            )
        }
        StmtKind::If { then, otherwise, .. } => otherwise.is_empty() && raises_constant(then),
        _ => false,
    };
    let is_plain_test = is_test && walk::expressions(stmt).into_iter().all(is_scalar_arithmetic);
    if !is_plain_test && !is_host_scalar(stmt) {
        return false;
    }
    let mut assigned = LocalSet::default();
    walk::statements(body, &mut |earlier| assigned.extend(walk::assigned(earlier)));
    let named = mentioned(body);
    !reads_of(stmt).iter().any(|id| assigned.contains(id))
        && !walk::assigned(stmt).into_iter().any(|id| named.contains(id))
}

/// `raise ValueError("...")` and nothing else.
fn raises_constant(block: &Block) -> bool {
    matches!(block.as_slice(), [Stmt { kind: StmtKind::Run { op: Op::RaiseConstant { .. }, .. }, .. }])
}

/// An assignment to a scalar local from other scalars and shapes: the host can compute it before the region, because it
/// does not depend on the region's memory.
fn is_host_scalar(stmt: &Stmt) -> bool {
    let StmtKind::Assign { place: Expr { kind: ExprKind::Local(_), ty, .. }, value } = &stmt.kind else {
        return false;
    };
    ty.is_numeric() && is_scalar_arithmetic(value)
}

fn check_regions(module: &Module, id: FunctionId, diagnostics: &mut Diagnostics) {
    let function = &module.functions[id];
    let outside = mentioned(&function.body);
    let by_number = ByNumber { regions: &function.regions, contexts: &function.contexts, known: None };
    for (_, region) in function.regions.iter() {
        let place = Place { module, function, header: region.span, is_region: true };
        // What threads share is the mistake then, and not how they wait for each other.
        if scratch::check(place, region, diagnostics) {
            continue;
        }
        device_code::check(place, &region.body, diagnostics);
        for local in device_code::assigned_views(&region.body, &function.locals).iter() {
            if outside.contains(local) {
                let what = format!(
                    "assigning the view `{}`, which is also used outside,",
                    function.locals[local].name
                );
                diagnostics.push(place.not_yet(&what, region.span));
            } else if let Some(at) = first_exposed_read(&region.body, local, by_number) {
                diagnostics.push(place.unbound_view(&function.locals[local].name, at));
            }
        }
        if let Some(at) = thread_number::misuse(&region.body, &module.externs) {
            diagnostics.push(place.thread_number(at));
        }
        check_results(place, region, diagnostics);
        check_clauses(region, diagnostics);
    }
}

/// One loop can have this many reductions and last values: LLVM's runtime for GPUs ends a kernel whose loop captures
/// more than 64 variables, and these are passed one by one.
const MOST_RESULTS: usize = 40;

fn check_results(place: Place<'_>, region: &Region, diagnostics: &mut Diagnostics) {
    walk::statements(&region.body, &mut |stmt| {
        if let StmtKind::Prange(prange) = &stmt.kind {
            let count = prange.reductions.len() + prange.lastprivates.len();
            if count > MOST_RESULTS {
                diagnostics.push(place.many_results(count, MOST_RESULTS, prange.span));
            }
        }
    });
}

fn check_clauses(region: &Region, diagnostics: &mut Diagnostics) {
    let mut note = |clauses: &crate::tir::Clauses, at| {
        if clauses.schedule.is_some() {
            diagnostics.push(ignored_clause("schedule", at));
        }
        if let Some(chunksize) = &clauses.chunksize {
            diagnostics.push(ignored_clause("chunksize", chunksize.span));
        }
    };
    note(&region.clauses, region.span);
    walk::statements(&region.body, &mut |stmt| {
        if let StmtKind::Prange(prange) = &stmt.kind {
            note(&prange.clauses, prange.span);
        }
    });
}

/// Every local that a block names.
fn mentioned(block: &Block) -> LocalSet {
    let mut set = LocalSet::default();
    walk::statements(block, &mut |stmt| {
        set.union(&reads_of(stmt));
        set.extend(walk::assigned(stmt));
    });
    set
}

fn settle_regions(function: &mut Function, liveness: &Liveness) {
    let mut regions = std::mem::take(&mut function.regions);
    let nobody = LocalSet::default();
    let after: &ArenaMap<RegionId, LocalSet> = &liveness.after;
    for (id, region) in regions.iter_mut() {
        device_code::borrow_views(&mut region.body, &mut function.locals);
        let after = after.get(id).unwrap_or(&nobody);
        region.results = assigned_beside_loops(&region.body);
        region.results.retain(|&local| after.contains(local));
        region.captures = captures(function, region, after);
    }
    function.regions = regions;
}

/// The scalars to which statements beside the parallel loops give a value.
fn assigned_beside_loops(block: &Block) -> Vec<LocalId> {
    let mut found = LocalSet::default();
    for stmt in block {
        match &stmt.kind {
            StmtKind::Prange(_) => {}
            StmtKind::Serial(serial) => found.extend(serial.results.iter().copied()),
            _ => {
                found.extend(walk::assigned(stmt));
                let inner = walk::blocks(stmt).into_iter();
                inner.for_each(|inner| found.extend(assigned_beside_loops(inner)));
            }
        }
    }
    found.iter().collect()
}

/// The outside variables that the body uses, in the order of first appearance.
fn captures(function: &Function, region: &Region, live_after: &LocalSet) -> Vec<Capture> {
    let body = &region.body;
    let mut outer =
        exposed(body, ByNumber { regions: &function.regions, contexts: &function.contexts, known: None });
    // A view that the region binds belongs to nobody else.
    device_code::assigned_views(body, &function.locals).iter().for_each(|view| outer.remove(view));
    outer.extend(region.results.iter().copied());
    walk::statements(body, &mut |stmt| {
        if let StmtKind::Prange(prange) = &stmt.kind {
            outer.extend(prange.lastprivates.iter().copied().filter(|&id| live_after.contains(id)));
        }
    });
    let mut found = Found { list: Vec::new() };
    walk::statements(body, &mut |stmt| {
        for expr in walk::expressions(stmt) {
            found.expression(expr, &outer);
        }
        for local in walk::assigned(stmt).into_iter().filter(|&id| outer.contains(id)) {
            found.add(Subject::Local(local), stmt.span);
        }
    });
    found.list.retain(|capture| !is_function(function, &capture.subject));
    found.list
}

fn is_function(function: &Function, subject: &Subject) -> bool {
    matches!(subject, Subject::Local(id) if matches!(function.locals[*id].ty, Ty::Function(_)))
}

struct Found {
    list: Vec<Capture>,
}

impl Found {
    fn add(&mut self, subject: Subject, span: crate::source::Span) {
        if self.list.iter().all(|capture| capture.subject != subject) {
            self.list.push(Capture { subject, span });
        }
    }

    fn expression(&mut self, expr: &Expr, outer: &LocalSet) {
        match &expr.kind {
            ExprKind::Local(id) if outer.contains(*id) => self.add(Subject::Local(*id), expr.span),
            // A variable holds what a memoryview of the module shows.
            ExprKind::Global(id) if expr.ty.memoryview().is_none() => {
                self.add(Subject::Global(*id), expr.span);
            }
            _ => {}
        }
        for child in expr.children() {
            self.expression(child, outer);
        }
    }
}
