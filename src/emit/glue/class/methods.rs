//! The tables of methods and of properties.

use std::collections::HashSet;

use super::{Emitted, fields, pickling, text};
use crate::emit::c::Doc;
use crate::emit::glue::module::{docstring, method_row, shown_param, with_marks};
use crate::emit::writer::Writer;
use crate::tir::special::special;
use crate::tir::{Function, FunctionId, MethodRole};

pub fn tables(class: Emitted<'_, '_>, out: &mut Writer) {
    let methods = methods(class);
    if has_methods(class) {
        out.gap();
        out.line(format!("static PyMethodDef {}[] = {{", class.symbols.part("methods")));
        methods.into_iter().for_each(|(id, function)| method(class, id, function, out));
        pickling::rows(class, out);
        out.line("    {NULL, NULL, 0, NULL}};");
    }
    members(class, out);
    for name in property_names(class) {
        setter(class, &name, out);
    }
    let rows = properties(class);
    if !rows.is_empty() {
        out.gap();
        out.line(format!("static PyGetSetDef {}[] = {{", class.symbols.part("properties")));
        rows.into_iter().for_each(|row| out.line(format!("    {row},")));
        out.line("    {NULL, NULL, NULL, NULL, NULL}};");
    }
}

/// The methods that Python finds by name; special ones are slots.
pub fn methods<'a>(class: Emitted<'_, 'a>) -> Vec<(FunctionId, &'a Function)> {
    let is_method = |id: FunctionId, function: &Function| {
        let Some(method) = function.method else { return false };
        let is_named = match method.role {
            MethodRole::Instance => special(&function.name).is_none(),
            MethodRole::Static | MethodRole::Class => true,
            _ => false,
        };
        // Those of fused types are separate objects: see `glue/fused.rs`.
        is_named && function.specialisation.is_none() && class.unit.symbols.wrappers.get(id).is_some()
    };
    class.own_functions().filter(|(id, function)| is_method(*id, function)).collect()
}

fn method(class: Emitted<'_, '_>, id: FunctionId, function: &Function, out: &mut Writer) {
    let unit = class.unit;
    let wrapper = unit.symbols.wrappers[id].clone();
    let role = function.method.map(|method| method.role);
    let (flag, skipped, first) = match role {
        Some(MethodRole::Static) => (Some("METH_STATIC"), 0, None),
        Some(MethodRole::Class) => (Some("METH_CLASS"), 1, Some("$type")),
        _ => (None, 1, Some("$self")),
    };
    let flags = crate::emit::glue::entry::Entry::of(function).flags();
    out.line(method_row(
        &[&text(&function.name)],
        &wrapper,
        Doc::joined("|", [flags].into_iter().chain(flag)),
    ));
    let given = &function.params[skipped.min(function.params.len())..];
    let shown = given.iter().map(|param| shown_param(unit, id, param));
    docstring(&function.name, first, &with_marks(given, shown.collect()), function.doc.as_deref(), "},", out);
}

pub fn has_methods(class: Emitted<'_, '_>) -> bool {
    class.def.pickling.is_some() || !methods(class).is_empty()
}

pub fn has_members(class: Emitted<'_, '_>) -> bool {
    class.def.has_dict || class.def.has_weakrefs
}

/// Where Python finds what it keeps in the object itself.
fn members(class: Emitted<'_, '_>, out: &mut Writer) {
    if !has_members(class) {
        return;
    }
    out.gap();
    out.line(format!("static PyMemberDef {}[] = {{", class.symbols.part("members")));
    let parts = [
        ("__dictoffset__", super::DICT, class.def.has_dict),
        ("__weaklistoffset__", super::WEAKREFS, class.def.has_weakrefs),
    ];
    for (name, part, _) in parts.into_iter().filter(|(_, _, is_there)| *is_there) {
        let structure = &class.symbols.structure;
        out.line(format!("    {{\"{name}\", T_PYSSIZET, offsetof({structure}, {part}), READONLY, NULL}},"));
    }
    out.line("    {NULL, 0, 0, 0, NULL}};");
}

/// The names of properties that are methods, without repetition.
fn property_names(class: Emitted<'_, '_>) -> Vec<String> {
    let is_part = |function: &Function| {
        let roles = [MethodRole::Getter, MethodRole::Setter, MethodRole::Deleter];
        function.method.is_some_and(|method| roles.contains(&method.role))
    };
    let parts = class.own_functions().map(|(_, function)| function).filter(|function| is_part(function));
    let mut seen = HashSet::new();
    parts.filter(|function| seen.insert(&function.name)).map(|function| function.name.to_string()).collect()
}

fn wrapper<'u>(class: Emitted<'u, '_>, name: &str, role: MethodRole) -> Option<&'u str> {
    let (id, _) = class.own(name, role)?;
    class.unit.symbols.wrappers.get(id).map(String::as_str)
}

/// One function both sets and deletes.
fn setter(class: Emitted<'_, '_>, name: &str, out: &mut Writer) {
    let (set, delete) = (wrapper(class, name, MethodRole::Setter), wrapper(class, name, MethodRole::Deleter));
    if set.is_none() && delete.is_none() {
        return;
    }
    out.gap();
    let symbol = class.symbols.part(&format!("{name}_assign"));
    out.line(format!("static int {symbol}(PyObject *_self, PyObject *_value, void *_closure)"));
    out.open("");
    out.line("(void)_closure;");
    match delete {
        Some(delete) => {
            out.line("if (_value == NULL)");
            out.line(format!("    return {delete}(_self);"));
        }
        None => fields::refuse_delete(out),
    }
    match set {
        Some(set) => out.line(format!("return {set}(_self, _value);")),
        None => out.line("return offcy_refuse_set(\"__set__\");"),
    }
    out.close();
}

pub fn properties(class: Emitted<'_, '_>) -> Vec<String> {
    let mut rows = fields::rows(class);
    if class.def.has_dict {
        rows.push("{\"__dict__\", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL}".to_string());
    }
    for name in property_names(class) {
        let get = wrapper(class, &name, MethodRole::Getter).unwrap_or("NULL");
        let sets = [MethodRole::Setter, MethodRole::Deleter]
            .iter()
            .any(|&role| wrapper(class, &name, role).is_some());
        let assign = format!("{name}_assign");
        let set = if sets { class.symbols.part(&assign) } else { "NULL" };
        let doc = class.own(&name, MethodRole::Getter).and_then(|(_, function)| function.doc.as_deref());
        let doc = doc.map_or("NULL".to_string(), text);
        rows.push(format!("{{{}, {get}, {set}, {doc}, NULL}}", text(&name)));
    }
    rows
}
