//! Constructs that the grammar lets pass and Cython does not.

use super::node::Node;
use super::report::syntax;
use crate::diag::Diagnostics;

/// Walks the whole tree.
pub fn check(root: Node<'_>, diagnostics: &mut Diagnostics) {
    let mut cursor = root.raw().walk();
    'tree: loop {
        let raw = cursor.node();
        if raw.is_named() && !raw.is_missing() {
            let node = Node::new(raw, root.whole_text(), root.file());
            match raw.kind() {
                "print_statement" | "exec_statement" => python2_statement(node, diagnostics),
                _ => {}
            }
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
        }
    }
}

fn python2_statement(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let word = if node.kind() == "print_statement" { "print" } else { "exec" };
    diagnostics.push(
        syntax(format!("`{word}` is a function, not a statement"), node.span(), "Python 2 syntax")
            .note(format!("write `{word}(...)`")),
    );
}
