//! Powers of C numbers that may be complex, and variables that hold them: Cython's soft complex numbers.

use super::check::Checker;
use super::infer::{Source, Value};
use super::{FunctionTypes, Ty};
use crate::hir::{self, Binding, Body, ExprId, ExprKind, LocalId, Operator};

/// How Cython calls the type of a number that is complex only where it must be.
pub(super) const SOFT: &str = "soft double complex";

/// The variables without a declaration that hold such powers, and real numbers at most beside them.
pub(super) fn variables(checker: &mut Checker<'_>, untyped: &[LocalId], sources: &[Source]) -> Vec<LocalId> {
    let are_soft = |checker: &mut Checker<'_>, local: LocalId| {
        let own = || sources.iter().filter(|source| source.target == local).map(|source| &source.value);
        let is_known = |checker: &mut Checker<'_>, value: &Value| match value {
            Value::Expr(value) => checker.may_be_complex(*value) || is_real(&checker.expr(*value)),
            Value::InPlace(operator, _, value) => {
                let keeps = matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply);
                keeps && is_real(&checker.expr(*value))
            }
            _ => false,
        };
        let is_power = |checker: &mut Checker<'_>, value: &Value| match value {
            Value::Expr(value) => checker.may_be_complex(*value),
            _ => false,
        };
        own().all(|value| is_known(checker, value)) && own().any(|value| is_power(checker, value))
    };
    let objects = untyped.iter().copied().filter(|local| checker.types.local(*local) == Ty::OBJECT);
    let objects: Vec<LocalId> = objects.collect();
    objects.into_iter().filter(|local| are_soft(checker, *local)).collect()
}

fn is_real(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bint)
}

/// Whether an exponent is a floating-point number without a fraction, as it is written.
pub(crate) fn is_whole(body: &Body, exponent: ExprId) -> Option<bool> {
    match &body.exprs[exponent].kind {
        ExprKind::Float(text) => Some(text.parse::<f64>().is_ok_and(|value| value.fract() == 0.0)),
        ExprKind::Unary(hir::UnaryOp::Negate, inner) => is_whole(body, *inner),
        _ => None,
    }
}

impl FunctionTypes {
    /// Whether an expression is a variable of this kind.
    pub fn is_soft(&self, body: &Body, id: ExprId) -> bool {
        match body.exprs[id].kind {
            ExprKind::Name(Binding::Local(local)) => self.soft.contains(&local),
            _ => false,
        }
    }
}
