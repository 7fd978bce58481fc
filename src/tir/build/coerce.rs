//! Conversions between types.

use std::sync::Arc;

use super::code::Code;
use super::function::FunctionBuilder;
use super::natural::narrowed;
use super::report;
use super::source::Source;
use crate::diag::Diagnostic;
use crate::hir::{
    Binding, ExprId, ExprKind as H, FunctionId, FusedFunctionId, Singleton, Subscript, UnaryOp,
};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, ObjectConst, Op, Runtime, StmtKind};
use crate::ty::{
    Axis, IntKind, Memoryview, PyClass, Signature, Ty, TypeTable, has_value_form, is_same_in_c,
    shows_as_object,
};

impl FunctionBuilder<'_, '_> {
    /// A slice of a C string, where an object is wanted.
    fn part_of_c_string(
        &mut self,
        base: ExprId,
        indices: &[Subscript],
        target: &Ty,
        span: Span,
    ) -> Option<Expr> {
        let [Subscript::Slice { start, stop, step: None }] = indices else { return None };
        let is_text = self.source.types.expr(base).is_c_string();
        is_text.then(|| self.characters(base, *start, *stop, target, span))
    }

    /// `None` where C wants a number.
    fn no_number(&mut self, target: &Ty, span: Span) -> Expr {
        let to = self.source.table().display(target);
        self.error_expr(report::none_for_number(&to, span), span)
    }

    /// A literal takes the type of its place without a conversion.
    pub fn literal(&mut self, id: ExprId, target: &Ty) -> Option<Expr> {
        let (source, table) = (self.source.function, self.source.table());
        let expr = &source.body.exprs[id];
        let span = expr.span;
        match (&expr.kind, target) {
            (H::Int { .. } | H::Unary(UnaryOp::Negate, _), Ty::Int(kind)) => {
                self.integer_literal(id, *kind, span)
            }
            (H::Singleton(Singleton::None), Ty::Int(_) | Ty::Float(_) | Ty::Complex(_) | Ty::Bint) => {
                Some(self.no_number(target, span))
            }
            // A Python number, where C would not compute what Python does.
            (H::Binary(..), Ty::Int(_) | Ty::Float(_)) if self.source.types.expr(id).is_object() => {
                let value = crate::hir::constant(&source.body, id)?;
                Some(match target {
                    Ty::Int(kind) => Expr::int(wrapped(value, *kind), target.clone(), span),
                    _ => Expr::new(ExprKind::Float(format!("{value}.0").into()), target.clone(), span),
                })
            }
            (H::Call { callee, arguments, keywords }, Ty::Int(kind))
                if *kind != IntKind::Bool && keywords.is_empty() && self.source.is_int(*callee) =>
            {
                self.truncated(arguments, target)
            }
            (H::Int { digits, .. }, Ty::Float(_)) => {
                let digits = format!("{digits}.0");
                Some(Expr::new(ExprKind::Float(digits.into()), target.clone(), span))
            }
            (H::Float(text), Ty::Float(_)) => {
                Some(Expr::new(ExprKind::Float(text.clone()), target.clone(), span))
            }
            (H::Int { .. } | H::Float(_) | H::Unary(UnaryOp::Negate, _) | H::Singleton(_), Ty::Object(_)) => {
                self.literal_object(id, span)
            }
            (H::Str(_) | H::Bytes(_), Ty::Int(kind)) => Some(self.character(id, *kind, span)),
            (H::Tuple(_) | H::List(_) | H::Dict(_), Ty::Int(_) | Ty::Float(_))
            | (H::Bytes(_), Ty::Object(PyClass::Str))
            | (H::Str(_), Ty::Object(PyClass::Bytes))
            | (
                H::Str(_) | H::Bytes(_),
                Ty::Object(PyClass::Tuple | PyClass::List | PyClass::Dict | PyClass::Set),
            ) => {
                let (from, to) = (table.display(&self.source.types.expr(id)), table.display(target));
                Some(self.error_expr(report::cannot_convert(&from, &to, span), span))
            }
            (H::Str(_) | H::Bytes(_), Ty::Pointer { to, .. }) if is_text(to) => {
                self.c_string(id, target, span)
            }
            // This includes a `cpdef` function, which is Python's elsewhere.
            (H::Name(Binding::Function(function)), Ty::Function(_))
                if !self.source.types.expr(id).is_error() =>
            {
                let own = Ty::Function(Arc::new(self.module.typed.functions[*function].signature.clone()));
                let address = self.function_address(*function, own, span);
                Some(self.coerce(address, target))
            }
            (H::Name(Binding::Fused(fused)), Ty::Function(wanted))
                if !self.source.types.expr(id).is_error() =>
            {
                Some(self.specialised(*fused, wanted, span))
            }
            (
                H::Subscript { base, indices },
                Ty::Object(PyClass::Bytes | PyClass::ByteArray | PyClass::Str),
            ) => self.part_of_c_string(*base, indices, target, span),
            (H::Logical(..) | H::Conditional { .. }, target) if target.is_truth() => {
                self.chosen_truth(id, target)
            }
            (_, Ty::Pointer { .. } | Ty::Array { .. }) => self.literal_in_memory(id, target, span),
            (H::Dict(items), Ty::Struct(id)) => Some(self.struct_literal(*id, items, span)),
            (H::Tuple(items) | H::List(items), Ty::Tuple(types))
                if !crate::ty::has_star(&source.body, items) =>
            {
                Some(self.tuple_literal(items, types, target, span))
            }
            (H::List(items), Ty::Struct(id)) if !table.structs[*id].is_union => {
                Some(self.construct(*id, items, &[], span))
            }
            _ => None,
        }
    }

