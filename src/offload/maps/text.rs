//! The maps in words.

use std::fmt::Write;

use super::{AccessMaps, CaptureMaps, ContextMaps, HostMaps, KernelMaps, MapsReport, RegionMaps};
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
            heading(&mut text, &context.file, context.line, &context.within, &context.title());
            context.body(&mut text);
        }
        for function in &self.functions {
            heading(&mut text, &function.file, function.line, &function.within, &function.header);
            let _ = writeln!(text, "  {IS_CALLED}");
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
    /// The same for one region, without its place.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.body(&mut text);
        text
    }

    fn body(&self, text: &mut String) {
        for kernel in &self.kernels {
            let _ = writeln!(text, "  {}", kernel.text());
        }
        table(text, &self.captures);
    }
}

/// What is said about a function whose host code reports what it uses.
pub const IS_CALLED: &str = "is called where data may be kept on the device";

impl KernelMaps {
    /// `kernel: 2 loops spread together, from line 40`
    pub fn text(&self) -> String {
        let line = self.line;
        let loops = match self.collapse {
            None => format!("one thread, from line {line}"),
            Some(1) => format!("the loop at line {line}"),
            Some(depth) => format!("{depth} loops spread together, from line {line}"),
        };
        let levels = if self.levels { " over teams, the loops inside over the threads of each" } else { "" };
        format!("kernel: {loops}{levels}")
    }
}

/// The same for some variables.
pub fn captures(captures: &[CaptureMaps]) -> String {
    let mut text = String::new();
    table(&mut text, captures);
    text
}

impl CaptureMaps {
    /// The same for one variable.
    pub fn to_text(&self) -> String {
        captures(std::slice::from_ref(self))
    }

    /// What holds beside the row of the table: its conditions, and what a context has already done.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.extent_conditions.is_empty() {
            let conditions = self.extent_conditions.join(" and ");
            let otherwise = match (&self.otherwise, &self.count) {
                (Some(count), _) => format!("{}[0:{count}]", self.name),
                (None, Some(_)) => "an error".to_string(),
                (None, None) => format!("all of {}", self.name),
            };
            notes.push(format!("this part if {conditions}, else {otherwise}"));
        }
        if let Some(line) = self.resident_since {
            notes.push(format!("on the device since line {line}: nothing moves here"));
            return notes;
        }
        if let Some(line) = self.kept_since {
            notes.push(format!("kept since line {line}: only what the device lacks is sent"));
        }
        match &self.proven {
            Some(proven) if !proven.conditions.is_empty() => {
                notes.push(format!("{} if {}", proven.map, proven.conditions.join(" and ")));
            }
            Some(proven) => notes.push(format!("{} for exactly this part", proven.map)),
            None => {}
        }
        if let Some(condition) = &self.private_if {
            notes.push(format!("no other code uses it if {condition}"));
        }
        if let Some(alone) = &self.temporary {
            let conditions = alone.conditions.join(" and ");
            notes.push(format!("{} if {conditions}: {NOT_READ_AFTERWARDS}", alone.map));
        }
        notes
    }
}

impl ContextMaps {
    /// The same for one data context, without its place.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.body(&mut text);
        text
    }

    fn body(&self, text: &mut String) {
        table(text, &self.entries);
        for note in self.notes() {
            let _ = writeln!(text, "  {note}");
        }
        host_lines(text, &self.host);
    }

    /// Its header, and who made it if that is not the user.
    pub fn title(&self) -> String {
        let made_by = self.made_by.map_or(String::new(), |made_by| format!(" (made by {made_by})"));
        format!("{}{made_by}", self.header)
    }

    /// What is not kept here, and what need not come back.
    pub fn notes(&self) -> Vec<String> {
        let inside = self
            .kept_inside
            .iter()
            .map(|inside| format!("{} is kept by the context at line {}", inside.name, inside.line));
        let left =
            self.left_out.iter().map(|left| format!("{} is left to the regions: {}", left.name, left.reason));
        let given_up = self.given_up.iter().map(|name| {
            let alone = held_by_nobody_else(name);
            format!("what {name} shows at the end is not read afterwards, and stays on the device if {alone}")
        });
        inside.chain(left).chain(given_up).collect()
    }
}

impl HostMaps {
    /// `line 12: the host's code reads x[0:1]`
    pub fn text(&self) -> String {
        let anything = self.anything.as_ref().map(|source| format!("may use any data: {source}"));
        format!("line {}: the host's code {}", self.line, said_of(anything, &self.accesses))
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
        for note in capture.notes() {
            let _ = writeln!(text, "      {note}");
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
        let _ = writeln!(text, "  {}", section.text());
    }
}
