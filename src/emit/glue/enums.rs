//! Enums that Python has too.

use crate::emit::c::{self, Doc};
use crate::emit::unit::Unit;
use crate::emit::writer::Writer;
use crate::ty::{EnumDecl, EnumId};

fn of_python<'u>(unit: &Unit<'u>) -> impl Iterator<Item = (EnumId, &'u EnumDecl)> {
    unit.module.types.enums.iter().filter(|(_, def)| def.is_python || def.is_public)
}

pub fn are_there(unit: &Unit<'_>) -> bool {
    of_python(unit).next().is_some()
}

/// The variable that holds the enum's class; none if Python knows only its members.
pub fn class(unit: &Unit<'_>, id: EnumId) -> Option<String> {
    let def = &unit.module.types.enums[id];
    let name = def.name.as_ref().filter(|_| def.is_python)?;
    Some(format!("offcy_enum_{name}"))
}

pub fn declarations(unit: &Unit<'_>, out: &mut Writer) {
    for (id, _) in of_python(unit) {
        if let Some(class) = class(unit, id) {
            out.line(format!("static PyObject *{class};"));
        }
    }
}

/// The function that makes them when the module is imported.
pub fn definition(unit: &Unit<'_>, out: &mut Writer) {
    if !are_there(unit) {
        return;
    }
    out.gap();
    out.at_home();
    out.line("static int make_enums(void)");
    out.open("");
    for (number, (id, def)) in of_python(unit).enumerate() {
        let text = |name: &str| c::quoted(name.as_bytes());
        let row =
            |name: &str| format!("{{{}, {}}}", text(name), def.value(name).expect("a member has a value"));
        let foreign = def.exports.iter().map(|(name, c_name)| format!("{{{}, {c_name}}}", text(name)));
        let rows: Vec<_> = def.members.iter().map(|(name, _)| row(name)).chain(foreign).collect();
        let members = format!("members_{number}");
        // What a header calls a member may not be a constant in C.
        let storage = if def.exports.is_empty() { "static const" } else { "const" };
        let head = format!("{storage} offcy_enum_member {members}[] = {{");
        let count = rows.len();
        out.line(Doc::listed(head, rows, "};"));
        match (class(unit, id), &def.name) {
            (Some(class), Some(name)) => {
                let (name, doc) = (text(name), def.doc.as_deref().map_or("NULL".to_string(), text));
                let arguments = ["offcy_globals", &name, &doc, &members, &count.to_string()];
                let made = Doc::listed("offcy_make_enum(", arguments, ");");
                out.line(Doc::from(&class).value(made));
                out.line(format!("if ({class} == NULL)"));
            }
            _ => out.line(format!("if (offcy_export_members(offcy_globals, {members}, {count}) < 0)")),
        }
        out.line("    return -1;");
    }
    out.line("return 0;");
    out.close();
}