    /// A literal number or boolean as an object.
    fn literal_object(&mut self, id: ExprId, span: Span) -> Option<Expr> {
        if let H::Singleton(which @ (Singleton::True | Singleton::False)) =
            self.source.function.body.exprs[id].kind
        {
            return Some(Expr::new(ExprKind::Singleton(which), Ty::OBJECT, span));
        }
        let number = self.constant_number(id)?;
        let class = if let ObjectConst::Float(_) = number { PyClass::Float } else { PyClass::Int };
        Some(self.object_const(number, class, span))
    }

    /// A literal number as a C integer.
    fn integer_literal(&mut self, id: ExprId, kind: IntKind, span: Span) -> Option<Expr> {
        let value = crate::hir::constant(&self.source.function.body, id)?;
        let target = Ty::Int(kind);
        if fits(value, kind) || kind == IntKind::Bool {
            let is_narrow = !kind.is_signed() && kind.bits() < 64;
            let value = if is_narrow { wrapped(value, kind) } else { value };
            return Some(Expr::int(value, target, span));
        }
        let (digits, to) = (value.to_string(), self.source.table().display(&target));
        let becomes = wrapped(value, kind);
        self.report(report::literal_wraps(&digits, &to, becomes, span));
        Some(Expr::int(becomes, target, span))
    }

