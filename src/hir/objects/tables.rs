//! Tables of C methods, to which objects lead: other modules call by them, and override what stands in them.
//!
//! The places are Cython's. Those of the base come first, then what the `.pxd` declares in the class, in its order; what is
//! declared again as it was has the place that it had. A class that offcy cannot make a table for has none: then no other
//! module can call its methods.

use super::dispatch::{Chooser, c_method_ids, required};
use super::report;
use crate::base::Arena;
use crate::diag::Diagnostics;
use crate::hir::{
    ClassId, ExceptionClause, Function, FunctionKind, Module, PyClass, Slot, TypeExpr, TypeKind, TypeName,
    Typedef, is_same_type, lineage, resolved,
};

/// Settles which places each class adds to those of its base.
pub fn lay_out(module: &mut Module) {
    let mut ids: Vec<ClassId> = module.classes.iter().map(|(id, _)| id).collect();
    ids.sort_by_key(|&id| lineage(&module.classes, id).count());
    for id in ids {
        let class = &module.classes[id];
        let is_open = |base: ClassId| {
            let base = &module.classes[base];
            base.is_shared || base.foreign.is_some()
        };
        let is_own = class.foreign.is_none();
        let has_obstacle = class.slots.iter().any(|slot| slot.obstacle.is_some());
        if is_own && (has_obstacle || class.base.is_some_and(|base| !is_open(base))) {
            module.classes[id].is_shared = false;
            module.classes[id].slots.clear();
            continue;
        }
        let known = class.base.map(|base| module.places(base)).unwrap_or_default();
        let is_known = |slot: &Slot| {
            let place = known.iter().rfind(|place| place.name == slot.name);
            place.is_some_and(|place| is_same_place(place, slot, &module.typedefs))
        };
        let slots = class.slots.iter().filter(|slot| !is_known(slot)).cloned().collect();
        module.classes[id].slots = slots;
    }
}

/// Adds the functions for places that are called otherwise than the methods that belong there.
pub fn fill(module: &mut Module, diagnostics: &mut Diagnostics) {
    for (class, method) in c_method_ids(module) {
        let name = module.functions[method].name.clone();
        let places = module.places(class).into_iter().cloned().enumerate();
        let places: Vec<(usize, Slot)> = places.filter(|(_, place)| place.name == name).collect();
        for (number, place) in places {
            let function = &module.functions[method];
            if let Some(why) = &place.obstacle {
                diagnostics.push(report::overrides_unusable(&name, why, function.span, place.span));
                break;
            }
            match fit(&place, function, &module.typedefs) {
                Fit::Exact => {}
                Fit::Called => {
                    let given = place.function().map_or(0, |function| function.params.len());
                    let chooser = module.called_method(class, method, given);
                    let made = Chooser::new(module, class, &name, method, given);
                    let made = made.in_place(number as u32, &place, chooser);
                    module.functions.alloc(made);
                }
                Fit::OtherTypes => {
                    diagnostics.push(report::other_signature(&name, function.span, place.span));
                    break;
                }
                Fit::OtherParameters => {
                    diagnostics.push(report::other_parameters(&name, function.span, place.span));
                    break;
                }
            }
        }
    }
}

/// Whether a declaration says of a method what an earlier one has said: then they share a place.
fn is_same_place(first: &Slot, second: &Slot, typedefs: &Arena<Typedef>) -> bool {
    let (Some(left), Some(right)) = (first.function(), second.function()) else { return false };
    first.is_cpdef == second.is_cpdef
        && left.params.len() == right.params.len()
        && left.params.iter().zip(&right.params).skip(1).all(|(left, right)| is_same(left, right, typedefs))
        && is_same(&left.result, &right.result, typedefs)
        && left.nogil == right.nogil
        && spelled_out(&left.exception, &left.result, typedefs)
            == spelled_out(&right.exception, &right.result, typedefs)
}

/// How a method stands to a place of its name.
enum Fit {
    /// It is what is called there.
    Exact,
    /// It can be called for it.
    Called,
    OtherTypes,
    OtherParameters,
}

fn fit(place: &Slot, method: &Function, typedefs: &Arena<Typedef>) -> Fit {
    let Some(declared) = place.function() else { return Fit::OtherTypes };
    let params = method.params.iter().map(|param| method.declared_type(param));
    let mut pairs = params.zip(&declared.params).skip(1);
    let takes_the_same = required(method) <= declared.params.len()
        && declared.params.len() <= method.params.len()
        && pairs.all(|(left, right)| is_same(left, right, typedefs));
    if !takes_the_same {
        return Fit::OtherParameters;
    }
    let is_cpdef = method.kind == FunctionKind::Cpdef;
    let gives_the_same = is_same(&method.result, &declared.result, typedefs);
    if !gives_the_same || (place.is_cpdef && !is_cpdef) || (declared.nogil && !method.nogil) {
        return Fit::OtherTypes;
    }
    let is_exact = !is_cpdef
        && declared.params.len() == method.params.len()
        && spelled_out(&declared.exception, &declared.result, typedefs)
            == spelled_out(&method.exception, &method.result, typedefs);
    if is_exact { Fit::Exact } else { Fit::Called }
}

/// What is already reported is like anything.
fn is_same(left: &TypeExpr, right: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    let is_error = |ty: &TypeExpr| matches!(ty.kind, TypeKind::Error);
    let object = |ty: &TypeExpr| match ty.kind {
        TypeKind::Untyped => {
            TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Object)), span: ty.span }
        }
        _ => ty.clone(),
    };
    is_error(left) || is_error(right) || is_same_type(&object(left), &object(right), typedefs)
}

/// What nothing said about exceptions means in a class.
fn spelled_out(clause: &ExceptionClause, result: &TypeExpr, typedefs: &Arena<Typedef>) -> ExceptionClause {
    let result = &resolved(result, typedefs).kind;
    let is_object = matches!(result, TypeKind::Untyped | TypeKind::Named(TypeName::Object(_)));
    match clause {
        ExceptionClause::Default if !is_object => ExceptionClause::Always,
        clause => clause.clone(),
    }
}
