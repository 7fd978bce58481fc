//! What the grammar accepts and Cython does not: Python 2, empty blocks, indentation, parameters in the wrong order,
//! declarations that declare nothing or come after their use.

mod declarations;
mod layout;
mod modifiers;
mod order;
mod parameters;
mod patterns;
mod placement;
mod python2;

use super::interpolation;
use super::node::Node;
use super::report::{field, syntax};
use crate::diag::{Applicability, Diagnostics, Edit};
use crate::source::Span;

/// Walks the whole tree.
pub fn check(root: Node<'_>, diagnostics: &mut Diagnostics) {
    let is_read = |node: &Node<'_>| {
        let entry = node.entry();
        entry.is_named && !entry.is_missing && !entry.is_error
    };
    root.all().filter(is_read).for_each(|found| node(found, diagnostics));
}

fn node(node: Node<'_>, diagnostics: &mut Diagnostics) {
    match node.kind() {
        "module" | "block" | "c_block" | "enum_block" | "fused_block" => {
            layout::block(node, diagnostics);
            layout::semicolons(node, diagnostics);
        }
        "try_statement" => handlers(node, diagnostics),
        "string" => {
            string_prefix(node, diagnostics);
            replacement_fields(node, diagnostics);
        }
        "unary_operator" => double_ampersand(node, diagnostics),
        "as_pattern" => misplaced_as(node, diagnostics),
        "argument_list" => arguments(node, diagnostics),
        "future_import_statement" => braces(node, diagnostics),
        _ => {}
    }
    if matches!(node.kind(), "parameters" | "lambda_parameters") {
        parameters::check(node, diagnostics);
    }
    if matches!(node.kind(), "module" | "function_definition" | "cdef_function_definition") {
        order::check(node, diagnostics);
    }
    declarations::check(node, diagnostics);
    modifiers::check(node, diagnostics);
    patterns::check(node, diagnostics);
    placement::check(node, diagnostics);
    placement::own_line(node, diagnostics);
    placement::lone_pass(node, diagnostics);
    python2::check(node, diagnostics);
}

/// `f(**options, value)`; after `name=value` the grammar rejects it. No name may occur twice.
fn arguments(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let mut after_options = false;
    let mut names = std::collections::HashSet::new();
    for argument in node.children() {
        match argument.kind() {
            "dictionary_splat" => after_options = true,
            "keyword_argument" if argument.field("name").is_some_and(|name| !names.insert(name.text())) => {
                diagnostics.push(syntax("there is already an argument with this name", argument.span(), ""));
            }
            "keyword_argument" | "list_splat" | "comment" => {}
            _ if after_options && !argument.entry().is_error => {
                let message = "an argument without a name follows `**`";
                diagnostics.push(syntax(message, argument.span(), ""));
                return;
            }
            _ => {}
        }
    }
}

fn braces(node: Node<'_>, diagnostics: &mut Diagnostics) {
    if let Some(name) = node.fields("name").into_iter().find(|name| name.text() == "braces") {
        diagnostics.push(syntax("not a chance", name.span(), ""));
    }
}

fn handlers(node: Node<'_>, diagnostics: &mut Diagnostics) {
    lone_try(node, diagnostics);
    let mut all = false;
    for clause in node.children().into_iter().filter(|child| child.kind() == "except_clause") {
        if all {
            let line = clause.text().lines().next().unwrap_or("");
            let span = Span { end: clause.span().start + line.len() as u32, ..clause.span() };
            let message = "nothing reaches this handler: an `except:` for every exception comes before it";
            diagnostics.push(syntax(message, span, "").note("`except:` comes last"));
        }
        all |= !clause.has_error() && clause.fields("value").is_empty() && !clause.has("as_pattern");
    }
}

fn lone_try(node: Node<'_>, diagnostics: &mut Diagnostics) {
    if node.has_error() || ["except_clause", "finally_clause"].into_iter().any(|kind| node.has(kind)) {
        return;
    }
    let span = node.span();
    let word = Span { end: span.start + 3, ..span };
    diagnostics.push(
        syntax("`try` needs an `except` or a `finally`", word, "")
            .note("write `except ValueError:` with what to do then, or `finally:`"),
    );
}

fn string_prefix(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let Some(start) = node.child("string_start") else { return };
    let prefix = start.text().trim_end_matches(['\'', '"', '`']);
    let mut letters: Vec<char> = prefix.to_ascii_lowercase().chars().collect();
    letters.sort_unstable();
    let sorted: String = letters.into_iter().collect();
    if start.text().ends_with('`') {
        diagnostics.push(syntax("backquotes are Python 2 syntax", node.span(), "").note("write `repr(...)`"));
    } else if !matches!(sorted.as_str(), "" | "r" | "u" | "b" | "br" | "ru" | "f" | "fr" | "t" | "rt") {
        diagnostics.push(syntax(format!("`{prefix}` is not a prefix of strings"), start.span(), ""));
    }
}

fn replacement_fields(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let start = node.child("string_start").map_or("", Node::text);
    let is_inside = std::iter::successors(node.parent(), |outer| outer.parent())
        .any(|outer| matches!(outer.kind(), "interpolation" | "format_expression"));
    // Strings in the fields of another string are checked with that one.
    if is_inside || !interpolation::has_fields(start.trim_end_matches(['\'', '"'])) {
        return;
    }
    if let Err(Some(problem)) = interpolation::scan(node.whole_text(), node.span().start as usize) {
        diagnostics.push(field(problem, node.file()));
    }
}

/// `a && b` is parsed as `a & (&b)`.
fn double_ampersand(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let span = node.span();
    let before = node.whole_text().get(..span.start as usize).unwrap_or("");
    if !node.text().starts_with('&') || !before.ends_with('&') {
        return;
    }
    let both = Span { start: span.start - 1, end: span.start + 1, ..span };
    let edits = vec![Edit { span: both, replacement: "and".to_string() }];
    let diagnostic = syntax("`&&` is written `and` in Cython", both, "");
    diagnostics.push(diagnostic.fix("write `and`", edits, Applicability::MaybeIncorrect));
}

/// `value as name` outside of `with`, `except` and `case`.
fn misplaced_as(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let mut parent = node.parent();
    while let Some(outer) = parent {
        match outer.kind() {
            "with_item" | "except_clause" | "case_pattern" => return,
            // `with (a as b, c as d):` may be parsed as a tuple.
            "tuple" | "parenthesized_expression" => parent = outer.parent(),
            _ => break,
        }
    }
    diagnostics.push(syntax("`as` has no meaning here", node.span(), ""));
}
