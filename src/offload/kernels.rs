//! The kernels of a region: which loops run together, and how many are spread together.

use std::collections::HashSet;

use super::plan::{KernelShape, Work};
use super::report;
use super::sums::only_added_to;
use crate::base::Statement;
use crate::diag::Diagnostics;
use crate::pass::LocalSet;
use crate::tir::build::block_can_fail;
use crate::tir::{
    Callee, Expr, ExprKind, Function, FunctionId, LocalId, Module, Op, Prange, Region, Step, Stmt, StmtKind,
    walk,
};
use crate::ty::Ty;

/// The shapes of the region's kernels, in their order.
pub fn kernels(
    module: &Module,
    function: &Function,
    region: &Region,
    diagnostics: &mut Diagnostics,
) -> Vec<KernelShape> {
    let mut shapes = Vec::new();
    let kernels = walk::kernels(&region.body);
    let is_alone = kernels.len() == 1 && region.body.len() == 1;
    for stmt in kernels {
        let StmtKind::Prange(prange) = &stmt.kind else {
            shapes.push(KernelShape { span: stmt.span, work: Work::Serial });
            continue;
        };
        let possible = depth(prange);
        let asked = prange.clauses.collapse.or(region.clauses.collapse);
        if let Some(asked) = asked
            && asked > possible
        {
            diagnostics.push(report::cannot_collapse(asked, possible, prange.span));
        }
        let collapse = asked.map_or(possible, |asked| asked.clamp(1, possible));
        let levels = asked.is_none() && has_two_levels(module, function, region, prange, collapse, is_alone);
        let sums = only_added_to(function, prange, collapse);
        shapes.push(KernelShape { span: prange.span, work: Work::Loops { collapse, levels, sums } });
    }
    shapes
}

/// How many directly nested loops there are whose bounds are the same in every iteration.
fn depth(outer: &Prange) -> u32 {
    let mut depth = 1;
    let mut varying = LocalSet::default();
    let mut prange = outer;
    loop {
        varying.insert(prange.counter);
        varying.extend(prange.privates.iter().copied());
        varying.extend(prange.reductions.iter().map(|reduction| reduction.local));
        let [only] = prange.body.as_slice() else { return depth };
        let StmtKind::Prange(inner) = &only.kind else { return depth };
        if hands_on(inner) || prange.lastprivates.contains(&prange.counter) {
            return depth;
        }
        let step = match &inner.step {
            Step::Constant(_) => None,
            Step::Dynamic(step) => Some(step),
        };
        let bounds = [Some(&inner.start), Some(&inner.stop), step];
        if !bounds.into_iter().flatten().all(|bound| is_fixed(bound, &varying)) {
            return depth;
        }
        depth += 1;
        prange = inner;
    }
}

/// Whether the parallel loops inside those that are spread together can be spread over a team's threads.
fn has_two_levels(
    module: &Module,
    function: &Function,
    region: &Region,
    outer: &Prange,
    collapse: u32,
    is_alone: bool,
) -> bool {
    let Some(innermost) = walk::nested(outer, collapse).pop() else { return false };
    let inside = walk::kernels(&innermost.body);
    // The threads of a team look at the record at different times, so none may leave an iteration alone. Therefore
    // nothing may follow a loop that fails, and no kernel may ask whether an earlier one has failed.
    let is_last = matches!(inside.as_slice(), [only] if innermost.body.last().is_some_and(|last| last.id() == only.id()));
    if inside.is_empty()
        || shares_memory_of_iteration(module, function, innermost)
        || region.may_fail && !is_alone
        || inside.iter().any(|stmt| block_can_fail(std::slice::from_ref(*stmt))) && !is_last
    {
        return false;
    }
    inside.into_iter().all(|stmt| {
        let StmtKind::Prange(inner) = &stmt.kind else { return false };
        let reduced = |id: LocalId| outer.reductions.iter().any(|reduction| reduction.local == id);
        inner.lastprivates.is_empty()
            && !hands_on(inner)
            && inner.reductions.iter().all(|reduction| reduced(reduction.local))
            && !is_short(inner)
            && owns_what_it_assigns(inner, stmt, &innermost.body)
            && shares_no_variable_s_memory(function, inner)
    })
}

