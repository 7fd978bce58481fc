//! The handle behind every view: a tree-sitter node with the text that it spans.
//!
//! Missing nodes (which tree-sitter's error recovery invents) and comments are never handed out.

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::sync::LazyLock;

use crate::source::{FileId, Span};

#[derive(Clone, Copy)]
pub(in crate::syntax) struct Node<'t> {
    raw: tree_sitter::Node<'t>,
    text: &'t str,
    file: FileId,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.kind(), self.raw.byte_range())
    }
}

impl<'t> Node<'t> {
    pub fn new(raw: tree_sitter::Node<'t>, text: &'t str, file: FileId) -> Node<'t> {
        Node { raw, text, file }
    }

    fn with(self, raw: tree_sitter::Node<'t>) -> Node<'t> {
        Node { raw, ..self }
    }

    pub fn raw(self) -> tree_sitter::Node<'t> {
        self.raw
    }

    pub fn file(self) -> FileId {
        self.file
    }

    pub fn kind(self) -> &'t str {
        self.raw.kind()
    }

    pub fn span(self) -> Span {
        Span::new(self.file, self.raw.start_byte(), self.raw.end_byte())
    }

    pub fn text(self) -> &'t str {
        self.text.get(self.raw.byte_range()).unwrap_or("")
    }

    pub fn whole_text(self) -> &'t str {
        self.text
    }

    pub fn parent(self) -> Option<Node<'t>> {
        self.raw.parent().map(|raw| self.with(raw))
    }

    /// The first child of a field.
    pub fn field(self, name: &str) -> Option<Node<'t>> {
        self.raw
            .child_by_field_id(field_id(name)?.get())
            .filter(|raw| !raw.is_missing())
            .map(|raw| self.with(raw))
    }

    /// Every named child of a field.
    pub fn fields(self, name: &str) -> Vec<Node<'t>> {
        let Some(id) = field_id(name) else { return Vec::new() };
        let mut cursor = self.raw.walk();
        self.raw
            .children_by_field_id(id, &mut cursor)
            .filter(|raw| raw.is_named() && !raw.is_missing() && !raw.is_extra())
            .map(|raw| self.with(raw))
            .collect()
    }

    /// Every child, tokens included.
    pub fn all_children(self) -> Vec<Node<'t>> {
        let mut cursor = self.raw.walk();
        self.raw
            .children(&mut cursor)
            .filter(|raw| !raw.is_missing() && (!raw.is_extra() || raw.is_error()))
            .map(|raw| self.with(raw))
            .collect()
    }

    /// Every named child, errors included.
    pub fn children(self) -> Vec<Node<'t>> {
        let mut children = self.all_children();
        children.retain(|child| child.raw.is_named());
        children
    }

    /// The first child of a kind; a token's kind is its text.
    pub fn child(self, kind: &str) -> Option<Node<'t>> {
        self.all_children().into_iter().find(|child| child.kind() == kind)
    }

    pub fn has(self, kind: &str) -> bool {
        self.child(kind).is_some()
    }
}

/// The number of a field. tree-sitter compares a name with all of them, and this is asked of most nodes.
fn field_id(name: &str) -> Option<NonZeroU16> {
    static IDS: LazyLock<HashMap<String, NonZeroU16>> = LazyLock::new(|| {
        let language: tree_sitter::Language = tree_sitter_offcy::LANGUAGE.into();
        let ids = (1..=language.field_count() as u16).filter_map(NonZeroU16::new);
        ids.filter_map(|id| Some((language.field_name_for_id(id.get())?.to_string(), id))).collect()
    });
    IDS.get(name).copied()
}

/// Every node of a kind below `root`, in order, found without recursion.
pub(in crate::syntax) fn descendants<'t>(root: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut cursor = root.raw.walk();
    loop {
        let node = cursor.node();
        if node.kind() == kind && !node.is_missing() {
            found.push(root.with(node));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}
