//! Source text to a syntax tree, with typed views over it.
//!
//! [`parse`] never fails: what cannot be parsed is an `Error` view in its place, with a diagnostic.
//! tree-sitter is not visible outside this module.

pub mod ast;
mod checks;
mod comment;
pub mod free;
mod highlight;
mod interpolation;
pub mod literal;
mod node;
mod report;
pub mod scope;
mod tree;

pub use comment::{Comment, CommentDirective};
pub use highlight::Token;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use crate::diag::Diagnostics;
use crate::source::{FileId, Span};
use node::Node;
use tree::Tree;

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
    let mut parse = unread(file, text.clone());
    if let Some(at) = text.find('\0') {
        parse.diagnostics.push(report::nul_byte(Span::new(file, at, at + 1)));
        return parse;
    }
    let tree = match read(&text) {
        Ok(tree) => tree,
        Err(Unread::GivenUp) => {
            parse.diagnostics.push(report::gave_up(file));
            return parse;
        }
        Err(Unread::TooDeep(range)) => {
            parse.diagnostics.push(report::too_deep(Span::new(file, range.start, range.end)));
            return parse;
        }
    };
    let root = Node::root(&tree, &parse.text, file);
    let mut diagnostics = Diagnostics::default();
    if !root.has_error() || report::errors(root, &mut diagnostics) {
        checks::check(root, &mut diagnostics);
    }
    parse.is_broken = diagnostics.has_errors();
    parse.diagnostics = diagnostics;
    parse.tree = Some(Arc::new(tree));
    parse
}

/// Parses declarations that are built into offcy: [`parse`] reports nothing about them (a test).
pub fn parse_own(file: FileId, text: impl Into<Arc<str>>) -> Parse {
    let mut parse = unread(file, text.into());
    parse.tree = read(&parse.text).ok().map(Arc::new);
    parse.is_broken = parse.tree.is_none();
    parse
}

fn unread(file: FileId, text: Arc<str>) -> Parse {
    Parse { file, text, tree: None, diagnostics: Diagnostics::default(), is_broken: true }
}

/// Why there is no tree.
#[derive(Debug)]
enum Unread {
    GivenUp,
    TooDeep(Range<usize>),
}

fn read(text: &str) -> Result<Tree, Unread> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).map_err(|_| Unread::GivenUp)?;
    let tree = parser.parse(text, None).ok_or(Unread::GivenUp)?;
    Tree::new(&tree).map_err(Unread::TooDeep)
}

/// Used if there is no tree.
static EMPTY: LazyLock<Tree> =
    LazyLock::new(|| read("").unwrap_or_else(|_| unreachable!("the grammar is built for this tree-sitter")));

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
