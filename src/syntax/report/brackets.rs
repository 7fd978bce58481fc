//! Brackets and quotes that are never closed: found in the text alone, because the tree is then useless.

use super::{causes, syntax};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::pieces::{Piece, is_statement, pieces};

struct Scan<'t> {
    text: &'t str,
    file: FileId,
    /// Open brackets and their places.
    open: Vec<(u8, usize)>,
}

/// The first such problem: its place, and what to say.
pub fn problem(text: &str, file: FileId) -> Option<(usize, Diagnostic)> {
    let mut scan = Scan { text, file, open: Vec::new() };
    for (piece, at) in pieces(text) {
        let found = match piece {
            Piece::String { is_closed: true, .. } => None,
            Piece::String { is_triple, .. } => Some(scan.endless(at, is_triple)),
            Piece::LineEnd => scan.line_end(at),
            Piece::Open(bracket) => {
                scan.open.push((bracket, at));
                None
            }
            Piece::Close(bracket) => scan.close(bracket, at),
        };
        if found.is_some() {
            return found;
        }
    }
    scan.open.pop().map(|(bracket, at)| scan.never_closed(bracket, at))
}

impl Scan<'_> {
    fn span(&self, at: usize, length: usize) -> Span {
        Span::new(self.file, at, at + length)
    }

    fn never_closed(&self, bracket: u8, at: usize) -> (usize, Diagnostic) {
        if let Some(brace) = causes::block_in_braces(self.text, self.file, at) {
            return (at, brace);
        }
        let message = format!("`{}` is never closed", bracket as char);
        let closing = match bracket {
            b'(' => ')',
            b'[' => ']',
            _ => '}',
        };
        let diagnostic = syntax(message, self.span(at, 1), "opened here");
        (at, diagnostic.note(format!("write `{closing}` where what it holds ends")))
    }

    /// A string that is never closed.
    fn endless(&self, at: usize, is_triple: bool) -> (usize, Diagnostic) {
        let quotes = self.span(at, if is_triple { 3 } else { 1 });
        let diagnostic = syntax("the string is never closed", quotes, "opened here")
            .note("a string ends in its line with the quote that opened it; three quotes hold several lines");
        (at, diagnostic)
    }

    /// A statement's keyword at the start of the next line closes what is open.
    fn line_end(&self, end: usize) -> Option<(usize, Diagnostic)> {
        let &(bracket, at) = self.open.last()?;
        let line = self.text[end + 1..].trim_start_matches([' ', '\t']);
        is_statement(line).then(|| self.never_closed(bracket, at))
    }

    fn close(&mut self, closing: u8, at: usize) -> Option<(usize, Diagnostic)> {
        let wanted = match closing {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let place = self.span(at, 1);
        match self.open.pop() {
            Some((opening, _)) if opening == wanted => None,
            Some((opening, start)) => {
                let message = format!("`{}` does not close `{}`", closing as char, opening as char);
                Some((start, syntax(message, place, "closed here").also(self.span(start, 1), "opened here")))
            }
            None => {
                let message = format!("`{}` closes nothing", closing as char);
                Some((at, syntax(message, place, format!("there is no open `{}`", wanted as char))))
            }
        }
    }
}
