//! The parse of an edited text, made from that of the text before.

use std::ops::Range;
use std::sync::Arc;

use super::tree::{LeftOut, Tree};
use super::{Parse, Reported, grown, parsed, report};
use crate::diag::Diagnostics;
use crate::source::FileId;

/// A text with tree-sitter's tree of it: the tree of an edited text follows from it.
#[derive(Clone)]
pub struct Origin {
    text: Arc<str>,
    tree: tree_sitter::Tree,
    /// The last text without errors, and its tree: how an error is recovered from depends on what was parsed before.
    good: Option<(Arc<str>, tree_sitter::Tree)>,
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

    fn edit(&self, before: &str, after: &str) -> tree_sitter::InputEdit {
        tree_sitter::InputEdit {
            start_byte: self.before.start,
            old_end_byte: self.before.end,
            new_end_byte: self.after.end,
            start_position: point(before, self.before.start),
            old_end_position: point(before, self.before.end),
            new_end_position: point(after, self.after.end),
        }
    }
}

/// tree-sitter counts rows and bytes.
fn point(text: &str, at: usize) -> tree_sitter::Point {
    let before = &text.as_bytes()[..at];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    tree_sitter::Point { row: before.iter().filter(|&&byte| byte == b'\n').count(), column: at - start }
}

impl Origin {
    /// `None` if the text cannot be parsed at all.
    pub fn of(text: Arc<str>) -> Option<Origin> {
        let tree = grown(&text, None).ok().filter(|_| !text.contains('\0'))?;
        let is_good = !tree.root_node().has_error();
        Some(Origin { good: is_good.then(|| (text.clone(), tree.clone())), text, tree })
    }

    /// The same for a text that has been edited.
    pub fn edited(&self, text: Arc<str>) -> Option<Origin> {
        let Some((before, tree)) = self.good.as_ref().filter(|_| !text.contains('\0')) else {
            return Origin::of(text);
        };
        let mut tree = tree.clone();
        tree.edit(&Change::between(before, &text).edit(before, &text));
        let tree = grown(&text, Some(&tree)).ok()?;
        if tree.root_node().has_error() {
            return Some(Origin { good: self.good.clone(), ..Origin::of(text)? });
        }
        Some(Origin { good: Some((text.clone(), tree.clone())), text, tree })
    }

    /// The parse of the text, but for the contents of some blocks and what is reported about these. `None` if the text is
    /// nested too deeply.
    pub fn parse(&self, file: FileId, left_out: &LeftOut) -> Option<(Parse, Reported)> {
        let tree = Tree::new(&self.tree, left_out).ok()?;
        Some(parsed(file, self.text.clone(), tree))
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
            let shown = |origin: &Origin| {
                format!("{:?}", origin.parse(file, &LeftOut::default()).expect("a parse").0.tree)
            };
            assert_eq!(shown(&edited), shown(&fresh), "{to}");
        }
    }

    #[test]
    fn bodies_are_left_out() {
        let file = SourceMap::default().add(SourceFile::new("m.pyx", MODULE));
        let origin = Origin::of(MODULE.into()).expect("a tree");
        let (whole, _) = origin.parse(file, &LeftOut::default()).expect("a parse");
        let found = items(&whole);
        let starts: Vec<&str> = found.iter().map(|item| &MODULE[item.range.start..][..8]).collect();
        let expected = ["import o", "cdef int", "class Pl", "cdef cla", "cdef int", "@propert", "def m(se"];
        assert_eq!(starts, expected);
        let speaking: Vec<bool> = found.iter().map(|item| item.speaks).collect();
        assert_eq!(speaking, [false, false, false, false, false, false, true]);
        let bodies: Vec<Range<usize>> = found.iter().filter_map(|item| item.body.clone()).collect();
        assert_eq!(bodies.len(), 3);
        let (part, _) =
            origin.parse(file, &LeftOut { bodies: bodies[..2].to_vec(), are_needed: true }).expect("a parse");
        let names = |parse: &Parse| {
            parse.identifiers().iter().map(|name| name.text().to_string()).collect::<Vec<_>>()
        };
        assert!(names(&whole).contains(&"y".to_string()) && !names(&part).contains(&"y".to_string()));
        assert!(names(&part).contains(&"seen".to_string()) && names(&part).contains(&"p".to_string()));
        assert_eq!(items(&part), found);
    }
}
