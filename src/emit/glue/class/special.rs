//! Slots that several special methods share.

use super::{Emitted, attributes, operators};
use crate::emit::c::Doc;
use crate::emit::writer::Writer;
use crate::tir::MethodRole;
use crate::tir::special::COMPARISONS;
use crate::ty::Ty;

pub fn combined(class: Emitted<'_, '_>, out: &mut Writer) {
    if compares(class) {
        compare(class, out);
    }
    if sets_items(class) {
        set_item(class, out);
    }
    places(class, out);
    operators::functions(class, out);
    attributes::functions(class, out);
}

pub fn compares(class: Emitted<'_, '_>) -> bool {
    let words = COMPARISONS.iter().chain(&["richcmp"]);
    words.into_iter().any(|word| class.own_special(&format!("__{word}__")).is_some())
}

pub fn sets_items(class: Emitted<'_, '_>) -> bool {
    ["__setitem__", "__delitem__"].iter().any(|name| class.own_special(name).is_some())
}

/// Whether a class says that it is a sequence, and the method takes only a C integer as key: then no mapping slot
/// calls it.
pub fn takes_places(class: Emitted<'_, '_>, name: &str) -> bool {
    let Some((_, method)) = class.own(name, MethodRole::Instance) else { return false };
    let place = method.params.get(1).map(|place| &method.locals[place.local].ty);
    class.def.decorated.is_sequence && matches!(place, Some(Ty::Int(_)))
}

/// The slots of a sequence that call its methods with positions.
fn places(class: Emitted<'_, '_>, out: &mut Writer) {
    if let Some(get) = class.own_special("__getitem__").filter(|_| takes_places(class, "__getitem__")) {
        out.gap();
        let name = class.symbols.part("sq_item");
        out.line(format!("static PyObject *{name}(PyObject *_self, Py_ssize_t _place)"));
        out.open("");
        out.line(format!("return offcy_item_at(_self, _place, {get});"));
        out.close();
    }
    if ["__setitem__", "__delitem__"].iter().any(|name| takes_places(class, name)) {
        out.gap();
        let (name, set) = (class.symbols.part("sq_ass_item"), class.symbols.part("mp_ass_subscript"));
        out.line(format!("static int {name}(PyObject *_self, Py_ssize_t _place, PyObject *_value)"));
        out.open("");
        out.line(format!("return offcy_set_item_at(_self, _place, _value, {set});"));
        out.close();
    }
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
        // A base from another module has its own `__ne__`.
        let equal = class.special("__eq__").filter(|_| *word == "ne" && class.foreign_base().is_none());
        let call = match (own, equal) {
            (Some(own), _) => format!("{own}(_self, _other)").into(),
            (None, Some(equal)) => format!("offcy_invert({equal}(_self, _other))").into(),
            (None, None) => match ordered(class, word) {
                Some(call) => call,
                None => continue,
            },
        };
        case(&format!("case Py_{}:", word.to_uppercase()), out);
        out.line(Doc::from("return ").add(call).text(";"));
    }
    case("default:", out);
    out.line(match class.foreign_base() {
        Some(base) => format!("return offcy_compare_base({}, _self, _other, _op);", base.symbols.type_object),
        None => "return Py_NewRef(Py_NotImplemented);".to_string(),
    });
    out.close();
    out.close();
}

/// An ordering that the class lacks, derived from the last of those that it has and its `__eq__` or `__ne__`.
fn ordered(class: Emitted<'_, '_>, word: &str) -> Option<Doc> {
    let source = ["lt", "le", "gt", "ge"].into_iter().filter(|_| class.def.decorated.is_ordered);
    let (source, own) = source
        .filter_map(|one| Some((one, class.special(&format!("__{one}__"))?)))
        .max_by_key(|one| one.0)?;
    let how = match (source, word) {
        ("lt", "ge") | ("ge", "lt") | ("le", "gt") | ("gt", "le") => "OFFCY_NOT",
        ("lt", "gt") | ("gt", "lt") => "OFFCY_NEITHER",
        ("lt", "le") | ("gt", "ge") => "OFFCY_OR_EQUAL",
        ("le", "ge") | ("ge", "le") => "OFFCY_NOT_OR_EQUAL",
        ("le", "lt") | ("ge", "gt") => "OFFCY_AND_UNEQUAL",
        _ => return None,
    };
    let equal = class.special("__eq__").map(|equal| (equal, "Py_EQ"));
    let (equal, relation) = equal.or(class.special("__ne__").map(|unequal| (unequal, "Py_NE")))?;
    let own = format!("{own}(_self, _other)");
    Some(Doc::listed("offcy_order(", [&own, how, equal, relation, "_self", "_other"], ")"))
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
