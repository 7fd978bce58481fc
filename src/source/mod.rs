//! Source text: files, byte offsets, and the line and column a person sees.
//!
//! Offsets are bytes into the UTF-8 text that offcy works on ([`SourceFile::text`]). Lines and
//! columns are one-based; columns count Unicode scalar values, as Cython's do.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{Arena, Idx};

/// Names a file of a [`SourceMap`].
pub type FileId = Idx<SourceFile>;

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The empty span at the start of `file`, for what concerns a whole file.
    pub fn whole_file(file: FileId) -> Span {
        Span { file, start: 0, end: 0 }
    }

    /// The smallest span that holds both; `self` where they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place as a person names it. Both numbers start at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// One file's text with its line table.
#[derive(Debug)]
pub struct SourceFile {
    path: PathBuf,
    text: Arc<str>,
    is_builtin: bool,
    line_starts: Vec<u32>,
}

/// The largest source file that is read, in bytes. Offsets are 32 bits wide, and trees over a text
/// take a multiple of its size.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

impl SourceFile {
    pub fn new(path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> SourceFile {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts
            .extend(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1));
        SourceFile { path: path.into(), text, is_builtin: false, line_starts }
    }

    /// A text that is built into offcy: there is no file at its path.
    pub fn builtin(path: impl Into<PathBuf>, text: &'static str) -> SourceFile {
        SourceFile { is_builtin: true, ..SourceFile::new(path, text) }
    }

    pub fn is_builtin(&self) -> bool {
        self.is_builtin
    }

    /// The path as given by the user.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, to be kept beyond the life of the map.
    pub fn shared_text(&self) -> Arc<str> {
        self.text.clone()
    }

    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The place of a byte offset; offsets past the end or inside a character count as the
    /// nearest place before.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = offset.min(self.text.len() as u32);
        let index = self.line_index(offset);
        let start = self.line_starts[index] as usize;
        let mut end = offset as usize;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.text[start..end].chars().count() as u32 + 1;
        LineColumn { line: index as u32 + 1, column }
    }

    /// The zero-based number of the line that holds a byte offset.
    pub fn line_index(&self, offset: u32) -> usize {
        let offset = offset.min(self.text.len() as u32);
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// The bytes of the line with a zero-based number, with its line ending.
    pub fn line_range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        Some(start..end)
    }

    /// The text of a one-based line without its line ending; empty if there is no such line.
    pub fn line_text(&self, line: u32) -> &str {
        let range = (line as usize).checked_sub(1).and_then(|index| self.line_range(index));
        range.map_or("", |range| self.text[range].trim_end_matches(['\n', '\r']))
    }
}

/// Every file of one compilation: the module itself and what it includes or cimports.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Arena<SourceFile>,
}

impl SourceMap {
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.alloc(file)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter()
    }

    /// The files that were read: when one changes, the module has to be compiled again.
    pub fn dependencies(&self) -> impl Iterator<Item = &Path> {
        self.files.values().filter(|file| !file.is_builtin).map(SourceFile::path)
    }

    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text().get(span.range()).unwrap_or("")
    }

    pub fn line_column(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.start)
    }

    pub fn line(&self, span: Span) -> u32 {
        self.line_column(span).line
    }
}

/// Whether a terminal acts on the character instead of showing it: control characters except newline and tab,
/// and the marks that reorder what is written (as in "trojan source").
pub fn is_active(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_survive_the_end() {
        let file = SourceFile::new("a.pyx", "é = 1\nx\n".to_string());
        assert_eq!(file.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.line_column(1), LineColumn { line: 1, column: 1 });
        assert_eq!(file.line_column(2), LineColumn { line: 1, column: 2 });
        assert_eq!(file.line_column(7), LineColumn { line: 2, column: 1 });
        assert_eq!(file.line_column(900), LineColumn { line: 3, column: 1 });
        assert_eq!(file.line_text(1), "é = 1");
        assert_eq!(file.line_text(0), "");
        assert_eq!(file.line_text(9), "");
    }
}
