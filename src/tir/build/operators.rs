//! Arithmetic and comparisons.

use super::function::FunctionBuilder;
use super::membership::letter_in;
use super::natural::{Side, narrowed_where, promoted};
use crate::hir::{Comparison, ExprId, ExprKind as H, Operator, Subscript, computed, integer_operation};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Check, CheckKind, CompareOp, Division, Expr, ExprKind, LocalId, LogicalOp, ObjectBinaryOp, Op,
    StmtKind, UnaryOp,
};
use crate::ty::{Ty, promote_in_c, usual_type};

/// Which way the quotient of integers is rounded if it is not an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    /// As in Python, or as `cdivision` says.
    Down,
    /// As in C.
    ToZero,
}

fn is_signed(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if kind.is_signed())
}

impl FunctionBuilder<'_, '_> {
    pub fn binary(&mut self, operator: Operator, left: ExprId, right: ExprId, ty: Ty, span: Span) -> Expr {
        if ty.is_object() {
            if operator == Operator::Modulo
                && let Some(text) = self.joined_by_format(left, right, span)
            {
                return text;
            }
            let operands = self.objects(&[left, right]);
            let result = self.object_binary(operator, operands, false, span);
            let is_known = matches!(ty, Ty::Object(class) if class.is_collection());
            return if is_known { Expr { ty, ..result } } else { result };
        }
        let operator = self.of_level(operator, &ty);
        // Operations on literals are Python's, whatever `cdivision` says.
        if matches!(operator, Operator::FloorDivide | Operator::Modulo)
            && ty.is_integral()
            && let Some(value) = computed(&self.source.function.body, operator, left, right)
        {
            return Expr::int(value, ty, span);
        }
        let in_c = self.natural().binary_in_c(operator, left, right, &ty);
        let own = promoted(&ty);
        if in_c != own {
            let result = self.binary_as(operator, left, right, in_c, Rounding::ToZero, span);
            return self.as_computed(result, &ty);
        }
        if let Some(narrow) = self.natural().divided_as(operator, left, right, &ty) {
            let result = self.binary_as(operator, left, right, narrow, Rounding::Down, span);
            return self.coerce(result, &ty);
        }
        let is_c = own != ty && self.natural().divides_as_c(&ty);
        let rounding = if is_c { Rounding::ToZero } else { Rounding::Down };
        let result = self.binary_as(operator, left, right, ty.clone(), rounding, span);
        self.as_computed(result, &ty)
    }

    /// In C, `/` of integers is `//` at language level 2.
    pub fn of_level(&self, operator: Operator, ty: &Ty) -> Operator {
        let is_floor = operator == Operator::TrueDivide
            && ty.is_integral()
            && !self.directives.level.true_division
            && !self.directives.cdivision;
        if is_floor { Operator::FloorDivide } else { operator }
    }

    /// A result with Cython's type for it, unless its C goes on without a conversion and that shows: what makes an object of
    /// it, or stores it, converts it.
    pub fn as_computed(&mut self, result: Expr, ty: &Ty) -> Expr {
        if self.natural().is_unconverted(&result.ty, ty) { result } else { self.coerce(result, ty) }
    }

