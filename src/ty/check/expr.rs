//! Types of expressions: names, literals, operators.

use std::sync::Arc;

use super::Checker;
use crate::hir::{
    Binding, Body, CompareOp, Comparison, ExprId, ExprKind, FloatKind, FunctionId, FunctionKind, IntKind,
    Intrinsic, OperandUse, Operator, PartKind, PyClass, Runtime, Singleton, Subscript, TypeExpr, TypeKind,
    TypeName, UnaryOp, constant, walk,
};
use crate::source::Span;
use crate::ty::resolve::Resolver;
use crate::ty::{Ty, TypeTable, common_type, is_object_operation, is_same_in_c, promote, report, usual_type};

impl Checker<'_> {
    /// The natural type of an expression; typed once.
    pub fn expr(&mut self, id: ExprId) -> Ty {
        if let Some(known) = self.types.exprs.get(id) {
            return known.clone();
        }
        let narrower = self.places.as_ref().and_then(|places| places.get(&id).cloned());
        let ty = narrower.unwrap_or_else(|| self.compute(id));
        self.types.exprs.insert(id, ty.clone());
        ty
    }

    fn compute(&mut self, id: ExprId) -> Ty {
        let body = self.body;
        let expr = &body.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Error => Ty::Error,
            ExprKind::Name(binding) => self.name(binding, span),
            ExprKind::Int { .. }
            | ExprKind::Float(_)
            | ExprKind::Imaginary(_)
            | ExprKind::Str(_)
            | ExprKind::Bytes(_)
            | ExprKind::Char(_)
            | ExprKind::Singleton(_)
            | ExprKind::Null => of_literal(&expr.kind),
            ExprKind::Unary(op, operand) => self.unary(*op, *operand, span),
            ExprKind::Positive(operand) => {
                let ty = self.expr(*operand);
                promote(&ty)
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, *left, *right, Some(span)),
            ExprKind::Compare { first, rest } => self.comparison(*first, rest, span),
            ExprKind::Logical(_, left, right) => self.either(*left, *right),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise)
            }
            ExprKind::Call { callee, arguments, keywords } => self.call(*callee, arguments, keywords, span),
            ExprKind::Attribute { base, name } => self.attribute(*base, name, span),
            ExprKind::Subscript { base, indices } => match self.alone(*base, indices) {
                Some(index) => {
                    self.types.alone.insert(id, index);
                    self.subscript(*base, &[Subscript::Index(index)], span)
                }
                None => self.subscript(*base, indices, span),
            },
            ExprKind::Tuple(_)
            | ExprKind::List(_)
            | ExprKind::Dict(_)
            | ExprKind::Formatted { .. }
            | ExprKind::Joined(_)
            | ExprKind::MakeFunction { .. }
            | ExprKind::KeptDefault(_)
            | ExprKind::Yield { .. }
            | ExprKind::Runtime(..)
            | ExprKind::IsExactly(..)
            | ExprKind::IsInstance(..)
            | ExprKind::Inherits(..)
            | ExprKind::SizeOfExpr(_)
            | ExprKind::TypeOf(_) => {
                walk::children(body, id).into_iter().for_each(|part| drop(self.expr(part)));
                whatever_the_parts(body, &expr.kind)
            }
            ExprKind::Starred(target) => self.expr(*target),
            ExprKind::Comprehension { result, .. } => self.types.local(*result),
            ExprKind::Cast { ty, operand, .. } => {
                let is_object = self.expr(*operand).is_object();
                let ty = self.resolve(ty);
                if is_object { ty } else { ty.decayed() }
            }
            ExprKind::ArrayOver { ty, operand, extents } => {
                self.expr(*operand);
                extents.iter().for_each(|&extent| drop(self.expr(extent)));
                if self.resolve(ty).is_error() { Ty::Error } else { Ty::OBJECT }
            }
            ExprKind::AddressOf(operand) => self.address_of(*operand),
            ExprKind::COperand(operand, used) => c_operand(self, *operand, *used),
            ExprKind::SizeOfType(ty) => size_of_type(self, ty),
            ExprKind::SpecialiseMethod { method, otherwise, .. } => {
                self.specialised_method(*method, *otherwise, span)
            }
            // These are gone since functions were specialised.
            ExprKind::TypeTest { .. } | ExprKind::Specialise { .. } => Ty::Error,
        }
    }

    fn specialised_method(&mut self, method: ExprId, otherwise: Option<ExprId>, span: Span) -> Ty {
        if let Some(otherwise) = otherwise.filter(|_| !self.is_fused_method(method)) {
            return self.expr(otherwise);
        }
        match &self.body.exprs[method].kind {
            ExprKind::Attribute { base, .. } => self.expr(*base),
            _ => self.expr(method),
        };
        self.fail(report::no_method_to_specialise(span))
    }

    fn resolve(&mut self, ty: &crate::hir::TypeExpr) -> Ty {
        let mut reported = crate::diag::Diagnostics::default();
        let resolved = Resolver::new(self.module).resolve(ty, &mut reported);
        for diagnostic in reported.into_sorted() {
            self.report(diagnostic);
        }
        resolved
    }

    fn name(&mut self, binding: &Binding, span: Span) -> Ty {
        match binding {
            Binding::Error => Ty::Error,
            Binding::Local(local) => self.types.local(*local),
            Binding::Global(global) => self.declared.globals[*global].clone(),
            Binding::Extern(external) => self.declared.externs[*external].clone(),
            Binding::EnumMember(id, _) => match self.module.enums[*id].name {
                Some(_) => Ty::Enum(*id),
                None => Ty::INT,
            },
            Binding::ModuleName(_) | Binding::ClassName(..) | Binding::Builtin(_) => Ty::OBJECT,
            // The function that Python calls by this name.
            Binding::Function(id) if self.module.functions[*id].kind == FunctionKind::Cpdef => Ty::OBJECT,
            Binding::Fused(id) if self.module.fused_functions[*id].kind == FunctionKind::Cpdef => Ty::OBJECT,
            Binding::Function(id) => self.function_value(*id, span),
            // The type that it is converted to chooses the specialisation, once known: see
            // [`crate::tir::build`].
            Binding::Fused(id) => match self.module.fused_functions[*id].specialisations.first() {
                Some(&first) => self.function_value(first, span),
                None => Ty::Error,
            },
            Binding::Type(TypeName::Object(_)) => Ty::OBJECT,
            Binding::Type(TypeName::Float(FloatKind::Double)) => Ty::OBJECT,
            Binding::Type(TypeName::Enum(id)) if self.module.enums[*id].is_python => Ty::OBJECT,
            Binding::Type(TypeName::Struct(id)) => {
                let message = format!("`{}` is a C type, not a value", self.module.structs[*id].name);
                self.report(report::bad_type(message, span));
                Ty::Error
            }
            // An enum of another module or a header may be `cpdef`.
            Binding::Type(TypeName::Enum(id))
                if !self.module.enums[*id].is_extern && self.module.enums[*id].home == self.module.name =>
            {
                let name = self.module.enums[*id].name.as_deref().unwrap_or("enum");
                let message = format!("`{name}` is a C type, not a value");
                self.fail(report::bad_type(message, span))
            }
            Binding::Type(TypeName::Enum(_)) => self.not_yet("a C type as a value", span),
            Binding::Type(name) => {
                let ty = TypeExpr { kind: TypeKind::Named(*name), span };
                let message = format!("`{}` is a C type, not a value", self.module.names().display(&ty));
                self.fail(report::bad_type(message, span))
            }
            Binding::Intrinsic(Intrinsic::ThreadId) => self.not_yet("`threadid` without a call", span),
        }
    }

    /// The address of a C function.
    pub(super) fn function_value(&mut self, id: FunctionId, span: Span) -> Ty {
        let signature = self.declared.signatures[id].clone();
        if self.module.functions[id].params.iter().any(|param| param.default.is_some()) {
            return self.not_yet("a C function with optional arguments as a value", span);
        }
        Ty::Function(Arc::new(signature))
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, span: Span) -> Ty {
        let ty = self.expr(operand);
        match (op, &ty) {
            (_, Ty::Error) => Ty::Error,
            (UnaryOp::Not, _) => Ty::Bint,
            (_, Ty::Object(PyClass::Int)) if self.places.is_some() => ty,
            (_, Ty::Object(_)) => Ty::OBJECT,
            (UnaryOp::Negate | UnaryOp::Abs, ty) if ty.is_numeric() => promote(ty),
            (UnaryOp::Invert, ty) if ty.is_integral() => promote(ty),
            _ => {
                let operator = if op == UnaryOp::Invert { "~" } else { "-" };
                let shown = self.display(&ty);
                self.fail(report::bad_operand(operator, &shown, span))
            }
        }
    }

    /// The type of `left operator right`; without a span nothing is reported.
    pub fn binary(&mut self, operator: Operator, left: ExprId, right: ExprId, span: Option<Span>) -> Ty {
        let (left_ty, right_ty) = (self.expr(left), self.expr(right));
        if left_ty.is_error() || right_ty.is_error() {
            return Ty::Error;
        }
        if self.places.is_some()
            && let Some(of_integers) = super::super::places::of_integers(operator, &left_ty, &right_ty)
        {
            return of_integers;
        }
        if is_object_operation(operator, &left_ty, &right_ty) {
            let is_literal = left_ty.is_c_string()
                || matches!(
                    self.body.exprs[left].kind,
                    ExprKind::Str(_) | ExprKind::Bytes(_) | ExprKind::Joined(_)
                );
            let text = self.function.directives.c_strings.class;
            return object_result(operator, &left_ty, &right_ty, is_literal, text);
        }
        if crate::hir::outgrows(self.body, operator, left, right) {
            return Ty::Object(PyClass::Int);
        }
        if let Some(ty) = self.arithmetic(operator, left, right, &left_ty, &right_ty) {
            return ty;
        }
        let Some(span) = span else { return Ty::Error };
        let of_views = left_ty.memoryview().is_some() || right_ty.memoryview().is_some();
        let (left, right) = (self.display(&left_ty), self.display(&right_ty));
        let report = if of_views { report::bad_views } else { report::bad_operands };
        self.fail(report(operator.symbol(), &left, &right, span))
    }

    fn arithmetic(
        &self,
        operator: Operator,
        left: ExprId,
        right: ExprId,
        left_ty: &Ty,
        right_ty: &Ty,
    ) -> Option<Ty> {
        let (is_left, is_right) = (left_ty.is_c_address(), right_ty.is_c_address());
        match operator {
            Operator::Add | Operator::Subtract if is_left && right_ty.is_integral() => {
                return Some(left_ty.clone().decayed());
            }
            Operator::Add if left_ty.is_integral() && is_right => return Some(right_ty.clone().decayed()),
            Operator::Subtract if is_left && is_right => {
                return Some(Ty::Int(IntKind::PtrdiffT));
            }
            _ => {}
        }
        let bits = matches!(operator, Operator::BitAnd | Operator::BitOr | Operator::BitXor);
        if bits && left_ty.is_truth() && right_ty.is_truth() {
            return Some(left_ty.clone());
        }
        let common = common_type(left_ty, right_ty)?;
        let integral = common.is_integral();
        let directives = self.directives_at(left);
        match operator {
            Operator::TrueDivide if integral && !directives.level.true_division => Some(common),
            // C's own division has a separate name.
            Operator::TrueDivide if integral && !directives.cdivision => Some(Ty::DOUBLE),
            Operator::BitAnd | Operator::BitOr | Operator::BitXor if integral => Some(common),
            Operator::ShiftLeft | Operator::ShiftRight if integral => Some(common),
            Operator::BitAnd
            | Operator::BitOr
            | Operator::BitXor
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::MatrixMultiply => None,
            Operator::FloorDivide | Operator::Modulo if matches!(common, Ty::Complex(_)) => None,
            // Python's division and powers of integers are not integers, complex or not.
            Operator::TrueDivide
                if common.is_integer_complex() && !directives.cdivision && directives.level.true_division =>
            {
                Some(Ty::Complex(PartKind::DOUBLE))
            }
            Operator::Power if common.is_integer_complex() => Some(Ty::Complex(PartKind::DOUBLE)),
            Operator::Power if integral && directives.cpow != Some(true) => {
                match constant(self.body, right) {
                    Some(exponent) if exponent >= 0 => Some(common),
                    None if matches!(right_ty, Ty::Int(kind) if !kind.is_signed()) => Some(common),
                    _ => Some(Ty::DOUBLE),
                }
            }
            _ => Some(common),
        }
    }

    /// Whether an expression is a power of C numbers with a fractional exponent: it is complex if the base is
    /// negative.
    pub fn may_be_complex(&mut self, id: ExprId) -> bool {
        let ExprKind::Binary(Operator::Power, _, right) = self.body.exprs[id].kind else { return false };
        let is_whole = crate::ty::is_whole(self.body, right)
            .unwrap_or_else(|| !matches!(self.expr(right), Ty::Float(_)));
        matches!(self.expr(id), Ty::Float(_)) && self.directives_at(right).cpow != Some(true) && !is_whole
    }

    fn comparison(&mut self, first: ExprId, rest: &[(Comparison, ExprId)], span: Span) -> Ty {
        let mut operands = vec![self.expr(first)];
        operands.extend(rest.iter().map(|(_, operand)| self.expr(*operand)).collect::<Vec<_>>());
        if rest.iter().all(|(comparison, _)| matches!(comparison, Comparison::Ordering(_))) {
            let ids: Vec<ExprId> = std::iter::once(first).chain(rest.iter().map(|(_, id)| *id)).collect();
            self.compare_as_characters(&ids, &mut operands);
        }
        if operands.iter().any(Ty::is_error) {
            return Ty::Error;
        }
        let any_object = operands.iter().any(Ty::is_compared_by_python);
        if !any_object {
            for (pair, (comparison, _)) in operands.windows(2).zip(rest) {
                let is_equality =
                    matches!(comparison, Comparison::Ordering(CompareOp::Equal | CompareOp::NotEqual));
                let common = common_type(&pair[0], &pair[1]);
                let comparable = common.is_some_and(|ty| is_equality || !matches!(ty, Ty::Complex(_)))
                    || matches!(comparison, Comparison::In | Comparison::NotIn) && is_address(&pair[1])
                    || addresses_compare(&self.declared.table, &pair[0], &pair[1]);
                if !comparable {
                    let (left, right) = (self.display(&pair[0]), self.display(&pair[1]));
                    let operator = sign(comparison);
                    return self.fail(report::bad_operands(operator, &left, &right, span));
                }
            }
            return Ty::Bint;
        }
        let any_ordering = rest.iter().any(|(comparison, _)| matches!(comparison, Comparison::Ordering(_)));
        if any_ordering { Ty::OBJECT } else { Ty::Bint }
    }

    /// A text of one character is compared by its number with a C number.
    fn compare_as_characters(&mut self, ids: &[ExprId], operands: &mut [Ty]) {
        let letter = operands.iter().find(|ty| ty.is_letter()).cloned();
        let is_character = |id: ExprId| match &self.body.exprs[id].kind {
            ExprKind::Str(text) if letter.is_some() => text.chars().count() == 1,
            ExprKind::Str(text) => text.len() == 1 && text.is_ascii(),
            ExprKind::Bytes(bytes) => bytes.len() == 1,
            _ => false,
        };
        let characters: Vec<bool> = ids.iter().map(|&id| is_character(id)).collect();
        let is_number = |(ty, is_character): (&Ty, &bool)| *is_character || ty.is_integral();
        if operands.iter().zip(&characters).all(is_number) && !characters.iter().all(|&is| is) {
            for ((&id, ty), _) in ids.iter().zip(operands).zip(characters).filter(|(_, is)| *is) {
                *ty = letter.clone().unwrap_or(Ty::Int(IntKind::Char));
                self.types.exprs.insert(id, ty.clone());
            }
        }
    }

    /// The type of an expression that is one of two values. `NULL` is a pointer of any type.
    fn address_of(&mut self, operand: ExprId) -> Ty {
        if let ExprKind::Name(Binding::Function(id)) = self.body.exprs[operand].kind {
            let span = self.body.exprs[operand].span;
            return self.function_value(id, span);
        }
        if let ExprKind::Name(binding @ Binding::Fused(_)) = &self.body.exprs[operand].kind {
            return self.name(binding, self.body.exprs[operand].span);
        }
        match self.expr(operand) {
            Ty::Error => Ty::Error,
            Ty::Function(signature) if !self.is_function_variable(operand) => Ty::Function(signature),
            ty if ty.is_counted() || is_item_of_object(self.body, &self.types, operand) => {
                let span = self.body.exprs[operand].span;
                let message = "the address of a Python object or memoryview cannot be taken";
                self.report(report::bad_type(message.to_string(), span));
                Ty::Error
            }
            ty => Ty::Pointer { to: Arc::new(ty), is_const: self.is_const_place(operand) },
        }
    }

    /// Whether a place is an element of a const view, or behind a pointer to const.
    fn is_const_place(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Subscript { base, .. } => match self.types.expr(*base) {
                Ty::Memoryview(view) => view.is_const,
                Ty::Pointer { is_const, .. } => is_const,
                _ => self.is_const_place(*base),
            },
            ExprKind::Attribute { base, .. } => match self.types.expr(*base) {
                Ty::Pointer { is_const, .. } => is_const,
                _ => self.is_const_place(*base),
            },
            _ => false,
        }
    }
}

