//! The slots of attributes, and those of objects that serve as attributes of a class (descriptors).

use super::Emitted;
use crate::emit::c::Doc;
use crate::emit::writer::Writer;

/// A slot that several methods share: the class needs it if it has one of them.
struct Shared {
    slot: &'static str,
    function: &'static str,
    methods: [&'static str; 2],
    write: fn(Emitted<'_, '_>, &mut Writer),
}

const SHARED: &[Shared] = &[
    Shared {
        slot: "Py_tp_getattro",
        function: "tp_getattro",
        methods: ["__getattribute__", "__getattr__"],
        write: get_attribute,
    },
    Shared {
        slot: "Py_tp_setattro",
        function: "tp_setattro",
        methods: ["__setattr__", "__delattr__"],
        write: set_attribute,
    },
    Shared {
        slot: "Py_tp_descr_get",
        function: "tp_descr_get",
        methods: ["__get__", "__get__"],
        write: get_described,
    },
    Shared {
        slot: "Py_tp_descr_set",
        function: "tp_descr_set",
        methods: ["__set__", "__delete__"],
        write: set_described,
    },
];

fn needed(class: Emitted<'_, '_>) -> impl Iterator<Item = &'static Shared> {
    SHARED.iter().filter(move |shared| shared.methods.iter().any(|name| class.own_special(name).is_some()))
}

pub fn functions(class: Emitted<'_, '_>, out: &mut Writer) {
    needed(class).for_each(|shared| (shared.write)(class, out));
}

/// Their slots, with the functions in them.
pub fn slots(class: Emitted<'_, '_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    needed(class).map(|shared| (shared.slot, shared.function))
}

/// `__getattr__` is for what is not found in another way.
fn get_attribute(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    let name = class.symbols.part("tp_getattro");
    out.line(format!("static PyObject *{name}(PyObject *_self, PyObject *_name)"));
    out.open("");
    let found = class.special("__getattribute__").unwrap_or("PyObject_GenericGetAttr");
    match class.special("__getattr__") {
        None => out.line(format!("return {found}(_self, _name);")),
        Some(other) => {
            out.line(format!("PyObject *_value = {found}(_self, _name);"));
            out.line("if (_value != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError))");
            out.line("    return _value;");
            out.line("PyErr_Clear();");
            out.line(format!("return {other}(_self, _name);"));
        }
    }
    out.close();
}

fn set_attribute(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    let name = class.symbols.part("tp_setattro");
    out.line(format!("static int {name}(PyObject *_self, PyObject *_name, PyObject *_value)"));
    out.open("");
    let [set, delete] = ["__setattr__", "__delattr__"].map(|name| class.special(name));
    let set = set.map(|set| format!("{set}(_self, _name, _value)"));
    let delete = delete.map(|delete| format!("{delete}(_self, _name)"));
    let plain = || "PyObject_GenericSetAttr(_self, _name, _value)".to_string();
    out.line("if (_value == NULL)");
    out.line(format!("    return {};", delete.unwrap_or_else(plain)));
    out.line(format!("return {};", set.unwrap_or_else(plain)));
    out.close();
}

fn get_described(class: Emitted<'_, '_>, out: &mut Writer) {
    let Some(get) = class.own_special("__get__") else { return };
    out.gap();
    let name = class.symbols.part("tp_descr_get");
    out.line(format!("static PyObject *{name}(PyObject *_self, PyObject *_object, PyObject *_type)"));
    out.open("");
    let or_none = |value: &str| Doc::from(format!("{value} != NULL ? {value} : Py_None"));
    let arguments = ["_self".into(), or_none("_object"), or_none("_type")];
    out.line(Doc::listed(format!("return {get}("), arguments, ");"));
    out.close();
}

fn set_described(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    let name = class.symbols.part("tp_descr_set");
    out.line(format!("static int {name}(PyObject *_self, PyObject *_object, PyObject *_value)"));
    out.open("");
    let [set, delete] = ["__set__", "__delete__"].map(|name| class.special(name));
    let set = set.map(|set| format!("{set}(_self, _object, _value)"));
    let delete = delete.map(|delete| format!("{delete}(_self, _object)"));
    if set.is_none() || delete.is_none() {
        out.line("(void)_object;");
    }
    out.line("if (_value == NULL)");
    let refused = |method: &str| format!("offcy_refuse_set(\"{method}\")");
    out.line(format!("    return {};", delete.unwrap_or_else(|| refused("__delete__"))));
    out.line(format!("return {};", set.unwrap_or_else(|| refused("__set__"))));
    out.close();
}
