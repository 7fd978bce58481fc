//! Versions of the host's loops, between which their first statement chooses.
//!
//! - Where all indices are inside and elements lie side by side along the last axis of each view, nothing is checked and C
//!   compilers know the strides: they vectorise. What must hold is computed once, before the outermost loop.
//! - A parallel loop with little to do runs on the thread that comes to it: to start others takes longer. It has both forms,
//!   with checks and without, as well.
//!
//! Otherwise the loop runs as it is written, and checks under the condition. Nothing else changes: the same statements in the
//! same order, so also what happens before an exception.

use super::entry::Split;
use super::work::{self, Estimate, OneThread};
use super::{edit, entry, guarded, stores, trial::Parts, verdict::Verdict, views};
use crate::offload::effects::{Place, effects};
use crate::offload::lanes;
use crate::offload::sections::dress;
use crate::pass::LocalSet;
use crate::tir::{
    BinaryOp, Block, Clauses, CompareOp, Expr, ExprKind, Function, FunctionId, Local, LocalId, LocalRole,
    Locals, Module, Op, Prange, Serial, Stmt, StmtKind, guard_of, same_expr, walk,
};
use crate::ty::{Axis, Ty};

use super::before::guard;

/// More statements than this are not written twice.
pub(super) const MOST: usize = 80;

/// More than this are not written twice for the thread that comes to a parallel loop.
const MOST_ALONE: usize = 30;

/// Makes versions of the loops of an outlined module, after its plan.
pub fn of_loops(mut module: Module) -> Module {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        let function = &module.functions[id];
        if function.is_generator || !has_loops(&function.body) {
            continue;
        }
        if !function.on_device {
            let over_variables = views::of_function(&module, id);
            let function = &mut module.functions[id];
            if let Some((body, locals)) = over_variables {
                (function.body, function.locals) = (body, locals);
            }
            stores::after_choices(&mut function.body, &mut function.locals, false);
        }
        let mut body = module.functions[id].body.clone();
        let mut versions = Versions::of(&module, id);
        versions.read = lanes::Reads::of(&body);
        versions.block(&mut body);
        let locals = versions.locals;
        let function = &mut module.functions[id];
        (function.body, function.locals) = (body, locals);
    }
    module
}

/// The same for what the host runs of the module's regions. Devices run it as it is.
pub fn of_regions(mut module: Module) -> Module {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        let function = &mut module.functions[id];
        if function.is_generator || function.regions.is_empty() {
            continue;
        }
        for region in function.regions.values_mut() {
            region.of_device.get_or_insert_with(|| region.body.clone());
            stores::after_choices(&mut region.body, &mut function.locals, false);
        }
        let mut versions = Versions::of(&module, id);
        let mut bodies = Vec::new();
        for (region, data) in module.functions[id].regions.iter() {
            versions.region = Some(&data.clauses);
            let mut body = data.body.clone();
            versions.block(&mut body);
            bodies.push((region, body));
        }
        let locals = versions.locals;
        let function = &mut module.functions[id];
        function.locals = locals;
        bodies.into_iter().for_each(|(region, body)| function.regions[region].body = body);
    }
    module
}

fn has_loops(block: &Block) -> bool {
    walk::any(block, is_loop)
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::For(_) | StmtKind::Prange(_))
}

/// What is asked before a loop, and what its checks come to otherwise.
struct Asked {
    verdicts: Vec<Verdict>,
    /// All indices are inside.
    inside: Option<Expr>,
    /// The elements of `side_by_side` lie side by side along the last axes.
    strides: Option<Expr>,
    side_by_side: Vec<LocalId>,
}

struct Versions<'m> {
    module: &'m Module,
    id: FunctionId,
    /// Those of the function, and the conditions.
    locals: Locals<Local>,
    /// C code may change them at any time.
    addressed: LocalSet,
    /// By the function's body.
    read: lanes::Reads,
    /// What is said of the threads of the region that is looked at.
    region: Option<&'m Clauses>,
}

