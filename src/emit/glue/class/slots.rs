//! The table of a type's slots, and its description.

use super::operators::{has_operator, slot as operator_slot};
use super::special::{compares, sets_items, takes_places};
use super::{Emitted, attributes, buffers, methods, text};
use crate::emit::c::Doc;
use crate::emit::glue::module::{shown_param, with_marks};
use crate::emit::writer::Writer;
use crate::tir::MethodRole;
use crate::tir::special::OPERATORS;

/// Special methods that have their own slot.
const OWN_SLOTS: &[(&str, &[&str])] = &[
    ("__call__", &["Py_tp_call"]),
    ("__repr__", &["Py_tp_repr"]),
    ("__str__", &["Py_tp_str"]),
    ("__hash__", &["Py_tp_hash"]),
    ("__iter__", &["Py_tp_iter"]),
    ("__next__", &["Py_tp_iternext"]),
    ("__await__", &["Py_am_await"]),
    ("__aiter__", &["Py_am_aiter"]),
    ("__anext__", &["Py_am_anext"]),
    ("__len__", &["Py_mp_length", "Py_sq_length"]),
    ("__contains__", &["Py_sq_contains"]),
    ("__bool__", &["Py_nb_bool"]),
    ("__int__", &["Py_nb_int"]),
    ("__float__", &["Py_nb_float"]),
    ("__index__", &["Py_nb_index"]),
    ("__neg__", &["Py_nb_negative"]),
    ("__pos__", &["Py_nb_positive"]),
    ("__abs__", &["Py_nb_absolute"]),
    ("__invert__", &["Py_nb_invert"]),
];

/// What calls of the type take, as `inspect` reads it at the head of a docstring; empty if the class does not say it, or
/// its docstring is an attribute of its objects.
fn signature(class: Emitted<'_, '_>) -> String {
    let own = |name| class.own(name, MethodRole::Instance);
    let has_doc = class.own("__doc__", MethodRole::Getter).is_some()
        || class.def.fields.iter().any(|field| field.name == "__doc__");
    let Some((id, function)) = own("__init__").or_else(|| own("__cinit__")) else { return String::new() };
    if has_doc || class.def.doc.as_deref() == Some("") {
        return String::new();
    }
    let given = &function.params[1.min(function.params.len())..];
    let shown = given.iter().map(|param| shown_param(class.unit, id, param)).collect();
    format!("{}({})\n--\n\n", class.def.name, with_marks(given, shown).join(", "))
}

pub fn spec(class: Emitted<'_, '_>, out: &mut Writer) {
    let symbols = class.symbols;
    out.gap();
    out.line(format!("static PyType_Slot {}[] = {{", symbols.part("slots")));
    let (doc, head) = (class.def.doc.as_deref().unwrap_or_default(), signature(class));
    let line = Doc::listed("    {", ["Py_tp_doc", &text(&format!("{head}{doc}"))], "},");
    if class.def.doc.is_some() {
        out.line(line);
    } else if !head.is_empty() {
        // The type is changed so that it has no docstring, which leaves it open to changes there.
        out.line("#ifndef Py_LIMITED_API");
        out.line(line);
        out.line("#endif");
    }
    let mut slot = |slot: &str, function: &str| {
        out.line(Doc::listed("    {", [slot, &format!("(void *){function}")], "},"))
    };
    slot("Py_tp_new", &super::life::constructor(class));
    slot("Py_tp_dealloc", symbols.part("tp_dealloc"));
    if class.own_special("__init__").is_some() {
        slot("Py_tp_init", symbols.part("tp_init"));
    }
    if class.own_function("__del__").is_some() {
        slot("Py_tp_finalize", symbols.part("tp_finalize"));
    }
    if class.visits_others() {
        slot("Py_tp_traverse", symbols.part("tp_traverse"));
    }
    if class.is_cleared() {
        slot("Py_tp_clear", symbols.part("tp_clear"));
    }
    if methods::has_methods(class) {
        slot("Py_tp_methods", symbols.part("methods"));
    }
    if methods::has_members(class) {
        slot("Py_tp_members", symbols.part("members"));
    }
    if !methods::properties(class).is_empty() {
        slot("Py_tp_getset", symbols.part("properties"));
    }
    for (name, slots) in OWN_SLOTS {
        if let Some(wrapper) = class.own_special(name) {
            slots.iter().for_each(|name| slot(name, wrapper));
        }
    }
    if compares(class) {
        slot("Py_tp_richcompare", symbols.part("tp_richcompare"));
    }
    if let Some(get) = class.own_special("__getitem__") {
        let is_sequence = takes_places(class, "__getitem__");
        let item = if is_sequence { symbols.part("sq_item") } else { "offcy_sequence_item" };
        slot("Py_sq_item", item);
        if !is_sequence {
            slot("Py_mp_subscript", get);
        }
    }
    if sets_items(class) {
        let is_sequence = ["__setitem__", "__delitem__"].iter().any(|name| takes_places(class, name));
        let item = if is_sequence { symbols.part("sq_ass_item") } else { "offcy_sequence_set_item" };
        slot("Py_sq_ass_item", item);
        if !is_sequence {
            slot("Py_mp_ass_subscript", symbols.part("mp_ass_subscript"));
        }
    }
    for (name, function) in attributes::slots(class).chain(buffers::slots(class)) {
        slot(name, symbols.part(function));
    }
    for operator in OPERATORS {
        if has_operator(class, operator) {
            slot(&operator_slot(operator), symbols.part(&format!("nb_{operator}")));
        }
        if let Some(wrapper) = class.own_special(&format!("__i{operator}__")) {
            let power = symbols.part("nb_inplace_power");
            let wrapper = if *operator == "pow" { power } else { wrapper };
            slot(&operator_slot(operator).replacen("nb_", "nb_inplace_", 1), wrapper);
        }
    }
    out.line("    {0, NULL}};");
    description(class, out);
}

fn description(class: Emitted<'_, '_>, out: &mut Writer) {
    let mut flags = vec!["Py_TPFLAGS_DEFAULT"];
    // Statements in its body, methods of fused types and a table of C methods complete the type; then it is fixed.
    if !class.is_finished_later() && !class.shows_table() {
        flags.push("Py_TPFLAGS_IMMUTABLETYPE");
    }
    if !class.def.is_final {
        flags.push("Py_TPFLAGS_BASETYPE");
    }
    if class.is_collected() {
        flags.push("Py_TPFLAGS_HAVE_GC");
    }
    if class.def.decorated.is_sequence {
        flags.push("OFFCY_SEQUENCE");
    }
    if class.def.decorated.is_mapping {
        flags.push("OFFCY_MAPPING");
    }
    out.line(format!("static PyType_Spec {} = {{", class.symbols.part("spec")));
    out.line(format!("    .name = {},", class.shown_name()));
    out.line(format!("    .basicsize = sizeof({}),", class.symbols.structure));
    out.line(Doc::from("    .flags").value(Doc::joined("|", flags)).text(","));
    out.line(format!("    .slots = {}}};", class.symbols.part("slots")));
}
