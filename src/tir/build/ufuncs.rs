//! `@cython.ufunc`: what NumPy needs to know about the functions that it calls for each element.

use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{self, Function, FunctionId};
use crate::source::Span;
use crate::tir::Ufunc;
use crate::ty::{IntKind, PartKind, PyClass, Signature, Ty, Typed};

/// The ufuncs of a module, in its order.
pub fn ufuncs(typed: &Typed, diagnostics: &mut Diagnostics) -> Vec<Ufunc> {
    let mut all: Vec<(Option<hir::FusedFunctionId>, Ufunc)> = Vec::new();
    for (id, function) in typed.module.functions.iter().filter(|(_, function)| function.is_ufunc) {
        if let Some(wrong) = fault(typed, id, function) {
            let before = diagnostics.len();
            diagnostics.push(wrong);
            diagnostics.said_of(before, hir::variant(&function.specialisation));
        }
        let of = function.specialisation.as_ref().map(|specialisation| specialisation.of);
        match all.last_mut().filter(|(last, _)| of.is_some() && *last == of) {
            Some((_, ufunc)) => ufunc.loops.push(id),
            None => {
                let (name, doc) = (function.name.clone(), function.doc.clone());
                all.push((of, Ufunc { name, doc, loops: vec![id] }));
            }
        }
    }
    all.into_iter().map(|(_, ufunc)| ufunc).collect()
}

/// Why NumPy cannot call the function.
fn fault(typed: &Typed, id: FunctionId, function: &Function) -> Option<Diagnostic> {
    let Signature { params, result, .. } = &typed.functions[id].signature;
    if let Some(param) = function.params.iter().find(|param| param.default.is_some()) {
        return Some(super::report::optional_of_ufunc(param.span));
    }
    if params.is_empty() {
        let words = "a ufunc takes at least one argument".to_string();
        return Some(super::report::bad_ufunc(words, function.span));
    }
    let refused = |ty: &Ty, span: Span| {
        let shown = typed.table.display(ty);
        super::report::bad_ufunc(format!("a `{shown}` cannot be an argument or result of a ufunc"), span)
    };
    let mut given = params.iter().zip(&function.params);
    let wrong = given.find(|(ty, _)| !is_element(ty) && !matches!(ty, Ty::Object(PyClass::Object)));
    if let Some((ty, param)) = wrong.filter(|(ty, _)| !ty.is_error()) {
        return Some(refused(ty, param.span));
    }
    let results = result.tuple_items().unwrap_or(std::slice::from_ref(result));
    let wrong = results.iter().find(|ty| !is_element(ty) && !ty.is_object() && !ty.is_error());
    wrong.map(|ty| refused(ty, function.span))
}

/// Whether NumPy has arrays of a C type.
fn is_element(ty: &Ty) -> bool {
    match ty {
        Ty::Int(kind) => !kind.is_letter() && *kind != IntKind::Bool,
        Ty::Float(_) | Ty::Complex(PartKind::Float(_)) => true,
        _ => false,
    }
}
