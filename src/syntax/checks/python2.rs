//! Python 2: the grammar reads it, the dialect does not have it.

use crate::diag::{Applicability, Diagnostic, Diagnostics, Edit};
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let found = match node.kind() {
        "print_statement" => Some(print(node)),
        "exec_statement" => Some(
            syntax("`exec` is a function, not a statement", node.span(), "Python 2 syntax")
                .note("write `exec(code, globals)`"),
        ),
        "comparison_operator" => unequal(node),
        "except_clause" => except(node),
        "raise_statement" => node.child("expression_list").map(|list| {
            syntax("`raise` takes one exception", list.span(), "Python 2 syntax")
                .note("write `raise Error(value)`")
        }),
        "parameters" | "lambda_parameters" => tuple_parameter(node),
        _ => None,
    };
    diagnostics.extend(found);
}

/// A tuple of names reads as a parameter without a name, of a tuple type.
fn tuple_parameter(node: Node<'_>) -> Option<Diagnostic> {
    if node.parent().is_some_and(|parent| parent.kind().starts_with("c_")) {
        return None;
    }
    let is_tuple = |node: &Node<'_>| match node.kind() {
        "tuple_pattern" => true,
        "c_parameter" => node.field("declarator").is_none() && node.has("c_tuple_type"),
        _ => false,
    };
    let tuple = node.children().into_iter().find(is_tuple)?;
    let diagnostic = syntax("a parameter cannot be a tuple", tuple.span(), "Python 2 syntax");
    Some(diagnostic.note("take one parameter and unpack it in the body"))
}

fn print(node: Node<'_>) -> Diagnostic {
    let diagnostic = syntax("`print` is a function, not a statement", node.span(), "Python 2 syntax");
    let text = node.text();
    let arguments = text.strip_prefix("print").unwrap_or("").trim();
    if arguments.starts_with(">>") || arguments.ends_with(',') {
        return diagnostic.note("write `print(..., file=...)` and `end=\"\"`");
    }
    let edits = vec![Edit { span: node.span(), replacement: format!("print({arguments})") }];
    diagnostic.fix("call `print`", edits, Applicability::MachineApplicable)
}

fn unequal(node: Node<'_>) -> Option<Diagnostic> {
    let operator = node.child("<>")?.span();
    let edits = vec![Edit { span: operator, replacement: "!=".to_string() }];
    let diagnostic = syntax("`<>` is Python 2 syntax", operator, "");
    Some(diagnostic.fix("write `!=`", edits, Applicability::MachineApplicable))
}

/// `except Error, name:`
fn except(node: Node<'_>) -> Option<Diagnostic> {
    let comma = node.child(",")?.span();
    let diagnostic = syntax("several exceptions stand in parentheses", comma, "");
    Some(
        diagnostic
            .note("write `except (A, B):`, or `except Error as name:` for Python 2's `except Error, name:`"),
    )
}
