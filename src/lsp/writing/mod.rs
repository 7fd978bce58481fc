//! Help while code is written: names that fit, and what a call wants.
//!
//! Half-written code says little. So the text is completed with a name that nobody else uses, and what is open is
//! closed, before it is studied.

mod completion;
mod known;
mod members;
mod signature;

use std::sync::Arc;

pub use completion::completion;
pub use signature::signature;

use super::names::Workspace;
use super::state::Document;
use super::studied::Studied;
use crate::syntax::keywords;

/// The name that stands for what is not written yet.
const UNWRITTEN: &str = "offcy_unwritten_name";

/// What is written before a place, on its line and those that it goes on from.
struct Written<'a> {
    text: &'a str,
    at: usize,
    /// The letters of a name that end at the place.
    word: &'a str,
    /// The line up to that name.
    line: &'a str,
}

impl<'a> Written<'a> {
    fn new(text: &'a str, at: u32) -> Option<Written<'a>> {
        let before = text.get(..at as usize)?;
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let stem = before.trim_end_matches(is_letter);
        let line = &stem[stem.rfind('\n').map_or(0, |end| end + 1)..];
        Some(Written { text, at: at as usize, word: &before[stem.len()..], line })
    }

    /// The text before the name.
    fn before(&self) -> &'a str {
        &self.text[..self.at - self.word.len()]
    }

    /// The brackets that are open at the place, each with where it is, the innermost last. It looks back to a line that
    /// can only begin a statement.
    fn open_brackets(&self) -> Vec<(usize, char)> {
        let before = self.before();
        let start = statement_start(before);
        let mut open: Vec<(usize, char)> = Vec::new();
        let mut quote: Option<char> = None;
        let mut letters = before[start..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match (quote, letter) {
                (Some(_), '\\') => drop(letters.next()),
                (Some(end), _) if letter == end => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(letter),
                (None, '#') => drop(letters.by_ref().find(|(_, letter)| *letter == '\n')),
                (None, '(' | '[' | '{') => open.push((start + at, letter)),
                (None, ')' | ']' | '}') => drop(open.pop()),
                _ => {}
            }
        }
        open
    }

    /// Whether the place is in a text, and the quote that begins it.
    fn quote(&self) -> Option<usize> {
        let before = self.before();
        let start = before.len() - self.line.len();
        let mut quote = None;
        let mut letters = before[start..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match (quote, letter) {
                (Some(_), '\\') => drop(letters.next()),
                (Some((_, end)), _) if letter == end => quote = None,
                (None, '"' | '\'') => quote = Some((start + at, letter)),
                _ => {}
            }
        }
        quote.map(|(at, _)| at)
    }

    /// The text with a name at the place, and what is open closed. The name ends at the byte.
    fn completed(&self) -> (String, u32) {
        let (before, after) = (self.before(), &self.text[self.at..]);
        let end_of_line = after.find('\n').unwrap_or(after.len());
        let mut added = UNWRITTEN.to_string();
        if after[..end_of_line].trim().is_empty() {
            let closing = |bracket| match bracket {
                '(' => ')',
                '[' => ']',
                _ => '}',
            };
            added.extend(self.open_brackets().iter().rev().map(|(_, bracket)| closing(*bracket)));
            let begun = before[statement_start(before)..].trim_start();
            let first = begun.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("");
            if keywords().contains(&first) && BLOCKS.contains(&first) {
                added.push_str(": pass");
            }
        }
        let at = before.len() + UNWRITTEN.len();
        (format!("{before}{added}{after}"), at as u32)
    }
}

/// What begins with these words ends with a colon.
const BLOCKS: &[&str] = &["elif", "for", "if", "while", "with"];

/// Where the statement may begin that a text ends in: at its last line that is not inside of brackets, judged by how
/// the lines are indented.
fn statement_start(before: &str) -> usize {
    const MOST_LINES: usize = 50;
    let mut start = before.rfind('\n').map_or(0, |end| end + 1);
    for _ in 0..MOST_LINES {
        let text = &before[start..];
        let opened = text.matches(['(', '[', '{']).count();
        let closed = text.matches([')', ']', '}']).count();
        let line_before = before[..start].trim_end_matches('\n');
        let goes_on = closed > opened || line_before.trim_end().ends_with([',', '(', '[', '{', '\\']);
        if start == 0 || !goes_on {
            break;
        }
        start = line_before.rfind('\n').map_or(0, |end| end + 1);
    }
    start
}

/// A study of a document with another text.
fn study(studied: &Studied, text: String, workspace: &Workspace<'_>) -> Studied {
    let document = Document { text: Arc::from(text), ..studied.document.clone() };
    Studied::afresh(document, &workspace.shared.options(), studied.client)
}