    /// `int(x)` of a C number where C wants an integer is C's conversion, as in Cython.
    fn truncated(&mut self, arguments: &[ExprId], target: &Ty) -> Option<Expr> {
        let [number] = arguments else { return None };
        let ty = self.source.types.expr(*number);
        // Python reads the digit of a letter.
        if !matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bint) || ty.is_letter() {
            return None;
        }
        let value = self.value(*number, &ty);
        Some(self.coerce(value, target))
    }

    /// A string or bytes literal as a C string.
    fn c_string(&mut self, literal: ExprId, target: &Ty, span: Span) -> Option<Expr> {
        let body = &self.source.function.body;
        let bytes = match &body.exprs[literal].kind {
            H::Bytes(bytes) => bytes.clone(),
            H::Str(text) if text.is_ascii() => text.as_bytes().to_vec(),
            H::Str(_) if let Some(bytes) = body.c_texts.get(&literal) => bytes.clone(),
            H::Str(_) => {
                let to = self.source.table().display(target);
                return Some(self.error_expr(report::no_c_text(&to, span), span));
            }
            _ => return None,
        };
        Some(Expr::new(ExprKind::CString(bytes), target.clone(), span))
    }

    /// A string or bytes literal as a C integer: its only character.
    fn character(&mut self, id: ExprId, kind: IntKind, span: Span) -> Expr {
        let target = Ty::Int(kind);
        match &self.source.function.body.exprs[id].kind {
            H::Str(text) if kind.is_letter() && text.chars().count() == 1 => {
                let letter = text.chars().next().map_or(0, u32::from);
                Expr::int(i128::from(letter), target, span)
            }
            H::Str(text) if text.is_ascii() && text.len() == 1 => {
                Expr::int(i128::from(text.as_bytes()[0]), target, span)
            }
            H::Bytes(bytes) if bytes.len() == 1 && (!kind.is_letter() || bytes[0].is_ascii()) => {
                let character = Expr::int(i128::from(bytes[0].cast_signed()), Ty::Int(IntKind::Char), span);
                self.coerce(character, &target)
            }
            _ => {
                let to = self.source.table().display(&target);
                self.error_expr(report::no_character(&to, span), span)
            }
        }
    }

    /// The address of the specialisation that can be called as `wanted` says.
    pub fn specialised(&mut self, fused: FusedFunctionId, wanted: &Arc<Signature>, span: Span) -> Expr {
        let typed = self.module.typed;
        let fused = &typed.module.fused_functions[fused];
        let signature = |id: FunctionId| &typed.functions[id].signature;
        let found = fused.specialisations.iter().find(|&&id| signature(id).serves_as(wanted));
        let target = Ty::Function(wanted.clone());
        match found {
            Some(&id) => Expr { ty: target, ..self.function_address(id, Ty::Function(wanted.clone()), span) },
            None => {
                let wanted = self.source.table().display(&target);
                self.error_expr(report::no_such_specialisation(&fused.name, &wanted, span), span)
            }
        }
    }

    /// Converts a value to `target`, or reports that it cannot be.
    pub fn coerce(&mut self, value: Expr, target: &Ty) -> Expr {
        let span = value.span;
        if value.ty == *target || value.ty.is_error() || target.is_error() {
            return value;
        }
        match (&value.ty, target) {
            (from, to) if from.is_numeric() && to.is_numeric() => self.convert_number(value, target),
            (Ty::Object(_), Ty::Object(PyClass::Object)) => value,
            // Python never makes one of the other by itself, so this always fails.
            (Ty::Object(PyClass::Str), Ty::Object(PyClass::Bytes))
            | (Ty::Object(PyClass::Bytes), Ty::Object(PyClass::Str)) => self.refused(&value, target),
            (Ty::Object(_), Ty::Object(class)) => self.as_class(value, *class, true),
            (&Ty::Object(class), _) => self.object_as(value, class, target),
            (_, &Ty::Object(class)) => self.as_object(value, class, target),
            (Ty::Array { .. }, Ty::Memoryview(view))
                if *value.ty.array_element() == view.element
                    && value.ty.array_lengths().len() == view.ndim() =>
            {
                self.view_of_array(value, target)
            }
            (Ty::Memoryview(from), Ty::Memoryview(to)) if conforms(from, to) => {
                Expr::new(ExprKind::Convert(Box::new(value)), target.clone(), span)
            }
            (Ty::Function(from), Ty::Function(to)) if from.serves_as(to) => {
                Expr { ty: target.clone(), ..value }
            }
            (from, to) if address_converts(self.source.table(), &value, from, to) => {
                if drops_const(from, to) {
                    let (from, to) = (self.source.table().display(from), self.source.table().display(to));
                    self.report(report::drops_const(&from, &to, span));
                }
                self.note_address(&value);
                Expr::new(ExprKind::Convert(Box::new(value)), target.clone(), span)
            }
            _ => self.refused(&value, target),
        }
    }

    /// A Python object as a C value or a memoryview.
    fn object_as(&mut self, value: Expr, class: PyClass, target: &Ty) -> Expr {
        let span = value.span;
        match target {
            Ty::Memoryview(_) => {
                if matches!(value.kind, ExprKind::Singleton(Singleton::None)) {
                    return Expr { ty: target.clone(), ..value };
                }
                self.require_gil("making a memoryview of a Python object", span);
                self.run("view", Op::ViewFromObject(value), target.clone(), span)
            }
            to if to.is_numeric() => {
                self.require_gil("converting a Python object to a C number", span);
                self.run("number", Op::FromObject { value, named: None }, target.clone(), span)
            }
            Ty::Pointer { to, .. } if to.is_character() && self.is_text_class(class) => {
                let is_temporary =
                    self.code.pending_temp(&value).is_some() && !self.code.is_held_elsewhere(&value);
                if !self.references.lends_temporaries && is_temporary {
                    let shown = self.source.table().display(target);
                    return self.error_expr(report::address_of_temporary(&shown, span), span);
                }
                if let Some(Op::LoadName(name)) = self.code.made_by(&value)
                    && !self.references.lends_temporaries
                {
                    let (name, shown) = (name.clone(), self.source.table().display(target));
                    self.report(report::address_in_variable(&shown, &name, span));
                }
                self.require_gil("taking the address of a Python object's bytes", span);
                self.run("text", Op::FromObject { value, named: None }, target.clone(), span)
            }
            Ty::Struct(_) | Ty::Tuple(_) | Ty::Array { .. }
                if has_value_form(self.source.table(), target) =>
            {
                self.require_gil("converting a Python object to a C value", span);
                self.run("value", Op::FromObject { value, named: None }, target.clone(), span)
            }
            to if address_converts(self.source.table(), &value, &value.ty, to) => {
                self.note_address(&value);
                Expr::new(ExprKind::Convert(Box::new(value)), target.clone(), span)
            }
            _ => self.refused(&value, target),
        }
    }

    /// A C value or a memoryview as a Python object.
    fn as_object(&mut self, value: Expr, class: PyClass, target: &Ty) -> Expr {
        let span = value.span;
        match &value.ty {
            // What a call without a result gives.
            Ty::Void if class == PyClass::Object => {
                if matches!(value.kind, ExprKind::Call(..)) {
                    self.code.emit(StmtKind::Eval(value), span);
                }
                self.require_gil("the value of a call that gives nothing", span);
                Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span)
            }
            from if from.is_c_string() && is_class_of_text(class) => {
                let class = if class == PyClass::Object { self.directives.c_strings.class } else { class };
                let start = Expr::int(0, Ty::SSIZE, span);
                self.characters_of(value, start, None, &Ty::Object(class), span)
            }
            Ty::Array { .. } if class == PyClass::Tuple => {
                let list = self.coerce(value, &Ty::OBJECT);
                let op = Op::Runtime { function: Runtime::Tuple, arguments: vec![list] };
                self.run("tuple", op, target.clone(), span)
            }
            Ty::Tuple(_) if shows_as_object(self.source.table(), &value.ty) => {
                self.require_gil("making a Python object of a C value", span);
                let value = if value.is_place() { value } else { self.store("value", value) };
                let made = self.run("tuple", Op::ToObject(value), Ty::Object(PyClass::Tuple), span);
                if class == PyClass::Object { made } else { self.coerce(made, target) }
            }
            Ty::Struct(_) | Ty::Array { .. } if shows_as_object(self.source.table(), &value.ty) => {
                self.require_gil("making a Python object of a C value", span);
                let value = if value.is_place() { value } else { self.store("value", value) };
                self.run("object", Op::ToObject(value), Ty::OBJECT, span)
            }
            // A number is a byte where `bytes` are expected.
            Ty::Int(_) | Ty::Bint if class == PyClass::Bytes && !value.ty.is_letter() => {
                self.require_gil("making a Python object of a C number", span);
                let is_character = value.ty.is_character();
                let byte = if is_character { self.coerce(value, &Ty::Int(IntKind::UChar)) } else { value };
                let op = Op::Runtime { function: Runtime::Byte, arguments: vec![byte] };
                self.run("bytes", op, target.clone(), span)
            }
            from if from.is_numeric() => {
                if let Some(object) = self.code.float_before(&value) {
                    return object;
                }
                self.require_gil("making a Python object of a C number", span);
                self.run("object", Op::ToObject(narrowed(value)), Ty::OBJECT, span)
            }
            Ty::Memoryview(_) => {
                self.require_gil("making a Python object of a memoryview", span);
                self.run("object", Op::ViewToObject(value), Ty::OBJECT, span)
            }
            Ty::Function(signature)
                if class == PyClass::Object
                    && signature.params.iter().all(|param| self.source.has_object_form(param))
                    && (signature.result == Ty::Void || self.source.has_object_form(&signature.result)) =>
            {
                self.error_expr(report::not_yet("a function pointer as a Python object", span), span)
            }
            _ => self.refused(&value, target),
        }
    }

    /// There is no such conversion.
    fn refused(&mut self, value: &Expr, target: &Ty) -> Expr {
        let span = value.span;
        let (from, to) = (self.source.table().display(&value.ty), self.source.table().display(target));
        let wrong = match (&value.ty, target) {
            (Ty::Memoryview(given), Ty::Memoryview(_)) if from == to => {
                let any = Memoryview { axes: vec![Axis::Strided; given.ndim()], ..(**given).clone() };
                let any = self.source.table().display(&Ty::Memoryview(any.into()));
                report::has_gaps(&to, given.ndim(), &any, span)
            }
            (Ty::Memoryview(given), Ty::Memoryview(wanted)) => {
                report::not_conformable(&from, &to, span).note(way_out(given, wanted))
            }
            _ => report::cannot_convert(&from, &to, span),
        };
        let wrong = self.about_variable(wrong, value, &to);
        let wrong = match (&value.ty, target) {
            (Ty::Memoryview(_), Ty::Pointer { .. }) => wrong.note(
                "the address of the first element is a pointer: `&x[0]`, with one index for each dimension",
            ),
            (Ty::Memoryview(_), target) if target.is_numeric() => {
                wrong.note("an element has one index for each dimension: `x[i, j]`")
            }
            _ => wrong,
        };
        self.error_expr(wrong, span)
    }

    /// A variable of the wrong type is one mistake, wherever the other type is needed.
    fn about_variable(&self, wrong: Diagnostic, value: &Expr, needed: &str) -> Diagnostic {
        let name =
            value.as_local().map(|local| &self.code.locals[local].name).filter(|name| !name.is_empty());
        wrong.about_here(name.map(|name| self.source.subject_of(name, needed)))
    }

    /// Whether objects of a class may be C strings.
    fn is_text_class(&self, class: PyClass) -> bool {
        match class {
            PyClass::Object | PyClass::Bytes | PyClass::ByteArray => true,
            PyClass::Str => self.directives.c_strings.encoding_of_str().is_some(),
            _ => false,
        }
    }

    fn convert_number(&mut self, value: Expr, target: &Ty) -> Expr {
        let span = value.span;
        match (&value.kind, target) {
            (ExprKind::Int(number), Ty::Int(kind)) if fits(*number, *kind) => {
                return Expr::int(*number, target.clone(), span);
            }
            (ExprKind::Int(number), &Ty::Int(IntKind::Bool)) => {
                return Expr::int(wrapped(*number, IntKind::Bool), target.clone(), span);
            }
            // A `bint` is a C `int`, and holds what it gets.
            (ExprKind::Int(number), Ty::Bint) => {
                return Expr::int(wrapped(*number, IntKind::Int), target.clone(), span);
            }
            (_, Ty::Bint) if matches!(value.ty, Ty::Enum(_)) => {
                let number = self.convert_number(value, &Ty::INT);
                return self.convert_number(number, target);
            }
            (ExprKind::Int(number), Ty::Float(_)) if number.unsigned_abs() <= 1 << 53 => {
                return Expr::new(ExprKind::Float(format!("{number}.0").into()), target.clone(), span);
            }
            (ExprKind::Float(_), Ty::Float(_)) => return Expr { ty: target.clone(), ..value },
            _ => {}
        }
        let value = match (value, target) {
            // Through a type that holds it.
            (Expr { kind: ExprKind::Convert(inner), ty: Ty::Int(wide), .. }, Ty::Int(_) | Ty::Float(_))
                if matches!(inner.ty, Ty::Int(narrow) if wide.keeps(narrow)) =>
            {
                return if inner.ty == *target { *inner } else { self.convert_number(*inner, target) };
            }
            (value, _) => value,
        };
        if matches!(value.ty, Ty::Complex(_)) && !matches!(target, Ty::Complex(_)) {
            let (from, to) = (self.source.table().display(&value.ty), self.source.table().display(target));
            return self.error_expr(report::cannot_convert(&from, &to, span), span);
        }
        Expr::new(ExprKind::Convert(Box::new(value)), target.clone(), span)
    }
}

