//! Edits that keep the number of lines of a text.

use crate::source::Span;

#[derive(Debug)]
pub struct Edit {
    start: usize,
    end: usize,
    replacement: String,
}

/// How a line break can be written at the place of an edit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Breaks {
    /// Between brackets.
    Free,
    /// Anywhere else: after a backslash.
    Continued,
}

/// Edits in the order in which they were made; none lies inside another.
pub struct Edits<'t> {
    text: &'t str,
    list: Vec<Edit>,
}

impl<'t> Edits<'t> {
    pub fn new(text: &'t str) -> Edits<'t> {
        Edits { text, list: Vec::new() }
    }

    pub fn insert(&mut self, at: u32, words: &str) {
        self.replace(at..at, words, Breaks::Free);
    }

    /// Whether a statement begins its line, and that line does not continue the one before.
    pub fn begins_line(&self, span: Span) -> bool {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        before[line..].trim_matches('\u{feff}').trim().is_empty()
            && !before[..line].trim_end_matches(['\n', '\r']).ends_with('\\')
    }

    /// Replaces the text of a range; its line breaks stay, after the words.
    pub fn replace(&mut self, range: std::ops::Range<u32>, words: &str, breaks: Breaks) {
        let (start, end) = (range.start as usize, range.end as usize);
        let lost = self.text.get(start..end).unwrap_or("").matches('\n').count();
        let one = if breaks == Breaks::Free { "\n" } else { " \\\n" };
        let kept = words.matches('\n').count();
        let replacement = words.to_string() + &one.repeat(lost.saturating_sub(kept));
        self.list.push(Edit { start, end, replacement });
    }

    /// Replaces a simple statement by one that does nothing.
    pub fn remove_statement(&mut self, span: Span) {
        // What follows on the last line must stay in the same logical line, and Cython allows nothing after a
        // `pass` that starts one.
        let is_last = matches!(self.rest_of_line(span), "" | ";");
        let (words, breaks) = if is_last { ("pass", Breaks::Free) } else { ("0", Breaks::Continued) };
        self.replace(span.start..span.end, words, breaks);
    }

    /// `pass; x = 1`: Cython allows nothing after a `pass` that starts a line.
    pub fn pass_before_others(&mut self, span: Span) {
        if !matches!(self.rest_of_line(span), "" | ";") {
            self.replace(span.start..span.end, "0", Breaks::Free);
        }
    }

    /// The rest of a statement's last line, without a comment.
    fn rest_of_line(&self, span: Span) -> &'t str {
        let line = self.text.get(span.end as usize..).unwrap_or("").split('\n').next().unwrap_or("").trim();
        if line.starts_with('#') { "" } else { line }
    }

    pub fn covers(&self, at: u32) -> bool {
        self.list.iter().any(|edit| edit.start <= at as usize && (at as usize) < edit.end)
    }

    pub fn into_list(self) -> Vec<Edit> {
        self.list
    }
}

/// The text with its edits applied. An edit that overlaps an earlier one is left out.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        if let Some(between) = text.get(at..edit.start) {
            result.push_str(between);
            result.push_str(&edit.replacement);
            at = edit.end;
        }
    }
    result.push_str(text.get(at..).unwrap_or(""));
    result
}
