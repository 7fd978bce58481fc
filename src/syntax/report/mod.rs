//! What went wrong in parsing, as diagnostics.

mod brackets;
mod causes;

use std::ops::Range;

use super::interpolation::{self, Problem};
use super::node::Node;
use super::tree::{Entry, MAX_DEPTH};
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::{FileId, Span};

/// More would be consequences of the first ones.
const MAX_ERRORS: usize = 10;

pub fn syntax(message: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, message).at(span, label)
}

/// What is wrong with a replacement field of a string.
pub fn field(problem: Problem, file: FileId) -> Diagnostic {
    syntax(problem.message, Span::new(file, problem.range.start, problem.range.end), "")
}

pub fn nul_byte(span: Span) -> Diagnostic {
    syntax("the file holds a NUL byte", span, "here")
        .note("source code is text; this looks like a binary file")
}

pub fn gave_up(file: FileId) -> Diagnostic {
    syntax("the text could not be parsed", Span::whole_file(file), "")
}

pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NESTED_TOO_DEEPLY, "the code is nested too deeply")
        .at(span, "")
        .note(format!("at most {MAX_DEPTH} levels of the syntax tree can be nested"))
}

/// A place that the parser did not understand.
#[derive(Clone, Copy)]
struct Broken<'t> {
    text: &'t str,
    file: FileId,
    /// Bytes; empty for what is missing.
    start: usize,
    end: usize,
    /// The kind of a missing token.
    missing: Option<&'t str>,
}

/// A problem that explains all errors after it, with its place: invalid replacement fields, or a bracket or quote that
/// is never closed.
pub fn explanation(text: &str, file: FileId) -> Option<(usize, Vec<Diagnostic>)> {
    let fields = interpolation::problems(text);
    match fields.first().map(|problem| problem.range.start) {
        Some(at) => {
            Some((at, fields.into_iter().map(|problem| field(problem, file)).take(MAX_ERRORS).collect()))
        }
        None => {
            let (at, unclosed) = brackets::problem(text, file)?;
            Some((at, vec![unclosed]))
        }
    }
}

/// Reports the ERROR and MISSING nodes below `root`: the outermost ones, one per line. If one problem explains
/// all errors after it, the result is `false`, and the tree is not worth checking.
pub fn errors(root: Node<'_>, diagnostics: &mut Diagnostics) -> bool {
    let explained = explanation(root.whole_text(), root.file());
    let limit = explained.as_ref().and_then(|(at, _)| root.whole_text()[..*at].rfind('\n')).unwrap_or(0);
    let mut last_line = None;
    for broken in broken_places(root) {
        if explained.is_some() && broken.end >= limit {
            break;
        }
        // An error often continues on the next line.
        let line = root.whole_text()[..broken.start].matches('\n').count();
        let is_echo = last_line.is_some_and(|last| line <= last + 1);
        let cause = causes::cause(broken).filter(|_| !is_echo || last_line.is_some_and(|last| line > last));
        diagnostics.extend(cause.or_else(|| (!is_echo).then(|| causes::unexpected(broken))));
        last_line = Some(line + root.whole_text()[broken.start..broken.end].trim_end().matches('\n').count());
    }
    if last_line.is_none() && explained.is_none() {
        diagnostics.push(causes::unexpected(innermost(root)));
    }
    let is_readable = explained.is_none();
    diagnostics.extend(explained.into_iter().flat_map(|(_, found)| found));
    is_readable
}

/// The innermost node around an error that has no node itself: a missing token without a name.
fn innermost(root: Node<'_>) -> Broken<'_> {
    let mut node = root;
    while let Some(inner) = node.all_children().into_iter().find(|child| child.has_error()) {
        node = inner;
    }
    let Range { start, end } = node.entry().range();
    Broken { text: root.whole_text(), file: root.file(), start, end, missing: None }
}

fn broken_places(root: Node<'_>) -> Vec<Broken<'_>> {
    let is_broken = |entry: &Entry| entry.is_error || entry.is_missing;
    let broken = root.all_outside(|entry| is_broken(entry) || !entry.has_error);
    let broken = broken.filter(|node| is_broken(node.entry())).take(MAX_ERRORS);
    let place = |node: Node<'_>| {
        let Range { start, end } = node.entry().range();
        Broken {
            text: root.whole_text(),
            file: root.file(),
            start,
            end,
            missing: node.entry().is_missing.then(|| node.kind()),
        }
    };
    broken.map(place).collect()
}
