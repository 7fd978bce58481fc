//! Brackets and quotes that are never closed: found in the text alone, because the tree is then useless.

use super::{causes, syntax};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// A line that starts with one of these is a new statement, whatever brackets are open.
const STATEMENTS: &[&str] = &[
    "def", "cdef", "cpdef", "ctypedef", "cimport", "import", "class", "return", "with", "while", "try",
    "raise", "pass", "break", "continue",
];

struct Scan<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
    /// Open brackets and their places.
    open: Vec<(u8, usize)>,
}

/// The first such problem: its place, and what to say.
pub fn problem(text: &str, file: FileId) -> Option<(usize, Diagnostic)> {
    let mut scan = Scan { text, file, at: 0, open: Vec::new() };
    while let Some(&byte) = text.as_bytes().get(scan.at) {
        let found = match byte {
            b'#' => {
                scan.at = text[scan.at..].find('\n').map_or(text.len(), |end| scan.at + end);
                continue;
            }
            b'\'' | b'"' => scan.string(byte),
            b'\n' => scan.line_start(),
            b'(' | b'[' | b'{' => {
                scan.open.push((byte, scan.at));
                None
            }
            b')' | b']' | b'}' => scan.close(byte),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        scan.at += 1;
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

    /// Leaves `at` on the last quote.
    fn string(&mut self, quote: u8) -> Option<(usize, Diagnostic)> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let is_triple = bytes.get(start + 1) == Some(&quote) && bytes.get(start + 2) == Some(&quote);
        let length = if is_triple { 3 } else { 1 };
        let mut at = start + length;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' if !is_triple => break,
                _ if byte == quote && (!is_triple || bytes[at..].starts_with(&[quote; 3])) => {
                    self.at = at + length - 1;
                    return None;
                }
                _ => {}
            }
            at += 1;
        }
        let diagnostic = syntax("the string is never closed", self.span(start, length), "opened here")
            .note("a string ends in its line with the quote that opened it; three quotes hold several lines");
        Some((start, diagnostic))
    }

    /// A statement's keyword at the start of the next line closes what is open.
    fn line_start(&mut self) -> Option<(usize, Diagnostic)> {
        let &(bracket, at) = self.open.last()?;
        let line = self.text[self.at + 1..].trim_start_matches([' ', '\t']);
        let end = line.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(line.len());
        let is_name = line[end..].trim_start().starts_with(['=', ',', ')', ']', '}', ':']);
        (STATEMENTS.contains(&&line[..end]) && !is_name).then(|| self.never_closed(bracket, at))
    }

    fn close(&mut self, closing: u8) -> Option<(usize, Diagnostic)> {
        let wanted = match closing {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let place = self.span(self.at, 1);
        match self.open.pop() {
            Some((opening, _)) if opening == wanted => None,
            Some((opening, at)) => {
                let message = format!("`{}` does not close `{}`", closing as char, opening as char);
                Some((at, syntax(message, place, "closed here").also(self.span(at, 1), "opened here")))
            }
            None => {
                let message = format!("`{}` closes nothing", closing as char);
                Some((self.at, syntax(message, place, format!("there is no open `{}`", wanted as char))))
            }
        }
    }
}