    fn binary_as(
        &mut self,
        operator: Operator,
        left: ExprId,
        right: ExprId,
        ty: Ty,
        rounding: Rounding,
        span: Span,
    ) -> Expr {
        let (left_ty, right_ty) = (self.source.types.expr(left), self.source.types.expr(right));
        let own = promoted(&ty);
        // Cython's function for Python's division takes numbers of its type.
        let divides =
            matches!(operator, Operator::FloorDivide | Operator::Modulo) && rounding == Rounding::Down;
        let taken = if divides { &ty } else { &own };
        let (left_target, right_target) = operand_types(operator, &left_ty, &right_ty, taken);
        let mut operands = self.operands(operator, &[(left, left_target), (right, right_target)]).into_iter();
        match (operands.next(), operands.next()) {
            (Some(left), Some(right)) if own != *taken => {
                let (left, right) = (self.coerce(left, &own), self.coerce(right, &own));
                self.rounded_arithmetic(operator, left, right, own, rounding, span)
            }
            (Some(left), Some(right)) => self.rounded_arithmetic(operator, left, right, own, rounding, span),
            _ => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    pub fn object_binary(
        &mut self,
        operator: Operator,
        operands: Vec<Expr>,
        in_place: bool,
        span: Span,
    ) -> Expr {
        let mut operands = operands.into_iter();
        let (Some(left), Some(right)) = (operands.next(), operands.next()) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let spent = self.code.spent(&left, &right);
        let op = Op::Binary { op: object_operator(operator), left, right, in_place, spent };
        self.run("result", op, Ty::OBJECT, span)
    }

    /// An operation on C values that already have their operand types.
    pub fn arithmetic(&mut self, operator: Operator, left: Expr, right: Expr, ty: Ty, span: Span) -> Expr {
        self.rounded_arithmetic(operator, left, right, ty, Rounding::Down, span)
    }

    fn rounded_arithmetic(
        &mut self,
        operator: Operator,
        left: Expr,
        right: Expr,
        ty: Ty,
        rounding: Rounding,
        span: Span,
    ) -> Expr {
        if left.ty.is_error() || right.ty.is_error() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        if let Some(folded) = folded(operator, &left, &right, &ty) {
            return Expr::int(folded, ty, span);
        }
        let integral = ty.is_integral();
        let cdivision = self.directives.cdivision;
        let Some((op, division)) = operation(operator, integral, cdivision, rounding) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let (mut left, mut right) = (left, right);
        if let Some(division) = division
            && !cdivision
            && !is_nonzero(&right)
        {
            if !is_atom(&left) {
                left = self.store("dividend", left);
            }
            if !is_atom(&right) {
                right = self.store("divisor", right);
            }
            let overflows = division == Division::Integer && is_signed(&ty);
            let dividend = overflows.then(|| left.clone());
            let check = Check { kind: CheckKind::Divisor { value: right.clone(), division, dividend } };
            self.code.emit(StmtKind::Check(check), span);
        }
        if operator == Operator::Power
            && matches!(ty, Ty::Float(_))
            && self.directives.cpow != Some(true)
            && !super::powers::is_whole(&right)
        {
            if !is_atom(&left) {
                left = self.store("base", left);
            }
            if !is_atom(&right) {
                right = self.store("exponent", right);
            }
            self.refuse_complex(&left, &right, span);
        }
        if self.directives.overflowcheck && matches!(ty, Ty::Int(_)) && operator.may_overflow() {
            if !is_atom(&left) {
                left = self.store("left", left);
            }
            if !is_atom(&right) {
                right = self.store("right", right);
            }
            // Cython checks both sides of a shift in the type of the result.
            let by = self.coerce(right.clone(), &ty);
            let check = Check { kind: CheckKind::Overflow { op, left: left.clone(), right: by } };
            self.code.emit(StmtKind::Check(check), span);
        }
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }

    /// `first < second <= third`: joined by `and`, the middle ones evaluated once.
    pub fn comparison(&mut self, first: ExprId, rest: &[(Comparison, ExprId)], ty: Ty, span: Span) -> Expr {
        if let [(comparison, second)] = rest {
            return self.single_comparison(first, *comparison, *second, ty, span);
        }
        let ids = std::iter::once(first).chain(rest.iter().map(|(_, id)| *id));
        let is_plain = |comparison: &Comparison| matches!(comparison, Comparison::Ordering(_));
        let any_object = ids.clone().any(|id| self.source.types.expr(id).is_compared_by_python());
        // What may fail is not computed if the result is already known.
        let later = ids.clone().skip(2).any(|id| self.runs_statements(id));
        if any_object || later || !rest.iter().all(|(comparison, _)| is_plain(comparison)) {
            return self.chained(first, rest, ty, span);
        }
        let sides: Vec<ExprId> = ids.collect();
        let operands = self.natural().compared_choices(&sides);
        let mut values = self.in_order(&operands);
        let last = values.len() - 1;
        for value in &mut values[1..last] {
            if !is_atom(value) {
                *value = self.store("middle", value.clone());
            }
        }
        for at in [0, last] {
            values[at] = self.as_compared(&operands[at], values[at].clone());
        }
        let mut result: Option<Expr> = None;
        for (pair, (comparison, _)) in values.windows(2).zip(rest) {
            let Comparison::Ordering(op) = comparison else { continue };
            let one = self.compare_values(*op, pair[0].clone(), pair[1].clone(), span);
            result = Some(match result {
                Some(before) => Expr::new(
                    ExprKind::Logical(LogicalOp::And, Box::new(before), Box::new(one)),
                    Ty::Bint,
                    span,
                ),
                None => one,
            });
        }
        result.unwrap_or_else(|| Expr::new(ExprKind::Null, Ty::Error, span))
    }

    /// The same for objects: what is found to be false is the result.
    fn chained(&mut self, first: ExprId, rest: &[(Comparison, ExprId)], ty: Ty, span: Span) -> Expr {
        if ty.is_error() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let result = self.result_local(&ty, span);
        let ids: Vec<ExprId> = std::iter::once(first).chain(rest.iter().map(|(_, id)| *id)).collect();
        let sides = self.natural().compared_choices(&ids);
        let value = self.side(&sides[0]);
        let value = self.unrounded(value);
        let first = self.kept(value);
        let comparisons = rest.iter().map(|(comparison, _)| *comparison);
        let rest: Vec<(Comparison, Side)> = comparisons.zip(sides.into_iter().skip(1)).collect();
        self.links(first, &rest, result, &ty, span);
        self.code.local_expr(result, span)
    }

    /// A side of a chain as C compares it.
    fn side(&mut self, side: &Side) -> Expr {
        let value = self.value_of_side(side);
        self.as_compared(side, value)
    }

    fn value_of_side(&mut self, (id, choice): &Side) -> Expr {
        match choice {
            Some(ty) => self.value(*id, ty),
            None => self.expr(*id),
        }
    }

    /// The value of a side with the type that C gives it.
    fn as_compared(&mut self, (id, choice): &Side, value: Expr) -> Expr {
        if choice.is_some() { value } else { self.as_in_c(*id, value) }
    }

    fn links(&mut self, left: Expr, rest: &[(Comparison, Side)], result: LocalId, ty: &Ty, span: Span) {
        let Some(((comparison, side), more)) = rest.split_first() else { return };
        let right = match more {
            [] => self.side(side),
            // In a variable of its own type.
            _ => {
                let value = self.value_of_side(side);
                self.kept(value)
            }
        };
        let one = self.compare_any(*comparison, left, right.clone(), span);
        let one = self.coerce(one, ty);
        if one.ty.is_error() {
            return;
        }
        self.fill(result, one, span);
        if more.is_empty() {
            return;
        }
        let so_far = self.code.local_expr(result, span);
        let condition = self.truth(so_far);
        let (then, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            builder.links(right, more, result, ty, span);
            builder.code.release_pending(mark, span);
        });
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
    }

    pub fn compare_any(&mut self, comparison: Comparison, left: Expr, right: Expr, span: Span) -> Expr {
        let op = match comparison {
            Comparison::Ordering(op) => op,
            Comparison::Is => CompareOp::Equal,
            Comparison::IsNot => CompareOp::NotEqual,
            Comparison::In | Comparison::NotIn => {
                let (item, container) = (self.coerce(left, &Ty::OBJECT), self.coerce(right, &Ty::OBJECT));
                let found = self.run("found", Op::Contains { item, container }, Ty::Bint, span);
                return if comparison == Comparison::In { found } else { not(found) };
            }
        };
        if !left.ty.is_compared_by_python() && !right.ty.is_compared_by_python() {
            return self.compare_values(op, left, right, span);
        }
        let (left, right) = (self.coerce(left, &Ty::OBJECT), self.coerce(right, &Ty::OBJECT));
        if matches!(comparison, Comparison::Is | Comparison::IsNot) {
            return Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, span);
        }
        self.run("result", Op::Compare { op, left, right }, Ty::OBJECT, span)
    }