/// `sizeof` of a type.
fn size_of_type(checker: &mut Checker<'_>, ty: &TypeExpr) -> Ty {
    let of = checker.resolve(ty);
    if of.memoryview().is_some() {
        return checker.fail(report::size_of_view(ty.span));
    }
    match Resolver::new(checker.module).unsized_type(&of) {
        Some(words) => checker.fail(report::bad_type(words, ty.span)),
        None => Ty::Int(IntKind::SizeT),
    }
}

/// What an operator of `cython.operator` takes; the value of `++` has the type of a sum with a C `int`.
fn c_operand(checker: &mut Checker<'_>, operand: ExprId, used: OperandUse) -> Ty {
    let span = checker.body.exprs[operand].span;
    match (checker.expr(operand), used) {
        (Ty::Error, _) => Ty::Error,
        (pointer @ Ty::Pointer { .. }, _) => pointer,
        (ty, OperandUse::Counted | OperandUse::CountedAgain) if ty.is_numeric() => {
            usual_type(&ty, &Ty::INT).unwrap_or(ty)
        }
        (_, OperandUse::CountedAgain) => Ty::Error,
        (ty, used) => {
            let shown = checker.display(&ty);
            checker.report(report::not_for_c_operator(&shown, used, span));
            Ty::Error
        }
    }
}