impl<'m> Source<'m> {
    fn is_int(&self, callee: ExprId) -> bool {
        matches!(&self.function.body.exprs[callee].kind, H::Name(Binding::Builtin(name)) if name == "int")
    }

    /// A variable of this function, and what is wrong with it.
    pub fn subject_of(&self, name: &str, wrong: &str) -> String {
        format!("{name} of {:?}: {wrong}", self.function.span)
    }

    pub fn has_object_form(&self, ty: &Ty) -> bool {
        crate::ty::has_object_form(self.table(), ty)
    }
}

impl Code {
    /// Whether something else than this code holds an object, as far as one can see: a name of the module, or the object of
    /// which it is a field, an attribute or an item. The items of texts are made when they are asked for, and so are slices.
    fn is_held_elsewhere(&self, value: &Expr) -> bool {
        match self.made_by(value) {
            Some(Op::Own(_) | Op::LoadName(_) | Op::LoadBuiltin(_)) => true,
            Some(Op::GetAttribute { object, .. }) => self.is_variable_or_held(object),
            Some(Op::GetItem { object, key }) => {
                let is_text =
                    matches!(object.ty, Ty::Object(PyClass::Str | PyClass::Bytes | PyClass::ByteArray));
                let is_slice = matches!(self.made_by(key), Some(Op::SliceObject { .. }));
                !is_text && !is_slice && self.is_variable_or_held(object)
            }
            _ => false,
        }
    }

