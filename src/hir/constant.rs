//! Integers and conditions that are known from the text alone.

use super::{Body, CompareOp, Comparison, ExprId, ExprKind, LogicalOp, Operator, Singleton, UnaryOp};

/// The value of an integer constant expression, if it is one.
pub fn constant(body: &Body, id: ExprId) -> Option<i128> {
    match &body.exprs[id].kind {
        ExprKind::Int { digits, .. } => digits.parse().ok(),
        ExprKind::Unary(UnaryOp::Negate, inner) => constant(body, *inner)?.checked_neg(),
        ExprKind::Positive(inner) => constant(body, *inner),
        ExprKind::Binary(operator, left, right) => computed(body, *operator, *left, *right),
        ExprKind::Conditional { .. } => constant(body, known_choice(body, id)?),
        _ => None,
    }
}

/// The result of an operator on two integer constant expressions. The right one is evaluated first: it is the short one
/// in a chain of operators.
pub fn computed(body: &Body, operator: Operator, left: ExprId, right: ExprId) -> Option<i128> {
    let right = constant(body, right)?;
    integer_operation(operator, constant(body, left)?, right)
}

/// Rounded down, as in Python; `None` if there is no quotient.
fn floor_divide(left: i128, right: i128) -> Option<i128> {
    let (quotient, rest) = (left.checked_div(right)?, left.checked_rem(right)?);
    Some(if rest != 0 && (rest < 0) != (right < 0) { quotient - 1 } else { quotient })
}

/// The result of an operator on two integers in Python, if it is an integer of at most 127 bits.
pub fn integer_operation(operator: Operator, left: i128, right: i128) -> Option<i128> {
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

/// Whether the result for two literals has more than 32 bits: it is then a Python integer, like a literal with as many
/// bits. One with `LL` stays a C integer.
pub fn outgrows(body: &Body, operator: Operator, left: ExprId, right: ExprId) -> bool {
    let (Some(right_value), Some(left_value)) = (constant(body, right), constant(body, left)) else {
        return false;
    };
    if is_long_long(body, left) || is_long_long(body, right) {
        return false;
    }
    let (left, right) = (left_value, right_value);
    let grows = match operator {
        Operator::Power | Operator::ShiftLeft => right >= 0,
        Operator::TrueDivide | Operator::MatrixMultiply => false,
        Operator::FloorDivide | Operator::Modulo => right != 0,
        _ => true,
    };
    grows && integer_operation(operator, left, right).is_none_or(|value| i32::try_from(value).is_err())
}

/// Whether a literal of an integer constant expression has the suffix of a `long long` or of an unsigned number.
fn is_long_long(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Int { suffix, .. } => suffix.contains('u') || suffix.contains("ll"),
        ExprKind::Unary(_, inner) | ExprKind::Positive(inner) => is_long_long(body, *inner),
        ExprKind::Binary(_, left, right) => is_long_long(body, *left) || is_long_long(body, *right),
        _ => false,
    }
}

/// Which of the two alternatives a conditional expression has, if literals alone decide.
pub fn known_choice(body: &Body, id: ExprId) -> Option<ExprId> {
    let ExprKind::Conditional { condition, then, otherwise } = body.exprs[id].kind else { return None };
    Some(if known_condition(body, condition)? { then } else { otherwise })
}

/// The value of a condition of literals: Cython chooses by it before it looks at types.
pub fn known_condition(body: &Body, id: ExprId) -> Option<bool> {
    match &body.exprs[id].kind {
        ExprKind::Singleton(Singleton::True) => Some(true),
        ExprKind::Singleton(Singleton::False | Singleton::None) => Some(false),
        ExprKind::Unary(UnaryOp::Not, inner) => Some(!known_condition(body, *inner)?),
        ExprKind::Logical(op, left, right) => {
            let left = known_condition(body, *left)?;
            let is_settled = left == (*op == LogicalOp::Or);
            if is_settled { Some(left) } else { known_condition(body, *right) }
        }
        ExprKind::Compare { first, rest } => {
            let mut left = number(body, *first)?;
            for (comparison, right) in rest {
                let (Comparison::Ordering(op), right) = (comparison, number(body, *right)?) else {
                    return None;
                };
                let order = left.compare(right);
                let holds = match op {
                    CompareOp::Equal => order.is_some_and(|order| order.is_eq()),
                    CompareOp::NotEqual => order.is_none_or(|order| order.is_ne()),
                    CompareOp::Less => order.is_some_and(|order| order.is_lt()),
                    CompareOp::LessEqual => order.is_some_and(|order| order.is_le()),
                    CompareOp::Greater => order.is_some_and(|order| order.is_gt()),
                    CompareOp::GreaterEqual => order.is_some_and(|order| order.is_ge()),
                };
                if !holds {
                    return Some(false);
                }
                left = right;
            }
            Some(true)
        }
        _ => match number(body, id)? {
            Number::Int(value) => Some(value != 0),
            Number::Float(value) => Some(value != 0.0),
        },
    }
}

#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    fn compare(self, other: Number) -> Option<std::cmp::Ordering> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Some(left.cmp(&right)),
            (left, right) => left.float().partial_cmp(&right.float()),
        }
    }

    fn float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }
}

fn number(body: &Body, id: ExprId) -> Option<Number> {
    match &body.exprs[id].kind {
        ExprKind::Float(text) => text.parse().ok().map(Number::Float),
        ExprKind::Unary(UnaryOp::Negate, inner) => match number(body, *inner)? {
            Number::Float(value) => Some(Number::Float(-value)),
            Number::Int(_) => constant(body, id).map(Number::Int),
        },
        ExprKind::Positive(inner) => number(body, *inner),
        ExprKind::Conditional { .. } => number(body, known_choice(body, id)?),
        ExprKind::Binary(operator, left, right) => match (number(body, *left)?, number(body, *right)?) {
            (Number::Int(_), Number::Int(_)) => constant(body, id).map(Number::Int),
            (left, right) => float_operation(*operator, left.float(), right.float()).map(Number::Float),
        },
        _ => constant(body, id).map(Number::Int),
    }
}

/// The result of an operator in Python for two numbers of which one is not an integer; `None` if it raises.
fn float_operation(operator: Operator, left: f64, right: f64) -> Option<f64> {
    let remainder = || {
        let rest = left % right;
        if rest != 0.0 && (rest < 0.0) != (right < 0.0) { rest + right } else { rest }
    };
    let divides = right != 0.0;
    match operator {
        Operator::Add => Some(left + right),
        Operator::Subtract => Some(left - right),
        Operator::Multiply => Some(left * right),
        Operator::TrueDivide => divides.then(|| left / right),
        Operator::FloorDivide => divides.then(|| ((left - remainder()) / right).round()),
        Operator::Modulo => divides.then(remainder),
        _ => None,
    }
}
