//! The types that C computes in. Cython gives an operation on integers a type of its own, which a variable that holds
//! the result has, but writes no conversions: of integers of 64 bits with and without a sign, C makes another.

use super::function::FunctionBuilder;
use crate::hir::{ExprId, ExprKind as H, Operator, UnaryOp};
use crate::tir::{CompareOp, Expr, ExprKind, MinMax};
use crate::ty::{IntKind, Ty, promote, usual_type};

impl FunctionBuilder<'_, '_> {
    /// The type of an expression in the C that Cython writes.
    pub fn in_c(&self, id: ExprId) -> Ty {
        let ty = self.types.expr(id);
        let is_shift = |kind: &H| matches!(kind, H::Binary(operator, ..) if operator.is_shift());
        if !is_wide(&ty) && !(ty.is_integral() && is_shift(&self.source.body.exprs[id].kind)) {
            return ty;
        }
        if let Some(chosen) = self.known_choice(id) {
            return self.in_c(chosen);
        }
        match &self.source.body.exprs[id].kind {
            H::Int { digits, suffix } if suffix.is_empty() && digits.parse::<i32>().is_ok() => Ty::INT,
            H::Binary(operator, left, right) => self.binary_in_c(*operator, *left, *right, &ty),
            // A negative literal is written with an `L`.
            H::Unary(UnaryOp::Negate, inner) if crate::hir::constant(&self.source.body, *inner).is_some() => {
                ty
            }
            H::Unary(UnaryOp::Negate | UnaryOp::Invert, inner) | H::Positive(inner) => {
                promote(&self.in_c(*inner))
            }
            _ => ty,
        }
    }

    /// The same of an operation whose result has a type for Cython.
    pub fn binary_in_c(&self, operator: Operator, left: ExprId, right: ExprId, ty: &Ty) -> Ty {
        let checked = self.directives.overflowcheck && operator.may_overflow();
        if operator.is_shift() && !checked {
            return self.shifted_in_c(left);
        }
        if !is_wide(ty) || checked {
            return ty.clone();
        }
        let usual = || usual_type(&self.in_c(left), &self.in_c(right)).filter(is_other);
        let in_c = match operator {
            Operator::Add | Operator::Subtract | Operator::Multiply => usual(),
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => usual(),
            Operator::FloorDivide | Operator::Modulo if self.directives.cdivision => usual(),
            // Cython writes C's own operator for what it takes for a number without sign. Operands that it looks at
            // first, because the divisor may be zero, have their types then.
            Operator::FloorDivide | Operator::Modulo
                if signedness(ty) == Some(false)
                    && crate::hir::constant(&self.source.body, right).is_some_and(|divisor| divisor != 0) =>
            {
                usual()
            }
            _ => None,
        };
        in_c.filter(|in_c| signedness(in_c) != signedness(ty)).unwrap_or_else(|| ty.clone())
    }

    /// What C shifts in is the left side's type alone. A literal is no `int` there: `1 << 40` would have no value.
    fn shifted_in_c(&self, left: ExprId) -> Ty {
        match crate::hir::constant(&self.source.body, left) {
            Some(_) => promote(&self.types.expr(left)),
            None => promote(&self.in_c(left)),
        }
    }

    /// A value with the type that C gives it.
    pub fn as_in_c(&mut self, id: ExprId, value: Expr) -> Expr {
        let in_c = self.in_c(id);
        if is_wide(&value.ty) && is_other(&in_c) && signedness(&in_c) != signedness(&value.ty) {
            return self.coerce(value, &in_c);
        }
        value
    }

    /// `min(a, b)`: Cython compares the second with the first, as C does that, and takes it then.
    pub fn min_max(&mut self, which: MinMax, first: Expr, second: Expr, ty: &Ty) -> Expr {
        let span = first.span;
        let is_plain = keeps(&first, ty) && keeps(&second, ty);
        if is_plain {
            let (first, second) = (self.coerce(first, ty), self.coerce(second, ty));
            return Expr::new(ExprKind::MinMax(which, Box::new(first), Box::new(second)), ty.clone(), span);
        }
        let op = if which == MinMax::Min { CompareOp::Less } else { CompareOp::Greater };
        let condition = self.compare_values(op, second.clone(), first.clone(), span);
        let (first, second) = (self.coerce(first, ty), self.coerce(second, ty));
        let parts = (Box::new(condition), Box::new(second), Box::new(first));
        Expr::new(ExprKind::Select(parts.0, parts.1, parts.2), ty.clone(), span)
    }
}

/// Of 64 bits: C has no type for signed and unsigned ones.
fn is_wide(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if kind.bits() == 64)
}

/// What C may make of an operation for which Cython has a type of 64 bits: `unsigned int` beside a literal, `int` of
/// shifts.
fn is_other(in_c: &Ty) -> bool {
    is_wide(in_c) || matches!(in_c, Ty::Int(IntKind::UInt | IntKind::Int))
}

fn signedness(ty: &Ty) -> Option<bool> {
    match ty {
        Ty::Int(kind) => Some(kind.is_signed()),
        _ => None,
    }
}

/// Whether a type holds every value of an integer expression.
fn keeps(value: &Expr, ty: &Ty) -> bool {
    match (&value.ty, ty) {
        (Ty::Int(from), Ty::Int(to)) => to.keeps(*from),
        _ => true,
    }
}