    fn is_variable_or_held(&self, object: &Expr) -> bool {
        self.pending_temp(object).is_none() || self.is_held_elsewhere(object)
    }
}

/// Whether the number is a value of the type.
pub fn fits(value: i128, kind: IntKind) -> bool {
    if kind == IntKind::Bool {
        return matches!(value, 0 | 1);
    }
    let bits = kind.bits();
    if kind.is_signed() {
        let limit = 1i128 << (bits - 1);
        (-limit..limit).contains(&value)
    } else {
        // C takes a negative number modulo the width; a literal of at most the width is meant that way.
        (-(1i128 << (bits - 1))..1i128 << bits).contains(&value)
    }
}

/// The value of a number modulo the width of a type that does not hold it; its truth for C's `bool`.
pub fn wrapped(value: i128, kind: IntKind) -> i128 {
    if kind == IntKind::Bool {
        return i128::from(value != 0);
    }
    let width = 1i128 << kind.bits();
    let low = value.rem_euclid(width);
    if kind.is_signed() && low >= width / 2 { low - width } else { low }
}

/// What a pointer to a literal text may point to.
fn is_text(ty: &Ty) -> bool {
    ty.is_character() || *ty == Ty::Void
}

fn is_class_of_text(class: PyClass) -> bool {
    matches!(class, PyClass::Object | PyClass::Bytes | PyClass::ByteArray | PyClass::Str)
}