    fn single_comparison(
        &mut self,
        left: ExprId,
        comparison: Comparison,
        right: ExprId,
        ty: Ty,
        span: Span,
    ) -> Expr {
        if let Some(test) = self.none_test(left, comparison, right, span) {
            return test;
        }
        let op = match comparison {
            Comparison::Ordering(op) => op,
            Comparison::Is => CompareOp::Equal,
            Comparison::IsNot => CompareOp::NotEqual,
            Comparison::In | Comparison::NotIn
                if self.source.is_part(right) && !self.source.types.expr(right).is_c_string() =>
            {
                let found = self.part_contains(left, right, span);
                return if comparison == Comparison::In { found } else { not(found) };
            }
            Comparison::In | Comparison::NotIn if self.source.is_display_of_numbers(left, right) => {
                let found = self.is_one_of(left, right, span);
                return if comparison == Comparison::In { found } else { not(found) };
            }
            Comparison::In | Comparison::NotIn if let Some(found) = letter_in(self, left, right, span) => {
                return if comparison == Comparison::In { found } else { not(found) };
            }
            Comparison::In | Comparison::NotIn => {
                let found = self.is_in(left, right, span);
                return if comparison == Comparison::In { found } else { not(found) };
            }
        };
        let objects = ty.is_object()
            || self.source.types.expr(left).is_object()
            || self.source.types.expr(right).is_object();
        if objects {
            let mut operands = self.objects(&[left, right]).into_iter();
            let (Some(left), Some(right)) = (operands.next(), operands.next()) else {
                return Expr::new(ExprKind::Null, Ty::Error, span);
            };
            if matches!(comparison, Comparison::Is | Comparison::IsNot) {
                return Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, span);
            }
            return self.run("result", Op::Compare { op, left, right }, Ty::OBJECT, span);
        }
        let sides = self.natural().compared_choices(&[left, right]);
        let mut operands = self.in_order(&sides).into_iter();
        match (operands.next(), operands.next()) {
            (Some(left), Some(right)) => {
                let left = self.as_compared(&sides[0], left);
                let right = self.as_compared(&sides[1], right);
                self.compare_values(op, left, right, span)
            }
            _ => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    /// Whether evaluating an expression may need statements, as what may fail does.
    fn runs_statements(&self, id: ExprId) -> bool {
        let runs = |id: &ExprId| self.runs_statements(*id);
        match &self.source.function.body.exprs[id].kind {
            H::Name(_) | H::Int { .. } | H::Float(_) | H::Char(_) | H::Singleton(_) | H::Null => false,
            H::Str(_) | H::Bytes(_) | H::SizeOfType(_) | H::SizeOfExpr(_) => false,
            H::Binary(operator, left, right) => match operator {
                Operator::Add | Operator::Subtract | Operator::Multiply if !self.directives.overflowcheck => {
                    runs(left) || runs(right)
                }
                Operator::BitAnd | Operator::BitOr | Operator::BitXor => runs(left) || runs(right),
                _ => true,
            },
            H::Unary(_, inner) | H::Positive(inner) | H::AddressOf(inner) | H::COperand(inner, _) => {
                runs(inner)
            }
            // All extents of a view are gathered in an array.
            H::Attribute { base, .. } => {
                runs(base)
                    || self.source.types.expr(*base).memoryview().is_some()
                        && self.source.types.expr(id).is_array()
            }
            H::Cast { operand, .. } => runs(operand),
            // The extent of a view.
            H::Subscript { base, indices } => {
                let exprs = &self.source.function.body.exprs;
                let is_plain = |index: &Subscript| match index {
                    Subscript::Index(index) => {
                        matches!(exprs[*index].kind, H::Name(_))
                            || crate::hir::constant(&self.source.function.body, *index).is_some()
                    }
                    _ => false,
                };
                !matches!(exprs[*base].kind, H::Attribute { .. }) || !indices.iter().all(is_plain)
            }
            _ => true,
        }
    }

    /// `x is None`, of objects and memoryviews.
    fn none_test(&mut self, left: ExprId, comparison: Comparison, right: ExprId, span: Span) -> Option<Expr> {
        let is_none = |id: ExprId| {
            let kind = &self.source.function.body.exprs[id].kind;
            matches!(kind, crate::hir::ExprKind::Singleton(crate::hir::Singleton::None))
        };
        if !matches!(comparison, Comparison::Is | Comparison::IsNot) || !is_none(right) {
            return None;
        }
        let value = self.place_or_value(left);
        if !value.ty.is_counted() {
            return None;
        }
        let test = Expr::new(ExprKind::IsNone(Box::new(value)), Ty::Bint, span);
        Some(if comparison == Comparison::Is { test } else { not(test) })
    }

    pub fn compare_values(&mut self, op: CompareOp, left: Expr, right: Expr, span: Span) -> Expr {
        let (mut left, mut right) = match (left.as_int(), right.as_int()) {
            (None, Some(number)) => (narrowed_beside(left, number), right),
            (Some(number), None) => (left, narrowed_beside(right, number)),
            _ => (left, right),
        };
        if let Some(common) = compared_type(&left, &right) {
            left = self.coerce(left, &common);
            right = self.coerce(right, &common);
        }
        Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, span)
    }
}

