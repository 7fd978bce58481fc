//! C functions without the GIL: what they cannot have, whatever their bodies do.

use super::FunctionLowerer;
use super::function::is_object;
use super::report::{object_local_without_gil, object_result_without_gil};
use crate::hir::{Body, TypeExpr, TypeKind};
use crate::source::Span;

impl FunctionLowerer<'_, '_> {
    /// Cython refuses a result that is an object, and variables that are declared to hold one, for both are counted
    /// where the GIL is not held.
    pub fn refuse_objects(&mut self, result: &TypeExpr, body: &Body, span: Span) {
        if is_object(result) {
            self.report(object_result_without_gil(span));
        }
        let mut locals = body.locals.iter().map(|(_, local)| local);
        let declared = locals.find(|local| {
            let is_declared =
                !local.is_param && !local.is_hidden && !matches!(local.ty.kind, TypeKind::Untyped);
            is_declared && is_object(&local.ty)
        });
        if let Some(local) = declared {
            self.report(object_local_without_gil(&local.name, local.span, span));
        }
    }
}
