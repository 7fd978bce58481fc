//! Functions whose objects are made where they are defined: what the runtime makes them from.

use super::entry::{Entry, Form};
use super::module::{shown_param, text, with_marks};
use crate::emit::c::Doc;
use crate::emit::unit::Unit;
use crate::emit::writer::Writer;
use crate::tir::{Default, Expr, ExprKind, FunctionId, MethodRole, ObjectConst, Param};

/// Before all functions: any of them may make the object.
pub fn declarations(unit: &Unit<'_>, out: &mut Writer) {
    let names = unit.symbols.definitions.iter().map(|(_, name)| name);
    let lines: Vec<Doc> = names.map(|name| format!("static const offcy_definition {name};").into()).collect();
    if !lines.is_empty() {
        out.gap();
        out.joined(lines);
    }
}

pub fn definition(unit: &Unit<'_>, id: FunctionId, out: &mut Writer) {
    let function = &unit.module.functions[id];
    let (Some(name), Some(qualname)) = (unit.symbols.definitions.get(id), &function.made) else { return };
    let is_closure = function.method.is_some_and(|method| method.role == MethodRole::Closure);
    let given = &function.params[usize::from(is_closure)..];
    let shown = given.iter().map(|param| shown_in_full(unit, id, param)).collect();
    let signature = format!("({})", with_marks(given, shown).join(", "));
    let wrapper = unit.symbols.wrappers[id].clone();
    out.gap();
    out.line(Doc::from(format!("static const offcy_definition {name}")).value("{"));
    let names = [format!(".name = {}", text(&function.name)), format!(".qualname = {}", text(qualname))];
    let file = unit.other_file(function.span).map_or("offcy_file".to_string(), |file| text(&file));
    let place = [format!(".file = {file}"), format!(".line = {}", unit.line(function.span))];
    let kind = match function.coroutine {
        Some(_) => Some(".kind = OFFCY_CODE_AWAITS"),
        None => function.is_generator.then_some(".kind = OFFCY_CODE_YIELDS"),
    };
    let all = names.into_iter().chain(place).chain(kind.map(str::to_string));
    out.line(Doc::listed("    ", all, ","));
    if let Some(doc) = &function.doc {
        let lines: Vec<&str> = doc.split_inclusive('\n').collect();
        for (at, line) in lines.iter().enumerate() {
            let start = if at == 0 { "    .doc = " } else { "           " };
            let end = if at + 1 == lines.len() { "," } else { "" };
            out.line(format!("{start}{}{end}", text(line)));
        }
    }
    if !function.annotations.is_empty() {
        let pairs = function.annotations.iter().flat_map(|(name, written)| [text(name), text(written)]);
        let all: Vec<String> = pairs.chain(["NULL".to_string()]).collect();
        out.line(Doc::listed("    .annotations = (const char *const[]){", all, "},"));
    }
    let kept: Vec<String> = given.iter().filter_map(|param| kept(unit, param)).collect();
    if !kept.is_empty() {
        out.line(Doc::listed("    .kept = (PyObject **const[]){", kept, "},"));
    }
    let form = if Entry::of(function).form == Form::Tuple { "call_by_tuple" } else { "call" };
    let last = [format!(".signature = {}", text(&signature)), format!(".{form} = {wrapper}")];
    out.line(Doc::listed("    ", last, "};"));
}

/// A parameter with its default as Python writes it; the runtime puts a value that was evaluated in the place of `{...}`.
fn shown_in_full(unit: &Unit<'_>, id: FunctionId, param: &Param) -> String {
    let name = &unit.module.functions[id].locals[param.local].name;
    match &param.default {
        Some(Default::Kept(_) | Default::Object(_)) => format!("{name}={{...}}"),
        Some(Default::Value(Expr { kind: ExprKind::Const(id), .. })) if is_long(&unit.module.consts[*id]) => {
            format!("{name}={}", unit.module.const_text(*id))
        }
        _ => shown_param(unit, id, param),
    }
}

/// Texts that builtin functions do not show.
fn is_long(value: &ObjectConst) -> bool {
    matches!(value, ObjectConst::Str(_) | ObjectConst::Bytes(_))
}

/// The address of a default that a variable of the module keeps.
fn kept(unit: &Unit<'_>, param: &Param) -> Option<String> {
    match &param.default {
        Some(Default::Object(global)) => Some(format!("&{}", unit.symbols.globals[*global])),
        _ => None,
    }
}
