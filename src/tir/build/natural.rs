//! The types that C computes in. Cython gives an operation on integers its own type, which a variable that holds the
//! result has, but writes no conversions. An `int` and a literal make a `long` for Cython and an `int` in C; signed and
//! unsigned 64-bit integers make different types, too.

use std::cell::RefCell;
use std::collections::HashMap;

use super::coerce::fits;
use super::function::FunctionBuilder;
use super::order::calls;
use super::source::Source;
use crate::hir::{Directives, ExprId, ExprKind as H, Operator, UnaryOp, constant, known_choice};
use crate::source::Span;
use crate::tir::{CompareOp, Expr, ExprKind, MinMax};
use crate::ty::{FloatKind, IntKind, Ty, common_type, promote_in_c, spanning, usual_type};

/// A side of a comparison, and the type of a choice if it is one.
pub type Side = (ExprId, Option<Ty>);

/// What the types of expressions are in the text that Cython would write.
pub(super) struct NaturalTypes<'b, 'm> {
    pub source: &'b Source<'m>,
    pub directives: &'b Directives,
    /// Those that have been computed.
    pub known: &'b RefCell<HashMap<ExprId, Ty>>,
}

impl NaturalTypes<'_, '_> {
    /// The type of an expression in the C that Cython writes.
    pub fn in_c(&self, id: ExprId) -> Ty {
        let ty = self.source.types.expr(id);
        let is_shift = |kind: &H| matches!(kind, H::Binary(operator, ..) if operator.is_shift());
        let is_shifted = ty.is_integral() && is_shift(&self.source.function.body.exprs[id].kind);
        if !self.may_differ(&ty) && !is_shifted {
            return ty;
        }
        if let Some(known) = self.known.borrow().get(&id) {
            return known.clone();
        }
        let found = self.wide_in_c(id, ty);
        self.known.borrow_mut().insert(id, found.clone());
        found
    }

    fn wide_in_c(&self, id: ExprId, ty: Ty) -> Ty {
        if let Some(chosen) = known_choice(&self.source.function.body, id) {
            return self.in_c(chosen);
        }
        if let Some(value) = crate::hir::constant(&self.source.function.body, id) {
            return if self.is_int_in_c(id, value) { Ty::INT } else { ty };
        }
        match &self.source.function.body.exprs[id].kind {
            H::Binary(operator, left, right) => self.binary_in_c(*operator, *left, *right, &ty),
            H::Unary(UnaryOp::Negate | UnaryOp::Invert, inner) | H::Positive(inner) => {
                promote_in_c(&self.in_c(*inner))
            }
            _ => ty,
        }
    }

    /// Whether Cython's C has a known number without the suffix of a `long`. A negative number has the suffix, unless
    /// it has been computed: such numbers are written in hexadecimal, and have it only if all digits are decimal ones.
    fn is_int_in_c(&self, id: ExprId, value: i128) -> bool {
        if i32::try_from(value).is_err() || self.has_suffix(id) {
            return false;
        }
        let exprs = &self.source.function.body.exprs;
        let is_written = matches!(exprs[id].kind, H::Unary(UnaryOp::Negate, inner) if matches!(exprs[inner].kind, H::Int { .. }));
        value >= 0
            || !is_written && format!("{:x}", -value).contains(|digit: char| digit.is_ascii_alphabetic())
    }

    fn has_suffix(&self, id: ExprId) -> bool {
        match &self.source.function.body.exprs[id].kind {
            H::Int { suffix, .. } => !suffix.is_empty(),
            H::Unary(_, inner) | H::Positive(inner) => self.has_suffix(*inner),
            H::Binary(_, left, right) => self.has_suffix(*left) || self.has_suffix(*right),
            _ => false,
        }
    }

