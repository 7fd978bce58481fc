//! C methods that are found in an object's table of functions: as values, and what `with` binds where `__enter__` is one.

use super::{Checker, MethodOwner, called_slot, named_method};
use crate::hir::{ClassId, ExprId, Function, FunctionId, FunctionKind, Module};
use crate::source::Span;
use crate::ty::{FoundSlot, Signature, Ty, TypeTable};
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

/// The slot whose function `object.method` is as a value: that of another module's class, or one that other modules may fill for
/// objects of their own classes. `None` where a call passes more than is declared.
pub(crate) fn slot_of_value<'t>(
    table: &'t TypeTable,
    module: &Module,
    caller: &Function,
    owner: MethodOwner,
    name: &str,
) -> Option<FoundSlot<'t>> {
    let is_open = || !owner.is_named && module.is_found_in_table(owner.class, name);
    let slot = called_slot(table, module, caller, owner, name)
        .or_else(|| is_open().then(|| table.slot(owner.class, name)).flatten())?;
    let Ok(Ty::Function(signature)) = &slot.def.ty else { return None };
    let is_plain = !slot.def.is_cpdef && !slot.def.has_bundle && !slot.def.is_fused;
    (is_plain && !signature.has_views()).then_some(slot)
}

impl Checker<'_> {
    /// The address of the C method that `base.name` is; a method that Python also knows is Python's.
    pub(super) fn method_value(&mut self, base: ExprId, name: &str, span: Span) -> Option<Ty> {
        let owner = self.expr_class(base)?;
        if let Some(slot) = slot_of_value(&self.declared.table, self.module, self.function, owner, name) {
            return slot.def.ty.clone().ok();
        }
        if let Some(slot) = called_slot(&self.declared.table, self.module, self.function, owner, name) {
            let is_python = slot.def.is_cpdef;
            return (!is_python).then(|| self.not_yet("a C method of another module as a value", span));
        }
        let method = named_method(self.module, owner.class, owner.is_named, name)?.function;
        let function = &self.module.functions[method];
        if function.kind != FunctionKind::Cdef {
            return None;
        }
        let is_fixed =
            owner.is_named || self.module.called_method(owner.class, method, function.params.len()) == method;
        Some(match (&function.specialisation, is_fixed) {
            (Some(_), _) => self.not_yet("a C method of fused types as a value", span),
            (None, false) => self.not_yet("an object's C method that heirs override as a value", span),
            (None, true) => self.function_value(method, span),
        })
    }
}
