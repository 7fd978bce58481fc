//! What a module consists of: its statements, those of its extension types one by one.
//!
//! An edit in the body of one of its functions leaves everything else as it is, if it leaves the items and says nothing
//! to the module.

use std::ops::Range;

use super::Parse;
use super::ast::Statement;
use super::node::Node;

/// A statement of the module or of an extension type; of an extension type itself, all that comes before its statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// With its decorators.
    pub range: Range<usize>,
    pub kind: &'static str,
    /// The body of a function or method.
    pub body: Option<Range<usize>>,
    /// The body declares something outside of itself.
    pub speaks: bool,
    /// Some of it could not be parsed.
    pub is_broken: bool,
}

/// In the order of the text. Where a body is left out of the parse, `speaks` is false.
pub fn items(parse: &Parse) -> Vec<Item> {
    let mut found = Vec::new();
    add(parse.module().statements(), &mut found);
    found
}

fn add(statements: Vec<Statement<'_>>, found: &mut Vec<Item>) {
    for statement in statements {
        let node = statement.node();
        let around = node.parent().filter(|parent| parent.kind() == "decorated_definition");
        let start = around.unwrap_or(node).entry().range().start;
        let (range, kind) = (start..node.entry().range().end, node.kind());
        let mut item = Item { range, kind, body: None, speaks: false, is_broken: node.has_error() };
        match statement {
            Statement::Function(_) | Statement::CFunction(_) => {
                let body = node.field("body").filter(|body| body.kind() == "block");
                item.body = body.map(|body| body.entry().range());
                item.speaks = body.is_some_and(speaks);
                found.push(item);
            }
            Statement::CClass(class) if let Some(body) = class.body() => {
                item.range.end = body.span().range().start;
                let at = found.len();
                found.push(item);
                add(body.statements(), found);
                let is_within = found[at + 1..].iter().any(|item| item.is_broken);
                let outside = node.all_children().into_iter().filter(|child| child.span() != body.span());
                found[at].is_broken &= !is_within || outside.into_iter().any(Node::has_error);
            }
            _ => found.push(item),
        }
    }
}

/// Whether a body has statements that the rest of the module knows of.
fn speaks(body: Node<'_>) -> bool {
    body.all().any(|node| match node.kind() {
        "global_statement" | "define_statement" | "compile_time_if_statement" | "include_statement" => true,
        "cimport_statement" | "cimport_from_statement" => true,
        "import_statement" | "import_from_statement" => {
            ["cython", "offcy"].iter().any(|module| node.text().contains(module))
        }
        _ => false,
    })
}
