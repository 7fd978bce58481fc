//! Comments, and the directives in them.

use super::node::{Node, descendants, descendants_before};
use crate::source::Span;

/// A comment with its `#`, without the line ending.
#[derive(Clone, Copy, Debug)]
pub struct Comment<'t>(Node<'t>);

/// `name = value` in a comment such as `# cython: boundscheck=False, wraparound=False`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentDirective<'t> {
    /// `cython`, `distutils` or `offcy`.
    pub tool: &'t str,
    pub name: &'t str,
    pub value: &'t str,
    /// From the name to the end of the value.
    pub span: Span,
}

impl<'t> Comment<'t> {
    pub fn span(self) -> Span {
        self.0.span()
    }

    pub fn text(self) -> &'t str {
        self.0.text().trim_end_matches('\r')
    }

    /// Whether only spaces precede it on its line.
    pub fn is_alone(self) -> bool {
        let before = self.0.whole_text().get(..self.span().start as usize).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        line.trim_start_matches('\u{feff}').trim().is_empty()
    }

    /// The settings in `# tool: name = value, name = value`; empty for any other comment. Commas inside
    /// brackets or quotes belong to the value; `distutils` takes one setting per comment, and so does
    /// `sources`.
    pub fn directives(self) -> Vec<CommentDirective<'t>> {
        let text = self.text();
        let body = text.trim_start_matches('#');
        let Some((tool, settings)) = body.split_once(':') else { return Vec::new() };
        let tool = tool.trim();
        if !matches!(tool, "cython" | "distutils" | "offcy") || !settings.contains('=') {
            return Vec::new();
        }
        let start = text.len() - settings.len();
        let pieces = if tool == "distutils" || settings.trim_start().starts_with("sources") {
            std::iter::once(0..settings.len()).collect()
        } else {
            split_commas(settings)
        };
        let piece = |range: std::ops::Range<usize>| {
            let (name, value) =
                settings[range.clone()].split_once('=').unwrap_or((&settings[range.clone()], ""));
            let lead = name.len() - name.trim_start().len();
            let first = self.span().start as usize + start + range.start + lead;
            let last = self.span().start as usize + start + settings[..range.end].trim_end().len();
            CommentDirective {
                tool,
                name: name.trim(),
                value: value.trim(),
                span: Span::new(self.span().file, first, last),
            }
        };
        pieces.into_iter().filter(|range| !settings[range.clone()].trim().is_empty()).map(piece).collect()
    }
}

fn split_commas(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut pieces = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0usize, None);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                pieces.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// Every comment below `root`, in order.
pub(super) fn comments(root: Node<'_>) -> Vec<Comment<'_>> {
    descendants(root, "comment").into_iter().map(Comment).collect()
}

/// The comments before a place in the text.
pub(in crate::syntax) fn comments_before(root: Node<'_>, end: usize) -> Vec<Comment<'_>> {
    descendants_before(root, "comment", end).into_iter().map(Comment).collect()
}