pub fn not(value: Expr) -> Expr {
    let span = value.span;
    Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(value)), Ty::Bint, span)
}

/// The type that both sides of a comparison get; a literal takes the other side's.
fn compared_type(left: &Expr, right: &Expr) -> Option<Ty> {
    let literal = |expr: &Expr| matches!(expr.kind, ExprKind::Int(_));
    match (literal(left), literal(right)) {
        (true, false) if right.ty.is_numeric() => Some(literal_side(left, &right.ty)),
        (false, true) if left.ty.is_numeric() => Some(literal_side(right, &left.ty)),
        _ => usual_type(&left.ty, &right.ty),
    }
}

/// The side of a comparison with a number, in the narrower type that it has been converted from, if that holds the
/// number.
fn narrowed_beside(value: Expr, number: i128) -> Expr {
    narrowed_where(value, |kind| {
        kind.bits() >= 32 && super::coerce::fits(number, kind) && (kind.is_signed() || number >= 0)
    })
}

fn literal_side(literal: &Expr, other: &Ty) -> Ty {
    let other_type = promote_in_c(other);
    match (&other_type, literal.as_int()) {
        (Ty::Int(kind), Some(value))
            if super::coerce::fits(value, *kind) && (kind.is_signed() || value >= 0) =>
        {
            other_type
        }
        _ => usual_type(&literal.ty, other).unwrap_or(other_type),
    }
}

