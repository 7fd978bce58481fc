//! How objects are pickled: functions that Python finds, and tables of what the runtime does for them.

use std::collections::HashSet;

use super::{Emitted, text};
use crate::emit::c::Doc;
use crate::emit::glue::module::{if_failed, method_row};
use crate::emit::writer::Writer;
use crate::tir::MethodRole;
use crate::ty::{ClassId, Pickling, TypeTable};

/// The classes by whose fields their objects are pickled, or those of their heirs.
pub fn owners(types: &TypeTable) -> HashSet<ClassId> {
    let own = types.class_ids().filter_map(|id| match &types.class(id).pickling {
        Some(Pickling::Fields { own, .. }) => Some(own),
        _ => None,
    });
    own.flatten().map(|(owner, _)| *owner).collect()
}

pub fn functions(class: Emitted<'_, '_>, out: &mut Writer) {
    let Some(pickling) = &class.def.pickling else { return };
    let table = class.symbols.part("pickling");
    out.gap();
    match pickling {
        Pickling::Refused(why) => {
            let refused = Doc::listed("{", [format!(".refused = {}", text(why))], "};");
            out.line(Doc::from(format!("static offcy_pickling {table}")).value(refused));
        }
        Pickling::Fields { own, base } => fields_table(class, own, *base, out),
    }
    let [reduce, set] = ["reduce_cython", "setstate_cython"].map(|what| class.symbols.part(what));
    out.gap();
    out.line(format!("static PyObject *{reduce}(PyObject *_self, PyObject *_none)"));
    out.open("");
    out.line("(void)_none;");
    out.line(format!("return offcy_reduce(&{table}, _self);"));
    out.close();
    out.gap();
    out.line(format!("static PyObject *{set}(PyObject *_self, PyObject *_state)"));
    out.open("");
    out.line(format!("return offcy_set_state(&{table}, _self, _state);"));
    out.close();
}

fn fields_table(class: Emitted<'_, '_>, own: &[(ClassId, usize)], base: Option<ClassId>, out: &mut Writer) {
    let symbols = class.symbols;
    let [table, parts, unpickle, unpickler] =
        ["pickling", "pickled", "unpickle", "unpickler"].map(|what| symbols.part(what));
    if !own.is_empty() {
        out.line(format!("static const offcy_pickled {parts}[] = {{"));
        for (owner, at) in own {
            let Some(owner) = Emitted::new(class.unit, *owner) else { continue };
            let field = &owner.def.fields[*at];
            let [get, set] = ["get", "set"].map(|what| owner.symbols.part(&format!("{}_{what}", field.name)));
            let (name, is_object) = (text(&field.name), field.ty.is_object());
            out.line(format!("    {{{name}, {get}, {set}, {is_object}}},"));
        }
        out.line("};");
    }
    let parts = if own.is_empty() { "NULL" } else { parts };
    let (count, object) = (own.len(), &symbols.type_object);
    let base = base.and_then(|id| Emitted::new(class.unit, id));
    let base = base.map(|base| format!(".base = &{}", base.symbols.part("pickling")));
    let fields = [format!(".type = &{object}"), format!(".fields = {parts}"), format!(".count = {count}")];
    out.line(format!("static offcy_pickling {table} = {{"));
    out.line(Doc::listed("    ", fields.into_iter().chain(base), "};"));
    out.gap();
    let params = ["PyObject *_module", "PyObject *const *_args", "Py_ssize_t _count"];
    out.line(Doc::listed(format!("static PyObject *{unpickle}("), params, ")"));
    out.open("");
    out.line("(void)_module;");
    out.line(format!("return offcy_unpickle(&{table}, _args, _count);"));
    out.close();
    out.gap();
    let name = format!("__pyx_unpickle_{}", class.def.name);
    out.line(format!("static PyMethodDef {unpickler}[] = {{"));
    out.line(method_row(&[&text(&name)], unpickle, "METH_FASTCALL").text(" NULL},"));
    out.line("    {NULL, NULL, 0, NULL}};");
}

/// The last rows of the table of methods: the runtime gives them the names that Python looks for, or these.
pub fn rows(class: Emitted<'_, '_>, out: &mut Writer) {
    if class.def.pickling.is_none() {
        return;
    }
    for (name, flag) in [("reduce_cython", "METH_NOARGS"), ("setstate_cython", "METH_O")] {
        let function = class.symbols.part(name);
        out.line(format!("    {{\"__{name}__\", {function}, {flag}, NULL}},"));
    }
}

/// Before the type is made.
pub fn preparation(class: Emitted<'_, '_>, base: &str, out: &mut Writer) {
    if class.def.pickling.is_none() {
        return;
    }
    let methods = class.symbols.part("methods");
    let has = |name| class.own(name, MethodRole::Instance).is_some();
    let (get, set) = (has("__getstate__"), has("__setstate__"));
    out.line(format!("if (offcy_prepare_pickling({methods}, {base}, {get}, {set}) < 0)"));
    out.line("    return -1;");
}

/// After that.
pub fn completion(class: Emitted<'_, '_>, out: &mut Writer) {
    let Some(pickling) = &class.def.pickling else { return };
    let symbols = class.symbols;
    let [table, unpickler] = ["pickling", "unpickler"].map(|what| symbols.part(what));
    let unpickler = if matches!(pickling, Pickling::Fields { .. }) { unpickler } else { "NULL" };
    let arguments = ["module", &symbols.type_object, &format!("&{table}"), unpickler];
    let call = Doc::listed("offcy_add_pickling(", arguments, ")");
    out.line(if_failed(call));
    out.line("    return -1;");
}
