//! Places in a text as the protocol counts them, and edits that name such places.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind, TextDocumentContentChangeEvent};

/// The unit in which the columns of a [`Position`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Bytes if the client can count them, otherwise UTF-16, which every client supports.
    pub fn negotiated(offered: &[PositionEncodingKind]) -> Encoding {
        if offered.contains(&PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
        }
    }

    /// How long a text is.
    pub fn length(self, text: &str) -> u32 {
        text.chars().map(|letter| self.width(letter)).sum::<usize>() as u32
    }
}

/// Where the lines of a text begin. The protocol ends lines by `\n`, `\r\n` and `\r`.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    pub fn new(text: &str, encoding: Encoding) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|&(at, &byte)| byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { starts, encoding }
    }

    /// The place of a byte.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let character = self.encoding.length(&text[self.starts[line]..offset]);
        Position { line: line as u32, character }
    }

    pub fn range(&self, text: &str, bytes: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }

    /// The byte at a place. A place after a line's end is its end; a place after the last line is the end of the
    /// text.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        for (at, letter) in line.char_indices() {
            let width = self.encoding.width(letter);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }
}

/// The text after an edit of a part or of all of it.
pub fn changed(text: &str, change: TextDocumentContentChangeEvent, encoding: Encoding) -> String {
    let Some(range) = change.range else { return change.text };
    let lines = Lines::new(text, encoding);
    let (start, end) = (lines.offset(text, range.start), lines.offset(text, range.end));
    let end = end.max(start);
    let mut result = String::with_capacity(text.len() + change.text.len());
    result.push_str(&text[..start]);
    result.push_str(&change.text);
    result.push_str(&text[end..]);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_count_what_was_negotiated() {
        let text = "aé😀b\r\nc\rd\n";
        for (encoding, column) in [(Encoding::Utf16, 4), (Encoding::Utf8, 7)] {
            let lines = Lines::new(text, encoding);
            assert_eq!(lines.position(text, 7), place(0, column));
            assert_eq!(lines.offset(text, place(0, column)), 7);
            assert_eq!(lines.offset(text, place(0, 99)), 8);
            assert_eq!(lines.offset(text, place(2, 0)), 12);
            assert_eq!(lines.position(text, 12), place(2, 0));
            assert_eq!(lines.offset(text, place(9, 9)), text.len());
        }
        // In the middle of a character.
        assert_eq!(Lines::new(text, Encoding::Utf16).offset(text, place(0, 3)), 3);
        assert_eq!(Lines::new(text, Encoding::Utf8).position(text, 2), place(0, 1));
    }

    #[test]
    fn edits_replace_ranges_or_everything() {
        let change = |range, text: &str| TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_string(),
        };
        let part = Some(lsp_types::Range { start: place(0, 1), end: place(1, 1) });
        assert_eq!(changed("ab\r\ncd", change(part, "-"), Encoding::Utf16), "a-d");
        let backwards = Some(lsp_types::Range { start: place(1, 1), end: place(0, 1) });
        assert_eq!(changed("ab\ncd", change(backwards, "-"), Encoding::Utf16), "ab\nc-d");
        assert_eq!(changed("ab", change(None, "new"), Encoding::Utf16), "new");
    }
}
