//! Other people's C in the module's files, attributed to its places in the source.

use std::sync::Arc;

use super::header::include_line;
use super::lir;
use super::unit::Unit;
use super::writer::Writer;
use super::{DeviceCode, ForeignName, Origin};
use crate::base::Name;
use crate::source::Span;
use crate::tir::{Header, Include, IncludeId};

/// A line of such C, and its place in the source; `None`: offcy has added it.
pub struct Line {
    pub text: String,
    place: Option<Origin>,
}

impl Line {
    pub fn added(text: impl Into<String>) -> Line {
        Line { text: text.into(), place: None }
    }
}

/// Whether they are the same C, wherever it is.
pub fn are_same(some: &[Line], others: &[Line]) -> bool {
    some.iter().map(|line| &line.text).eq(others.iter().map(|line| &line.text))
}

/// The line that includes a block's header.
pub fn included(unit: &Unit<'_>, include: &Include) -> Option<Line> {
    Some(Line { text: include_line(include)?, place: Some(unit.origin(include.span)) })
}

/// The C of one of the user's blocks.
pub fn verbatim(unit: &Unit<'_>, include: &Include) -> Vec<Line> {
    let Some(code) = &include.verbatim else { return Vec::new() };
    // Nobody has to use all of it.
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

/// For each line of a string's text, the line of the string on which it begins: line ends may be escaped.
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

/// The lines of a text without their common indentation; `None` for empty ones before and after it all.
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
            // No other directive can come between the lines of a directive.
            _ if goes_on => {}
            Some(Origin { file, line }) => {
                let name = unit.sources.file(file).path().to_string_lossy().into_owned();
                out.place(&lir::Place::Line { file, name, line });
            }
            None => out.at_home(),
        }
        out.line_as_it_is(&line.text);
        if line.place.is_some() {
            out.has_for_devices(DeviceCode::of_others(&line.text));
        }
        goes_on = line.text.ends_with('\\');
    }
    out.at_home();
}

/// Where the source contains other people's C.
pub fn places(unit: &Unit<'_>) -> Vec<Span> {
    let of_users = unit.module.includes.iter().map(|(_, include)| include).filter(|one| !one.is_library);
    let head = |include: &Include| Span { end: include.span.start, ..include.span };
    of_users.flat_map(|include| include.verbatim_span.into_iter().chain([head(include)])).collect()
}

/// The names that the user's `cdef extern` blocks declare, and headers should define.
pub fn names(unit: &Unit<'_>) -> Vec<ForeignName> {
    let header = |include: Option<IncludeId>| -> Option<Name> {
        let include = &unit.module.includes[include?];
        match include.header.as_ref().filter(|_| !include.is_library)? {
            Header::System(name) | Header::User(name) => Some(name.clone()),
        }
    };
    let types = Arc::as_ref(&unit.module.types);
    let externs = unit.module.externs.iter().map(|(_, known)| (&known.c_name, known.include, known.span));
    let structs = types.structs.iter().map(|(_, known)| (&known.c_name, known.include, known.span));
    let numbers = unit.module.foreign_numbers.iter();
    let numbers = numbers.map(|number| (&number.c_name, Some(number.include), number.span));
    let enums = types.enums.iter().flat_map(|(_, known)| {
        let members = known.members.iter().map(|(name, _)| name);
        members.chain([&known.c_name]).map(|name| (name, known.include, known.span))
    });
    externs
        .chain(structs)
        .chain(numbers)
        .chain(enums)
        .filter_map(|(c_name, include, span)| {
            Some(ForeignName { c_name: c_name.clone(), header: header(include)?, span })
        })
        .collect()
}
