//! What went wrong in parsing, as diagnostics.

use super::depth::MAX_DEPTH;
use super::node::Node;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::{FileId, Span};

/// More would be echoes of the first ones.
const MAX_ERRORS: usize = 10;

pub fn syntax(message: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, message).at(span, label)
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

/// Reports the ERROR and MISSING nodes below `root`: the outermost ones, one per line.
pub fn errors(root: Node<'_>, diagnostics: &mut Diagnostics) {
    let mut reported = 0;
    let mut last_row = None;
    let mut cursor = root.raw().walk();
    'tree: loop {
        let node = cursor.node();
        let broken = node.is_error() || node.is_missing();
        if broken && last_row.is_none_or(|row| row < node.start_position().row) && reported < MAX_ERRORS {
            last_row = Some(node.end_position().row.min(node.start_position().row + 1));
            reported += 1;
            diagnostics.push(error(root, node));
        }
        if !broken && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
        }
    }
}

fn error(root: Node<'_>, node: tree_sitter::Node<'_>) -> Diagnostic {
    let range = node.byte_range();
    if node.is_missing() {
        let span = Span::new(root.file(), range.start, range.end);
        let what = if node.is_named() { "a name".to_string() } else { format!("`{}`", node.kind()) };
        return syntax(format!("expected {what}"), span, "missing here");
    }
    let text = root.whole_text().get(range.clone()).unwrap_or("");
    let line = text.lines().next().unwrap_or("");
    let span = Span::new(root.file(), range.start, range.start + line.len());
    syntax("the text is not valid Cython", span, "cannot be read here")
}
