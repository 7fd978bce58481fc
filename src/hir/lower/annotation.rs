//! Variables and parameters whose type comes from an annotation: Python's own classes mean objects, except `float`,
//! `bool` and `complex`. An annotation for which Cython knows no type has no effect, nor does one on a variable of the
//! module.

use super::builder::BodyBuilder;
use super::scope::Entry;
use super::{FunctionLowerer, items, string_text};
use crate::hir::fused::resolved;
use crate::hir::{FloatKind, NoneClause, PartKind, PyClass, TypeExpr, TypeKind, TypeName};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

impl<'t> FunctionLowerer<'_, 't> {
    /// `name: type` in a function, with a value or without: declares the variable.
    pub fn declare_annotated(&mut self, assignment: ast::Assignment<'t>, builder: &mut BodyBuilder) {
        let Some(annotation) = assignment.annotation() else { return };
        let targets = assignment.targets();
        let [Expression::Name(name)] = targets.as_slice() else { return };
        let text = self.mangled(name.text(), builder);
        if builder.locals.contains_key(&text) {
            return;
        }
        let span = annotation.span();
        let ty = match builder.directives.annotation_typing {
            true => self.annotated(annotation, builder).map(|(ty, _)| ty),
            false => None,
        };
        let ty = ty.unwrap_or(TypeExpr { kind: TypeKind::Untyped, span });
        builder.declare(text, ty, false, name.span());
    }

    /// The type of a parameter, and whether it takes `None`.
    pub fn annotated_param(
        &mut self,
        annotation: ast::Annotation<'t>,
        builder: &mut BodyBuilder,
    ) -> (TypeExpr, NoneClause) {
        let span = annotation.span();
        let object = super::function::object_type(span);
        match self.annotated(annotation, builder) {
            None => (object, NoneClause::Unsaid),
            Some((TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Object)), .. }, _)) => {
                (object, NoneClause::Unsaid)
            }
            Some((ty, true)) => (ty, NoneClause::Unsaid),
            Some((ty, false)) => (ty, NoneClause::NotNone),
        }
    }

    /// The type, and whether the annotation also names `None`.
    pub(super) fn annotated(
        &mut self,
        annotation: ast::Annotation<'t>,
        builder: &mut BodyBuilder,
    ) -> Option<(TypeExpr, bool)> {
        let span = annotation.span();
        if let Some(expression) = annotation.expression() {
            return self.annotated_type(expression, builder);
        }
        let (name, arguments) = annotation.generic()?;
        if let Some(class) = self.container(Expression::Name(name), builder) {
            let inner = match class {
                PyClass::Tuple => {
                    arguments.iter().map(|inner| self.annotated(*inner, builder).map(|(ty, _)| ty)).collect()
                }
                _ => None,
            };
            let items =
                arguments.iter().map(|inner| items::annotated(self, inner.expression()?, builder)).collect();
            items::note(self, class, items, span);
            return Some((self.tuple_or(class, inner, span), false));
        }
        let is_none =
            |annotation: &ast::Annotation<'t>| matches!(annotation.expression(), Some(Expression::None(_)));
        let inner = match (name.text(), arguments.as_slice()) {
            ("Optional", [inner]) => *inner,
            ("Union", [one, other]) if is_none(other) => *one,
            ("Union", [one, other]) if is_none(one) => *other,
            _ => return None,
        };
        self.annotated(inner, builder).and_then(|(ty, _)| or_none(ty))
    }

    pub(super) fn annotated_type(
        &mut self,
        expression: Expression<'t>,
        builder: &mut BodyBuilder,
    ) -> Option<(TypeExpr, bool)> {
        let span = expression.span();
        if let Some(inner) = optional(expression) {
            return self.annotated_type(inner, builder).and_then(|(ty, _)| or_none(ty));
        }
        let ty = match expression {
            Expression::Name(name) if !self.is_type(name.text(), builder) => {
                let class = self.annotated_class(name.text(), span, builder);
                if class.is_none() && !self.is_known(name.text(), builder) {
                    let wrong = super::report::unknown_annotation(name.text(), span);
                    self.report(self.visible().with_annotated_type(wrong, name.text(), span));
                }
                class
            }
            Expression::String(string) => {
                let text = string_text(string)?;
                self.annotated_class(text.trim(), span, builder)
            }
            Expression::Subscript(subscript) => {
                let is_local = |name: &str| builder.is_local(name);
                match (self.container(subscript.value()?, builder), subscript.indices().as_slice()) {
                    (Some(class), items) => {
                        let held = items.iter().map(|item| items::annotated(self, *item, builder)).collect();
                        items::note(self, class, held, span);
                        let inner = match class {
                            PyClass::Tuple => items
                                .iter()
                                .map(|item| self.annotated_type(*item, builder).map(|(ty, _)| ty))
                                .collect(),
                            _ => None,
                        };
                        Some(self.tuple_or(class, inner, span))
                    }
                    (None, &[Expression::Slice(_)]) => self.type_of_expression(expression, &is_local),
                    (None, &[length]) => {
                        let element = match subscript.value()? {
                            nested @ Expression::Subscript(_) => self.annotated_type(nested, builder)?.0,
                            element => self.type_of_expression(element, &is_local)?,
                        };
                        Some(self.array_type(element, length, span, builder))
                    }
                    _ => self.type_of_expression(expression, &is_local),
                }
            }
            Expression::Call(_) => self.pointer_call(expression, builder),
            Expression::Tuple(_) => None,
            _ => self.type_of_expression(expression, &|name| builder.is_local(name)),
        };
        ty.map(|ty| (ty, false))
    }

    /// `tuple[T, U]` of C types is a C tuple.
    pub(super) fn tuple_or(&self, class: PyClass, inner: Option<Vec<TypeExpr>>, span: Span) -> TypeExpr {
        let inner = inner.filter(|_| class == PyClass::Tuple).unwrap_or_default();
        let is_c = |ty: &TypeExpr| {
            let kind = &resolved(ty, &self.tables.typedefs).kind;
            !matches!(
                kind,
                TypeKind::Named(TypeName::Object(_)) | TypeKind::Memoryview { .. } | TypeKind::Error
            )
        };
        match !inner.is_empty() && inner.iter().all(is_c) {
            true => TypeExpr { kind: TypeKind::Tuple(inner), span },
            false => of_class(class, span),
        }
    }

    fn is_type(&self, name: &str, builder: &BodyBuilder) -> bool {
        !builder.is_local(name) && matches!(self.scope().get(name), Some(Entry::Type(_)))
    }

    /// Whether something else than a type of C has the name: a class of Python's, a variable.
    fn is_known(&self, name: &str, builder: &BodyBuilder) -> bool {
        builder.is_local(name)
            || self.scope().get(name).is_some()
            || super::known::builtins().any(|known| known == name)
    }

    fn annotated_class(&self, name: &str, span: Span, builder: &BodyBuilder) -> Option<TypeExpr> {
        let named = match self.scope().get(name) {
            _ if builder.is_local(name) => None,
            Some(Entry::Type(named)) => Some(*named),
            Some(_) => None,
            None => python_class(name),
        };
        named.map(|named| TypeExpr { kind: TypeKind::Named(named), span })
    }

    /// The class of `dict[K, V]` or `typing.Dict[K, V]`.
    fn container(&self, expression: Expression<'t>, builder: &BodyBuilder) -> Option<PyClass> {
        let (name, is_own) = match expression {
            Expression::Name(name) if builder.is_local(name.text()) => return None,
            Expression::Name(name) => (name.text(), self.scope().get(name.text()).is_none()),
            Expression::Attribute(attribute) => (attribute.name()?.text(), false),
            _ => return None,
        };
        Some(match name {
            "dict" if is_own => PyClass::Dict,
            "frozenset" if is_own => PyClass::FrozenSet,
            "list" if is_own => PyClass::List,
            "set" if is_own => PyClass::Set,
            "tuple" if is_own => PyClass::Tuple,
            "Dict" if !is_own => PyClass::Dict,
            "FrozenSet" if !is_own => PyClass::FrozenSet,
            "List" if !is_own => PyClass::List,
            "Set" if !is_own => PyClass::Set,
            "Tuple" if !is_own => PyClass::Tuple,
            _ => return None,
        })
    }
}

