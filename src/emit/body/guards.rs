//! Conditions under which checks find nothing. Sums in them are computed in 128 bits: where one wraps around, the condition
//! would hold although it does not.

use super::Body;
use crate::emit::c;
use crate::tir::{BinaryOp, Expr, ExprKind, LogicalOp, MinMax};

impl Body<'_, '_, '_> {
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
