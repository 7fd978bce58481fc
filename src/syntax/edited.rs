//! The parse of a text from those of its statements: each is parsed by itself, so that an error stays within its statement,
//! and what an edit leaves as it is is not parsed again.

use std::ops::Range;
use std::sync::Arc;

use super::tree::{Growing, LeftOut, Part, Place, Tree};
use super::{Parse, Reported, Unread, parsed, pieces, report};
use crate::diag::Diagnostics;
use crate::source::FileId;

/// A text with the trees of its statements.
#[derive(Clone)]
pub struct Origin {
    text: Arc<str>,
    statements: Vec<Statement>,
    /// The tree of the whole text if it was parsed at once.
    whole: Option<Arc<Tree>>,
}

/// A statement of the module, with what follows up to the next one.
#[derive(Clone)]
struct Statement {
    place: Place,
    /// In bytes.
    end: usize,
    part: Part,
}

/// Diagnostics about what alone makes a text unreadable: a bracket or a quote that is never closed, and the like.
pub fn unreadable(file: FileId, text: &str) -> Option<Diagnostics> {
    let (_, found) = report::explanation(text, file)?;
    let mut diagnostics = Diagnostics::default();
    diagnostics.extend(found);
    Some(diagnostics)
}

/// The single place where two texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub before: Range<usize>,
    pub after: Range<usize>,
}

impl Change {
    pub fn between(before: &str, after: &str) -> Change {
        let (old, new) = (before.as_bytes(), after.as_bytes());
        let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
        let most = old.len().min(new.len()) - start;
        let same = old.iter().rev().zip(new.iter().rev()).take(most);
        let end = same.take_while(|(one, other)| one == other).count();
        Change { before: start..old.len() - end, after: start..new.len() - end }
    }

    /// The present place of a byte of the earlier text.
    pub fn place(&self, at: usize) -> usize {
        if at >= self.before.end && at > self.before.start {
            at - self.before.end + self.after.end
        } else {
            at.min(self.after.end)
        }
    }

    /// The present place of what the change is not in; what it is in grows or shrinks.
    pub fn moved(&self, range: &Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }
}

/// Where statements begin and end.
fn outlines(text: &str) -> Vec<(Place, usize)> {
    let starts = pieces::statements(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut row = 0;
    let outline = |(&start, end): (&usize, usize)| {
        let place = Place { byte: start as u32, row };
        row += text[start..end].bytes().filter(|byte| *byte == b'\n').count() as u32;
        (place, end)
    };
    starts.iter().zip(ends).map(outline).collect()
}

/// Parses some statements of a text.
fn grown(text: &str, outlines: &[(Place, usize)]) -> Result<(Arc<Tree>, Vec<Statement>), Unread> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).map_err(|_| Unread::GivenUp)?;
    let mut growing = Growing::new();
    let mut entries = Vec::with_capacity(outlines.len());
    for &(place, end) in outlines {
        let first = growing.next();
        let tree = parser.parse(&text[place.byte as usize..end], None).ok_or(Unread::GivenUp)?;
        growing.add(&tree, place).map_err(Unread::TooDeep)?;
        entries.push(first..growing.next());
    }
    let tree = Arc::new(growing.finish(text));
    let statement = |(&(place, end), entries): (&(Place, usize), Range<u32>)| {
        let part = Part { tree: tree.clone(), entries, from: place };
        Statement { place, end, part }
    };
    let statements = outlines.iter().zip(entries).map(statement).collect();
    Ok((tree, statements))
}

impl Origin {
    /// `None` if the text cannot be parsed at all.
    pub fn of(text: Arc<str>) -> Option<Origin> {
        Origin::read(text).ok()
    }

    pub(super) fn read(text: Arc<str>) -> Result<Origin, Unread> {
        if let Some(at) = text.find('\0') {
            return Err(Unread::Binary(at));
        }
        let (tree, statements) = grown(&text, &outlines(&text))?;
        Ok(Origin { text, statements, whole: Some(tree) })
    }

    /// The same for a text that has been edited.
    pub fn edited(&self, text: Arc<str>) -> Option<Origin> {
        if text.contains('\0') {
            return None;
        }
        let outlines = outlines(&text);
        let is_same = |(before, now): &(&Statement, &(Place, usize))| {
            self.text[before.place.byte as usize..before.end] == text[now.0.byte as usize..now.1]
        };
        let before = &self.statements;
        let first = before.iter().zip(&outlines).take_while(is_same).count();
        let most = before.len().min(outlines.len()) - first;
        let last = before.iter().rev().zip(outlines.iter().rev()).take(most).take_while(is_same).count();
        let (_, new) = grown(&text, &outlines[first..outlines.len() - last]).ok()?;
        let parts = before[..first].iter().chain(&new).chain(&before[before.len() - last..]);
        let moved = |(&(place, end), before): (&(Place, usize), &Statement)| Statement {
            place,
            end,
            part: before.part.clone(),
        };
        let statements = outlines.iter().zip(parts).map(moved).collect();
        Some(Origin { text, statements, whole: None })
    }

    /// The parse of the text, but for the contents of some blocks and what is reported about these.
    pub fn parse(&self, file: FileId, left_out: &LeftOut) -> (Parse, Reported) {
        parsed(file, self.text.clone(), self.tree(left_out))
    }

