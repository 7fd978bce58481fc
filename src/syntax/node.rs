//! The handle behind every view: a node of the tree with the text that it spans.
//!
//! Missing nodes (which tree-sitter's error recovery invents) and comments are returned only by methods that return
//! all nodes.

use std::num::NonZero;
use std::sync::LazyLock;

use super::tree::{Entry, Tree};
use crate::source::{FileId, Span};

/// The names of the grammar's node kinds and fields: asking tree-sitter costs a walk through C strings each time.
struct Names {
    /// By number.
    kinds: Vec<&'static str>,
    /// The shortest names first.
    fields: Vec<(&'static str, NonZero<u16>)>,
    /// By number.
    field_names: Vec<&'static str>,
}

static LANGUAGE: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_offcy::LANGUAGE.into());

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let language: &'static tree_sitter::Language = &LANGUAGE;
    let kinds = 0..u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    let fields = (1..=u16::try_from(language.field_count()).unwrap_or(u16::MAX)).filter_map(NonZero::new);
    let mut fields: Vec<_> =
        fields.filter_map(|id| Some((language.field_name_for_id(id.get())?, id))).collect();
    let field_names = fields.iter().map(|(name, _)| *name).collect();
    fields.sort_unstable_by_key(|(name, _)| (name.len(), *name));
    Names {
        field_names,
        kinds: kinds.map(|id| language.node_kind_for_id(id).unwrap_or_default()).collect(),
        fields,
    }
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
    tree: &'t Tree,
    at: u32,
    text: &'t str,
    file: FileId,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.kind(), self.entry().range())
    }
}

impl<'t> Node<'t> {
    /// The root of the tree.
    pub fn root(tree: &'t Tree, text: &'t str, file: FileId) -> Node<'t> {
        Node { tree, at: 0, text, file }
    }

    fn with(self, at: u32) -> Node<'t> {
        Node { at, ..self }
    }

    /// The tree's entry for it.
    pub fn entry(self) -> &'t Entry {
        self.tree.entry(self.at)
    }

    pub fn file(self) -> FileId {
        self.file
    }

    pub fn kind(self) -> &'static str {
        // The kind number of errors is greater than all others.
        NAMES.kinds.get(usize::from(self.entry().kind)).copied().unwrap_or("ERROR")
    }

    /// The field of its parent that it is in.
    pub fn field_name(self) -> Option<&'static str> {
        let number = usize::from(self.entry().field?.get());
        NAMES.field_names.get(number - 1).copied()
    }

    pub fn span(self) -> Span {
        let range = self.entry().range();
        Span::new(self.file, range.start, range.end)
    }

    pub fn text(self) -> &'t str {
        self.text.get(self.entry().range()).unwrap_or("")
    }

    pub fn whole_text(self) -> &'t str {
        self.text
    }

    pub fn parent(self) -> Option<Node<'t>> {
        (self.at != 0).then(|| self.with(self.entry().parent))
    }

    pub fn has_error(self) -> bool {
        self.entry().has_error
    }

    /// The first child of a field.
    pub fn field(self, name: &str) -> Option<Node<'t>> {
        let field = Some(NAMES.field(name)?);
        let child = self.tree.children(self.at).find(|at| self.tree.entry(*at).field == field)?;
        Some(self.with(child)).filter(|child| !child.entry().is_missing)
    }

    /// Every named child of a field.
    pub fn fields(self, name: &str) -> Vec<Node<'t>> {
        let field = NAMES.field(name);
        let is_of_field = |entry: &Entry| entry.field == field && !entry.is_extra;
        self.each().filter(|child| child.entry().is_named && is_of_field(child.entry())).collect()
    }

    /// Every child, tokens included.
    pub fn all_children(self) -> Vec<Node<'t>> {
        self.each().collect()
    }

    pub fn each(self) -> impl Iterator<Item = Node<'t>> {
        let is_shown = |entry: &Entry| !entry.is_missing && (!entry.is_extra || entry.is_error);
        self.tree.children(self.at).map(move |at| self.with(at)).filter(move |child| is_shown(child.entry()))
    }

    /// Every named child, errors included.
    pub fn children(self) -> Vec<Node<'t>> {
        self.each().filter(|child| child.entry().is_named).collect()
    }

    pub fn first_child(self) -> Option<Node<'t>> {
        self.each().find(|child| child.entry().is_named)
    }

    /// The first child of a kind; a token's kind is its text.
    pub fn child(self, kind: &str) -> Option<Node<'t>> {
        self.each().find(|child| child.kind() == kind)
    }

    pub fn has(self, kind: &str) -> bool {
        self.child(kind).is_some()
    }

    pub fn is_leaf(self) -> bool {
        self.entry().next == self.at + 1
    }

    /// Whether another node is below it.
    pub fn is_around(self, other: Node<'_>) -> bool {
        (self.at + 1..self.entry().next).contains(&other.at)
    }

    /// The node and all nodes below it, in order, including missing ones and comments.
    pub fn all(self) -> impl Iterator<Item = Node<'t>> {
        (self.at..self.entry().next).map(move |at| self.with(at))
    }

    /// The same without the nodes below those that `is_whole` accepts.
    pub fn all_outside(self, is_whole: impl Fn(&Entry) -> bool) -> impl Iterator<Item = Node<'t>> {
        let (mut at, end) = (self.at, self.entry().next);
        std::iter::from_fn(move || {
            let node = (at < end).then(|| self.with(at))?;
            at = if is_whole(node.entry()) { node.entry().next } else { at + 1 };
            Some(node)
        })
    }
}

/// Every node of a kind below `root`, in order.
pub(in crate::syntax) fn descendants<'t>(root: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    descendants_before(root, kind, usize::MAX)
}

/// Those that begin before a place in the text.
pub(in crate::syntax) fn descendants_before<'t>(root: Node<'t>, kind: &str, end: usize) -> Vec<Node<'t>> {
    root.all()
        .take_while(|node| node.entry().range().start < end)
        .filter(|node| node.kind() == kind && !node.entry().is_missing)
        .collect()
}

/// The statement that begins with a span, otherwise the span itself. White space after its text does not
/// count.
pub(in crate::syntax) fn statement(root: Node<'_>, header: Span) -> Span {
    let mut node = Some(root.with(root.tree.around(header.start..header.end)));
    while let Some(found) = node.filter(|found| found.entry().start == header.start) {
        if found.kind().ends_with("_statement") {
            let start = found.entry().range().start;
            return Span::new(root.file, start, start + found.text().trim_end().len());
        }
        node = found.parent();
    }
    header
}
