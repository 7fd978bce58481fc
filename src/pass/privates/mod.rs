//! Private variables whose values depend on how the iterations of a parallel loop are shared among threads: an
//! iteration reads one before it assigns it, or only some iterations assign one that is read after the loop.
//!
//! Only certain cases are reported. A read counts if nothing on any path to it in the iteration, or since the loop, may
//! have assigned the variable; loops inside are assumed to have iterations; and after an assignment under `i == n - 1`,
//! which is the last iteration's, nothing is unspecified.

mod after;
mod report;
mod within;

use super::local_set::LocalSet;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::{
    BinaryOp, CompareOp, Expr, ExprKind, Function, LocalId, LocalRole, Module, Prange, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Reports what depends on the sharing of iterations in a function.
pub fn check(module: &Module, function: &Function, diagnostics: &mut Diagnostics) {
    if function.span.file != module.functions[module.init].span.file {
        return;
    }
    let mut found = Vec::new();
    outermost(&function.body, &mut |prange| found.push(prange));
    for (_, region) in function.regions.iter() {
        outermost(&region.body, &mut |prange| found.push(prange));
    }
    let mut open = Vec::new();
    let one_thread =
        |prange: &Prange| prange.clauses.num_threads.as_ref().is_some_and(|count| count.as_int() == Some(1));
    for prange in found.into_iter().filter(|prange| !one_thread(prange)) {
        let looped = Loop::new(function, prange);
        let reads = looped.first_reads();
        // That a field is assigned is reported where it is.
        let is_field = |local: LocalId| function.locals[local].name.contains('.');
        for &(local, span) in reads.iter().filter(|(local, _)| !is_field(*local)) {
            diagnostics.push(report::read_first(&looped, local, span));
        }
        open.extend(looped.left_open(&reads).into_iter().map(|(local, assigned)| {
            let suggestion = looped.greatest(assigned);
            after::Open { local, prange, assigned, suggestion }
        }));
    }
    for (open, read) in after::reads(function, &open) {
        diagnostics.push(report::open_after(function, open, read));
    }
}

fn outermost<'f>(block: &'f [Stmt], visit: &mut impl FnMut(&'f Prange)) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Prange(prange) => visit(prange),
            _ => walk::blocks(stmt).into_iter().for_each(|inner| outermost(inner, visit)),
        }
    }
}

/// A parallel loop, and what it does to variables of which each thread has its own.
struct Loop<'f> {
    function: &'f Function,
    prange: &'f Prange,
    /// The source's variable that counts.
    target: LocalId,
    /// Private scalars that more than the last iteration assigns, and nobody through a pointer.
    watched: LocalSet,
}

impl<'f> Loop<'f> {
    fn new(function: &'f Function, prange: &'f Prange) -> Loop<'f> {
        let copied = prange.body.first().and_then(|stmt| match &stmt.kind {
            StmtKind::Assign { place, value } if value.as_local() == Some(prange.counter) => place.as_local(),
            _ => None,
        });
        let target = copied.unwrap_or(prange.counter);
        let mut looped = Loop { function, prange, target, watched: LocalSet::default() };
        let mut assigned = LocalSet::default();
        looped.assigned_freely(&prange.body, 0, &mut assigned);
        let addressed: LocalSet = walk::addressed(&prange.body).into_iter().collect();
        let is_watched = |id: &LocalId| {
            let local = &function.locals[*id];
            !addressed.contains(*id)
                && local.role != LocalRole::Temp
                && local.ty.memoryview().is_none()
                && !is_memory(&local.ty)
        };
        looped.watched = prange.privates.iter().copied().filter(is_watched).collect();
        looped.watched = looped.watched.iter().filter(|&id| assigned.contains(id)).collect();
        looped
    }

    /// What a block assigns, except where only the last iteration does, or one that ends the loop: after a `break` its
    /// values are used. `depth` is that of nested loops.
    fn assigned_freely(&self, block: &[Stmt], depth: u32, found: &mut LocalSet) {
        let ends = match block.last().map(|stmt| &stmt.kind) {
            Some(StmtKind::Break) => depth == 0,
            last => matches!(last, Some(StmtKind::Return(_))),
        };
        for stmt in block {
            if !ends {
                found.extend(walk::assigned(stmt));
            }
            let is_loop =
                matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Prange(_));
            for (number, inner) in walk::blocks(stmt).into_iter().enumerate() {
                if number > 0 || !self.is_for_the_last(stmt) {
                    self.assigned_freely(inner, depth + u32::from(is_loop), found);
                }
            }
        }
    }

    /// `if i == n - 1:`
    fn is_for_the_last(&self, stmt: &Stmt) -> bool {
        let StmtKind::If { condition, .. } = &stmt.kind else { return false };
        let ExprKind::Compare(CompareOp::Equal, left, right) = &condition.without_conversions().kind else {
            return false;
        };
        let is_counter = |expr: &Expr| {
            expr.without_conversions()
                .as_local()
                .is_some_and(|id| id == self.target || id == self.prange.counter)
        };
        let is_last = |expr: &Expr| match &expr.without_conversions().kind {
            ExprKind::Binary(BinaryOp::Subtract, stop, one) => {
                one.without_conversions().as_int() == Some(1) && is_same(stop, &self.prange.stop)
            }
            ExprKind::Int(last) => self.prange.stop.as_int() == Some(last + 1),
            _ => false,
        };
        is_counter(left) && is_last(right) || is_counter(right) && is_last(left)
    }

    /// What `found = i` may stand for: the counting variable, if the last iteration has the largest value.
    fn greatest(&self, assigned: &Stmt) -> Option<Span> {
        let crate::tir::Step::Constant(1..) = self.prange.step else { return None };
        let StmtKind::Assign { value, .. } = &assigned.kind else { return None };
        let value = value.without_conversions();
        (value.as_local() == Some(self.target)).then_some(value.span)
    }
}

/// Pointers and arrays lead to memory, of which nothing is known here.
fn is_memory(ty: &Ty) -> bool {
    matches!(ty, Ty::Pointer { .. } | Ty::Array { .. })
}

/// Whether two expressions without calls are written in the same way.
fn is_same(one: &Expr, other: &Expr) -> bool {
    let (one, other) = (one.without_conversions(), other.without_conversions());
    match (&one.kind, &other.kind) {
        (ExprKind::Local(one), ExprKind::Local(other)) => one == other,
        (ExprKind::Int(one), ExprKind::Int(other)) => one == other,
        (ExprKind::Extent { view: one, axis }, ExprKind::Extent { view: other, axis: of_other }) => {
            axis == of_other && is_same(one, other)
        }
        (ExprKind::Binary(op, a, b), ExprKind::Binary(of_other, c, d)) => {
            op == of_other && is_same(a, c) && is_same(b, d)
        }
        _ => false,
    }
}