/// Whether an iteration may start with what the previous one has left. As in Cython, one thread then runs all
/// iterations of an inner loop.
fn hands_on(inner: &Prange) -> bool {
    !inner.firstprivates.is_empty()
}

/// Whether a loop has so few iterations that a team would mostly wait.
fn is_short(prange: &Prange) -> bool {
    let (Some(start), Some(stop), Step::Constant(step)) =
        (prange.start.as_int(), prange.stop.as_int(), &prange.step)
    else {
        return false;
    };
    (stop - start).unsigned_abs() / u128::from(step.unsigned_abs().max(1)) < 32
}

/// Whether what a loop assigns belongs to each thread: private, a reduction, or a temporary that nothing else in the
/// iterations around it names.
fn owns_what_it_assigns(inner: &Prange, stmt: &Stmt, around: &[Stmt]) -> bool {
    let mut elsewhere = LocalSet::default();
    named_but(around, stmt, &mut elsewhere);
    let is_own = |id: LocalId| {
        inner.privates.contains(&id) || inner.reductions.iter().any(|reduction| reduction.local == id)
    };
    LocalSet::assigned_in(&inner.body).iter().all(|id| is_own(id) || !elsewhere.contains(id))
}

/// The locals that a block names outside one of its statements.
fn named_but(block: &[Stmt], left_out: &Stmt, named: &mut LocalSet) {
    for stmt in block {
        if stmt.id() == left_out.id() {
            continue;
        }
        named.extend(walk::assigned(stmt));
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |expr| named.extend(expr.as_local()));
        }
        for inner in walk::blocks(stmt) {
            named_but(inner, left_out, named);
        }
    }
}

/// Whether a loop uses no C array of the iterations around it, and no variable's address.
fn shares_no_variable_s_memory(function: &Function, inner: &Prange) -> bool {
    let mut shares = false;
    walk::all_expressions(&inner.body, &mut |expr| {
        shares |= match &expr.kind {
            ExprKind::AddressOf(_) => true,
            ExprKind::Local(id) => {
                matches!(function.locals[*id].ty, Ty::Array { .. }) && !inner.privates.contains(id)
            }
            _ => false,
        };
    });
    !shares
}

/// Whether clang 19 may compile the code around the parallel loops of an iteration incorrectly. All threads of a team
/// may run it, with stores by one thread only, a barrier after them and none before. So a store may come before others
/// have read: this concerns memory that is read and written, and variables with an address (arrays, and those of which
/// a pointer is taken), which are in the team's memory. Only that thread stores into its own record of what a function
/// drops.
fn shares_memory_of_iteration(module: &Module, function: &Function, innermost: &Prange) -> bool {
    let mut own = LocalSet::default();
    walk::statements(&innermost.body, &mut |stmt| {
        if let StmtKind::Prange(inner) = &stmt.kind {
            own.extend(inner.privates.iter().copied());
        }
    });
    if has_addresses(function, &innermost.body, &own) {
        return true;
    }
    let mut touched = Touched::default();
    touched.add(&innermost.body, false);
    let mut called = Vec::new();
    calls(&innermost.body, false, &mut called);
    let mut seen = HashSet::new();
    while let Some(id) = called.pop() {
        let callee = &module.functions[id];
        if !seen.insert(id) {
            continue;
        }
        let drops_errors = !callee.may_fail && block_can_fail(&callee.body);
        if drops_errors || has_addresses(callee, &callee.body, &LocalSet::default()) {
            return true;
        }
        touched.add(&callee.body, true);
        calls(&callee.body, true, &mut called);
    }
    touched.may_meet()
}

