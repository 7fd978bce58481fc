//! C methods that others override: a function that calls the method of the object's actual class.
//!
//! If all classes that can override a method in C are known, this is a chain of conditions: later stages see
//! plain calls, and the chooser may do what any of the methods does. A Python class may override a `cpdef`
//! method; Python finds that one. If other modules can override it, it is in the object's table of functions
//! (see [`super::tables`]).

use std::collections::{HashMap, HashSet};

use super::chooser::Chooser;
use super::report;
use crate::base::Name;
use crate::diag::Diagnostics;
use crate::hir::bundles::required;
use crate::hir::{
    ClassField, ClassId, FieldAccess, Function, FunctionId, FunctionKind, IntKind, MethodRole, Module, Param,
    TypeExpr, TypeKind, TypeName, is_fused, is_same_type, lineage,
};

/// The field of objects that the choice depends on: the number of their class. Users cannot name it.
pub const CLASS_NUMBER: &str = "class";

pub fn add(module: &mut Module, diagnostics: &mut Diagnostics) {
    let mut choosers = Vec::new();
    let methods = c_methods(module);
    let unlike = unlike(module, &methods, diagnostics);
    for (class, name) in methods {
        let Some(method) = module.own_method(class, &name) else { continue };
        let is_open = module.functions[method].kind == FunctionKind::Cpdef && !module.classes[class].is_final;
        if !module.is_overridden(class, &name) && !is_open && !module.is_found_in_table(class, &name) {
            continue;
        }
        if !unlike.contains(&method) {
            let overridden = inherited(module, class, &name);
            // Another module's classes have no function that looks the method up in Python.
            let is_asked = |id: &FunctionId| {
                let of = module.functions[*id].method.map(|method| method.class);
                !is_open || of.is_some_and(|of| module.classes[of].foreign.is_none())
            };
            let known = overridden.filter(is_asked);
            let known = known.map_or(0, |overridden| module.functions[overridden].params.len());
            let arguments = required(&module.functions[method]).max(known + 1);
            choosers.extend(
                (arguments..=module.functions[method].params.len())
                    .map(|given| (class, name.clone(), method, given)),
            );
        }
    }
    let mut callers = HashMap::new();
    for (id, caller) in python_callers(module, choosers.iter().map(|(class, name, ..)| (*class, name))) {
        callers.insert(id, module.functions.alloc(caller));
    }
    for (class, name, method, given) in choosers {
        let is_cpdef = module.functions[method].kind == FunctionKind::Cpdef;
        let place = module.places(class).into_iter().rfind(|place| place.name == name).cloned();
        let place = place.filter(|_| module.is_found_in_table(class, &name));
        if !is_cpdef && place.is_none() {
            number_classes(module, class);
        }
        // It is not as declared, which has been reported.
        if place.as_ref().is_some_and(|place| given < place.required()) {
            continue;
        }
        let chooser = || Chooser::new(module, class, &name, method, given);
        let made = match &place {
            Some(place) => {
                let open = is_cpdef.then(|| chooser().function(MethodRole::Open, &callers));
                open.into_iter().chain([chooser().by_table(place)]).collect()
            }
            None => vec![chooser().function(MethodRole::Dispatcher, &callers)],
        };
        for function in made {
            module.functions.alloc(function);
        }
    }
}

/// Methods with an override that cannot replace them, which is reported. An override is compared with the nearest
/// method that it overrides: one that can replace that can replace all.
fn unlike(
    module: &Module,
    methods: &[(ClassId, Name)],
    diagnostics: &mut Diagnostics,
) -> HashSet<FunctionId> {
    let mut unlike = HashSet::new();
    let chosen: HashSet<FunctionId> =
        methods.iter().filter_map(|(class, name)| module.own_method(*class, name)).collect();
    for (other, function) in module.functions.iter() {
        let Some(method) = function.method else { continue };
        if module.own_method(method.class, &function.name) != Some(other) {
            continue;
        }
        // For another module's methods, this is checked when the tables are filled.
        let bases = lineage(&module.classes, method.class).skip(1);
        let mut overridden = bases
            .take_while(|&base| module.classes[base].foreign.is_none())
            .filter_map(|base| module.own_method(base, &function.name))
            .filter(|id| chosen.contains(id))
            .peekable();
        let Some(&nearest) = overridden.peek() else { continue };
        if is_alike(module, nearest, other) {
            continue;
        }
        let (span, declared) = (function.span, module.functions[nearest].span);
        diagnostics.push(match takes_the_same(module, nearest, other) {
            true => report::other_signature(&function.name, span, declared),
            false => report::other_parameters(&function.name, span, declared),
        });
        unlike.extend(overridden);
    }
    unlike
}