impl<'m> Versions<'m> {
    /// For the loops of a function.
    fn of(module: &'m Module, id: FunctionId) -> Versions<'m> {
        let function = &module.functions[id];
        let bodies = function.regions.values().map(|region| &region.body).chain([&function.body]);
        let addressed = bodies.flat_map(|body| walk::addressed(body)).collect();
        let locals = function.locals.clone();
        Versions { module, id, locals, addressed, read: lanes::Reads::default(), region: None }
    }

    fn function(&self) -> &Function {
        &self.module.functions[self.id]
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in std::mem::take(block) {
            match &stmt.kind {
                StmtKind::For(_) if self.region.is_some() => self.around_loops(stmt, block),
                StmtKind::Prange(_) if self.region.is_some() && self.is_plain(&stmt) => {
                    self.of_region_loop(stmt, block);
                }
                StmtKind::For(_) | StmtKind::Prange(_) if self.is_plain(&stmt) => self.of_loop(stmt, block),
                // Their threads share what is around loops.
                StmtKind::Parallel(_) | StmtKind::Prange(_) | StmtKind::Context { .. } => block.push(stmt),
                // One thread of a device runs it.
                StmtKind::Serial(_) => block.push(stmt),
                _ => self.around_loops(stmt, block),
            }
        }
    }

    fn around_loops(&mut self, mut stmt: Stmt, block: &mut Block) {
        walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner));
        block.push(stmt);
    }

    /// Whether a loop consists of C's operations alone, so that it can be written twice.
    fn is_plain(&self, stmt: &Stmt) -> bool {
        let mut plain = true;
        walk::statements(std::slice::from_ref(stmt), &mut |inner| {
            plain &= match &inner.kind {
                StmtKind::Assign { place, .. } => !place.ty.is_counted() && place.ty.memoryview().is_none(),
                StmtKind::Run { into, op: Op::CallFunction { .. } } => {
                    into.is_none_or(|into| !self.locals[into].ty.is_counted())
                }
                StmtKind::Check(_) | StmtKind::Eval(_) | StmtKind::Atomic { .. } | StmtKind::If { .. } => {
                    true
                }
                StmtKind::While { .. } | StmtKind::For(_) | StmtKind::Break | StmtKind::Continue => true,
                StmtKind::Prange(prange) => prange.once.is_none(),
                _ => false,
            };
        });
        plain && walk::count(stmt) <= MOST
    }

    /// A region's loop, without the checks of which one condition before the region says that they find nothing; with them
    /// otherwise.
    fn of_region_loop(&mut self, mut stmt: Stmt, block: &mut Block) {
        let assigned = LocalSet::assigned_in(std::slice::from_ref(&stmt));
        let mut guard = None;
        walk::statements(std::slice::from_ref(&stmt), &mut |inner| {
            guard = guard.or(guard_of(inner, &self.locals).filter(|guard| !assigned.contains(*guard)));
        });
        let Some(inside) = guard else { return self.of_loop(stmt, block) };
        let (span, mut unchecked) = (stmt.span, stmt.clone());
        guarded::settle(&mut unchecked, (inside, true), &self.locals);
        guarded::settle(&mut stmt, (inside, false), &self.locals);
        let mut then = Block::new();
        self.of_loop(unchecked, &mut then);
        let condition = Expr::local(inside, Ty::Bint, span);
        block.push(Stmt::new(StmtKind::If { condition, then, otherwise: vec![stmt] }, span));
    }

    /// Ends the block with the loop in as many versions as are worth it.
    fn of_loop(&mut self, mut stmt: Stmt, block: &mut Block) {
        let (span, read_inside) = (stmt.span, self.read_inside(&stmt));
        if let StmtKind::Prange(prange) = &mut stmt.kind {
            own_temporaries(prange, &self.locals);
        }
        let short = walk::count(&stmt) <= MOST_ALONE;
        let mut alone = self.one_thread(&stmt, short);
        let Asked { verdicts, inside, strides, side_by_side } = self.asked(&stmt);
        let mut code = Block::new();
        // The same for one thread; a long loop is written once more, as it is.
        let is_as_it_is = alone.is_some() && !short;
        let mut own =
            if is_as_it_is { self.without_threads(std::slice::from_ref(&stmt)) } else { Block::new() };
        let mut parts = None;
        match (inside, strides) {
            (None, None) => {
                parts = self.parts(&alone, [std::slice::from_mut(&mut stmt)]);
                code.push(stmt);
                let split = self.split();
                entry::of_loops(&mut code, &mut self.locals, &self.addressed, split);
                let asked = self.at_once(&mut code, &[], &read_inside);
                match parts.as_ref().is_some_and(|parts| parts.are_read_in(&asked)) {
                    true => drop(code.splice(..0, asked)),
                    false => block.extend(asked),
                }
                if alone.is_some() {
                    own = self.without_threads(&code);
                }
            }
            (inside, strides) => {
                let inside = inside.map(|condition| guarded::condition(condition, &mut self.locals));
                let (inside, computed) = inside.unzip();
                code.extend(computed);
                let all_inside: Vec<Verdict> = verdicts.iter().map(|verdict| settled(*verdict)).collect();
                let mut fast = vec![stmt.clone()];
                let mut slow = vec![stmt];
                if inside.is_some() {
                    edit::apply(&mut fast, &all_inside, None, &self.locals);
                    if strides.is_some() {
                        edit::apply(&mut slow, &verdicts, inside.as_ref(), &self.locals);
                    }
                }
                if alone.is_some() && short {
                    // What is checked once is not part of the work.
                    let little = fast.first().and_then(|fast| self.one_thread(fast, short));
                    alone = little.or(alone);
                    parts = self.parts(&alone, [&mut fast, &mut slow]);
                }
                let split = self.split();
                entry::of_loops(&mut fast, &mut self.locals, &self.addressed, split);
                // Without strides to ask for, an index is outside, or likely to be.
                if strides.is_some() {
                    entry::of_loops(&mut slow, &mut self.locals, &self.addressed, Split::None);
                }
                if let [Stmt { kind: StmtKind::Prange(prange), .. }] = fast.as_mut_slice() {
                    prange.assumed.clone_from(&strides);
                }
                let asked = self.at_once(&mut fast, &side_by_side, &read_inside);
                fast.splice(..0, asked);
                let condition = Expr::all(inside.into_iter().chain(strides));
                let condition = condition.expect("there is one");
                if alone.is_some() && short {
                    let (then, otherwise) = (self.without_threads(&fast), self.without_threads(&slow));
                    let kind = StmtKind::If { condition: condition.clone(), then, otherwise };
                    own = vec![Stmt::new(kind, span)];
                    // Both forms ask for it.
                    block.append(&mut code);
                }
                code.push(Stmt::new(StmtKind::If { condition, then: fast, otherwise: slow }, span));
            }
        }
        match (alone, parts) {
            (Some(OneThread::If(condition)), _) => {
                block.push(Stmt::new(StmtKind::If { condition, then: own, otherwise: code }, span));
            }
            (_, Some(parts)) => block.extend(parts.run(own, code)),
            _ => block.extend(code),
        }
    }

    /// Whether inner loops are written twice: not for devices.
    fn split(&self) -> Split {
        if self.function().on_device { Split::None } else { Split::Innermost }
    }

    /// Makes the versions of a parallel loop ones of its parts, if it has some.
    fn parts<const COUNT: usize>(
        &mut self,
        alone: &Option<OneThread>,
        versions: [&mut [Stmt]; COUNT],
    ) -> Option<Parts> {
        let Some(OneThread::First(guess)) = alone else { return None };
        let parts = versions.iter().find_map(|version| match version {
            [Stmt { kind: StmtKind::Prange(prange), .. }] => Some(Parts::of(prange, guess, &mut self.locals)),
            _ => None,
        })?;
        versions.into_iter().for_each(|version| parts.limit(version));
        Some(parts)
    }

    /// What decides between the versions of a loop.
    fn asked(&self, stmt: &Stmt) -> Asked {
        let assigned = LocalSet::assigned_in(std::slice::from_ref(stmt));
        let strided = self.strided(stmt, &assigned);
        let side_by_side = strided.iter().filter_map(Expr::as_local).collect();
        let strides = Expr::all(strided.iter().map(lanes::are_side_by_side));
        // Of a region that has been asked before.
        let (verdicts, inside) = match self.region {
            Some(_) => (Vec::new(), None),
            None => self.inside(stmt, &assigned),
        };
        Asked { verdicts, inside, strides, side_by_side }
    }

    /// What must hold for all indices of a loop to be inside, and what its checks come to.
    fn inside(&self, stmt: &Stmt, assigned: &LocalSet) -> (Vec<Verdict>, Option<Expr>) {
        let dressed = dress(self.function(), vec![stmt.clone()], stmt.span);
        let found = effects(self.module, self.id, &dressed, Place::Body, None);
        let mut verdicts = super::verdicts(&dressed.body, &found);
        let conditions = guard(&dressed.body, &found, &mut verdicts);
        let fits = Bounds::of(stmt, self, assigned).fit();
        let conditions = if conditions.is_empty() { None } else { Some(conditions) };
        let conditions = conditions.zip(fits).map(|(conditions, fits)| [conditions, fits].concat());
        let is_steady = |conditions: &Vec<Expr>| conditions.iter().all(|one| self.is_steady(one, assigned));
        (verdicts, conditions.filter(is_steady).and_then(Expr::all))
    }

    /// Puts iterations side by side in a version of a loop. Returns what to compute before it.
    fn at_once(&mut self, version: &mut Block, side_by_side: &[LocalId], read_inside: &LocalSet) -> Block {
        if self.function().on_device {
            return Block::new();
        }
        let (module, locals, addressed) = (self.module, &mut self.locals, &self.addressed);
        let around = lanes::Around { module, locals, addressed, side_by_side, read_inside };
        let before = lanes::of_loops(version, around);
        if self.region.is_some() {
            as_kernels(version);
        }
        before
    }

    /// The locals that a loop assigns and nothing else in the function reads.
    fn read_inside(&self, stmt: &Stmt) -> LocalSet {
        let function = self.function();
        // Regions and contexts read more than statements say.
        if function.regions.iter().next().is_some() || function.contexts.iter().next().is_some() {
            return LocalSet::default();
        }
        let inside = lanes::Reads::of(std::slice::from_ref(stmt));
        let assigned = LocalSet::assigned_in(std::slice::from_ref(stmt));
        let is_inside = |local: &LocalId| inside.of_local(*local) == self.read.of_local(*local);
        assigned.iter().filter(is_inside).collect()
    }

    /// Whether an expression gives the same before the loop and in it.
    fn is_steady(&self, expr: &Expr, assigned: &LocalSet) -> bool {
        use ExprKind::*;
        let steady = match &expr.kind {
            Local(id) => !assigned.contains(*id) && !self.addressed.contains(*id),
            Extent { view, .. } => view.as_local().is_some(),
            Int(_) | Unary(..) | Binary(..) | Convert(_) | MinMax(..) | Compare(..) | Logical(..) => true,
            _ => false,
        };
        steady && expr.children().into_iter().all(|child| self.is_steady(child, assigned))
    }

    /// The views of which it is not known whether elements lie side by side along their last axes.
    fn strided(&self, stmt: &Stmt, assigned: &LocalSet) -> Vec<Expr> {
        let mut views: Vec<Expr> = Vec::new();
        walk::all_expressions(std::slice::from_ref(stmt), &mut |expr| {
            if let ExprKind::Element { view, .. } = &expr.kind
                && let Some(local) = view.as_local()
                && !assigned.contains(local)
                && !self.addressed.contains(local)
                && view.ty.memoryview().is_some_and(|ty| ty.axes.last() == Some(&Axis::Strided))
                && views.iter().all(|known| known.as_local() != Some(local))
            {
                views.push((**view).clone());
            }
        });
        views
    }

    /// When a parallel loop is faster without threads. `short`: it is written for one thread in all versions.
    fn one_thread(&self, stmt: &Stmt, short: bool) -> Option<OneThread> {
        let StmtKind::Prange(prange) = &stmt.kind else { return None };
        // The user says which threads.
        if self.region.is_some_and(|team| team.num_threads.is_some() || team.use_threads_if.is_some()) {
            return None;
        }
        let assigned = LocalSet::assigned_in(&prange.body);
        let is_steady = |expr: &Expr| self.is_steady(expr, &assigned);
        let has_inner = self.region.is_some();
        let estimate = Estimate { module: self.module, is_steady: &is_steady, has_inner };
        match short {
            true => work::one_thread(prange, &estimate),
            false => work::is_little(prange, &estimate).map(OneThread::If),
        }
    }

    /// A block with its parallel loops as ones of one thread. In a region they stay kernels.
    fn without_threads(&self, block: &[Stmt]) -> Block {
        let mut block = block.to_vec();
        for stmt in &mut block {
            match &mut stmt.kind {
                StmtKind::Prange(prange) if self.region.is_some() => prange.is_alone = true,
                StmtKind::Prange(prange) => {
                    stmt.kind = StmtKind::For(Box::new(prange.without_threads()));
                }
                StmtKind::If { condition, then, otherwise } => {
                    of_one_thread(condition);
                    for inner in [then, otherwise] {
                        *inner = self.without_threads(inner);
                    }
                }
                _ => {}
            }
        }
        block
    }
}

