//! Integers followed as index forms.

use super::super::affine::{Form, Symbol};
use super::super::entries::type_range;
use super::Walker;
use crate::base::planted::{self, Fault};
use crate::tir::{BinaryOp, Expr, ExprKind, LocalId, UnaryOp};
use crate::ty::{IntKind, Ty};

/// An integer: its form, and what must not be negative in any iteration for the form to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub form: Form,
    pub guards: Vec<Form>,
}

/// Larger factors could overflow together with what they multiply.
const MAX_FACTOR: i128 = 1 << 20;

impl Value {
    pub fn exact(form: Form) -> Value {
        Value { form, guards: Vec::new() }
    }

    fn join(mut self, other: &Value, form: Form) -> Value {
        self.form = form;
        for guard in &other.guards {
            self.guard(guard.clone());
        }
        self
    }

    pub fn add(self, other: &Value) -> Option<Value> {
        let form = self.form.add(&other.form)?;
        Some(self.join(other, form))
    }

    pub fn subtract(self, other: &Value) -> Option<Value> {
        let form = self.form.subtract(&other.form)?;
        Some(self.join(other, form))
    }

    /// The product, guarded so that it fits 64 bits.
    pub fn multiply(self, other: &Value) -> Option<Value> {
        let form = self.form.multiply(&other.form)?;
        let mut value = self.join(other, form.clone());
        for (symbols, coefficient) in form.terms() {
            if symbols.is_empty() {
                continue;
            }
            if coefficient.abs() > MAX_FACTOR {
                return None;
            }
            let limit = match symbols.len() {
                1 => continue,
                2 => 1 << 31,
                _ => 1 << 20,
            };
            for &symbol in symbols {
                value.guard(Form::constant(limit).subtract(&Form::symbol(symbol))?);
                value.guard(Form::symbol(symbol).offset(limit)?);
            }
        }
        Some(value)
    }

    pub fn guard(&mut self, guard: Form) {
        if guard.as_constant().is_none_or(|constant| constant < 0) && !self.guards.contains(&guard) {
            self.guards.push(guard);
        }
    }
}

impl Walker<'_> {
    /// The value of an integer expression, if a form describes it.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<Value> {
        let value = self.arithmetic(expr)?;
        let computed = matches!(expr.kind, ExprKind::Binary(..) | ExprKind::Unary(..));
        if computed { self.fit(value, &expr.ty) } else { Some(value) }
    }

    /// The value, guarded so that it is one of the type's. 64-bit numbers are assumed to hold every index, unsigned ones
    /// every one that is not negative.
    fn fit(&self, mut value: Value, ty: &Ty) -> Option<Value> {
        let is_widest = matches!(ty, Ty::Int(kind) if kind.is_signed() && kind.bits() == 64);
        if is_widest || planted::has(Fault::NarrowTypeKept) {
            return Some(value);
        }
        let range = type_range(ty)?;
        if self.found.entries.interval(&value.form).is_some_and(|interval| range.contains(interval)) {
            return Some(value);
        }
        value.guard(value.form.offset(-range.low)?);
        if !matches!(ty, Ty::Int(kind) if kind.bits() == 64) {
            value.guard(Form::constant(range.high).subtract(&value.form)?);
        }
        Some(value)
    }

    /// Like [`Walker::value`], before the result is made to fit its type: a chain of one type only needs to
    /// fit at its end.
    fn arithmetic(&mut self, expr: &Expr) -> Option<Value> {
        if !expr.ty.is_integral() {
            return None;
        }
        match &expr.kind {
            ExprKind::Int(value) => Some(Value::exact(Form::constant(*value))),
            ExprKind::Local(id) => self.local_value(*id, expr),
            ExprKind::Convert(inner) => self.converted(inner, &expr.ty),
            ExprKind::Unary(UnaryOp::Negate, inner) => {
                let inner = self.operand(inner, &expr.ty)?;
                Value::exact(Form::default()).subtract(&inner)
            }
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                let (left, right) = (self.operand(left, &expr.ty)?, self.operand(right, &expr.ty)?);
                left.add(&right)
            }
            ExprKind::Binary(BinaryOp::Subtract, left, right) => {
                let (left, right) = (self.operand(left, &expr.ty)?, self.operand(right, &expr.ty)?);
                left.subtract(&right)
            }
            ExprKind::Binary(BinaryOp::Multiply, left, right) => {
                let (left, right) = (self.operand(left, &expr.ty)?, self.operand(right, &expr.ty)?);
                left.multiply(&right)
            }
            ExprKind::Binary(op @ (BinaryOp::FloorDivide | BinaryOp::CDivide), left, right) => {
                self.quotient(*op, left, right, expr)
            }
            ExprKind::MinMax(which, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let form = self.found.entries.min_max(*which, &left.form, &right.form, expr.span)?;
                Some(left.join(&right, form))
            }
            ExprKind::Extent { view, axis } => self.extent(view, *axis),
            _ => None,
        }
    }

    fn operand(&mut self, expr: &Expr, ty: &Ty) -> Option<Value> {
        if expr.ty == *ty { self.arithmetic(expr) } else { self.value(expr) }
    }

    fn converted(&mut self, inner: &Expr, ty: &Ty) -> Option<Value> {
        let value = self.value(inner)?;
        let (from, to) = (type_range(&inner.ty)?, type_range(ty)?);
        // Extents and counters are not negative; what an unsigned type makes of one is checked.
        if to.contains(from) { Some(value) } else { self.fit(value, ty) }
    }

    /// A number known on entry, divided by a constant.
    fn quotient(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Option<Value> {
        let divisor = right.as_int().filter(|&divisor| divisor > 0)?;
        let value = self.value(left)?;
        let dividend = self.found.entries.expr(&value.form, expr.span)?;
        let divisor = Expr::int(divisor, Ty::SSIZE, expr.span);
        let kind = ExprKind::Binary(op, Box::new(dividend), Box::new(divisor));
        let form = self.found.entries.form(Expr::new(kind, Ty::SSIZE, expr.span))?;
        Some(Value { form, guards: value.guards })
    }

    fn local_value(&mut self, id: LocalId, expr: &Expr) -> Option<Value> {
        if self.frame.pinned.contains(id) {
            return None;
        }
        if let Some(known) = self.frame.values.get(&id) {
            return known.clone();
        }
        if !self.frame.is_region || self.frame.assigned.contains(id) {
            return None;
        }
        self.found.entries.form(expr.clone()).map(Value::exact)
    }

    pub(super) fn loop_value(&self, id: u32, counter: &Ty, target: &Ty) -> Option<Value> {
        let value = Value::exact(Form::symbol(Symbol::Loop(id)));
        let is_wide = |ty: &Ty| matches!(ty, Ty::Int(kind) if kind.bits() >= IntKind::Int.bits());
        if counter == target && is_wide(target) { Some(value) } else { self.fit(value, target) }
    }
}
