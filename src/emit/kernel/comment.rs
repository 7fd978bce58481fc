//! The comment above a region: its header in the source, and why each capture is mapped as it is.

use crate::emit::c;
use crate::emit::unit::Unit;
use crate::emit::writer::WIDTH;
use crate::offload::capture_maps;
use crate::offload::report::NOT_READ_AFTERWARDS;
use crate::tir::{FunctionId, RegionId, Subject};

/// What is longer stands on a line of its own, with its map below it.
const LONGEST_EXTENT: usize = 32;

/// The comment's lines.
pub fn region(unit: &Unit<'_>, function: FunctionId, region: RegionId) -> String {
    let owner = &unit.module.functions[function];
    let data = &owner.regions[region];
    let file = unit.sources.file(data.span.file);
    let header = c::comment_text(file.line_text(unit.line(data.span)).trim());
    let path = c::comment_text(&unit.file(data.span));
    let mut lines = vec![format!("/* {path}:{}: {header}", unit.line(data.span))];
    let captures = &unit.region_plan(function, region).captures;
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for capture in captures {
        let shown = capture_maps(unit.module, owner, capture, unit.sources);
        let map = if shown.map == "firstprivate" { "by value" } else { shown.map };
        rows.push((c::comment_text(&shown.extent), map.to_string(), c::comment_text(&shown.reason)));
        if let Some(proven) = shown.proven.filter(|proven| !proven.conditions.is_empty()) {
            let conditions = c::comment_text(&proven.conditions.join(" and "));
            rows.push((String::new(), proven.map.to_string(), format!("if {conditions}")));
        }
        if let Some(alone) = shown.temporary {
            let conditions = c::comment_text(&alone.conditions.join(" and "));
            let why = format!("if {conditions}: {NOT_READ_AFTERWARDS}");
            rows.push((String::new(), alone.map.to_string(), why));
        }
    }
    let width = |pick: fn(&(String, String, String)) -> &String| {
        let widths = rows.iter().map(|row| pick(row).chars().count());
        widths.filter(|&width| width <= LONGEST_EXTENT).max().unwrap_or(0)
    };
    let (names, maps) = (width(|row| &row.0), width(|row| &row.1));
    if !rows.is_empty() {
        lines.push(" *".to_string());
    }
    for (mut name, map, reason) in rows {
        if name.chars().count() > names {
            lines.push(format!(" *   {}", std::mem::take(&mut name)));
        }
        filled(&format!(" *   {name:names$}  {map:maps$}  "), &reason, &mut lines);
    }
    lines.push(" */".to_string());
    if lines.len() == 2 {
        lines = vec![format!("{} */", lines[0])];
    }
    lines.join("\n")
}

/// Adds `head` and the reason after it, in as many lines as it takes.
fn filled(head: &str, reason: &str, lines: &mut Vec<String>) {
    let column = head.chars().count();
    let mut line = head.to_string();
    for word in reason.split(' ') {
        let width = line.chars().count();
        if width > column && width + word.chars().count() > WIDTH {
            lines.push(line.trim_end().to_string());
            line = format!(" *{:1$}", "", column - 2);
        }
        line.push_str(word);
        line.push(' ');
    }
    lines.push(line.trim_end().to_string());
}

/// The user's name for a capture.
pub fn subject_name(unit: &Unit<'_>, function: FunctionId, subject: &Subject) -> String {
    let locals = &unit.module.functions[function].locals;
    match subject {
        Subject::Local(id) => locals[*id].name.to_string(),
        Subject::Global(id) => unit.module.globals[*id].name.to_string(),
    }
}