/// Makes kernels of the loops that no parallel loop is around: what is left of one whose iterations run at once.
fn as_kernels(block: &mut Block) {
    for stmt in block {
        let span = stmt.span;
        match &mut stmt.kind {
            StmtKind::For(_) => {
                let looped = std::mem::replace(&mut stmt.kind, StmtKind::Break);
                let serial = Serial { body: vec![Stmt::new(looped, span)], results: Vec::new() };
                stmt.kind = StmtKind::Serial(Box::new(serial));
            }
            StmtKind::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(as_kernels),
            _ => {}
        }
    }
}

/// There is one thread.
fn of_one_thread(condition: &mut Expr) {
    match condition.kind {
        ExprKind::Threads => condition.kind = ExprKind::Int(1),
        _ => condition.children_mut().into_iter().for_each(of_one_thread),
    }
}

/// Makes the temporaries of a parallel loop private: what only one loop uses is declared in it, but now there are several.
/// Variables of the user that are not private are C arrays and structs of which parts are assigned: all threads share these.
fn own_temporaries(prange: &mut Prange, locals: &Locals<Local>) {
    let all = LocalSet::assigned_in(&prange.body);
    let mut assigned: LocalSet = all.iter().filter(|id| locals[*id].role == LocalRole::Temp).collect();
    assigned.remove(prange.counter);
    walk::statements(&prange.body, &mut |stmt| match &stmt.kind {
        StmtKind::For(looped) => assigned.remove(looped.counter),
        StmtKind::Prange(inner) => assigned.remove(inner.counter),
        _ => {}
    });
    let known = prange.privates.iter().copied();
    known.chain(prange.reductions.iter().map(|reduction| reduction.local)).for_each(|id| assigned.remove(id));
    prange.privates.extend(assigned.iter());
}

