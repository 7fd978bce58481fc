//! Old buffer syntax: `np.ndarray[double, ndim=2] x` (see [`crate::hir::buffers`]).

use super::builder::BodyBuilder;
use super::{FunctionLowerer, report};
use crate::hir::{AxisSpec, Binding, BufferOptions, ExprId, ExprKind, PyClass, TypeExpr, TypeKind, TypeName};
use crate::syntax::ast::{self, Expression, StringValue, TemplateValue};

impl<'t> FunctionLowerer<'_, 't> {
    /// The type `base[element, ndim=2, mode="c"]`, if `base` is a Python class.
    /// `list[double]`: a list, whatever its items are; `tuple[int, double]` of C types is a C tuple.
    pub(super) fn container_type(
        &mut self,
        template: ast::TemplateType<'t>,
        body: &mut BodyBuilder,
    ) -> Option<TypeKind> {
        use PyClass::{Dict, FrozenSet, List, Set, Tuple};
        let base = self.c_type(template.base(), template.span(), body).kind;
        let TypeKind::Named(TypeName::Object(class @ (Dict | FrozenSet | List | Set | Tuple))) = base else {
            return None;
        };
        let mut items = Vec::new();
        for argument in template.arguments() {
            items.push(match argument.value()? {
                TemplateValue::Type(ty) => self.type_name(ty, body),
                TemplateValue::Expression(value) => {
                    self.type_of_expression(value, &|name| body.is_local(name))?
                }
            });
        }
        super::items::note(self, class, super::items::of_types(&items), template.span());
        Some(self.tuple_or(class, Some(items), template.span()).kind)
    }

    pub(super) fn buffer_type(
        &mut self,
        template: ast::TemplateType<'t>,
        body: &mut BodyBuilder,
    ) -> Option<TypeKind> {
        let span = template.span();
        let base = self.c_type(template.base(), span, body);
        if !self.is_python_class(&base) {
            return None;
        }
        let (mut element, mut dimensions, mut mode) = (None, 1, "strided".to_string());
        let mut options = BufferOptions::default();
        for (at, argument) in template.arguments().into_iter().enumerate() {
            let by_place = || ["dtype", "ndim", "mode"].get(at).copied();
            let Some(name) = argument.name().map(|name| name.text()).or_else(by_place) else {
                self.report(report::too_many_buffer_options(argument.span()));
                return Some(TypeKind::Error);
            };
            let known = argument.expression().and_then(|value| self.visible().evaluated(value, &|_| None));
            match (name, argument.value()) {
                ("dtype", Some(TemplateValue::Type(ty))) => element = Some(self.type_name(ty, body)),
                ("ndim", _) => dimensions = known.and_then(|known| usize::try_from(known.integer()?).ok())?,
                ("mode", Some(TemplateValue::Expression(Expression::String(text)))) => {
                    match text.value().ok()? {
                        StringValue::Text(text) => mode = text,
                        _ => return None,
                    }
                }
                ("negative_indices", _) => options.is_unwrapped = !known?.boolean()?,
                ("cast", _) => options.takes_any = known?.boolean()?,
                ("dtype" | "mode", _) => return None,
                _ => {
                    let place = argument.name().map_or(span, |name| name.span());
                    self.report(report::no_buffer_option(name, place));
                    return Some(TypeKind::Error);
                }
            }
        }
        let last = dimensions.checked_sub(1).filter(|last| *last < 8)?;
        let mut axes = vec![AxisSpec::Any; dimensions];
        match mode.as_str() {
            "c" => axes[last] = AxisSpec::Contiguous,
            "fortran" => axes[0] = AxisSpec::Contiguous,
            // Buffers that are accessed through pointers are rejected at their source.
            "strided" | "full" => {}
            _ => return None,
        }
        let element = Box::new(element?);
        if self.is_python_class(&element) && !self.may_hold_objects(&base) {
            return None;
        }
        let view = TypeExpr { kind: TypeKind::Memoryview { element, axes }, span };
        Some(TypeKind::Buffer { object: Box::new(base), view: Box::new(view), options })
    }

    /// What a map refers to if it names a variable: the view of its elements.
    pub(super) fn shown_view(&self, subject: ExprId, body: &mut BodyBuilder) -> ExprId {
        match &body.body.exprs[subject].kind {
            ExprKind::Name(Binding::Local(object)) => match body.body.buffers.get(object).copied() {
                Some(view) => {
                    let span = body.body.exprs[subject].span;
                    body.add(ExprKind::Name(Binding::Local(view)), span)
                }
                None => subject,
            },
            _ => subject,
        }
    }

    /// Whether a class may be an array class, and not one of Python's containers (`list[str]`).
    fn may_hold_objects(&self, base: &TypeExpr) -> bool {
        match &base.kind {
            TypeKind::Named(TypeName::Object(class)) => {
                *class == PyClass::Object || class.extension().is_some()
            }
            TypeKind::Named(TypeName::Typedef(id)) => {
                self.may_hold_objects(&self.tables.typedefs[*id].target)
            }
            _ => false,
        }
    }

    fn is_python_class(&self, ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Named(TypeName::Object(_)) => true,
            TypeKind::Named(TypeName::Typedef(id)) => self.is_python_class(&self.tables.typedefs[*id].target),
            _ => false,
        }
    }
}