/// For methods with defaults that Python classes may override: functions that call Python's method with the
/// arguments of the C method, including its defaults.
fn python_callers<'m>(
    module: &'m Module,
    chosen: impl Iterator<Item = (ClassId, &'m Name)>,
) -> Vec<(FunctionId, Function)> {
    let mut callers: Vec<(FunctionId, Function)> = Vec::new();
    for (class, name) in chosen {
        for method in owners(module, class, name).filter_map(|id| module.own_method(id, name)) {
            let function = &module.functions[method];
            let has_defaults =
                function.kind == FunctionKind::Cpdef && required(function) < function.params.len();
            if has_defaults && callers.iter().all(|(known, _)| *known != method) {
                let chooser = Chooser::new(module, class, name, method, function.params.len());
                callers.push((method, chooser.python_caller()));
            }
        }
    }
    callers
}

/// The classes with their own method that an object of a class may have, subclasses first.
pub(super) fn owners<'m>(
    module: &'m Module,
    class: ClassId,
    name: &'m str,
) -> impl Iterator<Item = ClassId> + 'm {
    let mut owners: Vec<ClassId> = module.overrides(class, name).collect();
    owners.sort_by_key(|&id| std::cmp::Reverse(lineage(&module.classes, id).count()));
    owners
        .into_iter()
        .chain(lineage(&module.classes, class).find(|&id| module.own_method(id, name).is_some()))
}

/// The method that one of a class overrides.
fn inherited(module: &Module, class: ClassId, name: &str) -> Option<FunctionId> {
    module.c_method(module.classes[class].base?, name)
}

/// The functions of [`c_methods`] and similar ones, with the classes.
pub(super) fn c_method_ids(module: &Module) -> Vec<(ClassId, FunctionId)> {
    let names = c_methods(module).into_iter();
    names.filter_map(|(class, name)| Some((class, module.own_method(class, &name)?))).collect()
}

/// All methods of objects that C code calls, with their classes. A call of a `cdef` method of fused types is always
/// that of the declared class, as in Cython: nothing overrides them.
fn c_methods(module: &Module) -> Vec<(ClassId, Name)> {
    let methods = module.functions.iter().filter_map(|(_, function)| {
        let method = function.method.filter(|method| method.role == MethodRole::Instance)?;
        // A missing object has been reported.
        let has_object = !function.params.is_empty();
        let is_fused = has_fused(module, function);
        let is_chosen = match function.kind {
            FunctionKind::Cpdef => true,
            kind => kind == FunctionKind::Cdef && !is_fused,
        };
        (has_object && is_chosen).then(|| (method.class, function.name.clone()))
    });
    methods.collect()
}

pub(super) fn has_fused(module: &Module, function: &Function) -> bool {
    function.params.iter().any(|param| is_fused(function.declared_type(param), &module.typedefs))
}

/// Whether one method can stand for another: it may have more parameters, with defaults.
fn is_alike(module: &Module, first: FunctionId, other: FunctionId) -> bool {
    let takes_the_same = takes_the_same(module, first, other);
    let (first, other) = (&module.functions[first], &module.functions[other]);
    takes_the_same
        && first.kind == other.kind
        && (other.nogil || !first.nogil)
        && is_same_type(&first.result, &other.result, &module.typedefs)
}

/// Whether a method can be called as the one that it overrides.
fn takes_the_same(module: &Module, first: FunctionId, other: FunctionId) -> bool {
    let (first, other) = (&module.functions[first], &module.functions[other]);
    let ty = |function: &Function, param: &Param| function.body.locals[param.local].ty.clone();
    let mut params = first.params.iter().zip(&other.params).skip(1);
    required(first) == required(other)
        && first.params.len() <= other.params.len()
        && params.all(|(left, right)| is_same_type(&ty(first, left), &ty(other, right), &module.typedefs))
}

/// Adds the class number to objects of a class and of its bases. The layout that other modules know stays as
/// declared.
fn number_classes(module: &mut Module, class: ClassId) {
    let own = lineage(&module.classes, class)
        .filter(|&id| module.classes[id].foreign.is_none() && !module.classes[id].is_shared);
    let root = own.last().unwrap_or(class);
    let root = &mut module.classes[root];
    if root.fields.iter().any(|field| field.name == CLASS_NUMBER) {
        return;
    }
    let kind = TypeKind::Named(TypeName::Int(IntKind::Int));
    let field = ClassField {
        name: Name::new(CLASS_NUMBER),
        c_name: None,
        ty: TypeExpr { kind, span: root.span },
        access: FieldAccess::Hidden,
        span: root.span,
    };
    root.fields.insert(0, field);
}
