//! Arrays that a loop only adds to, atomically: a histogram's bins. Each team of a device may then have sums of its
//! own, in its fast memory, and add them to the array at its end.

use crate::pass::LocalSet;
use crate::tir::{BinaryOp, Expr, ExprKind, Function, LocalId, Prange, Stmt, StmtKind, walk};
use crate::ty::{Contiguity, Ty};

/// The contiguous views of numbers that the iterations of loops, spread together, only add to, in the order of their
/// first update. No iteration sees a sum before the loop has ended: an atomic update has no result, and reading what
/// others update is a race. So it makes no difference when a term reaches the array.
///
/// None if an iteration contains a loop. A thread that may have several iterations keeps more in registers: the more the
/// longer they are, and the less the sums count.
pub fn only_added_to(function: &Function, prange: &Prange, collapse: u32) -> Vec<LocalId> {
    let Some(innermost) = walk::nested(prange, collapse).pop() else { return Vec::new() };
    let mut has_loops = false;
    walk::statements(&innermost.body, &mut |stmt| {
        has_loops |= matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Prange(_));
    });
    if has_loops {
        return Vec::new();
    }
    let mut updated: Vec<LocalId> = Vec::new();
    let mut others = LocalSet::default();
    walk::statements(&innermost.body, &mut |stmt| {
        let update = sum(function, stmt);
        if let Some((view, _)) = update
            && !updated.contains(&view)
        {
            updated.push(view);
        }
        let read = match update {
            Some((_, read)) => read,
            None => walk::expressions(stmt),
        };
        read.into_iter().for_each(|expr| named_for_elements(expr, &mut others));
        others.extend(walk::assigned(stmt));
    });
    updated.retain(|&view| !others.contains(view));
    updated
}

/// The view that a statement adds to, and the expressions that it reads.
fn sum<'a>(function: &Function, stmt: &'a Stmt) -> Option<(LocalId, Vec<&'a Expr>)> {
    let StmtKind::Atomic { place, op: BinaryOp::Add | BinaryOp::Subtract, value } = &stmt.kind else {
        return None;
    };
    let ExprKind::Element { view, indices } = &place.kind else { return None };
    let local = view.as_local()?;
    let shape = function.locals[local].ty.memoryview()?;
    let is_number =
        matches!(&place.ty, Ty::Int(kind) if kind.bits() >= 32) || matches!(place.ty, Ty::Float(_));
    (is_number && shape.contiguity() == Contiguity::C)
        .then(|| (local, indices.iter().chain([value]).collect()))
}

/// The views that an expression names for more than their extents.
fn named_for_elements(expr: &Expr, named: &mut LocalSet) {
    if let ExprKind::Extent { view, .. } = &expr.kind
        && view.as_local().is_some()
    {
        return;
    }
    named.extend(expr.as_local());
    expr.children().into_iter().for_each(|child| named_for_elements(child, named));
}