/// The types of what a block reads and writes in memory that is not a variable's own.
#[derive(Default)]
struct Touched {
    read: Vec<Ty>,
    written: Vec<Ty>,
    /// A C function is given a pointer.
    by_others: bool,
}

impl Touched {
    /// For a block; with `everywhere` also in its parallel loops.
    fn add(&mut self, block: &[Stmt], everywhere: bool) {
        for stmt in block {
            let mut place = None;
            if let StmtKind::Assign { place: written, .. } | StmtKind::Atomic { place: written, .. } =
                &stmt.kind
                && is_in_memory(written)
            {
                self.written.push(written.ty.clone());
                place = Some(written);
            }
            for expr in walk::expressions(stmt) {
                walk::expression(expr, &mut |expr| match &expr.kind {
                    _ if place.is_some_and(|place| std::ptr::eq(place, expr)) => {}
                    ExprKind::Call(Callee::Extern(_), arguments) => {
                        self.by_others |=
                            arguments.iter().any(|argument| matches!(argument.ty, Ty::Pointer { .. }));
                    }
                    _ if is_in_memory(expr) => self.read.push(expr.ty.clone()),
                    _ => {}
                });
            }
            if everywhere || !matches!(stmt.kind, StmtKind::Prange(_)) {
                walk::blocks(stmt).into_iter().for_each(|inner| self.add(inner, everywhere));
            }
        }
    }

    /// Whether something that is read may be what is written, by its type.
    fn may_meet(&self) -> bool {
        let is_floating = |ty: &Ty| matches!(ty, Ty::Float(_) | Ty::Complex(_));
        let are_apart = |one: &Ty, other: &Ty| {
            one.is_integral() && is_floating(other) || is_floating(one) && other.is_integral()
        };
        let meets = |written: &Ty| self.read.iter().any(|read| !are_apart(written, read));
        self.by_others || self.written.iter().any(meets)
    }
}

fn is_in_memory(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Element { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Global(_) => true,
        ExprKind::Field { base, .. } => is_in_memory(base),
        _ => false,
    }
}

/// Whether a block names variables with an address, except those that are left out.
fn has_addresses(function: &Function, block: &[Stmt], left_out: &LocalSet) -> bool {
    let mut found = walk::addressed(block).into_iter().any(|id| !left_out.contains(id));
    walk::all_expressions(block, &mut |expr| {
        let is_array = |id: LocalId| function.locals[id].ty.is_array() && !left_out.contains(id);
        found |= expr.as_local().is_some_and(is_array);
    });
    found
}

/// The module's functions that a block calls; with `everywhere` also in its parallel loops.
fn calls(block: &[Stmt], everywhere: bool, called: &mut Vec<FunctionId>) {
    for stmt in block {
        if let StmtKind::Run { op: Op::CallFunction { function, .. }, .. } = &stmt.kind {
            called.push(*function);
        }
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |expr| {
                if let ExprKind::Call(Callee::Function(function), _) = &expr.kind {
                    called.push(*function);
                }
            });
        }
        if everywhere || !matches!(stmt.kind, StmtKind::Prange(_)) {
            walk::blocks(stmt).into_iter().for_each(|inner| calls(inner, everywhere, called));
        }
    }
}

/// Whether a bound is the same in every iteration: no variable of the loops, nothing from memory.
fn is_fixed(bound: &Expr, varying: &LocalSet) -> bool {
    use crate::tir::ExprKind::*;
    let mut fixed = true;
    walk::expression(bound, &mut |expr| {
        fixed &= match &expr.kind {
            Local(id) => !varying.contains(*id),
            Element { .. }
            | Index { .. }
            | Deref(_)
            | Call(..)
            | AddressOf(_)
            | ThreadId
            | HasThreads
            | Threads
            | Trial(..) => false,
            _ => true,
        };
    });
    fixed
}
