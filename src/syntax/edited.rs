//! The parse of an edited text, made from that of the text before.

use std::ops::Range;
use std::sync::Arc;

use super::tree::Tree;
use super::{Parse, Reported, grown, parsed};
use crate::source::FileId;

/// A text with tree-sitter's tree of it: the tree of an edited text follows from it.
#[derive(Clone)]
pub struct Origin {
    text: Arc<str>,
    tree: tree_sitter::Tree,
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
        Some(Origin { text, tree })
    }

    /// The same for a text that has been edited.
    pub fn edited(&self, text: Arc<str>, change: &Change) -> Option<Origin> {
        // How an error is recovered from depends on what was parsed before.
        if self.tree.root_node().has_error() || text.contains('\0') {
            return Origin::of(text);
        }
        let mut tree = self.tree.clone();
        tree.edit(&change.edit(&self.text, &text));
        match grown(&text, Some(&tree)).ok()? {
            tree if tree.root_node().has_error() => Origin::of(text),
            tree => Some(Origin { text, tree }),
        }
    }

    /// The parse of the text, but for the contents of the blocks `left_out`, which are sorted, and what is reported about
    /// these. `None` if the text is nested too deeply.
    pub fn parse(&self, file: FileId, left_out: &[Range<usize>]) -> Option<(Parse, Reported)> {
        let tree = Tree::new(&self.tree, left_out).ok()?;
        Some(parsed(file, self.text.clone(), tree))
    }

    pub fn text(&self) -> &Arc<str> {
        &self.text
    }
}