    /// The same for an operation whose result has a type in Cython.
    pub fn binary_in_c(&self, operator: Operator, left: ExprId, right: ExprId, ty: &Ty) -> Ty {
        let checked = self.directives.overflowcheck && operator.may_overflow();
        if operator.is_shift() && !checked {
            return self.shifted_in_c(left, ty);
        }
        let own = promoted(ty);
        if !self.may_differ(ty) || checked {
            return own;
        }
        let usual =
            || usual_type(&self.operand_in_c(left, ty), &self.operand_in_c(right, ty)).filter(is_other);
        let in_c = match operator {
            Operator::Add | Operator::Subtract | Operator::Multiply => usual(),
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => usual(),
            Operator::FloorDivide | Operator::Modulo if self.directives.cdivision => usual(),
            // C's own.
            Operator::TrueDivide => usual(),
            // Cython writes C's own operator for what it takes for an unsigned number. Operands that it checks first,
            // because the divisor may be zero, have the types after that.
            Operator::FloorDivide | Operator::Modulo
                if is_unsigned_to_cython(ty)
                    && crate::hir::constant(&self.source.function.body, right)
                        .is_some_and(|divisor| divisor != 0) =>
            {
                usual()
            }
            _ => None,
        };
        in_c.filter(|in_c| differs(in_c, &own)).unwrap_or(own)
    }

    /// Whether Cython writes C's own operator for a division of integers.
    pub fn divides_as_c(&self, ty: &Ty) -> bool {
        self.directives.cdivision || is_unsigned_to_cython(ty)
    }

    /// Whether C may give an expression another type than Cython does.
    fn may_differ(&self, ty: &Ty) -> bool {
        is_wide(ty) || self.source.table().has_inexact && matches!(ty, Ty::Int(_))
    }

    /// Whether the C that Cython writes has not converted a value that has this type in C to the type that it has to Cython.
    pub fn is_unconverted(&self, in_c: &Ty, ty: &Ty) -> bool {
        self.source.table().has_inexact && matches!((in_c, ty), (Ty::Int(_), Ty::Int(_))) && differs(in_c, ty)
    }

    /// The type of an operand of an operation.
    fn operand_in_c(&self, id: ExprId, ty: &Ty) -> Ty {
        self.choice_in_c(id, ty).unwrap_or_else(|| self.in_c(id))
    }

    /// The type of the variable in which a choice of integers is made where one of type `wanted` is expected: a literal
    /// in it has the expected type, the rest keeps its own. `None` for other expressions.
    pub fn choice_in_c(&self, id: ExprId, wanted: &Ty) -> Option<Ty> {
        let H::Conditional { then, otherwise, .. } = &self.source.function.body.exprs[id].kind else {
            return None;
        };
        self.is_choice(id).then_some(())?;
        let branch = |id: ExprId| {
            let ty = self.source.types.expr(id);
            let is_literal =
                ty.is_integral() && crate::hir::constant(&self.source.function.body, id).is_some();
            let ty = if is_literal { wanted.clone() } else { self.choice_in_c(id, wanted).unwrap_or(ty) };
            ty.is_numeric().then_some(ty)
        };
        let is_integral = |id: ExprId| self.source.types.expr(id).is_integral();
        (is_integral(*then) && is_integral(*otherwise)).then_some(())?;
        Some(spanning(&branch(*then)?, &branch(*otherwise)?)).filter(Ty::is_numeric)
    }

    /// `a if c else b`, where `c` is not known.
    fn is_choice(&self, id: ExprId) -> bool {
        matches!(self.source.function.body.exprs[id].kind, H::Conditional { .. })
            && known_choice(&self.source.function.body, id).is_none()
    }

    /// C shifts in the left side's type alone. A literal is not an `int` there: `1 << 40` would have no value.
    fn shifted_in_c(&self, left: ExprId, ty: &Ty) -> Ty {
        match crate::hir::constant(&self.source.function.body, left) {
            Some(_) => promote_in_c(&self.source.types.expr(left)),
            None => promote_in_c(&self.operand_in_c(left, ty)),
        }
    }

    /// Whether a division of C numbers checks the divisor first.
    pub fn looks_at_divisor(&self, operator: Operator, divisor: ExprId) -> bool {
        let divides = matches!(operator, Operator::TrueDivide | Operator::FloorDivide | Operator::Modulo);
        let exprs = &self.source.function.body.exprs;
        let number = match exprs[divisor].kind {
            H::Unary(UnaryOp::Negate, inner) => &exprs[inner].kind,
            ref kind => kind,
        };
        let is_nonzero = match number {
            H::Float(text) => text.parse::<f64>().is_ok_and(|value| value != 0.0),
            _ => crate::hir::constant(&self.source.function.body, divisor).is_some_and(|value| value != 0),
        };
        divides && !self.directives.cdivision && !is_nonzero
    }