/// Whether a view of one type can be used as one of the other without a check at run time.
fn conforms(from: &Memoryview, to: &Memoryview) -> bool {
    from.element == to.element
        && from.ndim() == to.ndim()
        && (to.is_const || !from.is_const)
        && from.axes.iter().zip(&to.axes).all(|(from, to)| match to {
            Axis::Strided => true,
            // A lone axis of a contiguous view is the same whatever it is called.
            Axis::Contiguous | Axis::Packed => from == to,
        })
}

fn address_converts(table: &TypeTable, value: &Expr, from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        _ if matches!(value.kind, ExprKind::Null) => matches!(to, Ty::Pointer { .. } | Ty::Function(_)),
        (Ty::Pointer { to: from, .. }, Ty::Pointer { to, .. }) => {
            is_same_in_c(table, from, &with_const_of(to, from)) || **to == Ty::Void || **from == Ty::Void
        }
        (Ty::Array { element, .. }, Ty::Pointer { to, .. }) => {
            is_same_in_c(table, element, to) || **to == Ty::Void
        }
        _ => false,
    }
}

/// A pointer type with the `const` of another, at all levels.
fn with_const_of(ty: &Ty, other: &Ty) -> Ty {
    match (ty, other) {
        (Ty::Pointer { to, .. }, Ty::Pointer { to: other, is_const }) => {
            Ty::Pointer { to: with_const_of(to, other).into(), is_const: *is_const }
        }
        _ => ty.clone(),
    }
}

/// Whether C may write through the pointer what is only read through the value.
fn drops_const(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Pointer { to: one, is_const: from }, Ty::Pointer { to: other, is_const: to }) => {
            *from && !*to || drops_const(one, other)
        }
        _ => false,
    }
}

/// What to do where a memoryview of another type is needed.
fn way_out(given: &Memoryview, wanted: &Memoryview) -> String {
    match (given.ndim(), wanted.ndim()) {
        (given, wanted) if given != wanted => {
            let plural = if given == 1 { "" } else { "s" };
            format!("it has {given} dimension{plural}, expected {wanted}")
        }
        _ if given.element != wanted.element => {
            "the types of the elements must be equal: declare one of the two differently, or convert the array before"
                .to_string()
        }
        _ if given.is_const && !wanted.is_const => {
            "what is only read can be declared as a `const` memoryview in both places".to_string()
        }
        _ => "a memoryview without `::1` takes any layout, and `x.copy()` is contiguous".to_string(),
    }
}
