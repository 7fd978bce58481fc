//! What only follows from a line that could not be read.
//!
//! The parser goes on after a broken line, so that one run shows all errors. What it makes of the line's rest, and
//! names that the line would have declared, say nothing about the source.

use std::collections::HashSet;

use crate::diag::{Diagnostic, codes};
use crate::source::{SourceMap, Span};

/// Diagnostics without those that follow from others.
pub fn removed(diagnostics: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.primary.as_ref().map(|label| label.span);
    let line = |span: Span| (span.file, sources.line(span));
    let is_broken =
        |diagnostic: &&Diagnostic| diagnostic.code == codes::SYNTAX_ERROR && diagnostic.is_error();
    let broken: Vec<Span> = diagnostics.iter().filter(is_broken).filter_map(place).collect();
    if broken.is_empty() {
        return diagnostics;
    }
    let lines: HashSet<_> = broken.iter().map(|span| line(*span)).collect();
    let text_of = |span: Span| sources.file(span.file).text().get(span.start as usize..span.end as usize);
    let words: HashSet<&str> = broken.iter().flat_map(|span| words_of_line(*span, sources)).collect();
    let follows = |diagnostic: &Diagnostic| {
        let Some(span) = place(diagnostic).filter(|_| diagnostic.is_error()) else { return false };
        match diagnostic.code {
            codes::UNKNOWN_NAME => {
                lines.contains(&line(span)) || text_of(span).is_some_and(|name| words.contains(name))
            }
            codes::UNKNOWN_TYPE | codes::BAD_OPERANDS | codes::CANNOT_CONVERT => lines.contains(&line(span)),
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
