//! What expressions read only under conditions, or what they may do for some numbers alone.

use crate::tir::{BinaryOp, Expr, ExprKind, same_expr};
use crate::ty::Ty;

/// The elements that an expression reads and none of the conditions.
pub fn unread<'e>(expr: &'e Expr, conditions: &[&Expr]) -> Vec<&'e Expr> {
    let children = || expr.children().into_iter().flat_map(|child| unread(child, conditions));
    match &expr.kind {
        ExprKind::Element { .. } | ExprKind::Index { .. }
            if conditions.iter().any(|condition| always_reads(condition, expr)) =>
        {
            Vec::new()
        }
        ExprKind::Element { .. } | ExprKind::Index { .. } => children().chain([expr]).collect(),
        _ => children().collect(),
    }
}

/// Whether an expression reads an element whatever its parts give.
fn always_reads(expr: &Expr, element: &Expr) -> bool {
    let parts = match &expr.kind {
        ExprKind::Logical(_, first, _) | ExprKind::Select(first, ..) => vec![&**first],
        _ => expr.children(),
    };
    same_expr(expr, element) || parts.into_iter().any(|part| always_reads(part, element))
}

/// Whether processors stop a program that computes a part of an expression for some numbers: integers that are divided by zero.
pub fn may_stop(part: &Expr) -> bool {
    use BinaryOp::{CDivide, CModulo, Divide, FloorDivide, Modulo};
    let ExprKind::Binary(op, _, by) = &part.kind else { return false };
    let divides = matches!(op, CDivide | CModulo | Divide | FloorDivide | Modulo);
    divides && !matches!(part.ty, Ty::Float(_)) && by.as_int().is_none_or(|by| [0, -1].contains(&by))
}
