//! Memoryviews of Python objects: reading an element takes a new reference, binding one releases the old one.

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::hir::{ExprId, ExprKind as H, Subscript};
use crate::source::Span;
use crate::tir::{Expr, Op};
use crate::ty::{PyClass, Ty};

impl<'m> Source<'m> {
    /// Whether an expression is an element of such a view.
    pub fn is_object_element(&self, id: ExprId) -> bool {
        match &self.function.body.exprs[id].kind {
            H::Subscript { base, .. } => {
                self.types.expr(*base).memoryview().is_some_and(|view| view.element.is_object())
                    && self.types.expr(id).is_object()
            }
            _ => false,
        }
    }
}

impl FunctionBuilder<'_, '_> {
    /// The current object of an element. Buffers know no classes, so the class is checked if one is declared.
    pub fn object_element(&mut self, place: Expr) -> Expr {
        let span = place.span;
        if self.around.in_region {
            return self.error_expr(report::objects_on_device("an element of a memoryview", span), span);
        }
        self.require_gil("reading an element that is a Python object", span);
        let class = match &place.ty {
            Ty::Object(class) => *class,
            _ => PyClass::Object,
        };
        let element = self.run("element", Op::Own(place), Ty::OBJECT, span);
        if class == PyClass::Object { element } else { self.as_class(element, class, true) }
    }

    pub fn bind_object_element(
        &mut self,
        base: ExprId,
        indices: &[Subscript],
        target: ExprId,
        value: Expr,
        span: Span,
    ) {
        let ty = self.source.types.expr(target);
        let value = self.coerce(value, &ty);
        let place = self.view_part(base, indices, ty, self.source.function.body.exprs[target].span);
        if self.source.types.expr(base).memoryview().is_some_and(|view| view.is_const) {
            let view = place.children().first().and_then(|view| view.as_local());
            let name = view.map_or("this", |local| self.code.locals[local].name.as_str()).to_string();
            let subject = self.source.subject_of(&name, "const");
            self.report(report::read_only_view(&name, span).about_here(subject));
            return;
        }
        if self.around.in_region {
            self.report(report::objects_on_device("an element of a memoryview", span));
        } else if !value.ty.is_error() && !place.ty.is_error() {
            self.require_gil("binding an element that is a Python object", span);
            let gives = self.code.gives(&value);
            self.run_only(Op::Store { place, value, gives }, span);
        }
    }
}