impl Checker<'_> {
    /// Whether the expression is a variable that holds a function's address, and not the function itself.
    fn is_function_variable(&mut self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Attribute { base, name } => self.method(*base, name).is_none(),
            ExprKind::Name(binding) => !self.module.is_c_function(binding),
            _ => true,
        }
    }
}

/// Whether two addresses can be of one thing: C compares pointers to the same type, or to `void`.
fn addresses_compare(table: &TypeTable, left: &Ty, right: &Ty) -> bool {
    let target = |ty: &Ty| match ty.clone().decayed() {
        Ty::Pointer { to, .. } => Some(to),
        _ => None,
    };
    match (target(left), target(right)) {
        (Some(one), Some(other)) => {
            *one == Ty::Void || *other == Ty::Void || is_same_in_c(table, &one, &other)
        }
        _ => is_address(left) && is_address(right),
    }
}

fn is_address(ty: &Ty) -> bool {
    ty.is_c_address() || matches!(ty, Ty::Function(_))
}

/// The class of an operator's result on objects, if it is certain: most of these either give that or fail. Anything but a
/// literal may be `None`, and then the right side decides. C strings become objects of the class `text`.
fn object_result(operator: Operator, left: &Ty, right: &Ty, is_literal: bool, text: PyClass) -> Ty {
    use Operator::*;
    let class = |ty: &Ty| match ty {
        Ty::Object(class) => Some(*class),
        Ty::Tuple(_) => Some(PyClass::Tuple),
        ty if ty.is_c_string() => Some(text),
        _ => None,
    };
    let is_known = |of: Option<PyClass>| of.is_none_or(PyClass::is_builtin);
    let (left, right) = (class(left), class(right));
    let found = match (operator, left, right) {
        (Add | Multiply | Modulo | BitAnd | BitOr | BitXor, Some(class), Some(other))
            if class == other && class.is_collection() =>
        {
            Some(class)
        }
        (Add, Some(PyClass::ByteArray), Some(PyClass::Bytes)) => left,
        (Multiply, Some(class), _) if class.is_sequence() && is_known(right) => left,
        (Multiply, _, Some(class)) if class.is_sequence() && is_known(left) => right,
        (Modulo, Some(PyClass::Str | PyClass::Bytes | PyClass::ByteArray), _)
            if is_literal || is_known(right) =>
        {
            left
        }
        _ => None,
    };
    found.map_or(Ty::OBJECT, Ty::Object)
}

