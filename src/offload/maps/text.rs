//! The maps in words.

use std::fmt::Write;

use super::{AccessMaps, CaptureMaps, ContextMaps, HostMaps, MapsReport, RegionMaps};
use crate::offload::report::{NOT_READ_AFTERWARDS, held_by_nobody_else};
use crate::offload::within::Within;

impl MapsReport {
    /// For people: a table per region and context.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for region in &self.regions {
            heading(&mut text, &region.file, region.line, &region.within, &region.header);
            region.body(&mut text);
        }
        for context in &self.contexts {
            let made_by = context.made_by.map_or(String::new(), |made_by| format!(" (made by {made_by})"));
            let header = format!("{}{made_by}", context.header);
            heading(&mut text, &context.file, context.line, &context.within, &header);
            context.body(&mut text);
        }
        for function in &self.functions {
            heading(&mut text, &function.file, function.line, &function.within, &function.header);
            text.push_str("  is called where data may be kept on the device\n");
            host_lines(&mut text, &function.host);
        }
        if text.is_empty() {
            text.push_str("no offload regions\n");
        }
        text
    }

    /// For tools: JSON, indented.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

impl RegionMaps {
    /// The same for one region, without where it is.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.body(&mut text);
        text
    }

    fn body(&self, text: &mut String) {
        for kernel in &self.kernels {
            let line = kernel.line;
            let _ = match kernel.collapse {
                None => write!(text, "  kernel: one thread, from line {line}"),
                Some(1) => write!(text, "  kernel: the loop at line {line}"),
                Some(depth) => write!(text, "  kernel: {depth} loops spread together, from line {line}"),
            };
            if kernel.levels {
                text.push_str(" over teams, the loops inside over the threads of each");
            }
            text.push('\n');
        }
        table(text, &self.captures);
    }
}

impl ContextMaps {
    /// The same for one data context, without where it is.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.body(&mut text);
        text
    }

    fn body(&self, text: &mut String) {
        table(text, &self.entries);
        for inside in &self.kept_inside {
            let _ = writeln!(text, "  {} is kept by the context at line {}", inside.name, inside.line);
        }
        for left in &self.left_out {
            let _ = writeln!(text, "  {} is left to the regions: {}", left.name, left.reason);
        }
        for name in &self.given_up {
            let _ = writeln!(
                text,
                "  what {name} shows at the end is not read afterwards, and stays on the device if {}",
                held_by_nobody_else(name)
            );
        }
        host_lines(text, &self.host);
    }
}

impl CaptureMaps {
    /// The same for one variable.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        table(&mut text, std::slice::from_ref(self));
        text
    }
}

fn heading(text: &mut String, file: &str, line: u32, within: &Within, header: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{file}:{line}: in {within}: {header}");
}

fn table(text: &mut String, captures: &[CaptureMaps]) {
    let rows: Vec<[&str; 4]> = std::iter::once(["variable", "effect", "extent", "map"])
        .chain(captures.iter().map(|row| [row.name.as_str(), row.effect, row.extent.as_str(), row.map]))
        .collect();
    let mut widths = [0; 4];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for (index, row) in rows.iter().enumerate() {
        let capture = index.checked_sub(1).and_then(|index| captures.get(index));
        let reason = capture.map_or("reason", |capture| capture.reason.as_str());
        let _ = write!(text, " ");
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(text, " {cell:width$} ");
        }
        let _ = writeln!(text, " {reason}");
        let Some(capture) = capture else { continue };
        if !capture.extent_conditions.is_empty() {
            let conditions = capture.extent_conditions.join(" and ");
            let _ = writeln!(text, "      this part if {conditions}, else all of {}", capture.name);
        }
        if let Some(line) = capture.resident_since {
            let _ = writeln!(text, "      on the device since line {line}: nothing moves here");
            continue;
        }
        if let Some(line) = capture.kept_since {
            let _ = writeln!(text, "      kept since line {line}: only what the device lacks is sent");
        }
        match &capture.proven {
            Some(proven) if !proven.conditions.is_empty() => {
                let _ = writeln!(text, "      {} if {}", proven.map, proven.conditions.join(" and "));
            }
            Some(proven) => {
                let _ = writeln!(text, "      {} for exactly this part", proven.map);
            }
            None => {}
        }
        if let Some(condition) = &capture.private_if {
            let _ = writeln!(text, "      no code of others uses it if {condition}");
        }
        if let Some(alone) = &capture.temporary {
            let conditions = alone.conditions.join(" and ");
            let _ = writeln!(text, "      {} if {conditions}: {NOT_READ_AFTERWARDS}", alone.map);
        }
    }
}

/// What host code does, with or without what it may do to any data.
pub fn said_of(anything: Option<String>, accesses: &[AccessMaps]) -> String {
    let known = Some(accesses_text(accesses)).filter(|known| !known.is_empty());
    anything.into_iter().chain(known).collect::<Vec<_>>().join("; ")
}

/// `reads x[0:1], y and writes z`
fn accesses_text(accesses: &[AccessMaps]) -> String {
    let mut said: Vec<String> = Vec::new();
    let all_of = |access: &AccessMaps| match &access.in_full {
        Some(_) => format!("all of {}", access.extent),
        None => access.extent.clone(),
    };
    for (effect, verb) in [("read", "reads"), ("read and write", "reads and writes"), ("write", "writes")] {
        let names: Vec<String> =
            accesses.iter().filter(|access| access.effect == effect).map(all_of).collect();
        if !names.is_empty() {
            said.push(format!("{verb} {}", names.join(", ")));
        }
    }
    said.join(" and ")
}

fn host_lines(text: &mut String, host: &[HostMaps]) {
    for section in host {
        let anything = section.anything.as_ref().map(|source| format!("may use any data: {source}"));
        let said = said_of(anything, &section.accesses);
        let _ = writeln!(text, "  line {}: the host's code {said}", section.line);
    }
}