/// The part of `T | None`, `typing.Optional[T]` and `typing.Union[T, None]` other than `None`.
fn optional(expression: Expression<'_>) -> Option<Expression<'_>> {
    let beside_none = |one, other| match (one, other) {
        (Expression::None(_), other) | (other, Expression::None(_)) => Some(other),
        _ => None,
    };
    match expression {
        Expression::Binary(binary) if binary.operator() == "|" => {
            beside_none(binary.left()?, binary.right()?)
        }
        Expression::Subscript(subscript) => {
            let Expression::Attribute(attribute) = subscript.value()? else { return None };
            match (attribute.name()?.text(), subscript.indices().as_slice()) {
                ("Optional", [inner]) => Some(*inner),
                ("Union", &[one, other]) => beside_none(one, other),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type of what may be `None` beside: of a C number that Python has a class for, that class.
pub(super) fn as_class(ty: TypeExpr) -> TypeExpr {
    let class = match ty.kind {
        TypeKind::Named(TypeName::Float(FloatKind::Double)) => PyClass::Float,
        TypeKind::Named(TypeName::Bint) => PyClass::Bool,
        TypeKind::Named(TypeName::Complex(PartKind::DOUBLE)) => PyClass::Complex,
        _ => return ty,
    };
    of_class(class, ty.span)
}

/// A type that also accepts `None`: an object type.
fn or_none(ty: TypeExpr) -> Option<(TypeExpr, bool)> {
    let ty = as_class(ty);
    let is_object = matches!(ty.kind, TypeKind::Named(TypeName::Object(_)));
    is_object.then_some((ty, true))
}

fn of_class(class: PyClass, span: Span) -> TypeExpr {
    TypeExpr { kind: TypeKind::Named(TypeName::Object(class)), span }
}

/// What the name of a builtin class means in an annotation.
fn python_class(name: &str) -> Option<TypeName> {
    Some(match name {
        "float" => TypeName::Float(FloatKind::Double),
        "bool" => TypeName::Bint,
        "complex" => TypeName::Complex(PartKind::DOUBLE),
        "int" => TypeName::Object(PyClass::Int),
        "object" => TypeName::Object(PyClass::Object),
        "str" => TypeName::Object(PyClass::Str),
        "bytes" => TypeName::Object(PyClass::Bytes),
        "bytearray" => TypeName::Object(PyClass::ByteArray),
        "tuple" => TypeName::Object(PyClass::Tuple),
        "list" => TypeName::Object(PyClass::List),
        "dict" => TypeName::Object(PyClass::Dict),
        "set" => TypeName::Object(PyClass::Set),
        "frozenset" => TypeName::Object(PyClass::FrozenSet),
        "frozendict" => TypeName::Object(PyClass::FrozenDict),
        "memoryview" => TypeName::Object(PyClass::MemoryView),
        "range" => TypeName::Object(PyClass::Range),
        "slice" => TypeName::Object(PyClass::Slice),
        _ => return None,
    })
}