/// The ranges of all loops in one. Sums in them may wrap around, of which forms know nothing: in an index that does no harm,
/// as the sum is the same number in the end, but a loop would run in another range.
struct Bounds<'a> {
    versions: &'a Versions<'a>,
    stmt: &'a Stmt,
    assigned: &'a LocalSet,
    counters: LocalSet,
    bounds: Vec<&'a Expr>,
}

/// Sums of a few numbers below this fit 64 bits.
const FITS: i128 = 1 << 60;

impl<'a> Bounds<'a> {
    fn of(stmt: &'a Stmt, versions: &'a Versions<'a>, assigned: &'a LocalSet) -> Bounds<'a> {
        let (mut counters, mut bounds) = (LocalSet::default(), Vec::new());
        walk::statements(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
            StmtKind::For(looped) => {
                counters.extend([Some(looped.counter), looped.target].into_iter().flatten());
                bounds.extend([&looped.start, &looped.stop]);
            }
            StmtKind::Prange(prange) => {
                counters.insert(prange.counter);
                bounds.extend([&prange.start, &prange.stop]);
            }
            _ => {}
        });
        Bounds { versions, stmt, assigned, counters, bounds }
    }

    /// What must hold for no sum to wrap around; `None` if that cannot be said.
    fn fit(&self) -> Option<Vec<Expr>> {
        let mut fit: Vec<Expr> = Vec::new();
        for bound in &self.bounds {
            let mut terms = Vec::new();
            let is_sum = self.terms(bound, &mut terms)?;
            if terms.len() > 4 {
                return None;
            }
            for term in terms.into_iter().filter(|_| is_sum) {
                let span = term.span;
                let typed = match term.ty == Ty::SSIZE {
                    true => term.clone(),
                    false => Expr::new(ExprKind::Convert(Box::new(term.clone())), Ty::SSIZE, span),
                };
                for (op, limit) in [(CompareOp::LessEqual, FITS), (CompareOp::GreaterEqual, -FITS)] {
                    let limit = Box::new(Expr::int(limit, Ty::SSIZE, span));
                    let one =
                        Expr::new(ExprKind::Compare(op, Box::new(typed.clone()), limit), Ty::Bint, span);
                    if !fit.iter().any(|known| same_expr(known, &one)) {
                        fit.push(one);
                    }
                }
            }
        }
        Some(fit)
    }

    /// Finds the numbers that a range is made of, and whether it is a sum. Those that are loaded from memory have no form.
    fn terms<'e>(&self, expr: &'e Expr, terms: &mut Vec<&'e Expr>) -> Option<bool> {
        match &expr.kind {
            ExprKind::Int(value) => (value.abs() < FITS).then_some(false),
            ExprKind::Extent { .. } => {
                terms.push(expr);
                Some(false)
            }
            // An extent less a constant fits.
            ExprKind::Binary(BinaryOp::Subtract, left, right)
                if matches!(left.kind, ExprKind::Extent { .. })
                    && right.as_int().is_some_and(|by| (0..FITS).contains(&by)) =>
            {
                Some(false)
            }
            ExprKind::Local(id) if self.counters.contains(*id) => Some(false),
            ExprKind::Local(id) if !self.assigned.contains(*id) => {
                terms.push(expr);
                Some(false)
            }
            ExprKind::Local(id) => self.is_loaded(*id).then_some(false),
            ExprKind::Convert(inner) => self.terms(inner, terms),
            ExprKind::Binary(..) | ExprKind::MinMax(..) | ExprKind::Unary(..) => {
                let mut is_sum = !matches!(expr.kind, ExprKind::MinMax(..));
                for child in expr.children() {
                    is_sum |= self.terms(child, terms)?;
                }
                Some(is_sum)
            }
            _ => Some(false),
        }
    }

    /// Whether a local gets nothing but elements and the like.
    fn is_loaded(&self, id: LocalId) -> bool {
        let mut is_loaded = true;
        walk::statements(std::slice::from_ref(self.stmt), &mut |stmt| match &stmt.kind {
            StmtKind::Assign { place, value } if place.as_local() == Some(id) => {
                let value = value.without_conversions();
                is_loaded &= matches!(
                    value.kind,
                    ExprKind::Element { .. }
                        | ExprKind::Index { .. }
                        | ExprKind::Deref(_)
                        | ExprKind::Field { .. }
                );
            }
            _ => is_loaded &= !walk::assigned(stmt).contains(&id),
        });
        is_loaded && !self.versions.addressed.contains(id)
    }
}

/// The same if the condition holds.
fn settled(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Guarded { .. } => Verdict::Inside,
        other => other,
    }
}