fn int_literal(digits: &str, suffix: &str) -> Ty {
    let unsigned = suffix.contains('u');
    let longs = suffix.matches('l').count();
    match (unsigned, longs) {
        (true, 0 | 1) => Ty::Int(IntKind::ULong),
        (true, _) => Ty::Int(IntKind::ULongLong),
        (false, 1) => Ty::LONG,
        (false, 2..) => Ty::Int(IntKind::LongLong),
        (false, 0) => match digits.parse::<i64>() {
            Ok(value) if i32::try_from(value).is_ok() => Ty::LONG,
            _ => Ty::Object(PyClass::Int),
        },
    }
}

impl Operator {
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::TrueDivide => "/",
            Operator::FloorDivide => "//",
            Operator::Modulo => "%",
            Operator::Power => "**",
            Operator::MatrixMultiply => "@",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::BitAnd => "&",
            Operator::BitOr => "|",
            Operator::BitXor => "^",
        }
    }
}

/// How a comparison is written.
fn sign(comparison: &Comparison) -> &'static str {
    match comparison {
        Comparison::Ordering(CompareOp::Equal) => "==",
        Comparison::Ordering(CompareOp::NotEqual) => "!=",
        Comparison::Ordering(CompareOp::Less) => "<",
        Comparison::Ordering(CompareOp::LessEqual) => "<=",
        Comparison::Ordering(CompareOp::Greater) => ">",
        Comparison::Ordering(CompareOp::GreaterEqual) => ">=",
        Comparison::Is => "is",
        Comparison::IsNot => "is not",
        Comparison::In => "in",
        Comparison::NotIn => "not in",
    }
}