/// What the operands of an arithmetic operator are converted to.
fn operand_types(operator: Operator, left: &Ty, right: &Ty, result: &Ty) -> (Option<Ty>, Option<Ty>) {
    match operator {
        // An address and a number, or two addresses.
        _ if left.is_c_address() || right.is_c_address() => {
            let as_address = |ty: &Ty| ty.is_c_address().then(|| ty.clone().decayed());
            (as_address(left), as_address(right))
        }
        Operator::ShiftLeft | Operator::ShiftRight => (Some(result.clone()), Some(promote_in_c(right))),
        _ => (Some(result.clone()), Some(result.clone())),
    }
}

/// The value of an operation on two literals. C would compute it in `int`, whatever its type here.
fn folded(operator: Operator, left: &Expr, right: &Expr, ty: &Ty) -> Option<i128> {
    let (ExprKind::Int(left), ExprKind::Int(right), Ty::Int(kind)) = (&left.kind, &right.kind, ty) else {
        return None;
    };
    let is_folded = match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply => true,
        Operator::BitAnd | Operator::BitOr | Operator::BitXor => true,
        Operator::ShiftLeft | Operator::ShiftRight => *right < i128::from(kind.bits()),
        _ => false,
    };
    // `-1` stands for the largest number of an unsigned type.
    let value_of = |value| super::coerce::wrapped(value, *kind);
    let value = integer_operation(operator, value_of(*left), value_of(*right)).filter(|_| is_folded)?;
    super::coerce::fits(value, *kind).then_some(value)
}

