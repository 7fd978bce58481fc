//! Tables of C methods, to which objects point: other modules call through them, and override their entries.
//!
//! The layout is Cython's. The slots of the base come first, then what the `.pxd` declares in the class, in its order;
//! an identical redeclaration keeps its slot. A class for which offcy cannot make a table has none: then no other
//! module can call its methods.

use std::sync::Arc;

use super::chooser::Chooser;
use super::dispatch::c_method_ids;
use super::report;
use crate::base::{Arena, Name};
use crate::diag::Diagnostics;
use crate::hir::bundles::{self, no_value, required};
use crate::hir::fused::is_object;
use crate::hir::{
    Body, ClassId, ExceptionClause, Function, FunctionDecl, FunctionId, FunctionKind, FunctionTypeExpr,
    Local, Method, MethodRole, Module, NoneClause, Param, ParamKind, PyClass, Slot, TypeExpr, TypeKind,
    TypeName, Typedef, is_same_type, lineage,
};

/// Settles which slots each class adds to those of its base.
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
        let mut slots: Vec<Slot> = class.slots.iter().filter(|slot| !is_known(slot)).cloned().collect();
        for slot in &mut slots {
            if slot.optional > 0 && slot.obstacle.is_none() {
                bundle(module, id, slot);
            }
        }
        module.classes[id].slots = slots;
    }
}

/// Makes the struct through which a method takes its optional arguments. For another module's method, this also adds a
/// function that represents it in calls: the functions that call it are added as for methods of this module.
fn bundle(module: &mut Module, class: ClassId, slot: &mut Slot) {
    let Some(function) = slot.function().cloned() else { return };
    let (name, span) = (&module.classes[class].name, slot.span);
    let name = Name::new(format!("{name}_{}_optional", slot.name));
    slot.bundle = Some(bundles::declare(module, name, (slot.required(), &function.params), span));
    if module.classes[class].foreign.is_some() {
        let stand_in = stand_in(module, class, slot, &function);
        module.functions.alloc(stand_in);
    }
}

/// A method of another module as a function of this one. It is never called itself; its chooser is called instead.
fn stand_in(module: &Module, class: ClassId, slot: &Slot, declared: &FunctionTypeExpr) -> Function {
    let span = slot.span;
    let mut body = Body::default();
    let mut params = Vec::new();
    for (at, ty) in declared.params.iter().enumerate() {
        let name = declared.names.0.get(at).cloned().flatten();
        let name = name.unwrap_or_else(|| Name::new(format!("argument_{at}")));
        let local = Local { name, ty: ty.clone(), is_param: true, is_hidden: false, span };
        let local = body.locals.alloc(local);
        let kind = if at == 0 { ParamKind::PositionalOnly } else { ParamKind::PositionalOrKeyword };
        let default = (at >= slot.required()).then(|| no_value(&mut body, ty, &module.typedefs));
        params.push(Param { local, kind, default, none: NoneClause::Unsaid, span });
    }
    let decl = FunctionDecl {
        method: Some(Method { class, role: MethodRole::Instance }),
        nogil: declared.nogil,
        ..FunctionDecl::new(slot.name.clone(), FunctionKind::Cdef, span)
    };
    Function {
        decl: Arc::new(decl),
        params,
        result: declared.result.clone(),
        exception: declared.exception.clone(),
        body,
        exported: Vec::new(),
        stands_for: Vec::new(),
        shorter: Vec::new(),
        ..module.init.clone()
    }
}

/// Adds the functions for slots whose calling convention differs from that of the methods in them.
pub fn fill(module: &mut Module, diagnostics: &mut Diagnostics) {
    let own = c_method_ids(module).into_iter().chain(static_methods(module));
    let own: Vec<_> = own.filter(|(class, _)| module.classes[*class].foreign.is_none()).collect();
    for (class, method) in own {
        let name = module.functions[method].name.clone();
        let places = module.places(class).into_iter().enumerate();
        let places = places.filter(|(_, place)| place.name == name);
        let places: Vec<(usize, Slot)> = places.map(|(number, place)| (number, place.clone())).collect();
        // For methods of this module, this was reported where they are compared.
        let foreign = lineage(&module.classes, class).find(|&id| module.classes[id].foreign.is_some());
        let foreign = foreign.map_or(0, |base| module.places(base).len());
        for (number, place) in places {
            let function = &module.functions[method];
            if let Some(why) = &place.obstacle {
                diagnostics.push(report::overrides_unusable(&name, why, function.span, place.span));
                break;
            }
            match fit(&place, function, &module.typedefs) {
                Fit::Exact => {}
                Fit::Called if place.is_static => {
                    diagnostics.push(report::other_signature(&name, function.span, place.span));
                    break;
                }
                Fit::Called => {
                    let made = Chooser::new(module, class, &name, method, place.required());
                    let made = made.in_place(number as u32, &place);
                    module.functions.alloc(made);
                }
                _ if number >= foreign => break,
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

/// The static C methods, with their classes.
fn static_methods(module: &Module) -> Vec<(ClassId, FunctionId)> {
    let methods = module.functions.iter().filter_map(|(id, function)| {
        let method = function.method.filter(|method| method.role == MethodRole::Static)?;
        (function.kind == FunctionKind::Cdef).then_some((method.class, id))
    });
    methods.collect()
}

/// Whether a declaration of a method equals an earlier one: then they share a slot.
fn is_same_place(first: &Slot, second: &Slot, typedefs: &Arena<Typedef>) -> bool {
    let (Some(left), Some(right)) = (first.function(), second.function()) else { return false };
    (first.is_cpdef, first.optional, first.is_static) == (second.is_cpdef, second.optional, second.is_static)
        && left.params.len() == right.params.len()
        && left
            .params
            .iter()
            .zip(&right.params)
            .skip(usize::from(!first.is_static))
            .all(|(left, right)| is_same(left, right, typedefs))
        && is_same(&left.result, &right.result, typedefs)
        && left.nogil == right.nogil
        && spelled_out(&left.exception, &left.result, typedefs)
            == spelled_out(&right.exception, &right.result, typedefs)
}

/// How a method fits a slot of its name.
enum Fit {
    /// It can be called directly.
    Exact,
    /// It can be called by a function in the slot.
    Called,
    OtherTypes,
    OtherParameters,
}

fn fit(place: &Slot, method: &Function, typedefs: &Arena<Typedef>) -> Fit {
    let Some(declared) = place.function() else { return Fit::OtherTypes };
    let params = method.params.iter().map(|param| method.declared_type(param));
    let mut pairs = params.zip(&declared.params).skip(usize::from(!place.is_static));
    let takes_the_same = required(method) == place.required()
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
        && place.bundle.is_none()
        && declared.params.len() == method.params.len()
        && spelled_out(&declared.exception, &declared.result, typedefs)
            == spelled_out(&method.exception, &method.result, typedefs);
    if is_exact { Fit::Exact } else { Fit::Called }
}

/// A type with a reported error equals any type.
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

/// The meaning of a missing exception clause in a class.
fn spelled_out(clause: &ExceptionClause, result: &TypeExpr, typedefs: &Arena<Typedef>) -> ExceptionClause {
    match clause {
        ExceptionClause::Default if !is_object(result, typedefs) => ExceptionClause::Always,
        clause => clause.clone(),
    }
}
