//! Source text to a syntax tree, with typed views over it.
//!
//! [`parse`] never fails: what cannot be parsed is an `Error` view in its place, with a diagnostic.
//! tree-sitter is not visible outside this module.

pub mod ast;
mod checks;
mod comment;
mod edited;
pub mod free;
mod highlight;
mod interpolation;
pub mod items;
pub mod literal;
mod node;
pub mod on_device;
mod pieces;
mod report;
pub mod scope;
mod tree;

pub use comment::{Comment, CommentDirective};
pub use edited::{Change, Origin, unreadable};
pub use highlight::Token;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

pub use crate::base::{is_keyword, keywords};
use crate::diag::Diagnostics;
use crate::source::{FileId, Span};
use node::Node;
pub use tree::LeftOut;
use tree::{Growing, Tree};

/// The tree of one file, with its diagnostics.
pub struct Parse {
    file: FileId,
    text: Arc<str>,
    tree: Option<Arc<Tree>>,
    pub diagnostics: Diagnostics,
    is_broken: bool,
}

/// Parses the text of a module, of a `.pxd` or of an included file.
pub fn parse(file: FileId, text: impl Into<Arc<str>>) -> Parse {
    let text = text.into();
    match Origin::read(text.clone()) {
        Ok(origin) => origin.parse(file, &LeftOut::default()).0,
        Err(unread) => {
            let mut parse = unparsed(file, text);
            parse.diagnostics.push(match unread {
                Unread::Binary(at) => report::nul_byte(Span::new(file, at, at + 1)),
                Unread::GivenUp => report::gave_up(file),
                Unread::TooDeep(range) => report::too_deep(Span::new(file, range.start, range.end)),
            });
            parse
        }
    }
}

/// The parse of a text with a tree.
fn parsed(file: FileId, text: Arc<str>, tree: Arc<Tree>) -> (Parse, Reported) {
    let mut parse = unparsed(file, text);
    let root = Node::root(&tree, &parse.text, file);
    let mut reported = Reported { is_readable: true, ..Reported::default() };
    if root.has_error() {
        reported.is_readable = report::errors(root, &mut reported.errors);
    }
    if reported.is_readable {
        checks::check(root, &mut reported.checks);
    }
    parse.tree = Some(tree);
    parse.report(&reported);
    (parse, reported)
}

/// What the parser reports about a text.
#[derive(Clone, Debug, Default)]
pub struct Reported {
    /// About what could not be parsed.
    pub errors: Diagnostics,
    /// About what was, statement by statement.
    pub checks: Diagnostics,
    /// Otherwise one error explains all others, and what was parsed is not checked.
    pub is_readable: bool,
}

/// Parses declarations that are built into offcy: [`parse`] reports nothing about them (a test).
pub fn parse_own(file: FileId, text: impl Into<Arc<str>>) -> Parse {
    let mut parse = unparsed(file, text.into());
    parse.tree = Origin::of(parse.text.clone()).map(|origin| origin.tree(&LeftOut::default()));
    parse.is_broken = parse.tree.is_none();
    parse
}

fn unparsed(file: FileId, text: Arc<str>) -> Parse {
    Parse { file, text, tree: None, diagnostics: Diagnostics::default(), is_broken: true }
}

/// Why there is no tree.
#[derive(Debug)]
enum Unread {
    /// It has a NUL byte there.
    Binary(usize),
    GivenUp,
    TooDeep(Range<usize>),
}

/// Used if there is no tree.
static EMPTY: LazyLock<Tree> = LazyLock::new(|| Growing::new().finish(""));

impl Parse {
    /// The same tree as that of another file with the same text; `None` if there are diagnostics about it,
    /// since those name places.
    pub fn as_file(&self, file: FileId) -> Option<Parse> {
        let is_clean = self.diagnostics.is_empty() && !self.is_broken;
        is_clean.then(|| Parse {
            file,
            text: self.text.clone(),
            tree: self.tree.clone(),
            diagnostics: Diagnostics::default(),
            is_broken: false,
        })
    }

    /// Replaces what is reported about the text.
    pub fn report(&mut self, reported: &Reported) {
        self.diagnostics = reported.errors.clone();
        if reported.is_readable {
            self.diagnostics.append(reported.checks.clone());
        }
        self.is_broken = self.diagnostics.has_errors();
    }

    /// Whether it is the tree of this text.
    pub fn is_of(&self, text: &str) -> bool {
        *self.text == *text
    }

    /// The module; empty where the text could not be parsed at all.
    pub fn module(&self) -> ast::Module<'_> {
        ast::Module(self.root())
    }

    pub fn file(&self) -> FileId {
        self.file
    }

    /// Whether some of the text could not be parsed, or was parsed and rejected.
    pub fn has_errors(&self) -> bool {
        self.is_broken
    }

    pub fn text(&self) -> &str {
        if self.tree.is_some() { &self.text } else { "" }
    }

    /// Every comment, in order.
    pub fn comments(&self) -> Vec<Comment<'_>> {
        comment::comments(self.root())
    }

    /// The comments before the first statement, which hold the directives for the whole module.
    pub fn header_comments(&self) -> Vec<Comment<'_>> {
        let first = self.root().first_child().map_or(usize::MAX, |node| node.entry().range().start);
        comment::comments_before(self.root(), first)
    }

    /// Every name in the text, wherever it occurs.
    pub fn identifiers(&self) -> Vec<ast::Identifier<'_>> {
        node::descendants(self.root(), "identifier").into_iter().filter_map(ast::Identifier::cast).collect()
    }

    /// Every name that stands alone: not after a dot, not of a keyword argument, not what a definition or an import
    /// names.
    pub fn plain_names(&self) -> Vec<ast::Identifier<'_>> {
        let is_plain = |node: &Node<'_>| {
            let parent = node.parent().map_or("", Node::kind);
            let is_bound = parent == "named_expression"; // `(x := 1)`
            (is_bound || !matches!(node.field_name(), Some("name" | "alias" | "attribute")))
                && parent != "dotted_name"
        };
        let names = node::descendants(self.root(), "identifier").into_iter().filter(is_plain);
        names.filter_map(ast::Identifier::cast).collect()
    }

    /// Every call, outer ones before those among their arguments.
    pub fn calls(&self) -> Vec<ast::Call<'_>> {
        node::descendants(self.root(), "call").into_iter().filter_map(ast::Call::cast).collect()
    }

    /// Every string literal, including those inside other strings.
    pub fn strings(&self) -> Vec<Span> {
        node::descendants(self.root(), "string").into_iter().map(Node::span).collect()
    }

    /// The token class of each word, for highlighting: sorted, without overlaps; empty if there is no tree.
    pub fn highlights(&self) -> Vec<(Span, Token)> {
        highlight::highlights(self.root())
    }

    /// The statement that begins with a header (`with ...:`), to the end of its text.
    pub fn statement(&self, header: Span) -> Span {
        node::statement(self.root(), header)
    }

    fn root(&self) -> Node<'_> {
        Node::root(self.tree.as_deref().unwrap_or(&EMPTY), self.text(), self.file)
    }
}

/// The deepest nesting of the tree that later stages, which are recursive, are given.
pub const MAX_DEPTH: usize = tree::MAX_DEPTH;

#[cfg(test)]
mod tests;
