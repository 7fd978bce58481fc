//! What only follows from a line that could not be read.
//!
//! The parser goes on after a broken line, so that one run shows all errors. What it makes of the line's rest, of the
//! line after a block that lacks its indentation, and names that the line would have declared, say nothing about the
//! source. Nor does a pointer without an extent, if the map that would give it is wrong, or if it gets the row of a thread there.

use std::collections::HashSet;

use crate::diag::{Code, Diagnostic, codes};
use crate::source::{SourceMap, Span};

/// Diagnostics without those that follow from others.
pub fn removed(diagnostics: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.primary.as_ref().map(|label| label.span);
    let line = |span: Span| (span.file, sources.line(span));
    let places_of = |wanted: &[Code]| -> Vec<Span> {
        let is_wanted = |diagnostic: &&Diagnostic| diagnostic.is_error() && wanted.contains(&diagnostic.code);
        diagnostics.iter().filter(is_wanted).filter_map(place).collect()
    };
    let broken = places_of(&[codes::SYNTAX_ERROR]);
    let wrong_maps = places_of(&[codes::BAD_CLAUSE, codes::BAD_MAP_ENTRY]);
    let rows = places_of(&[codes::RACE]);
    if broken.is_empty() && wrong_maps.is_empty() && rows.is_empty() {
        return diagnostics;
    }
    let mapped: HashSet<&str> = wrong_maps.iter().flat_map(|span| words_of_line(*span, sources)).collect();
    let lines: HashSet<_> = broken.iter().map(|span| line(*span)).collect();
    let text_of = |span: Span| sources.file(span.file).text().get(span.start as usize..span.end as usize);
    let words: HashSet<&str> = broken.iter().flat_map(|span| words_of_line(*span, sources)).collect();
    let follows = |diagnostic: &Diagnostic| {
        let Some(span) = place(diagnostic) else { return false };
        match diagnostic.code {
            // Where a block ends is not known.
            codes::UNREACHABLE | codes::UNUSED_CONTEXT => {
                broken.iter().any(|broken| broken.file == span.file)
            }
            _ if !diagnostic.is_error() => false,
            codes::UNBOUNDED_POINTER => {
                rows.contains(&span) || text_of(span).is_some_and(|name| mapped.contains(name))
            }
            codes::SYNTAX_ERROR => broken.iter().any(|header| is_block_of(*header, span, sources)),
            codes::UNKNOWN_NAME => {
                lines.contains(&line(span)) || text_of(span).is_some_and(|name| words.contains(name))
            }
            codes::UNKNOWN_TYPE | codes::BAD_OPERANDS | codes::CANNOT_CONVERT | codes::NOT_AS_DECLARED => {
                lines.contains(&line(span))
            }
            _ => false,
        }
    };
    let follows: Vec<bool> = diagnostics.iter().map(follows).collect();
    diagnostics
        .into_iter()
        .zip(follows)
        .filter(|(_, follows)| !follows)
        .map(|(diagnostic, _)| diagnostic)
        .collect()
}

/// Whether a statement is the first after a header without a block: it was meant to be in it.
fn is_block_of(header: Span, statement: Span, sources: &SourceMap) -> bool {
    let text = sources.file(header.file).text();
    let between = text.get(header.end as usize..statement.start as usize);
    header.file == statement.file
        && text.get(..header.end as usize).is_some_and(|before| before.ends_with(':'))
        && between.is_some_and(|between| between.contains('\n') && between.trim().is_empty())
}

/// The words of the line in which a place begins.
fn words_of_line(span: Span, sources: &SourceMap) -> Vec<&str> {
    let text = sources.file(span.file).text();
    let at = (span.start as usize).min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].split('\n').next().unwrap_or_default();
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .collect()
}
