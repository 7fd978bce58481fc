//! The lines that a fix makes, for fixes that add lines or move them.

use super::plain::LONGEST_DRAWN_LINE;
use crate::diag::{Edit, Fix};
use crate::source::SourceMap;

/// The most lines that are shown; if there are more, the first ones and the last.
const MOST_LINES: usize = 6;

/// So many characters of a line are shown if it is very long: what a fix adds must be among them, unless a line is new.
const SHOWN: usize = 200;

/// The lines as they are after the fix, numbered, with `+` before new ones and `~` before changed ones;
/// `None` for a fix that is better shown edit by edit.
pub fn lines(sources: &SourceMap, fix: &Fix) -> Option<Vec<String>> {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    let adds = |edit: &&Edit| edit.span.start >= edit.span.end && !edit.replacement.is_empty();
    let moves = edits.len() > 2 || edits.iter().any(|edit| edit.replacement.contains('\n'));
    if !moves || !edits.iter().all(adds) {
        return None;
    }
    edits.sort_by_key(|edit| edit.span);
    let file = edits.first()?.span.file;
    if edits.iter().any(|edit| edit.span.file != file) {
        return None;
    }
    let source = sources.file(file);
    let mut rows: Vec<(usize, char, String)> = Vec::new();
    let mut added = 0;
    let mut pending = edits.into_iter().peekable();
    while let Some(first) = pending.peek() {
        let index = source.line_index(first.span.start);
        let range = source.line_range(index)?;
        let old = source.text().get(range.clone())?;
        let mut new = old.to_string();
        let mut shift = 0;
        while let Some(edit) = pending.next_if(|edit| source.line_index(edit.span.start) == index) {
            let at = (edit.span.start as usize).checked_sub(range.start)? + shift;
            let is_hidden = at + edit.replacement.len() > SHOWN / 2 && !edit.replacement.contains('\n');
            if !new.is_char_boundary(at) || is_hidden && new.len() > LONGEST_DRAWN_LINE {
                return None;
            }
            new.insert_str(at, &edit.replacement);
            shift += edit.replacement.len();
        }
        let made: Vec<&str> = new.lines().collect();
        for (at, line) in made.iter().enumerate() {
            let mark = match at + 1 == made.len() {
                false => '+',
                true if *line == old.trim_end_matches(['\n', '\r']) => ' ',
                true => '~',
            };
            rows.push((index + 1 + added + at, mark, line.to_string()));
        }
        added += made.len().saturating_sub(1);
    }
    Some(shown(&rows))
}

fn shown(rows: &[(usize, char, String)]) -> Vec<String> {
    let width = rows.last().map_or(1, |(number, ..)| number.to_string().len());
    let row = |(number, mark, line): &(usize, char, String)| {
        cut(format!("{number:>width$} {mark} {line}").trim_end())
    };
    if rows.len() <= MOST_LINES {
        return rows.iter().map(row).collect();
    }
    let mut shown: Vec<String> = rows[..MOST_LINES - 2].iter().map(row).collect();
    shown.push(format!("{:>width$}", "..."));
    shown.extend(rows.last().map(row));
    shown
}

/// A line without its end, if it is too long.
fn cut(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) if line.len() > LONGEST_DRAWN_LINE => format!("{}...", &line[..end]),
        _ => line.to_string(),
    }
}