/// The type of a literal.
fn of_literal(literal: &ExprKind) -> Ty {
    match literal {
        ExprKind::Int { digits, suffix } => int_literal(digits, suffix),
        ExprKind::Float(_) => Ty::DOUBLE,
        ExprKind::Imaginary(_) => Ty::Complex(PartKind::DOUBLE),
        ExprKind::Str(_) => Ty::Object(PyClass::Str),
        ExprKind::Bytes(_) => Ty::Object(PyClass::Bytes),
        ExprKind::Char(_) => Ty::Int(IntKind::Char),
        ExprKind::Singleton(Singleton::True | Singleton::False) => Ty::Bint,
        ExprKind::Null => Ty::pointer_to(Ty::Void),
        _ => Ty::OBJECT,
    }
}

/// The class that a call with `*args` or `**options` makes an object of.
fn unpacked_call(body: &Body, kind: &ExprKind) -> Option<PyClass> {
    let ExprKind::Runtime(Runtime::Call, parts) = kind else { return None };
    match body.exprs[*parts.first()?].kind {
        ExprKind::Name(Binding::Type(TypeName::Object(
            class @ (PyClass::Extension(_)
            | PyClass::Dict
            | PyClass::List
            | PyClass::Tuple
            | PyClass::Set
            | PyClass::FrozenSet),
        ))) => Some(class),
        _ => None,
    }
}

/// The type of an expression that has it whatever the types of its parts are.
fn whatever_the_parts(body: &Body, kind: &ExprKind) -> Ty {
    match kind {
        ExprKind::Tuple(_) => Ty::Object(PyClass::Tuple),
        ExprKind::List(_) => Ty::Object(PyClass::List),
        ExprKind::Dict(_) => Ty::Object(PyClass::Dict),
        ExprKind::Formatted { .. } | ExprKind::Joined(_) | ExprKind::TypeOf(_) => Ty::Object(PyClass::Str),
        ExprKind::Runtime(function, _) => Ty::Object(unpacked_call(body, kind).unwrap_or(function.result())),
        ExprKind::IsExactly(..) | ExprKind::IsInstance(..) | ExprKind::Inherits(..) => Ty::Bint,
        ExprKind::SizeOfExpr(_) => Ty::Int(IntKind::SizeT),
        _ => Ty::OBJECT,
    }
}

/// A letter or a byte of a text is a number, and no place.
fn is_item_of_object(body: &Body, types: &crate::ty::FunctionTypes, operand: ExprId) -> bool {
    match body.exprs[operand].kind {
        ExprKind::Subscript { base, .. } => types.expr(base).is_object(),
        _ => false,
    }
}
