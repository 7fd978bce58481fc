//! Objects made when the module is imported: names, literals, keyword tuples.

use crate::emit::c::{self, Doc};
use crate::emit::constants::{ConstTable, small};
use crate::emit::unit::Tables;
use crate::emit::writer::{WIDTH, Writer};
use crate::tir::{ConstId, ConstItem, Module, ObjectConst};

/// The file-scope variables that hold them.
pub fn declarations(tables: &Tables, out: &mut Writer) {
    if !tables.strings.is_empty() {
        out.gap();
        out.line("/* Interned strings. */");
        out.line("static struct {");
        let fields: Vec<_> = tables.strings.iter().map(|(field, _)| format!("*{field}")).collect();
        out.line(Doc::listed("    PyObject ", fields, ";"));
        out.line("} offcy_names;");
    }
    if !tables.builtins.is_empty() {
        out.gap();
        out.line("/* Builtins, as they were at import; NULL for those that Python does not have. */");
        out.line("static struct {");
        let fields: Vec<_> = tables.builtins.iter().map(|field| format!("*{field}")).collect();
        out.line(Doc::listed("    PyObject ", fields, ";"));
        out.line("} offcy_builtins;");
    }
    if !tables.keyword_tuples.is_empty() {
        out.gap();
        out.line("/* Names of keyword arguments, a tuple per form of call. */");
        let names: Vec<_> = tables.keyword_tuples.iter().map(|(name, _)| format!("*{name}")).collect();
        out.line(Doc::listed("static PyObject ", names, ";"));
    }
    let array = |table: ConstTable| {
        let count = tables.constants.of(table).len();
        (count > 0).then(|| format!("*{}[{count}]", table.variable()))
    };
    let arrays: Vec<_> = ConstTable::ALL.into_iter().filter_map(array).collect();
    if !arrays.is_empty() {
        out.line(Doc::listed("static PyObject ", arrays, ";"));
    }
}

/// The function that makes them. It reads static tables, so that more constants do not make it longer.
pub fn creation(tables: &Tables, module: &Module, out: &mut Writer) {
    out.gap();
    out.line("static int make_constants(void)");
    out.open("");
    if !tables.strings.is_empty() {
        let texts: Vec<_> = tables.strings.iter().map(|(_, text)| c::quoted(text.as_bytes())).collect();
        table("static const char *const names[]", &texts, out);
        made("offcy_intern((PyObject **)&offcy_names, names", texts.len(), out);
    }
    if !tables.builtins.is_empty() {
        let names: Vec<_> = tables.builtins.iter().map(|field| format!("offcy_names.{field}")).collect();
        table("PyObject *const builtins[]", &names, out);
        made("offcy_keep_builtins((PyObject **)&offcy_builtins, builtins", names.len(), out);
    }
    for (name, keywords) in &tables.keyword_tuples {
        let fields: Vec<_> = keywords.iter().map(|field| format!("offcy_names.{field}")).collect();
        let arguments = [keywords.len().to_string()].into_iter().chain(fields);
        out.line(Doc::from(name).value(Doc::listed("PyTuple_Pack(", arguments, ");")));
        out.line(format!("if ({name} == NULL)"));
        out.line("    return -1;");
    }
    for kind in ConstTable::ALL {
        let all = tables.constants.of(kind);
        let (of_c, maker) = match kind {
            ConstTable::Name | ConstTable::Tuple | ConstTable::FrozenSet => continue,
            ConstTable::Int => ("long long ints", "offcy_make_ints"),
            ConstTable::BigInt => ("char *const big_ints", "offcy_make_big_ints"),
            ConstTable::Float => ("double floats", "offcy_make_floats"),
            ConstTable::Imaginary => ("double imaginaries", "offcy_make_imaginaries"),
            ConstTable::Text => ("offcy_text texts", "offcy_make_texts"),
            ConstTable::Bytes => ("offcy_text bytes", "offcy_make_bytes"),
        };
        if all.is_empty() {
            continue;
        }
        let values: Vec<_> = all.iter().map(|&id| value(&module.consts[id])).collect();
        table(&format!("static const {of_c}[]"), &values, out);
        let source = of_c.rsplit([' ', '*']).next().unwrap_or_default();
        made(&format!("{maker}({}, {source}", kind.variable()), all.len(), out);
    }
    groups(tables, module, out);
    out.line("return 0;");
    out.close();
}

