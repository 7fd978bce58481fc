//! C methods with memoryviews in classes that modules of offcy's and of Cython's share: in the tables they take and return
//! Cython's memoryviews (`offcy_cython_view.h`). Who calls one does it by a function that converts them, and that calls
//! what this module has put into tables as it is.

use std::collections::HashSet;

use super::Emitted;
use crate::emit::c::Doc;
use crate::emit::glue::capi::function_address;
use crate::emit::glue::cython_views::{Adapter, Calls, pointer_to_cython};
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::{Expr, ExprKind, Function, FunctionId, StmtKind, method_table, walk};
use crate::ty::{ClassId, PyClass, Signature, SlotDef, Ty};

/// The type of a slot's function, if it takes or returns memoryviews and nothing else that modules of the two have
/// differently.
pub fn converted(slot: &SlotDef) -> Option<Signature> {
    let Ty::Function(signature) = slot.called_as() else { return None };
    let others = || signature.params.iter().chain([&signature.result]).filter(|ty| ty.memoryview().is_none());
    let differs = |ty: &Ty| match ty {
        Ty::Function(signature) => signature.has_views(),
        ty => ty.array_element().memoryview().is_some(),
    };
    (signature.has_views() && !others().any(differs)).then(|| Signature::clone(&signature))
}

/// Whether a class of the module, or one that it uses, has such a method.
pub fn are_there(unit: &Unit<'_>) -> bool {
    let types = &unit.module.types;
    types.class_ids().any(|id| {
        let is_here = types.class(id).foreign.is_none() || unit.used.classes.contains(&id);
        is_here && types.places(id).any(|slot| converted(slot).is_some())
    })
}

/// What calls such a method, if a pointer was read from a table: it comes before the arguments, as `offcy_method`.
pub fn caller(unit: &Unit<'_>, function: &Function, pointer: &Expr) -> Option<String> {
    pointer.ty.function().filter(|signature| signature.has_views())?;
    let Some(local) = pointer.as_local() else { return caller_of_read(unit, pointer) };
    let mut found = None;
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Assign { place, value } = &stmt.kind
            && place.as_local() == Some(local)
        {
            found = found.take().or_else(|| caller_of_read(unit, value));
        }
    });
    found
}

fn caller_of_read(unit: &Unit<'_>, pointer: &Expr) -> Option<String> {
    let ExprKind::Field { base, name } = &pointer.kind else { return None };
    let class = match base.kind {
        ExprKind::TypeObject(PyClass::Extension(class)) => class,
        _ => base.ty.extension()?,
    };
    let types = &unit.module.types;
    let slot = types.slot(class, name)?;
    converted(slot.def)?;
    let owners = types.lineage(class).filter(|&id| types.places(id).count() > slot.number);
    caller_of(unit, owners.last()?, slot.number)
}

/// The name of what calls the method in a slot that the class adds.
fn caller_of(unit: &Unit<'_>, owner: ClassId, number: usize) -> Option<String> {
    let methods = unit.symbols.classes.get(&owner)?.part("c_methods");
    Some(unit.symbols.namer.inside().name(&format!("{methods}_{number}_to_cython")))
}

/// What is in tables for a function.
pub fn for_cython(unit: &Unit<'_>, function: FunctionId) -> String {
    let name = function_address(unit, function);
    unit.symbols.namer.inside().name(&format!("{name}_in_table"))
}

