//! Objects made when the module is imported: names, literals, keyword tuples.

use crate::emit::c;
use crate::emit::unit::Tables;
use crate::emit::writer::Writer;
use crate::tir::{Module, ObjectConst};

/// Whether a string constant looks like a name: then it is kept with the names.
pub fn is_name_like(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && text.len() <= 40
}

/// The file-scope variables that hold them.
pub fn declarations(tables: &Tables, module: &Module, out: &mut Writer) {
    if !tables.strings.is_empty() {
        out.gap();
        out.line("/* Interned strings. */");
        out.line("static struct {");
        let fields: Vec<_> = tables.strings.iter().map(|(field, _)| format!("*{field}")).collect();
        wrapped(out, "    PyObject ", &fields, ";");
        out.line("} offcy_names;");
    }
    if !tables.keyword_tuples.is_empty() {
        out.gap();
        out.line("/* Names of keyword arguments, a tuple per form of call. */");
        let names: Vec<_> = tables.keyword_tuples.iter().map(|(name, _)| format!("*{name}")).collect();
        wrapped(out, "static PyObject ", &names, ";");
    }
    if tables.uses_object_constants {
        out.line(format!("static PyObject *offcy_constants[{}];", module.consts.len()));
    }
}

/// Items after a head, broken at the right margin.
pub fn wrapped(out: &mut Writer, head: &str, items: &[String], tail: &str) {
    let indent = " ".repeat(head.len());
    let mut line = head.to_string();
    for (index, item) in items.iter().enumerate() {
        let separator = if index + 1 == items.len() { tail } else { "," };
        if out.column() + line.len() + item.len() + 2 > crate::emit::writer::WIDTH {
            out.line(line.trim_end());
            line = indent.clone();
        }
        line.push_str(item);
        line.push_str(separator);
        line.push(' ');
    }
    out.line(line.trim_end());
}

/// The function that makes them.
pub fn creation(tables: &Tables, module: &Module, out: &mut Writer) {
    out.gap();
    out.line("static int make_constants(void)");
    out.open("");
    if !tables.strings.is_empty() {
        out.line("static const char *const texts[] = {");
        out.indent();
        let texts: Vec<_> =
            tables.strings.iter().map(|(_, text)| c::string_literal(text.as_bytes())).collect();
        wrapped(out, "", &texts, ",");
        out.dedent();
        out.line("};");
        out.line(format!("if (offcy_intern((PyObject **)&offcy_names, texts, {}) < 0)", texts.len()));
        out.line("    return -1;");
    }
    for (name, keywords) in &tables.keyword_tuples {
        let fields: Vec<_> = keywords.iter().map(|field| format!("offcy_names.{field}")).collect();
        out.line(format!("{name} = PyTuple_Pack({}, {});", keywords.len(), fields.join(", ")));
        out.line(format!("if ({name} == NULL)"));
        out.line("    return -1;");
    }
    if tables.uses_object_constants {
        for (id, value) in module.consts.iter() {
            let is_named = matches!(value, ObjectConst::Str(text) if is_name_like(text));
            if !is_named {
                let place = format!("offcy_constants[{}]", id.into_raw().into_u32());
                out.line(format!("{place} = {};", object(value)));
                out.line(format!("if ({place} == NULL)"));
                out.line("    return -1;");
            }
        }
    }
    out.line("return 0;");
    out.close();
}

fn object(value: &ObjectConst) -> c::Expr {
    let text = |bytes: &[u8]| c::Expr::atom(c::string_literal(bytes));
    match value {
        ObjectConst::Str(value) => c::Expr::call(
            "PyUnicode_DecodeUTF8",
            vec![text(value.as_bytes()), c::Expr::number(value.len()), c::Expr::atom("\"surrogatepass\"")],
        ),
        ObjectConst::Bytes(value) => {
            c::Expr::call("PyBytes_FromStringAndSize", vec![text(value), c::Expr::number(value.len())])
        }
        ObjectConst::Int(digits) => {
            let digits = text(digits.replace('_', "").as_bytes());
            c::Expr::call("PyLong_FromString", vec![digits, c::Expr::atom("NULL"), c::Expr::atom("0")])
        }
        ObjectConst::Float(bits) => c::Expr::call("PyFloat_FromDouble", vec![double(*bits)]),
        ObjectConst::Imaginary(bits) => {
            c::Expr::call("PyComplex_FromDoubles", vec![c::Expr::atom("0.0"), double(*bits)])
        }
    }
}

/// A double that reads back as the same bits.
fn double(bits: u64) -> c::Expr {
    let value = f64::from_bits(bits);
    let text = if value.is_nan() {
        "nan".to_string()
    } else if value.is_infinite() {
        if value < 0.0 { "-inf".to_string() } else { "inf".to_string() }
    } else {
        format!("{value:?}")
    };
    c::float_literal(&text, "double")
}
