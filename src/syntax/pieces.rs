//! A text as what decides where its statements begin: strings, brackets, ends of lines. It need not be well-formed.

use super::interpolation::{self, has_fields, is_word, skip_string};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// From its quotes on. A string that is never closed ends with its line, or with the text if it has three quotes.
    String {
        is_closed: bool,
        is_triple: bool,
    },
    Open(u8),
    Close(u8),
    /// Outside of strings, of a line that no backslash continues.
    LineEnd,
}

/// The pieces of a text with their places, in order.
pub struct Pieces<'t> {
    text: &'t str,
    at: usize,
}

pub fn pieces(text: &str) -> Pieces<'_> {
    Pieces { text, at: 0 }
}

impl Iterator for Pieces<'_> {
    type Item = (Piece, usize);

    fn next(&mut self) -> Option<(Piece, usize)> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let at = self.at;
            self.at += 1;
            let piece = match byte {
                b'#' => {
                    self.at = self.end_of_line(at);
                    continue;
                }
                b'\\' => {
                    self.at += if bytes[self.at..].starts_with(b"\r\n") { 2 } else { 1 };
                    continue;
                }
                b'\'' | b'"' => self.string(at, None),
                b'(' | b'[' | b'{' => Piece::Open(byte),
                b')' | b']' | b'}' => Piece::Close(byte),
                b'\n' => Piece::LineEnd,
                _ if is_word(byte) => {
                    let quotes = at + bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                    self.at = quotes;
                    let is_quoted = matches!(bytes.get(quotes), Some(b'\'' | b'"'));
                    if is_quoted && self.text.get(at..quotes).is_some_and(has_fields) {
                        return Some((self.string(quotes, Some(at)), quotes));
                    }
                    continue;
                }
                _ => continue,
            };
            return Some((piece, at));
        }
        None
    }
}

impl Pieces<'_> {
    fn end_of_line(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end)
    }

    /// Goes on after a string; one that has replacement fields is given with the place of its prefix.
    fn string(&mut self, quotes: usize, prefix: Option<usize>) -> Piece {
        let end = prefix.and_then(|prefix| interpolation::scan(self.text, prefix).ok());
        let end = end.or_else(|| skip_string(self.text, quotes));
        let bytes = &self.text.as_bytes()[quotes..];
        let is_triple = bytes.starts_with(&[bytes[0]; 3]);
        self.at = end.unwrap_or_else(|| if is_triple { self.text.len() } else { self.end_of_line(quotes) });
        Piece::String { is_closed: end.is_some(), is_triple }
    }
}

/// A line that starts with one of these is a new statement, whatever brackets are open.
const STATEMENTS: &[&str] = &[
    "def", "cdef", "cpdef", "ctypedef", "cimport", "import", "class", "return", "with", "while", "try",
    "raise", "pass", "break", "continue",
];

/// Such a line goes on with the statement before it.
const CLAUSES: &[&str] = &["else", "elif", "except", "finally", "ELSE", "ELIF"];

/// The word that a line starts with, and what follows it.
fn first_word(line: &str) -> (&str, &str) {
    let end = line.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(line.len());
    line.split_at(end)
}

/// Whether a line without its indentation is a new statement, whatever brackets are open.
pub fn is_statement(line: &str) -> bool {
    let (word, rest) = first_word(line);
    STATEMENTS.contains(&word) && !rest.trim_start().starts_with(['=', ',', ')', ']', '}', ':'])
}

/// The places at which statements of the module begin; what is before the first of them begins at 0. Each statement can be parsed
/// by itself.
pub fn statements(text: &str) -> Vec<usize> {
    let mut found = vec![0];
    let mut open = 0usize;
    // After a decorator, what it decorates belongs to it.
    let mut is_decorated = false;
    let mut begins = |at: usize, open: &mut usize| {
        let line = &text[at..];
        let is_outside =
            line.starts_with(|letter: char| !letter.is_whitespace() && !is_blank(letter) && letter != '#');
        if !is_outside || *open > 0 && !is_statement(line) {
            return;
        }
        *open = 0;
        let was_decorated = std::mem::replace(&mut is_decorated, line.starts_with('@'));
        if at > 0 && !was_decorated && !CLAUSES.contains(&first_word(line).0) {
            found.push(at);
        }
    };
    begins(0, &mut open);
    for (piece, at) in pieces(text) {
        match piece {
            Piece::Open(_) => open += 1,
            Piece::Close(_) => open = open.saturating_sub(1),
            Piece::LineEnd => begins(at + 1, &mut open),
            Piece::String { .. } => {}
        }
    }
    found
}

/// White space of the grammar that Unicode does not count as such.
fn is_blank(letter: char) -> bool {
    matches!(letter, '\u{feff}' | '\u{2060}' | '\u{200b}')
}
