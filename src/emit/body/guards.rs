//! Conditions under which checks find nothing. Sums in them are computed in 128 bits: where one wraps around, the condition
//! would hold although it does not.

use super::Body;
use crate::emit::c;
use crate::tir::{BinaryOp, Expr, ExprKind, LocalId, LogicalOp, MinMax, UnaryOp, is_guard, is_outside};

impl Body<'_, '_, '_> {
    /// Whether a local says what checks find.
    pub(super) fn is_condition(&self, local: LocalId) -> bool {
        is_guard(local, &self.function.locals) || is_outside(local, &self.function.locals)
    }

    /// Words for the versions of a loop that loads indices, by the condition that each is under.
    pub(super) fn which_version(&self, condition: &Expr) -> Option<&'static str> {
        let (local, words) = match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => (
                inner.as_local()?,
                "No index ends this loop: the last one takes the place of one that is outside.",
            ),
            _ => (condition.as_local()?, "Some index is outside, or may be: this loop ends at the first."),
        };
        is_outside(local, &self.function.locals).then_some(words)
    }

    pub(super) fn guard(&mut self, condition: &Expr) -> c::Expr {
        match &condition.kind {
            ExprKind::Logical(op, left, right) => {
                let op = if *op == LogicalOp::And { "&&" } else { "||" };
                c::Expr::binary(op, self.guard(left), self.guard(right))
            }
            ExprKind::Compare(op, left, right) if has_sum(left) || has_sum(right) => {
                c::Expr::binary(op.symbol(), self.wide(left), self.wide(right))
            }
            _ => self.expr(condition),
        }
    }

    fn wide(&mut self, expr: &Expr) -> c::Expr {
        match &expr.kind {
            ExprKind::Int(_) => self.expr(expr),
            ExprKind::Binary(BinaryOp::Multiply, left, right) => {
                c::Expr::product(self.wide(left), self.wide(right))
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) => {
                let op = if *op == BinaryOp::Add { "+" } else { "-" };
                c::Expr::binary(op, self.wide(left), self.wide(right))
            }
            ExprKind::MinMax(which, left, right) if has_sum(left) || has_sum(right) => {
                let (left, right) = (self.wide(left), self.wide(right));
                let op = if *which == MinMax::Min { "<" } else { ">" };
                c::Expr::conditional(c::Expr::binary(op, right.clone(), left.clone()), right, left)
            }
            _ => c::Expr::cast(c::Type::named("offcy_wide"), self.expr(expr)),
        }
    }
}

/// Not of an extent and a constant: that fits.
fn has_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Subtract, left, right) => {
            let fits =
                matches!(left.kind, ExprKind::Extent { .. }) && right.as_int().is_some_and(|by| by >= 0);
            !fits
        }
        ExprKind::Binary(..) => true,
        _ => expr.children().into_iter().any(has_sum),
    }
}
