//! Functions whose objects are made where they are defined: what the runtime makes them from.

use super::module::{shown_param, text, with_marks};
use crate::emit::unit::Unit;
use crate::emit::writer::Writer;
use crate::tir::{FunctionId, MethodRole};

/// Before all functions: any of them may make the object.
pub fn declarations(unit: &Unit<'_>, out: &mut Writer) {
    let names = unit.symbols.definitions.iter().map(|(_, name)| name);
    let lines: Vec<String> = names.map(|name| format!("static const offcy_definition {name};")).collect();
    if !lines.is_empty() {
        out.gap();
        out.joined(&lines);
    }
}

pub fn definition(unit: &Unit<'_>, id: FunctionId, out: &mut Writer) {
    let function = &unit.module.functions[id];
    let (Some(name), Some(qualname)) = (unit.symbols.definitions.get(id), &function.made) else { return };
    let is_closure = function.method.is_some_and(|method| method.role == MethodRole::Closure);
    let given = &function.params[usize::from(is_closure)..];
    let shown = given.iter().map(|param| shown_param(unit, id, param)).collect();
    let signature = format!("({})", with_marks(given, shown).join(", "));
    let wrapper = unit.symbols.wrappers[id].clone();
    out.gap();
    out.line(format!("static const offcy_definition {name} = {{"));
    out.line(format!("    .name = {}, .qualname = {},", text(&function.name), text(qualname)));
    if let Some(doc) = &function.doc {
        let lines: Vec<&str> = doc.split_inclusive('\n').collect();
        for (at, line) in lines.iter().enumerate() {
            let start = if at == 0 { "    .doc = " } else { "           " };
            let end = if at + 1 == lines.len() { "," } else { "" };
            out.line(format!("{start}{}{end}", text(line)));
        }
    }
    out.line(format!("    .signature = {}, .call = {wrapper}}};", text(&signature)));
}