/// A table of no more characters is one line.
const SHORT: usize = 90;

fn table(head: &str, values: &[String], out: &mut Writer) {
    let short = format!("{head} = {{{}}};", values.join(", "));
    if short.len() <= SHORT {
        return out.line(short);
    }
    out.line(format!("{head} = {{"));
    out.indent();
    out.line(Doc::listed("", values, ","));
    out.dedent();
    out.line("};");
}

/// A step that makes the given number of them.
fn made(call: &str, count: usize, out: &mut Writer) {
    out.line(format!("if ({call}, {count}) < 0)"));
    out.line("    return -1;");
}

/// What a constant is made of.
fn value(value: &ObjectConst) -> String {
    let sized = |bytes: &[u8]| format!("{{{}, {}}}", c::string_literal(bytes), bytes.len());
    match value {
        ObjectConst::Str(value) => sized(value.as_bytes()),
        ObjectConst::Bytes(value) => sized(value),
        ObjectConst::Int(digits) => match small(digits) {
            Some(value) => value.to_string(),
            None => c::quoted(digits.replace('_', "").as_bytes()),
        },
        ObjectConst::Float(bits) | ObjectConst::Imaginary(bits) => double(*bits).to_string(),
        ObjectConst::Tuple(_) | ObjectConst::FrozenSet(_) => String::new(),
    }
}

/// Tuples and sets are made of other constants: each is the number of its items and their places.
fn groups(tables: &Tables, module: &Module, out: &mut Writer) {
    let kinds = [("tuples", ConstTable::Tuple), ("sets", ConstTable::FrozenSet)];
    let used = kinds.map(|(name, kind)| (name, tables.constants.of(kind)));
    let used: Vec<_> = used.into_iter().filter(|(_, all)| !all.is_empty()).collect();
    for (name, all) in &used {
        items(tables, module, name, all, out);
    }
    if used.is_empty() {
        return;
    }
    let table_of = |table: &ConstTable| match table {
        ConstTable::Name if !tables.strings.is_empty() => "(PyObject **)&offcy_names".to_string(),
        table if tables.constants.of(*table).is_empty() => "NULL".to_string(),
        table => table.variable().to_string(),
    };
    let sources: Vec<_> = ConstTable::ALL.iter().map(table_of).collect();
    table("PyObject **const tables[]", &sources, out);
    for (name, all) in used {
        made(&format!("offcy_make_{name}(tables, {name}"), all.len(), out);
    }
}

fn items(tables: &Tables, module: &Module, name: &str, all: &[ConstId], out: &mut Writer) {
    out.line(format!("static const int {name}[] = {{"));
    out.indent();
    for &id in all {
        let (ObjectConst::Tuple(items) | ObjectConst::FrozenSet(items)) = &module.consts[id] else {
            continue;
        };
        let place = |item: &ConstItem| match item {
            ConstItem::Singleton(which) => format!("OFFCY_{}", which.name().to_uppercase()),
            ConstItem::New(display) => format!("OFFCY_NEW_{}", display.name().to_uppercase()),
            ConstItem::Const(id) => match tables.constants.place(*id) {
                Some(place) => format!("{}({})", place.table.item(), place.number),
                None => String::new(),
            },
        };
        let mut line = vec![items.len().to_string()];
        line.extend(items.iter().map(place));
        let shown =
            module.const_text_within(id, WIDTH).map(|text| c::comment_text(&text)).unwrap_or_default();
        let length = line.iter().map(|item| item.len() + 2).sum::<usize>() + shown.len() + 6;
        if !shown.is_empty() && out.column() + length <= WIDTH {
            out.line(format!("{}, /* {shown} */", line.join(", ")));
        } else {
            out.line(Doc::listed("", line, ","));
        }
    }
    out.dedent();
    out.line("};");
}

/// A double that reads back with the same bits.
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
