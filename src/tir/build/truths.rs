//! `any` and `all` of a display of C numbers: their truths, joined, without the display and without Python's function.

use super::condition::not_zero;
use super::function::FunctionBuilder;
use super::order::{calls, is_stable};
use crate::hir::{Asked, ExprId, LogicalOp};
use crate::source::Span;
use crate::tir::{Expr, ExprKind};
use crate::ty::{FloatKind, PartKind, Ty};

impl FunctionBuilder<'_, '_> {
    /// `any(...)` or `all(...)` as a truth, if C has it.
    pub fn asked_in_c(&mut self, id: ExprId) -> Option<Expr> {
        let body = &self.source.function.body;
        let asked = Asked::of(body, id)?;
        self.asked_numbers(asked, body.exprs[id].span)
    }

    /// The same, as the value of a C number. One for Python is an object to Cython, whatever is done with it.
    pub fn asked_as_number(&mut self, id: ExprId, target: &Ty) -> Option<Expr> {
        let is_number = target.is_number() && !matches!(target, Ty::Enum(_));
        let truth = if is_number { self.asked_in_c(id)? } else { return None };
        Some(self.coerce(truth, target))
    }

    /// The same, of a call of a builtin.
    pub fn asked_by(&mut self, name: &str, arguments: &[ExprId], span: Span) -> Option<Expr> {
        let asked = Asked::of_call(&self.source.function.body, name, arguments)?;
        self.asked_numbers(asked, span)
    }

    /// 0 or 1. As of a display, each item is evaluated before the first is looked at.
    fn asked_numbers(&mut self, asked: Asked<'_>, span: Span) -> Option<Expr> {
        // A power that may be complex is an object where the GIL is held.
        let mut is_number =
            |id: ExprId| self.source.types.expr(id).is_number() && !(self.gil && self.may_be_complex(id));
        if !asked.is_of_numbers(&self.source.function.body, &mut is_number) {
            return None;
        }
        let mut truths = Vec::new();
        for &item in asked.items {
            let truth = self.truth_of_item(item);
            let is_kept = !is_stable(&truth) || calls(&truth);
            truths.push(if is_kept { self.store("truth", truth) } else { truth });
        }
        if truths.iter().any(|truth| truth.ty.is_error()) {
            return Some(Expr::new(ExprKind::Null, Ty::Error, span));
        }
        Some(match truths.as_slice() {
            [] => Expr::int(i128::from(!asked.is_any), Ty::Bint, span),
            [truth] if self.is_zero_or_one(truth) => truth.clone(),
            [truth] => not_zero(truth.clone()),
            truths => joined(if asked.is_any { LogicalOp::Or } else { LogicalOp::And }, truths, span),
        })
    }

    /// The truth of the object that Cython makes of a number.
    fn truth_of_item(&mut self, id: ExprId) -> Expr {
        if let Some(truth) = self.asked_in_c(id) {
            return truth;
        }
        let value = self.expr(id);
        let value = self.as_declared(id, value);
        // A number that is too small for Python's `float` is zero there.
        let value = match value.ty {
            Ty::Float(FloatKind::LongDouble) => self.coerce(value, &Ty::DOUBLE),
            Ty::Complex(PartKind::Float(FloatKind::LongDouble)) => {
                self.coerce(value, &Ty::Complex(PartKind::DOUBLE))
            }
            _ => value,
        };
        self.truth(value)
    }
}

/// All of two or more truths, in a tree that is as flat as it can be.
fn joined(op: LogicalOp, truths: &[Expr], span: Span) -> Expr {
    match truths {
        [truth] => truth.clone(),
        truths => {
            let (left, right) = truths.split_at(truths.len().div_ceil(2));
            let sides = (Box::new(joined(op, left, span)), Box::new(joined(op, right, span)));
            Expr::new(ExprKind::Logical(op, sides.0, sides.1), Ty::Bint, span)
        }
    }
}
