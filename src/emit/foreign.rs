//! C of others in the module's files, attributed to the places of the source at which it stands.

use super::Origin;
use super::header::include_line;
use super::unit::Unit;
use super::writer::Writer;
use crate::source::Span;
use crate::tir::Include;

/// A line of others' C, and where the source has it; `None`: offcy has added it.
pub struct Line {
    pub text: String,
    place: Option<Origin>,
}

impl Line {
    pub fn added(text: impl Into<String>) -> Line {
        Line { text: text.into(), place: None }
    }
}

/// Whether they are the same C, wherever it stands.
pub fn are_same(some: &[Line], others: &[Line]) -> bool {
    some.iter().map(|line| &line.text).eq(others.iter().map(|line| &line.text))
}

/// The line that includes a block's header.
pub fn included(unit: &Unit<'_>, include: &Include) -> Option<Line> {
    Some(Line { text: include_line(include)?, place: Some(unit.origin(include.span)) })
}

/// The C that stands in a block of the user's.
pub fn verbatim(unit: &Unit<'_>, include: &Include) -> Vec<Line> {
    let Some(code) = &include.verbatim else { return Vec::new() };
    // Nobody need use all of it.
    let before = ["#pragma GCC diagnostic push", "#pragma GCC diagnostic ignored \"-Wunused\""];
    let mut lines: Vec<Line> = before.map(Line::added).into();
    let mut starts =
        include.verbatim_span.map(|span| source_lines(unit.sources.text(span))).unwrap_or_default();
    if starts.len() != code.matches('\n').count() + 1 {
        starts.clear(); // of several strings
    }
    let place = |number: usize| {
        let span = include.verbatim_span?;
        let start = unit.origin(span);
        let line = starts.get(number).map_or(start.line, |line| start.line + line);
        Some(Origin { line, ..start })
    };
    for (number, text) in dedented(code).into_iter().enumerate() {
        lines.extend(text.map(|text| Line { text, place: place(number) }));
    }
    lines.push(Line::added("#pragma GCC diagnostic pop"));
    lines
}

/// For each line of a string's text, on which line of the string it begins: ends of lines may be escaped.
fn source_lines(literal: &str) -> Vec<u32> {
    let is_raw = literal.split(['"', '\'']).next().is_some_and(|prefix| prefix.contains(['r', 'R']));
    let (mut line, mut starts) = (0, vec![0]);
    let mut letters = literal.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => {
                line += 1;
                starts.push(line);
            }
            '\\' if !is_raw => match letters.next() {
                Some('\n') => line += 1,
                Some('n') => starts.push(line),
                _ => {}
            },
            _ => {}
        }
    }
    starts
}

/// The lines of a text without what all of them are indented by; `None` for empty ones before and after it all.
fn dedented(code: &str) -> Vec<Option<String>> {
    let is_text = |line: &&str| !line.trim().is_empty();
    let lines: Vec<&str> = code.lines().collect();
    let first = lines.iter().position(is_text).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_text).unwrap_or(0);
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let common = lines.iter().copied().filter(is_text).map(indent).min().unwrap_or(0);
    let inner = |(number, line): (usize, &&str)| {
        (first..=last).contains(&number).then(|| line.get(common..).unwrap_or("").to_string())
    };
    lines.iter().enumerate().map(inner).collect()
}

/// Writes lines, each under its place.
pub fn write<'l>(unit: &Unit<'_>, lines: impl IntoIterator<Item = &'l Line>, out: &mut Writer) {
    let mut goes_on = false;
    for line in lines {
        match line.place {
            // Between the lines of a directive there can be no other.
            _ if goes_on => {}
            Some(Origin { file, line }) => {
                out.at(file, &unit.sources.file(file).path().to_string_lossy(), line);
            }
            None => out.at_home(),
        }
        out.line_as_it_is(&line.text);
        goes_on = line.text.ends_with('\\');
    }
    out.at_home();
}

/// Where the source has C of others.
pub fn places(unit: &Unit<'_>) -> Vec<Span> {
    let of_users = unit.module.includes.iter().map(|(_, include)| include).filter(|one| !one.is_library);
    let head = |include: &Include| Span { end: include.span.start, ..include.span };
    of_users.flat_map(|include| include.verbatim_span.into_iter().chain([head(include)])).collect()
}