/// The functions for tables, and those that call methods; the prototypes of both.
pub fn adapters(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) -> Vec<Doc> {
    let mut prototypes: Vec<Doc> = Vec::new();
    let module = &unit.module;
    let mut made = HashSet::new();
    for class in super::all(unit) {
        for (slot, function) in class.table().unwrap_or_default().into_iter().enumerate() {
            let Some(slot) = module.types.places(class.id).nth(slot) else { continue };
            let (Some(function), Some(signature)) = (function, converted(slot)) else { continue };
            if made.insert(function) {
                for_table(unit, tables, (function, &signature), out);
            }
        }
        class.show_own(out);
    }
    for owner in module.types.class_ids() {
        let inherited = module.types.places(owner).count() - module.types.class(owner).slots.len();
        for (at, slot) in module.types.class(owner).slots.iter().enumerate() {
            let number = inherited + at;
            let (Some(signature), Some(symbol)) = (converted(slot), caller_of(unit, owner, number)) else {
                continue;
            };
            if !tables.names(&symbol) {
                continue;
            }
            let adapter = Adapter {
                params: named(signature.params.iter()),
                method: Some(pointer_to_cython(unit, &signature, false)),
                own: (!slot.is_static).then(|| c_type(&unit.symbols, &slot.called_as())),
                known: known(unit, owner, number),
                ..Adapter::new(symbol, String::new(), &signature, Calls::Cython)
            };
            if adapter.own.is_some() {
                let variable = adapter.known_methods();
                prototypes.push(format!("static const offcy_found_method *{variable};").into());
            }
            prototypes.push(adapter.prototype(unit));
            adapter.define(unit, tables, out);
        }
    }
    prototypes
}

/// What this module has put into a slot of tables, with the functions themselves.
fn known(unit: &Unit<'_>, owner: ClassId, number: usize) -> Vec<(String, String)> {
    let module = &unit.module;
    let mut found = Vec::new();
    for id in module.types.class_ids().filter(|&id| module.types.is_subclass(id, owner)) {
        let table = method_table(&module.types, &module.functions, id).unwrap_or_default();
        let Some(function) = table.get(number).copied().flatten() else { continue };
        let one = (for_cython(unit, function), function_address(unit, function));
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn for_table(
    unit: &Unit<'_>,
    tables: &mut Tables,
    (id, signature): (FunctionId, &Signature),
    out: &mut Writer,
) {
    let function = &unit.module.functions[id];
    let types = function.params.iter().map(|param| &function.locals[param.local].ty);
    let callee = function_address(unit, id);
    tables.note_name(&callee);
    let adapter = Adapter {
        params: named(types),
        result: &function.result,
        ..Adapter::new(for_cython(unit, id), callee, signature, Calls::Offcy)
    };
    adapter.define(unit, tables, out);
}

fn named<'t>(params: impl Iterator<Item = &'t Ty>) -> Vec<(String, &'t Ty)> {
    params.enumerate().map(|(number, ty)| (format!("argument_{number}"), ty)).collect()
}

impl Emitted<'_, '_> {
    /// The functions of the class' table that are adapters there.
    fn own_methods(self) -> Vec<FunctionId> {
        let table = self.table().filter(|_| self.shows_table()).unwrap_or_default();
        let places = self.unit.module.types.places(self.id);
        let converted = table.into_iter().zip(places).filter(|(_, slot)| converted(slot).is_some());
        converted.filter_map(|(function, _)| function).collect()
    }

    /// Those that offcy's modules call, as a table.
    fn show_own(self, out: &mut Writer) {
        let methods = self.own_methods();
        if methods.is_empty() {
            return;
        }
        out.gap();
        out.line(format!("static const offcy_view_method {}_own[] = {{", self.symbols.part("c_methods")));
        for id in methods {
            let (in_table, own) = (for_cython(self.unit, id), function_address(self.unit, id));
            out.line(format!("    {{(offcy_method){in_table}, (offcy_method){own}}},"));
        }
        out.line("    {NULL, NULL},");
        out.line("};");
    }

    /// The statement that shows this table to other modules.
    pub(super) fn showing_own(self) -> Option<String> {
        let (object, methods) = (&self.symbols.type_object, self.symbols.part("c_methods"));
        let is_there = !self.own_methods().is_empty();
        is_there.then(|| format!("if (offcy_show_view_methods({object}, {methods}_own) < 0)"))
    }

    /// What is in the class' table for a function of the module.
    pub(super) fn entry(self, number: usize, function: FunctionId) -> String {
        let slot = self.unit.module.types.places(self.id).nth(number);
        match slot.and_then(converted) {
            Some(_) => for_cython(self.unit, function),
            None => function_address(self.unit, function),
        }
    }
}