    pub(super) fn tree(&self, left_out: &LeftOut) -> Arc<Tree> {
        if let Some(whole) = self.whole.as_ref().filter(|_| left_out.bodies.is_empty()) {
            return whole.clone();
        }
        let mut growing = Growing::new();
        for statement in &self.statements {
            growing.add_part(&statement.part, statement.place, left_out);
        }
        Arc::new(growing.finish(&self.text))
    }

    pub fn text(&self) -> &Arc<str> {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, SourceMap};
    use crate::syntax::items::items;

    const MODULE: &str = "\
import os
cdef int first(int x):
    cdef int y = x
    return y
class Plain:
    def m(self): return 1
cdef class A:
    cdef int a
    @property
    def p(self):
        return self.a
    def m(self):
        global seen
        seen = 1
";

    #[test]
    fn changes_are_the_middle() {
        let change = Change::between("abcabc", "ababc");
        assert_eq!((change.before.clone(), change.after.clone()), (2..3, 2..2));
        assert_eq!([0, 2, 3, 6].map(|at| change.place(at)), [0, 2, 2, 5]);
        let same = Change::between("abc", "abc");
        assert_eq!([0, 3].map(|at| same.place(at)), [0, 3]);
        let longer = Change::between("aa", "aaa");
        assert_eq!([0, 2].map(|at| longer.place(at)), [0, 2]);
    }

    #[test]
    fn the_tree_of_an_edited_text_is_that_of_the_text() {
        let edits =
            [("= x", "= x + 1"), ("= x", "= ("), ("return y", "é = 'x'\n    return y"), ("self.a", "")];
        for (from, to) in edits {
            let text = MODULE.replacen(from, to, 1);
            let file = SourceMap::default().add(SourceFile::new("m.pyx", text.as_str()));
            let before = Origin::of(MODULE.into()).expect("a tree");
            let edited = before.edited(text.as_str().into()).expect("a tree");
            let fresh = Origin::of(text.as_str().into()).expect("a tree");
            let shown = |origin: &Origin| format!("{:?}", origin.parse(file, &LeftOut::default()).0.tree);
            assert_eq!(shown(&edited), shown(&fresh), "{to}");
        }
    }

    /// The programs of the tests.
    fn programs() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders =
            ["tests/run", "tests/ui", "tests/conformance", "examples"].map(|folder| root.join(folder));
        let mut open = folders.to_vec();
        let mut found = Vec::new();
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(
                    std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()),
                );
            } else if path
                .extension()
                .is_some_and(|ending| ["pyx", "pxd", "pxi"].iter().any(|one| ending == *one))
            {
                found.extend(std::fs::read_to_string(path));
            }
        }
        found
    }

    #[test]
    fn statements_are_parsed_as_in_the_whole() {
        let (mut compared, mut different) = (0, Vec::new());
        for text in programs() {
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).expect("a language");
            let tree = parser.parse(&text, None).expect("a tree");
            if text.contains('\0') || tree.root_node().has_error() {
                continue;
            }
            let mut whole = Growing::new();
            whole.add(&tree, Place::default()).expect("it is flat enough");
            let whole = format!("{:#?}", whole.finish(&text));
            let parts =
                format!("{:#?}", Origin::of(text.as_str().into()).expect("a tree").tree(&LeftOut::default()));
            compared += 1;
            if whole != parts {
                let at = whole.lines().zip(parts.lines()).take_while(|(one, other)| one == other).count();
                let near = |shown: &str| {
                    shown.lines().skip(at.saturating_sub(14)).take(24).collect::<Vec<_>>().join("\n")
                };
                different.push(format!("{text}\n{}\n--- instead of\n{}", near(&parts), near(&whole)));
            }
        }
        assert!(compared > 200, "{compared}");
        assert!(different.is_empty(), "{} of {compared}: {}", different.len(), different[0]);
    }

    #[test]
    fn bodies_are_left_out() {
        let file = SourceMap::default().add(SourceFile::new("m.pyx", MODULE));
        let origin = Origin::of(MODULE.into()).expect("a tree");
        let (whole, _) = origin.parse(file, &LeftOut::default());
        let found = items(&whole);
        let starts: Vec<&str> = found.iter().map(|item| &MODULE[item.range.start..][..8]).collect();
        let expected = ["import o", "cdef int", "class Pl", "cdef cla", "cdef int", "@propert", "def m(se"];
        assert_eq!(starts, expected);
        let speaking: Vec<bool> = found.iter().map(|item| item.speaks).collect();
        assert_eq!(speaking, [false, false, false, false, false, false, true]);
        let bodies: Vec<Range<usize>> = found.iter().filter_map(|item| item.body.clone()).collect();
        assert_eq!(bodies.len(), 3);
        let left_out = LeftOut { bodies: bodies[..2].to_vec(), are_needed: true };
        let (part, _) = origin.parse(file, &left_out);
        let names = |parse: &Parse| {
            parse.identifiers().iter().map(|name| name.text().to_string()).collect::<Vec<_>>()
        };
        assert!(names(&whole).contains(&"y".to_string()) && !names(&part).contains(&"y".to_string()));
        assert!(names(&part).contains(&"seen".to_string()) && names(&part).contains(&"p".to_string()));
        assert_eq!(items(&part), found);
    }
}