    /// The sides of a comparison, or of a chain of them.
    pub fn compared_choices(&self, sides: &[ExprId]) -> Vec<Side> {
        let types = sides.iter().map(|id| Some(self.source.types.expr(*id)));
        let common = types.reduce(|common, ty| common_type(&common?, &ty?)).flatten();
        let of = |id: ExprId| self.choice_in_c(id, common.as_ref()?);
        sides.iter().map(|id| (*id, of(*id))).collect()
    }

    /// The type in which a division that Cython does as a `long` gives the same result: two `int`, the divisor being
    /// positive.
    pub fn divided_as(&self, operator: Operator, left: ExprId, right: ExprId, ty: &Ty) -> Option<Ty> {
        let divides = matches!(operator, Operator::FloorDivide | Operator::Modulo)
            && is_wide(ty)
            && signedness(ty) == Some(true);
        let is_positive = crate::hir::constant(&self.source.function.body, right)
            .is_some_and(|divisor| i32::try_from(divisor).is_ok_and(|divisor| divisor > 0));
        let is_int = promote_in_c(&self.operand_in_c(left, ty)) == Ty::INT;
        (divides && is_positive && is_int).then_some(Ty::INT)
    }
}

impl FunctionBuilder<'_, '_> {
    /// A value with the type that C gives it.
    pub fn as_in_c(&mut self, id: ExprId, value: Expr) -> Expr {
        let in_c = self.natural().in_c(id);
        let may_differ = is_wide(&value.ty) || self.natural().is_unconverted(&in_c, &value.ty);
        if may_differ && is_other(&in_c) && differs(&in_c, &value.ty) {
            return self.coerce(value, &in_c);
        }
        value
    }

    /// A value with the type that it has to Cython, as a variable or an object gets it.
    pub fn as_declared(&mut self, id: ExprId, value: Expr) -> Expr {
        let ty = self.source.types.expr(id);
        if self.natural().is_unconverted(&value.ty, &ty) { self.coerce(value, &ty) } else { value }
    }

    /// A value that Cython compares unconverted, so that C has not rounded it to a `float` before.
    pub fn unrounded(&mut self, value: Expr) -> Expr {
        let is_double = value.ty == Ty::Float(FloatKind::Float) && value.is_double_in_c();
        if is_double { self.coerce(value, &Ty::DOUBLE) } else { value }
    }

    /// The operands of an operation in the type in which it is computed. For a division whose divisor may be zero
    /// Cython first keeps them in variables of their own types.
    pub fn operands(&mut self, operator: Operator, wanted: &[(ExprId, Option<Ty>)]) -> Vec<Expr> {
        let is_held =
            wanted.last().is_some_and(|(divisor, _)| self.natural().looks_at_divisor(operator, *divisor));
        let keeps = |builder: &Self, id: ExprId| {
            is_held && builder.source.types.expr(id).is_numeric() && !builder.natural().is_choice(id)
        };
        // A power that may be complex is computed as such: it does not become a C number at once.
        let own = |(id, target): &(ExprId, Option<Ty>)| {
            (*id, target.clone().filter(|_| !keeps(self, *id) && !self.may_be_complex(*id)))
        };
        let own: Vec<(ExprId, Option<Ty>)> = wanted.iter().map(own).collect();
        let values = self.in_order(&own);
        let mut operands = Vec::new();
        for (value, (id, target)) in values.into_iter().zip(wanted) {
            operands.push(match target {
                Some(target) if is_held => {
                    let value = self.as_declared(*id, value);
                    self.held(value, target)
                }
                Some(target) => self.coerce(value, target),
                None => value,
            });
        }
        operands
    }

    /// The same for one operand: that of an in-place operator.
    pub fn operand(&mut self, operator: Operator, id: ExprId, target: &Ty) -> Expr {
        let span = self.source.function.body.exprs[id].span;
        let mut operands = self.operands(operator, &[(id, Some(target.clone()))]);
        operands.pop().unwrap_or_else(|| Expr::new(ExprKind::Null, Ty::Error, span))
    }

