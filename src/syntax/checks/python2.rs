//! Python 2: the grammar accepts it; the dialect has only the parts that Cython still accepts at language level 3
//! (`a <> b`, `except Error, name:`, `raise Error, value, traceback`).

use crate::diag::{Applicability, Diagnostic, Diagnostics, Edit};
use crate::source::Span;
use crate::syntax::ast::Expression;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let found = match node.kind() {
        "print_statement" => Some(print(node)),
        "exec_statement" => Some(
            syntax("`exec` is a function, not a statement", node.span(), "Python 2 syntax")
                .note("write `exec(code, globals)`"),
        ),
        "except_clause" => except(node),
        "raise_statement" => raise(node),
        "parameters" | "lambda_parameters" => tuple_parameter(node),
        _ => None,
    };
    diagnostics.extend(found);
}

/// A tuple of names is parsed as a nameless parameter of a tuple type.
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

/// `raise Error, value, traceback` takes nothing more, and no cause.
fn raise(node: Node<'_>) -> Option<Diagnostic> {
    let list = node.child("expression_list")?;
    if Expression::list(list).len() <= 3 && !ends_in_comma(list) && node.field("cause").is_none() {
        return None;
    }
    let diagnostic = syntax("`raise` takes one exception", list.span(), "Python 2 syntax");
    Some(diagnostic.note("write `raise Error(value)`"))
}

fn ends_in_comma(list: Node<'_>) -> bool {
    list.text().ends_with(',')
}

/// `except Error, name:` takes nothing more, and binds to no exception: Python 3.14 catches both.
fn except(node: Node<'_>) -> Option<Diagnostic> {
    let comma = node.child(",")?.span();
    let values = node.fields("value");
    let (first, last) = (values.first()?.span(), values.last()?);
    if values.len() <= 2 && !node.has("*") && !names_exception(last.text()) {
        return None;
    }
    let diagnostic = syntax("several exceptions must be in parentheses", comma, "");
    let insert =
        |at: u32, text: &str| Edit { span: Span { start: at, end: at, ..comma }, replacement: text.into() };
    let edits = vec![insert(first.start, "("), insert(last.span().end, ")")];
    let diagnostic = match values.len() {
        2 => diagnostic.note(format!("as in Python 2, Cython stores the first one in `{}`", last.text())),
        _ => diagnostic,
    };
    Some(diagnostic.fix("write `except (A, B):`", edits, Applicability::MachineApplicable))
}

/// Whether a name is that of an exception, by how these are named.
fn names_exception(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name);
    let others = ["GeneratorExit", "KeyboardInterrupt", "StopAsyncIteration", "StopIteration", "SystemExit"];
    name.starts_with(char::is_uppercase)
        && (["Error", "Exception", "Warning"].iter().any(|end| name.ends_with(end)) || others.contains(&name))
}
