//! tree-sitter's tree, laid out flat: all nodes in the order of the text, each followed by those below it. It is walked
//! many times, which would cost more in a tree that looks up its nodes.

use std::num::NonZero;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

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

/// Never empty: the module is the first.
#[derive(Debug)]
pub struct Tree {
    entries: Vec<Entry>,
}

/// Some statements of a module, in a tree that they were parsed for; the text around them may be another by now.
#[derive(Clone)]
pub struct Part {
    pub tree: Arc<Tree>,
    /// The entries of the statements and of all that is in them.
    pub entries: Range<u32>,
    /// Where they begin in the text of that tree.
    pub from: Place,
}

/// A place in a text: a byte, and its line, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub byte: u32,
    pub row: u32,
}

/// A node.
#[derive(Clone, Copy, Debug, Default)]
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

    /// The entry in a text in which `before` is at `now`.
    fn moved(&self, before: Place, now: Place) -> Entry {
        let byte = |at: u32| at - before.byte + now.byte;
        let row = |at: u32| at - before.row + now.row;
        let (start, end) = (byte(self.start), byte(self.end));
        Entry { start, end, start_row: row(self.start_row), end_row: row(self.end_row), ..*self }
    }
}

/// A tree whose statements are added in order.
pub struct Growing {
    entries: Vec<Entry>,
}

impl Growing {
    pub fn new() -> Growing {
        let kind = LANGUAGE.id_for_node_kind("module", true);
        let is_named = true;
        Growing { entries: vec![Entry { kind, is_named, ..Entry::default() }] }
    }

    /// The next entry.
    pub fn next(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Adds the statements of a text that begins at a place. The error is the range of the first node that is nested too
    /// deeply, found without recursion.
    pub fn add(&mut self, tree: &tree_sitter::Tree, from: Place) -> Result<(), Range<usize>> {
        let mut cursor = tree.walk();
        // If nothing could be made of the text, all of it is one error.
        if cursor.node().kind_id() == self.entries[0].kind && !cursor.goto_first_child() {
            return Ok(());
        }
        let mut around: Vec<u32> = vec![0];
        loop {
            let at = self.next();
            let entry = entry(&cursor, around[around.len() - 1], at + 1, from);
            if around.len() > MAX_DEPTH {
                return Err(entry.range());
            }
            self.entries.push(entry);
            if cursor.goto_first_child() {
                around.push(at);
                continue;
            }
            while !cursor.goto_next_sibling() {
                let Some(done) = around.pop().filter(|&done| done > 0) else { return Ok(()) };
                self.entries[done as usize].next = self.next();
                cursor.goto_parent();
            }
        }
    }

    /// Adds statements of another tree, which begin at a place now, without what is below some blocks; those with errors
    /// stay.
    pub fn add_part(&mut self, part: &Part, now: Place, left_out: &LeftOut) {
        let LeftOut { bodies, are_needed } = left_out;
        let is_left_out = |entry: &Entry| {
            let at = bodies.binary_search_by_key(&entry.range().start, |block| block.start);
            at.is_ok_and(|at| bodies[at] == entry.range()) && !entry.has_error && entry.kind == *BLOCK
        };
        // With the end of each in the other tree.
        let mut around: Vec<(u32, u32)> = Vec::new();
        let mut from = part.entries.start;
        loop {
            while let Some((_, done)) = around.pop_if(|(end, _)| *end <= from) {
                self.entries[done as usize].next = self.next();
            }
            if from >= part.entries.end {
                break;
            }
            let before = part.tree.entry(from);
            let at = self.next();
            let parent = around.last().map_or(0, |(_, at)| *at);
            let moved = Entry { parent, next: at + 1, ..before.moved(part.from, now) };
            let is_whole = is_left_out(&moved);
            self.entries.push(Entry { is_left_out: is_whole && !are_needed, ..moved });
            if is_whole {
                from = before.next;
            } else {
                around.push((before.next, at));
                from += 1;
            }
        }
    }

    /// The tree of a text.
    pub fn finish(self, text: &str) -> Tree {
        let mut tree = Tree { entries: self.entries };
        let start = tree.entries.get(1).map_or(text.len() as u32, |first| first.start);
        let rows = text.bytes().filter(|byte| *byte == b'\n').count();
        let (next, end, end_row) = (tree.entries.len() as u32, text.len() as u32, rows as u32);
        tree.entries[0] = Entry { next, start, end, end_row, ..tree.entries[0] };
        let has_error = tree.children(0).any(|at| tree.entry(at).has_error);
        tree.entries[0].has_error = has_error;
        tree
    }
}

impl Tree {
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

static LANGUAGE: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_offcy::LANGUAGE.into());
static BLOCK: LazyLock<u16> = LazyLock::new(|| LANGUAGE.id_for_node_kind("block", true));

fn entry(cursor: &tree_sitter::TreeCursor<'_>, parent: u32, next: u32, from: Place) -> Entry {
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
        start: from.byte + node.start_byte() as u32,
        end: from.byte + node.end_byte() as u32,
        start_row: from.row + node.start_position().row as u32,
        end_row: from.row + node.end_position().row as u32,
        parent,
        next,
    }
}
