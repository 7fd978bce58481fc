//! Integers that the text alone tells.

use super::{Body, ExprId, ExprKind, Operator, UnaryOp};

/// The value of an integer constant expression, where it is one.
pub fn constant(body: &Body, id: ExprId) -> Option<i128> {
    match &body.exprs[id].kind {
        ExprKind::Int { digits, .. } => digits.parse().ok(),
        ExprKind::Unary(UnaryOp::Negate, inner) => constant(body, *inner)?.checked_neg(),
        ExprKind::Positive(inner) => constant(body, *inner),
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (constant(body, *left)?, constant(body, *right)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
                _ => None,
            }
        }
        _ => None,
    }
}
