//! Lines: where statements begin and end, and what may be put before them.

use crate::diag::Edit;
use crate::source::{SourceFile, Span};
use crate::syntax::Parse;
use crate::syntax::ast::Statement;

/// The indentation of a block where the text does not show the user's style.
const INDENT: &str = "    ";

pub struct Layout<'t> {
    text: &'t str,
    /// Only its line table is used.
    lines: SourceFile,
    strings: Vec<Span>,
    file: crate::source::FileId,
}

impl<'t> Layout<'t> {
    pub fn new(parse: &'t Parse) -> Layout<'t> {
        Layout {
            text: parse.text(),
            lines: SourceFile::new("", parse.text().to_string()),
            strings: parse.strings(),
            file: parse.file(),
        }
    }

    fn line_start(&self, at: u32) -> usize {
        self.lines.line_range(self.lines.line_index(at)).map_or(0, |range| range.start)
    }

    /// The text of a zero-based line with its line ending.
    fn line(&self, index: usize) -> &'t str {
        self.lines.line_range(index).and_then(|range| self.text.get(range)).unwrap_or("")
    }

    /// The whitespace before a place, if nothing else precedes it on its line.
    fn indentation(&self, at: u32) -> Option<&'t str> {
        let before = self.text.get(self.line_start(at)..at as usize)?;
        before.bytes().all(|byte| matches!(byte, b' ' | b'\t')).then_some(before)
    }

    fn line_ending(&self, at: u32) -> &'static str {
        if self.line(self.lines.line_index(at)).ends_with("\r\n") { "\r\n" } else { "\n" }
    }

    fn insertion(&self, at: usize, text: String) -> Edit {
        Edit { span: Span::new(self.file, at, at), replacement: text }
    }

    /// Puts `new` on its own line before a statement. If other code precedes the statement on its line, `new`
    /// goes between them on that line.
    pub fn insert_before(&self, new: &str, statement: Statement<'_>) -> Option<Vec<Edit>> {
        let start = statement.span().start;
        if let Some(indentation) = self.indentation(start) {
            let line = format!("{indentation}{new}{}", self.line_ending(start));
            return Some(vec![self.insertion(self.line_start(start), line)]);
        }
        // After a `;` or a `:`; no statement with a block can stand there.
        statement.blocks().is_empty().then(|| vec![self.insertion(start as usize, format!("{new}; "))])
    }

    /// Puts `new` on its own line after a statement that shares its lines with nothing else.
    pub fn insert_after(&self, new: &str, statement: Statement<'_>) -> Option<Vec<Edit>> {
        let span = statement.span();
        self.indentation(span.start)?;
        let last = self.lines.line_range(self.lines.line_index(span.end.saturating_sub(1)))?;
        let rest = self.text.get(span.end as usize..last.end)?;
        if !rest.ends_with('\n') || rest.contains(';') {
            return None;
        }
        Some(vec![self.insertion(last.end, format!("{new}{}", self.line_ending(span.start)))])
    }

    /// Puts a word at the end of a function's header.
    pub fn end_header(&self, word: &str, header: Span) -> Option<Vec<Edit>> {
        Some(vec![self.insertion(header.end as usize, format!(" {word}"))])
    }

    /// Replaces a word that begins a line.
    pub fn replace_word(&self, at: u32, word: &str, new: &str) -> Option<Vec<Edit>> {
        self.indentation(at)?;
        let start = at as usize;
        self.text.get(start..)?.strip_prefix(word)?;
        let span = Span::new(self.file, start, start + word.len());
        Some(vec![Edit { span, replacement: new.to_string() }])
    }

    /// Puts `header` before a loop and indents the loop, including comments at its end. The text inside
    /// string literals is unchanged.
    pub fn indent_under(&self, header: &str, looped: Statement<'_>) -> Option<Vec<Edit>> {
        let span = looped.span();
        let outer = self.indentation(span.start)?;
        let rest = self.text.get(span.end as usize..)?.split('\n').next()?.trim();
        if !(rest.is_empty() || rest.starts_with('#')) {
            return None;
        }
        let unit = self.unit(looped, outer);
        let first = self.lines.line_index(span.start);
        let last = self.last_line(span, outer);
        let header = format!("{outer}{header}{}", self.line_ending(span.start));
        let mut edits = Vec::new();
        for index in first..=last {
            let range = self.lines.line_range(index)?;
            let indent = if self.starts_in_string(range.start) || self.line(index).trim().is_empty() {
                ""
            } else {
                unit
            };
            let header = if index == first { header.as_str() } else { "" };
            if !(header.is_empty() && indent.is_empty()) {
                edits.push(self.insertion(range.start, format!("{header}{indent}")));
            }
        }
        Some(edits)
    }

    /// The indentation of a loop's body relative to its header.
    fn unit(&self, looped: Statement<'_>, outer: &str) -> &'t str {
        let first = looped.blocks().first().and_then(|block| block.statements().first().copied());
        let inner = first.and_then(|first| self.indentation(first.span().start));
        let unit = inner.and_then(|inner| inner.strip_prefix(outer)).unwrap_or("");
        if unit.is_empty() { INDENT } else { unit }
    }

    /// The line of a loop's last statement, or of the last comment after it that is indented like the loop's
    /// body.
    fn last_line(&self, span: Span, outer: &str) -> usize {
        let mut last = self.lines.line_index(span.end.saturating_sub(1).max(span.start));
        let comments = (last + 1..self.lines.line_count() as usize).map(|index| (index, self.line(index)));
        for (index, line) in comments {
            let is_inner = line
                .strip_prefix(outer)
                .is_some_and(|rest| rest.starts_with([' ', '\t']) && rest.trim_start().starts_with('#'));
            if is_inner {
                last = index;
            } else if !line.trim().is_empty() {
                break;
            }
        }
        last
    }

    /// Whether a place is inside the text of a string literal.
    fn starts_in_string(&self, at: usize) -> bool {
        self.strings.iter().any(|string| (string.start as usize) < at && at < string.end as usize)
    }
}
