//! tree-sitter's tree, laid out flat: all nodes in the order of the text, each followed by those below it. It is walked
//! many times, which would cost more in a tree that looks up its nodes.

use std::num::NonZero;
use std::ops::Range;

/// Deeper trees are rejected, so that recursive consumers never run out of stack.
pub const MAX_DEPTH: usize = 500;

/// What a tree is laid out without.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// The blocks that are the bodies of functions, sorted.
    pub bodies: Vec<Range<usize>>,
    /// The functions are declared all the same, if nobody mentions them.
    pub are_needed: bool,
}

/// Never empty: the root is the first.
#[derive(Debug)]
pub struct Tree {
    entries: Vec<Entry>,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The number of its kind in the grammar.
    pub kind: u16,
    /// The field of its parent that it is in, by number.
    pub field: Option<NonZero<u16>>,
    pub is_named: bool,
    pub is_missing: bool,
    pub is_extra: bool,
    pub is_error: bool,
    /// The node, or one below it, is an error or missing.
    pub has_error: bool,
    /// The body of a function that matters only if others mention it.
    pub is_left_out: bool,
    /// In bytes.
    pub start: u32,
    pub end: u32,
    /// Lines, counted from 0.
    pub start_row: u32,
    pub end_row: u32,
    /// The number of its parent; for the root, its own.
    pub parent: u32,
    /// The number after the last node below it.
    pub next: u32,
}

impl Entry {
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Tree {
    /// Without what is below some blocks; those with errors stay. The error is the range of the first node that is nested
    /// too deeply, found without recursion.
    pub fn new(tree: &tree_sitter::Tree, left_out: &LeftOut) -> Result<Tree, Range<usize>> {
        let LeftOut { bodies, are_needed } = left_out;
        let all = if bodies.is_empty() { tree.root_node().descendant_count() } else { 0 };
        let mut entries: Vec<Entry> = Vec::with_capacity(all);
        let is_left_out = |entry: &Entry, cursor: &tree_sitter::TreeCursor<'_>| {
            let at = bodies.binary_search_by_key(&entry.range().start, |block| block.start);
            at.is_ok_and(|at| bodies[at] == entry.range())
                && !entry.has_error
                && cursor.node().kind() == "block"
        };
        let mut around: Vec<u32> = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let at = entries.len() as u32;
            let entry = entry(&cursor, around.last().copied().unwrap_or(at), at + 1);
            if around.len() > MAX_DEPTH {
                return Err(entry.range());
            }
            let is_whole = is_left_out(&entry, &cursor);
            entries.push(Entry { is_left_out: is_whole && !are_needed, ..entry });
            if !is_whole && cursor.goto_first_child() {
                around.push(at);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Ok(Tree { entries });
                }
                let next = entries.len() as u32;
                if let Some(done) = around.pop() {
                    entries[done as usize].next = next;
                }
            }
        }
    }

    pub fn entry(&self, at: u32) -> &Entry {
        &self.entries[at as usize]
    }

    /// The numbers of the nodes directly below one.
    pub fn children(&self, at: u32) -> impl Iterator<Item = u32> {
        let (mut child, end) = (at + 1, self.entry(at).next);
        std::iter::from_fn(move || {
            let found = (child < end).then_some(child)?;
            child = self.entry(found).next;
            Some(found)
        })
    }

    /// The smallest node around a part of the text.
    pub fn around(&self, range: Range<u32>) -> u32 {
        let spans = |child: &u32| {
            let Entry { start, end, .. } = *self.entry(*child);
            let reaches = if start == end { end >= range.start } else { end > range.start };
            end >= range.end && reaches
        };
        let mut at = 0;
        while let Some(child) =
            self.children(at).find(spans).filter(|at| self.entry(*at).start <= range.start)
        {
            at = child;
        }
        at
    }
}

fn entry(cursor: &tree_sitter::TreeCursor<'_>, parent: u32, next: u32) -> Entry {
    let node = cursor.node();
    Entry {
        kind: node.kind_id(),
        field: cursor.field_id(),
        is_named: node.is_named(),
        is_missing: node.is_missing(),
        is_extra: node.is_extra(),
        is_error: node.is_error(),
        has_error: node.has_error(),
        is_left_out: false,
        start: node.start_byte() as u32,
        end: node.end_byte() as u32,
        start_row: node.start_position().row as u32,
        end_row: node.end_position().row as u32,
        parent,
        next,
    }
}
