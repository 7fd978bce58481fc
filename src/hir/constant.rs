//! Integers that the text alone tells.

use super::{Body, ExprId, ExprKind, Operator, UnaryOp};

/// The value of an integer constant expression, where it is one.
pub fn constant(body: &Body, id: ExprId) -> Option<i128> {
    match &body.exprs[id].kind {
        ExprKind::Int { digits, .. } => digits.parse().ok(),
        ExprKind::Unary(UnaryOp::Negate, inner) => constant(body, *inner)?.checked_neg(),
        ExprKind::Positive(inner) => constant(body, *inner),
        ExprKind::Binary(operator, left, right) => computed(body, *operator, *left, *right),
        _ => None,
    }
}

/// What an operator gives for two integer constant expressions.
pub fn computed(body: &Body, operator: Operator, left: ExprId, right: ExprId) -> Option<i128> {
    in_python(operator, constant(body, left)?, constant(body, right)?)
}

/// Rounded down, as Python does; `None` for no quotient.
pub fn floor_divide(left: i128, right: i128) -> Option<i128> {
    let (quotient, rest) = (left.checked_div(right)?, left.checked_rem(right)?);
    Some(if rest != 0 && (rest < 0) != (right < 0) { quotient - 1 } else { quotient })
}

/// What an operator gives for two integers in Python, where that is an integer of at most 127 bits.
fn in_python(operator: Operator, left: i128, right: i128) -> Option<i128> {
    let count = || u32::try_from(right).ok();
    match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::FloorDivide => floor_divide(left, right),
        Operator::Modulo => Some(left - floor_divide(left, right)? * right),
        Operator::BitAnd => Some(left & right),
        Operator::BitOr => Some(left | right),
        Operator::BitXor => Some(left ^ right),
        Operator::ShiftRight => left.checked_shr(count()?),
        Operator::Power => left.checked_pow(count()?),
        Operator::ShiftLeft => left.checked_mul(2i128.checked_pow(count()?)?),
        _ => None,
    }
}

/// Whether two integer constants give a number that no C integer of 64 bits with a sign holds.
pub fn outgrows(body: &Body, operator: Operator, left: ExprId, right: ExprId) -> bool {
    let (Some(left), Some(right)) = (constant(body, left), constant(body, right)) else { return false };
    let grows = match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply => true,
        Operator::Power | Operator::ShiftLeft => right >= 0,
        _ => false,
    };
    grows && in_python(operator, left, right).is_none_or(|value| i64::try_from(value).is_err())
}
