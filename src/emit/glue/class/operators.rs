//! The slots of operators, which Python calls with the object on either side.

use super::{Emitted, text};
use crate::emit::writer::Writer;
use crate::tir::MethodRole;
use crate::tir::special::{OPERATORS, special};

const IN_PLACE_POWER: &str = "__ipow__";

pub fn functions(class: Emitted<'_, '_>, out: &mut Writer) {
    for operator in OPERATORS.iter().filter(|operator| has_operator(class, operator)) {
        binary(class, operator, out);
    }
    if class.own_special(IN_PLACE_POWER).is_some() {
        in_place_power(class, out);
    }
}

pub fn has_operator(class: Emitted<'_, '_>, operator: &str) -> bool {
    let names = [format!("__{operator}__"), format!("__r{operator}__")];
    names.iter().any(|name| class.own_special(name).is_some())
}

/// The modulus, after the arguments of a method of `pow`; a method that has no parameter for it rejects it.
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

/// The slot of an operator.
pub fn slot(operator: &str) -> String {
    let word = match operator {
        "sub" => "subtract",
        "mul" => "multiply",
        "matmul" => "matrix_multiply",
        "truediv" => "true_divide",
        "floordiv" => "floor_divide",
        "mod" => "remainder",
        "pow" => "power",
        other => other,
    };
    format!("Py_nb_{word}")
}

/// What the base class makes of `left + right`, if it has anything to say.
fn inherited(class: Emitted<'_, '_>, operator: &str) -> Option<String> {
    let modulo = if operator == "pow" { ", _modulo" } else { "" };
    let base =
        class.lineage().skip(1).find(|base| base.def.foreign.is_some() || has_operator(*base, operator))?;
    if base.def.foreign.is_none() {
        let function = base.symbols.part(&format!("nb_{operator}"));
        return Some(format!("{function}(_left, _right{modulo})"));
    }
    let asked = if operator == "pow" { "offcy_power_of_base" } else { "offcy_operator_of_base" };
    let which = if operator == "pow" { String::new() } else { format!("{}, ", slot(operator)) };
    Some(format!("{asked}({}, {which}_left, _right{modulo})", base.symbols.type_object))
}

/// `left + right`, either of which may be an object of the class: its own methods come before those that it
/// inherits.
fn binary(class: Emitted<'_, '_>, operator: &str, out: &mut Writer) {
    let names = [format!("__{operator}__"), format!("__r{operator}__")];
    let [forward, backward] = names.each_ref().map(|name| class.own_special(name));
    let object = &class.symbols.type_object;
    let parameter = if operator == "pow" { ", PyObject *_modulo" } else { "" };
    let function = class.symbols.part(&format!("nb_{operator}"));
    out.gap();
    out.line(format!("static PyObject *{function}(PyObject *_left, PyObject *_right{parameter})"));
    out.open("");
    if let Some(forward) = forward.filter(|_| class.def.decorated.c_operators) {
        let modulo = modulo(class, &names[0], out);
        out.line(format!("return {forward}(_left, _right{modulo});"));
        return out.close();
    }
    let inherited = inherited(class, operator);
    out.open(format!("if (offcy_is_instance(_left, {object}))"));
    if let (None, Some(backward)) = (forward, backward) {
        out.open(format!("if (offcy_is_instance(_right, {object}))"));
        let modulo = modulo(class, &names[1], out);
        tried(&format!("{backward}(_right, _left{modulo})"), out);
        out.close();
    }
    if let Some(forward) = forward {
        let modulo = modulo(class, &names[0], out);
        tried(&format!("{forward}(_left, _right{modulo})"), out);
    } else if let Some(inherited) = &inherited {
        tried(inherited, out);
    }
    if forward.is_none() {
        // It has been asked above, if it is one of the two.
        out.line("return Py_NewRef(Py_NotImplemented);");
    }
    out.close();
    if let Some(backward) = backward {
        out.open(format!("if (offcy_is_instance(_right, {object}))"));
        let modulo = modulo(class, &names[1], out);
        out.line(format!("return {backward}(_right, _left{modulo});"));
        out.close();
    } else if let Some(inherited) = &inherited {
        out.line(format!("if (offcy_is_instance(_right, {object}))"));
        out.line(format!("    return {inherited};"));
    }
    out.line("return Py_NewRef(Py_NotImplemented);");
    out.close();
}

fn tried(call: &str, out: &mut Writer) {
    out.line(format!("PyObject *_result = {call};"));
    out.line("if (_result != Py_NotImplemented)");
    out.line("    return _result;");
    out.line("Py_DECREF(_result);");
}
