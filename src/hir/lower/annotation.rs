//! Variables of functions whose type an annotation says: Python's own classes mean objects, but for `float` and
//! `complex`.

use super::Lowerer;
use super::builder::BodyBuilder;
use super::scope::Entry;
use crate::hir::{FloatKind, PyClass, TypeExpr, TypeKind, TypeName};
use crate::syntax::ast::{self, Expression};

impl<'t> Lowerer<'t> {
    /// `name: type` in a function, with a value or without: declares the variable.
    pub fn declare_annotated(&mut self, assignment: ast::Assignment<'t>, builder: &mut BodyBuilder) {
        let Some(annotation) = assignment.annotation() else { return };
        let targets = assignment.targets();
        let [Expression::Name(name)] = targets.as_slice() else { return };
        let text = self.mangled(name.text(), builder);
        if builder.locals.contains_key(&text) {
            return;
        }
        let ty = match self.annotated_type(annotation, builder) {
            Some(ty) => ty,
            None => {
                self.not_yet("this annotation of a variable", annotation.span());
                TypeExpr { kind: TypeKind::Error, span: annotation.span() }
            }
        };
        builder.declare(text, ty, false, name.span());
    }

    fn annotated_type(&mut self, annotation: ast::Annotation<'t>, builder: &BodyBuilder) -> Option<TypeExpr> {
        let span = annotation.span();
        let expression = annotation.expression()?;
        if let Expression::Name(name) = expression
            && !builder.is_local(name.text())
            && !matches!(self.scope.get(name.text()), Some(Entry::Type(_)))
        {
            let named = if self.scope.get(name.text()).is_some() { None } else { python_class(name.text()) };
            return named.map(|named| TypeExpr { kind: TypeKind::Named(named), span });
        }
        self.type_of_expression(expression, &|name| builder.is_local(name))
    }
}

/// What the name of a builtin class means in an annotation.
fn python_class(name: &str) -> Option<TypeName> {
    Some(match name {
        "float" => TypeName::Float(FloatKind::Double),
        "complex" => TypeName::Complex(FloatKind::Double),
        "int" => TypeName::Object(PyClass::Int),
        "object" => TypeName::Object(PyClass::Object),
        "str" => TypeName::Object(PyClass::Str),
        "bytes" => TypeName::Object(PyClass::Bytes),
        "tuple" => TypeName::Object(PyClass::Tuple),
        "list" => TypeName::Object(PyClass::List),
        "dict" => TypeName::Object(PyClass::Dict),
        "set" => TypeName::Object(PyClass::Set),
        _ => return None,
    })
}