fn is_nonzero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(value) => *value != 0,
        ExprKind::Float(text) => text.parse::<f64>().is_ok_and(|value| value != 0.0),
        ExprKind::Convert(inner) if expr.ty.is_numeric() => {
            matches!(inner.kind, ExprKind::Int(_) | ExprKind::Float(_)) && is_nonzero(inner)
        }
        _ => false,
    }
}

pub fn is_atom(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Const(_)
        | ExprKind::Singleton(_) => true,
        ExprKind::Convert(inner) => is_atom(inner),
        ExprKind::Extent { view, .. } => is_atom(view),
        _ => false,
    }
}

pub fn object_operator(operator: Operator) -> ObjectBinaryOp {
    match operator {
        Operator::Add => ObjectBinaryOp::Add,
        Operator::Subtract => ObjectBinaryOp::Subtract,
        Operator::Multiply => ObjectBinaryOp::Multiply,
        Operator::TrueDivide => ObjectBinaryOp::TrueDivide,
        Operator::FloorDivide => ObjectBinaryOp::FloorDivide,
        Operator::Modulo => ObjectBinaryOp::Modulo,
        Operator::Power => ObjectBinaryOp::Power,
        Operator::MatrixMultiply => ObjectBinaryOp::MatrixMultiply,
        Operator::ShiftLeft => ObjectBinaryOp::ShiftLeft,
        Operator::ShiftRight => ObjectBinaryOp::ShiftRight,
        Operator::BitAnd => ObjectBinaryOp::BitAnd,
        Operator::BitOr => ObjectBinaryOp::BitOr,
        Operator::BitXor => ObjectBinaryOp::BitXor,
    }
}

/// What an operator of C values does, and what must be checked of its divisor.
fn operation(
    operator: Operator,
    integral: bool,
    cdivision: bool,
    rounding: Rounding,
) -> Option<(BinaryOp, Option<Division>)> {
    Some(match operator {
        Operator::Add => (BinaryOp::Add, None),
        Operator::Subtract => (BinaryOp::Subtract, None),
        Operator::Multiply => (BinaryOp::Multiply, None),
        Operator::TrueDivide if integral => (BinaryOp::CDivide, None),
        Operator::TrueDivide => (BinaryOp::Divide, Some(Division::Float)),
        Operator::FloorDivide if integral && cdivision => (BinaryOp::CDivide, None),
        Operator::FloorDivide if integral && rounding == Rounding::ToZero => {
            (BinaryOp::CDivide, Some(Division::Integer))
        }
        Operator::FloorDivide if integral => (BinaryOp::FloorDivide, Some(Division::Integer)),
        Operator::FloorDivide => (BinaryOp::FloorDivide, Some(Division::Float)),
        Operator::Modulo if cdivision => (BinaryOp::CModulo, None),
        Operator::Modulo if integral && rounding == Rounding::ToZero => {
            (BinaryOp::CModulo, Some(Division::Integer))
        }
        Operator::Modulo if integral => (BinaryOp::Modulo, Some(Division::IntegerModulo)),
        Operator::Modulo => (BinaryOp::Modulo, Some(Division::FloatModulo)),
        Operator::Power => (BinaryOp::Power, None),
        Operator::ShiftLeft => (BinaryOp::ShiftLeft, None),
        Operator::ShiftRight => (BinaryOp::ShiftRight, None),
        Operator::BitAnd => (BinaryOp::BitAnd, None),
        Operator::BitOr => (BinaryOp::BitOr, None),
        Operator::BitXor => (BinaryOp::BitXor, None),
        Operator::MatrixMultiply => return None,
    })
}
