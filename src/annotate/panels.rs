//! The panels between the lines: maps of regions and contexts, diagnostics, C.

use std::fmt::Write;

use super::Facts;
use super::c_lines::CRun;
use super::html::{escaped, prose};
use crate::diag::{Diagnostic, Label, Severity};
use crate::offload::maps::{CaptureMaps, ContextMaps, FunctionMaps, HostMaps, IS_CALLED, RegionMaps};
use crate::source::SourceMap;

pub fn region(region: &RegionMaps, out: &mut String) {
    let title = format!("Region in {}", region.within);
    let kernels: Vec<String> = region.kernels.iter().map(|kernel| kernel.text()).collect();
    open(&title, &moved(&region.captures), out);
    for kernel in kernels {
        let _ = write!(out, "<p>{}</p>", escaped(&kernel));
    }
    table(&region.captures, out);
    out.push_str("</details>\n");
}

pub fn context(context: &ContextMaps, out: &mut String) {
    let made_by = context.made_by.map_or(String::new(), |made_by| format!(", made by {made_by}"));
    open(&format!("Data context in {}{made_by}", context.within), &moved(&context.entries), out);
    table(&context.entries, out);
    for note in context.notes() {
        let _ = write!(out, "<p>{}</p>", escaped(&note));
    }
    host(&context.host, out);
    out.push_str("</details>\n");
}

pub fn function(function: &FunctionMaps, out: &mut String) {
    open(&format!("{} {IS_CALLED}", function.within), "", out);
    host(&function.host, out);
    out.push_str("</details>\n");
}

fn open(title: &str, moved: &str, out: &mut String) {
    let (title, moved) = (escaped(title), escaped(moved));
    let _ = write!(out, "<details class=m open><summary>{title} <small>{moved}</small></summary>");
}

/// A summary of what moves: `to X; from D`.
fn moved(captures: &[CaptureMaps]) -> String {
    let mut said: Vec<String> = Vec::new();
    for map in ["to", "tofrom", "from"] {
        let here = |row: &&CaptureMaps| row.map == map && row.resident_since.is_none();
        let names: Vec<&str> = captures.iter().filter(here).map(|row| row.name.as_str()).collect();
        if !names.is_empty() {
            said.push(format!("{map} {}", names.join(", ")));
        }
    }
    said.join("; ")
}

fn table(captures: &[CaptureMaps], out: &mut String) {
    if captures.is_empty() {
        return;
    }
    out.push_str("<div class=w tabindex=0><table><tr>");
    for head in ["variable", "effect", "extent", "map", "reason"] {
        let _ = write!(out, "<th scope=col>{head}");
    }
    for row in captures {
        let (name, extent) = (escaped(&row.name), escaped(&row.extent));
        let map = escaped(row.map);
        let _ = write!(out, "\n<tr><th scope=row>{name}<td>{}<td><code>{extent}</code>", row.effect);
        let _ = write!(out, "<td><b class=\"p {map}\">{map}</b><td>{}", escaped(&row.reason));
        for note in row.notes() {
            let _ = write!(out, "<br><small>{}</small>", escaped(&note));
        }
    }
    out.push_str("</table></div>");
}

fn host(sections: &[HostMaps], out: &mut String) {
    for section in sections {
        let _ = write!(out, "<p>{}</p>", escaped(&section.text()));
    }
}

pub fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "help",
    }
}

pub fn diagnostic(diagnostic: &Diagnostic, facts: &Facts, sources: &SourceMap, out: &mut String) {
    let severity = severity(diagnostic);
    let _ = write!(
        out,
        "<div class=\"d {severity}\" role=note><p><strong>{severity}[{}]</strong>",
        diagnostic.code
    );
    let _ = write!(out, " {}</p>", prose(&diagnostic.message));
    let primary =
        diagnostic.primary.iter().filter(|label| label.span.file != facts.file || !label.text.is_empty());
    for label in primary.chain(&diagnostic.secondary) {
        let _ = write!(out, "<p>{}: {}</p>", place(label, facts, sources), prose(&label.text));
    }
    for note in &diagnostic.notes {
        let _ = write!(out, "<p>note: {}</p>", prose(note));
    }
    for fix in &diagnostic.fixes {
        let _ = write!(out, "<p>help: {}</p>", prose(&fix.title));
    }
    let _ = writeln!(out, "<p><small>offcy explain {}</small></p></div>", diagnostic.code);
}

/// The place of a label, as a link if it is on the page.
fn place(label: &Label, facts: &Facts, sources: &SourceMap) -> String {
    let line = sources.line(label.span);
    if label.span.file == facts.file {
        return format!("<a href=\"#L{line}\">line {line}</a>");
    }
    let path = sources.file(label.span.file).path().display().to_string();
    format!("{}:{line}", escaped(&path))
}

pub fn c(runs: &[&CRun], out: &mut String) {
    for run in runs {
        let at = escaped(&format!("{}:{}", run.file, run.line));
        // A line end right after the tag does not count.
        let _ = write!(out, "<pre data-at=\"{at}\">\n{}</pre>", escaped(&run.text));
    }
}
