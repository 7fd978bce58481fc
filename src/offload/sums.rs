//! Arrays that a loop only adds to, atomically: a histogram's bins. Each team of a device may then have sums of its
//! own, in its fast memory, and add them to the array at its end.

use crate::pass::LocalSet;
use crate::tir::{
    AtomicOp, BinaryOp, Callee, Expr, ExprKind, Function, LocalId, Prange, Stmt, StmtKind, walk,
};
use crate::ty::{Contiguity, Ty};

/// The contiguous views of numbers that the iterations of loops, spread together, only add to, in the order of their
/// first update. No iteration sees a sum before the loop has ended: an atomic update has no result, and reading what
/// others update is a race. So it makes no difference when a term reaches the array.
///
/// Two views may show one array. So after its first update to a view an iteration touches no other memory that may hold
/// such elements: it would miss its own update, or come before it.
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
        let touched = touched(stmt, update.is_some());
        let may_be_touched = |view: &LocalId| {
            let element = function.locals[*view].ty.memoryview().map(|view| &view.element);
            element.is_none_or(|element| {
                touched.as_ref().is_none_or(|all| all.iter().any(|ty| alike(ty, element)))
            })
        };
        others.extend(updated.iter().copied().filter(may_be_touched));
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
    let StmtKind::Atomic { place, op: AtomicOp::Binary(BinaryOp::Add | BinaryOp::Subtract), value } =
        &stmt.kind
    else {
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

/// The types of what a statement reads and writes in memory, but for what an atomic sum adds to; `None`: any.
fn touched(stmt: &Stmt, is_sum: bool) -> Option<Vec<&Ty>> {
    if matches!(stmt.kind, StmtKind::Run { .. } | StmtKind::Move { .. }) {
        return None;
    }
    let mut types = Some(Vec::new());
    for (place, expr) in walk::expressions(stmt).into_iter().enumerate() {
        walk::expression(expr, &mut |inner| match &inner.kind {
            ExprKind::Call(Callee::Function(_), _) | ExprKind::AddressOf(_) => types = None,
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. }
                if !(is_sum && place == 0 && std::ptr::eq(inner, expr)) =>
            {
                types.iter_mut().for_each(|types| types.push(&inner.ty));
            }
            _ => {}
        });
    }
    types
}

/// Whether an element of one type may be one of the other: of the same size, signed or not.
fn alike(one: &Ty, other: &Ty) -> bool {
    match (one, other) {
        (Ty::Int(one), Ty::Int(other)) => one.bits() == other.bits(),
        _ => one == other,
    }
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