    /// An operand through a variable of its own type, if that makes a difference.
    pub fn held(&mut self, value: Expr, target: &Ty) -> Expr {
        let is_rounded = value.ty == Ty::Float(FloatKind::Float)
            && value.is_double_in_c()
            && !matches!(value.kind, ExprKind::Float(_));
        let value = if is_rounded { self.store("operand", value) } else { value };
        self.coerce(value, target)
    }

    /// `min(...)` or `max(...)` of C numbers.
    pub fn least_or_most(&mut self, which: MinMax, arguments: &[ExprId], ty: &Ty, span: Span) -> Expr {
        let common = narrow_type(&self.source, arguments, ty);
        let target = |id: ExprId| match self.source.types.expr(id) {
            Ty::Int(_) if matches!(ty, Ty::Int(_)) && !self.source.is_constant(id) => None,
            _ => Some(common.clone()),
        };
        // The first is evaluated last, as in Cython.
        let mut wanted: Vec<_> = arguments.iter().map(|&id| (id, target(id))).collect();
        wanted.rotate_left(1);
        let mut values = self.in_order(&wanted);
        values.rotate_right(1);
        // The one that is taken is written twice in C.
        if values.iter().any(calls) {
            values = values.into_iter().map(|value| self.store("value", value)).collect();
        }
        let mut values = values.into_iter();
        let Some(first) = values.next() else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let found = values.fold(first, |all, value| self.min_max(which, all, value, &common));
        self.coerce(found, ty)
    }

    /// `min(a, b)`: Cython compares the second with the first, as C does, and then takes it.
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

/// The type of the arguments of `min` and `max` that are no constants, if all of them have one that the constants fit:
/// the result fits it, too. Otherwise `ty`.
fn narrow_type(source: &Source<'_>, arguments: &[ExprId], ty: &Ty) -> Ty {
    let mut common = None;
    let mut constants = Vec::new();
    for &id in arguments {
        match (constant(&source.function.body, id), source.types.expr(id)) {
            (Some(value), _) => constants.push(value),
            (None, Ty::Int(kind)) if common.is_none_or(|common| common == kind) => common = Some(kind),
            _ => return ty.clone(),
        }
    }
    let holds = |kind: &IntKind| {
        matches!(ty, Ty::Int(_)) && kind.is_signed() && constants.iter().all(|&value| fits(value, *kind))
    };
    common.filter(holds).map_or_else(|| ty.clone(), Ty::Int)
}

/// Of 64 bits: C has no common type for signed and unsigned ones.
fn is_wide(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if kind.bits() == 64)
}

/// What C may make of an operation that has a 64-bit type in Cython: `unsigned int` beside a literal, `int` from
/// shifts.
fn is_other(in_c: &Ty) -> bool {
    is_wide(in_c) || matches!(in_c, Ty::Int(IntKind::UInt | IntKind::Int))
}

/// An integer of which only the value counts: as it was before it got a type that holds it.
pub fn narrowed(value: Expr) -> Expr {
    narrowed_where(value, |_| true)
}

/// Whether integers of a kind are no `int` to Python.
fn shows(kind: IntKind) -> bool {
    kind.is_letter() || kind == IntKind::Bool
}

/// The same if the type that it had before serves.
pub fn narrowed_where(value: Expr, serves: impl FnOnce(IntKind) -> bool) -> Expr {
    match value {
        Expr { kind: ExprKind::Convert(inner), ty: Ty::Int(wide), .. } if matches!(inner.ty, Ty::Int(narrow) if wide.keeps(narrow) && !shows(narrow) && serves(narrow)) => {
            *inner
        }
        value => value,
    }
}

/// The type in which C computes what has a type in Cython: that of a header may be narrower than it is declared.
pub fn promoted(ty: &Ty) -> Ty {
    match ty {
        Ty::Int(kind) if kind.is_inexact() => promote_in_c(ty),
        ty => ty.clone(),
    }
}

/// Whether C gives an operation a type with other values than the one that it has in Cython: of the other sign, or with
/// another number of bits.
fn differs(in_c: &Ty, ty: &Ty) -> bool {
    let shape = |ty: &Ty| match ty {
        Ty::Int(kind) => Some((kind.bits(), kind.is_signed())),
        _ => None,
    };
    shape(in_c) != shape(ty)
}

/// By the declarations of types in headers.
fn is_unsigned_to_cython(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if !kind.declared().is_signed())
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
