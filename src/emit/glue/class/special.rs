//! Slots that several special methods share.

use super::{Emitted, attributes, text};
use crate::emit::writer::Writer;
use crate::tir::MethodRole;
use crate::tir::special::{COMPARISONS, OPERATORS, special};

const IN_PLACE_POWER: &str = "__ipow__";

pub fn combined(class: Emitted<'_, '_>, out: &mut Writer) {
    if compares(class) {
        compare(class, out);
    }
    if sets_items(class) {
        set_item(class, out);
    }
    for operator in OPERATORS.iter().filter(|operator| has_operator(class, operator)) {
        binary(class, operator, out);
    }
    if class.own_special(IN_PLACE_POWER).is_some() {
        in_place_power(class, out);
    }
    attributes::functions(class, out);
}

/// The modulus behind the arguments of a method of `pow`; one that has no parameter for it refuses it.
fn modulo(class: Emitted<'_, '_>, name: &str, out: &mut Writer) -> &'static str {
    let method = class.lineage().find_map(|class| Some((class, class.own(name, MethodRole::Instance)?.1)));
    let Some((owner, function)) =
        method.filter(|_| special(name).is_some_and(|special| special.takes_modulo))
    else {
        return "";
    };
    if function.params.len() > 2 {
        return ", _modulo";
    }
    let shown = text(&format!("{}.{}.{name}", class.unit.module.name, owner.def.name));
    out.line("if (_modulo != Py_None)");
    out.line(format!("    return offcy_refuse_modulo({shown});"));
    ""
}

/// `self **= other`
fn in_place_power(class: Emitted<'_, '_>, out: &mut Writer) {
    let Some(method) = class.own_special(IN_PLACE_POWER) else { return };
    let name = class.symbols.part("nb_inplace_power");
    out.gap();
    out.line(format!("static PyObject *{name}(PyObject *_self, PyObject *_other, PyObject *_modulo)"));
    out.open("");
    let modulo = modulo(class, IN_PLACE_POWER, out);
    out.line(format!("return {method}(_self, _other{modulo});"));
    out.close();
}

pub fn compares(class: Emitted<'_, '_>) -> bool {
    let words = COMPARISONS.iter().chain(&["richcmp"]);
    words.into_iter().any(|word| class.own_special(&format!("__{word}__")).is_some())
}

pub fn sets_items(class: Emitted<'_, '_>) -> bool {
    ["__setitem__", "__delitem__"].iter().any(|name| class.own_special(name).is_some())
}

pub fn has_operator(class: Emitted<'_, '_>, operator: &str) -> bool {
    let names = [format!("__{operator}__"), format!("__r{operator}__")];
    names.iter().any(|name| class.own_special(name).is_some())
}

fn compare(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    let name = class.symbols.part("tp_richcompare");
    out.line(format!("static PyObject *{name}(PyObject *_self, PyObject *_other, int _op)"));
    out.open("");
    if let Some(any) = class.own_special("__richcmp__") {
        out.line("PyObject *_number = PyLong_FromLong(_op);");
        out.line("if (_number == NULL)");
        out.line("    return NULL;");
        out.line(format!("PyObject *_result = {any}(_self, _other, _number);"));
        out.line("Py_DECREF(_number);");
        out.line("return _result;");
        out.close();
        return;
    }
    out.open("switch (_op)");
    for word in COMPARISONS {
        let own = class.special(&format!("__{word}__"));
        // A base of another module has a `__ne__` of its own.
        let equal = class.special("__eq__").filter(|_| *word == "ne" && class.foreign_base().is_none());
        let call = match (own, equal) {
            (Some(own), _) => format!("{own}(_self, _other)"),
            (None, Some(equal)) => format!("offcy_invert({equal}(_self, _other))"),
            (None, None) => continue,
        };
        case(&format!("case Py_{}:", word.to_uppercase()), out);
        out.line(format!("return {call};"));
    }
    case("default:", out);
    out.line(match class.foreign_base() {
        Some(base) => format!("return offcy_compare_base({}, _self, _other, _op);", base.symbols.type_object),
        None => "return Py_NewRef(Py_NotImplemented);".to_string(),
    });
    out.close();
    out.close();
}

fn case(label: &str, out: &mut Writer) {
    out.dedent();
    out.line(label);
    out.indent();
}

fn set_item(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    let name = class.symbols.part("mp_ass_subscript");
    out.line(format!("static int {name}(PyObject *_self, PyObject *_key, PyObject *_value)"));
    out.open("");
    let refused = |what: &str| match class.foreign_base() {
        Some(base) => {
            format!("offcy_set_item_of_base({}, _self, _key, _value, \"{what}\")", base.symbols.type_object)
        }
        None => format!("offcy_refuse_item(_self, \"{what}\")"),
    };
    let delete = class.special("__delitem__").map(|delete| format!("{delete}(_self, _key)"));
    out.line("if (_value == NULL)");
    out.line(format!("    return {};", delete.unwrap_or_else(|| refused("deletion"))));
    match class.special("__setitem__") {
        Some(set) => out.line(format!("return {set}(_self, _key, _value);")),
        None => {
            out.line("(void)_key;");
            out.line(format!("return {};", refused("assignment")));
        }
    }
    out.close();
}

/// `left + right`, of which either may be an object of the class.
fn binary(class: Emitted<'_, '_>, operator: &str, out: &mut Writer) {
    let names = [format!("__{operator}__"), format!("__r{operator}__")];
    let [forward, backward] = names.each_ref().map(|name| class.special(name));
    let object = &class.symbols.type_object;
    let parameter = if operator == "pow" { ", PyObject *_modulo" } else { "" };
    out.gap();
    out.line(format!(
        "static PyObject *{}(PyObject *_left, PyObject *_right{parameter})",
        class.symbols.part(&format!("nb_{operator}"))
    ));
    out.open("");
    if let Some(forward) = forward {
        out.open(format!("if (PyObject_TypeCheck(_left, {object}))"));
        let modulo = modulo(class, &names[0], out);
        out.line(format!("PyObject *_result = {forward}(_left, _right{modulo});"));
        out.line("if (_result != Py_NotImplemented)");
        out.line("    return _result;");
        out.line("Py_DECREF(_result);");
        out.close();
    }
    if let Some(backward) = backward {
        out.open(format!("if (PyObject_TypeCheck(_right, {object}))"));
        let modulo = modulo(class, &names[1], out);
        out.line(format!("return {backward}(_right, _left{modulo});"));
        out.close();
    } else {
        out.line("(void)_right;");
    }
    out.line("return Py_NewRef(Py_NotImplemented);");
    out.close();
}
