//! The handle behind every view: a tree-sitter node with the text that it spans.
//!
//! Missing nodes (which tree-sitter's error recovery invents) and comments are never handed out.

use std::num::NonZero;
use std::sync::LazyLock;

use crate::source::{FileId, Span};

/// What the grammar calls its kinds of nodes and its fields: asking tree-sitter costs a walk through C strings each time.
struct Names {
    /// By number.
    kinds: Vec<&'static str>,
    /// The shortest names first.
    fields: Vec<(&'static str, NonZero<u16>)>,
}

static LANGUAGE: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_offcy::LANGUAGE.into());

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let language: &'static tree_sitter::Language = &LANGUAGE;
    let kinds = 0..u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    let fields = (1..=u16::try_from(language.field_count()).unwrap_or(u16::MAX)).filter_map(NonZero::new);
    let mut fields: Vec<_> =
        fields.filter_map(|id| Some((language.field_name_for_id(id.get())?, id))).collect();
    fields.sort_unstable_by_key(|(name, _)| (name.len(), *name));
    Names { kinds: kinds.map(|id| language.node_kind_for_id(id).unwrap_or_default()).collect(), fields }
});

impl Names {
    fn field(&self, name: &str) -> Option<NonZero<u16>> {
        let key = (name.len(), name);
        let at = self.fields.binary_search_by_key(&key, |(known, _)| (known.len(), known)).ok()?;
        Some(self.fields[at].1)
    }
}

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
        // The number of errors is beyond all others.
        NAMES.kinds.get(usize::from(self.raw.kind_id())).copied().unwrap_or_else(|| self.raw.kind())
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
        let raw = self.raw.child_by_field_id(NAMES.field(name)?.get())?;
        Some(raw).filter(|raw| !raw.is_missing()).map(|raw| self.with(raw))
    }

    /// Every named child of a field.
    pub fn fields(self, name: &str) -> Vec<Node<'t>> {
        let Some(field) = NAMES.field(name) else { return Vec::new() };
        let mut cursor = self.raw.walk();
        self.raw
            .children_by_field_id(field, &mut cursor)
            .filter(|raw| raw.is_named() && !raw.is_missing() && !raw.is_extra())
            .map(|raw| self.with(raw))
            .collect()
    }

    /// Every child, tokens included.
    pub fn all_children(self) -> Vec<Node<'t>> {
        self.each().collect()
    }

    fn each(self) -> impl Iterator<Item = Node<'t>> {
        let mut cursor = self.raw.walk();
        let mut is_at_one = cursor.goto_first_child();
        let children = std::iter::from_fn(move || {
            let found = is_at_one.then(|| cursor.node())?;
            is_at_one = cursor.goto_next_sibling();
            Some(found)
        });
        children
            .filter(|raw| !raw.is_missing() && (!raw.is_extra() || raw.is_error()))
            .map(move |raw| self.with(raw))
    }

    /// Every named child, errors included.
    pub fn children(self) -> Vec<Node<'t>> {
        self.each().filter(|child| child.raw.is_named()).collect()
    }

    pub fn first_child(self) -> Option<Node<'t>> {
        self.each().find(|child| child.raw.is_named())
    }

    /// The first child of a kind; a token's kind is its text.
    pub fn child(self, kind: &str) -> Option<Node<'t>> {
        self.each().find(|child| child.kind() == kind)
    }

    pub fn has(self, kind: &str) -> bool {
        self.child(kind).is_some()
    }
}

/// Every node of a kind below `root`, in order, found without recursion.
pub(in crate::syntax) fn descendants<'t>(root: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    descendants_before(root, kind, usize::MAX)
}

/// Those that begin before a place in the text.
pub(in crate::syntax) fn descendants_before<'t>(root: Node<'t>, kind: &str, end: usize) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut cursor = root.raw.walk();
    loop {
        let node = root.with(cursor.node());
        if node.raw.start_byte() >= end {
            return found;
        }
        if node.kind() == kind && !node.raw.is_missing() {
            found.push(node);
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

/// The statement that a span lies in, if it begins there: else the span itself. White space behind its text
/// does not count.
pub(in crate::syntax) fn statement(root: Node<'_>, header: Span) -> Span {
    let range = header.range();
    let mut node = root.raw.descendant_for_byte_range(range.start, range.end);
    while let Some(found) = node.filter(|found| found.start_byte() == range.start) {
        if found.kind().ends_with("_statement") {
            let text = root.with(found).text().trim_end();
            return Span::new(root.file, range.start, range.start + text.len());
        }
        node = found.parent();
    }
    header
}
