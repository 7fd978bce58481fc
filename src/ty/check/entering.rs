//! What `with` binds of an extension type whose `__enter__` is a C method.

use super::{Checker, MethodOwner, called_slot, named_method};
use crate::hir::{ClassId, ExprId, Function, FunctionId, FunctionKind, Module};
use crate::ty::{Signature, Ty, TypeTable};
use std::sync::Arc;

/// The C method `__enter__` of a class, which Python does not see, and which `with` calls.
pub(crate) enum Entering<'t> {
    Function(FunctionId),
    /// That of another module's class.
    Slot(&'t Arc<Signature>),
}

pub(crate) fn entering_method<'t>(
    table: &'t TypeTable,
    module: &Module,
    caller: &Function,
    class: ClassId,
) -> Option<Entering<'t>> {
    let owner = MethodOwner { class, is_named: false };
    if let Some(slot) = called_slot(table, module, caller, owner, "__enter__") {
        let Ok(Ty::Function(signature)) = &slot.def.ty else { return None };
        let is_plain = !slot.def.is_cpdef && !slot.def.is_static && signature.params.len() == 1;
        return is_plain.then_some(Entering::Slot(signature));
    }
    let method = named_method(module, class, false, "__enter__")?;
    let function = module.called_method(class, method.function, 1);
    let is_in_c = module.functions[method.function].kind == FunctionKind::Cdef;
    let is_plain = is_in_c && method.passes_object && module.functions[function].params.len() == 1;
    is_plain.then_some(Entering::Function(function))
}

/// The type of an undeclared variable that `with` binds: what a C method `__enter__` gives.
pub(in crate::ty) fn entered(checker: &mut Checker<'_>, manager: ExprId) -> Ty {
    let ty = checker.expr(manager);
    let table = &checker.declared.table;
    let of_class = |class| entering_method(table, checker.module, checker.function, class);
    match ty.extension().and_then(of_class) {
        Some(Entering::Function(function)) => checker.declared.signatures[function].result.clone(),
        Some(Entering::Slot(signature)) => signature.result.clone(),
        None if ty.is_error() => Ty::Error,
        None => Ty::OBJECT,
    }
}
