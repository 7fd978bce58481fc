//! The names that device code mentions, by the text alone: which files are read depends on them, before it is known what
//! they mean.

use std::collections::HashSet;

use super::ast::Statement;
use super::node::Node;

/// Adds the names in the statements that run on devices: parallel loops and blocks with `device=`, and functions that are
/// marked for devices.
pub fn named_by_regions(statements: &[Statement<'_>], found: &mut HashSet<String>) {
    for statement in statements {
        let node = statement.node();
        if node.text().contains("device") {
            node.all().filter(|node| runs_on_devices(*node)).for_each(|node| names(node, found));
        }
        // The decorators are beside the function, in the node around both.
        let marked = node.parent().filter(|around| around.kind() == "decorated_definition");
        marked.into_iter().filter(|around| is_marked(*around)).for_each(|around| names(around, found));
    }
}

/// Adds the names in the C functions among the statements that have one of the names found so far, and so on; and what
/// `from m cimport f as g` calls such a name in its module.
pub fn close_over(statements: &[Statement<'_>], found: &mut HashSet<String>) {
    let mut before = usize::MAX;
    while found.len() != before {
        before = found.len();
        statements.iter().for_each(|statement| one_step(*statement, found));
    }
}

fn one_step(statement: Statement<'_>, found: &mut HashSet<String>) {
    match statement {
        Statement::CFunction(function) => {
            if function.name().is_some_and(|name| found.contains(name.text())) {
                names(function.0, found);
            }
        }
        Statement::CimportFrom(import) => {
            for imported in import.names() {
                let Some((name, alias)) = imported.name().zip(imported.alias()) else { continue };
                if found.contains(alias.text()) {
                    found.insert(name.path());
                }
            }
        }
        _ => {
            let inner = statement.blocks().into_iter().flat_map(|block| block.statements());
            inner.for_each(|inner| one_step(inner, found));
        }
    }
}

fn names(node: Node<'_>, found: &mut HashSet<String>) {
    let mentioned = node.all().filter(|node| node.kind() == "identifier");
    found.extend(mentioned.map(|node| node.text().to_string()));
}

fn runs_on_devices(node: Node<'_>) -> bool {
    match node.kind() {
        "with_statement" | "for_statement" => {
            let head = node.each().filter(|part| !matches!(part.kind(), "block"));
            head.flat_map(Node::all).any(|part| {
                part.kind() == "keyword_argument"
                    && part.field("name").is_some_and(|name| name.text() == "device")
            })
        }
        "decorated_definition" => is_marked(node),
        _ => false,
    }
}

fn is_marked(decorated: Node<'_>) -> bool {
    decorated.each().any(|part| part.kind() == "decorator" && part.text().trim_end().ends_with("device"))
}
