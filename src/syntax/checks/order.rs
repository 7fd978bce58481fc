//! Checks that a C variable is declared before its name is used.

use std::collections::HashMap;

use crate::diag::Diagnostics;
use crate::source::Span;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

/// Where names are first used; `None` for those that are declared before.
type Seen<'t> = HashMap<&'t str, Option<Span>>;

/// Checks the contents of a module or a function; nested functions are checked separately.
pub fn check(scope: Node<'_>, diagnostics: &mut Diagnostics) {
    if scope.has_error() {
        return;
    }
    let mut seen = Seen::new();
    match scope.kind() {
        "module" => scope.children().into_iter().for_each(|child| walk(child, &mut seen, diagnostics)),
        _ => scope.field("body").into_iter().for_each(|body| walk(body, &mut seen, diagnostics)),
    }
}

fn walk<'t>(node: Node<'t>, seen: &mut Seen<'t>, diagnostics: &mut Diagnostics) {
    match node.kind() {
        "identifier" => {
            seen.entry(node.text()).or_insert(Some(node.span()));
        }
        "cdef_declaration" => declaration(node, seen, diagnostics),
        "cdef_block" if is_extern(node) => {}
        "cdef_block" => node.field("body").into_iter().for_each(|body| walk(body, seen, diagnostics)),
        "attribute" => node.field("object").into_iter().for_each(|object| walk(object, seen, diagnostics)),
        "keyword_argument" => {
            node.field("value").into_iter().for_each(|value| walk(value, seen, diagnostics))
        }
        // These have their own names, or none that mean a variable.
        "function_definition" | "cdef_function_definition" | "class_definition" | "cdef_class_definition" => {
        }
        "lambda" | "list_comprehension" | "set_comprehension" | "dictionary_comprehension" => {}
        "generator_expression" | "type" | "extern_block" | "compile_time_if_statement" => {}
        "global_statement" | "nonlocal_statement" | "sizeof_expression" => {}
        kind if kind.starts_with("c_") && kind != "c_block" => {}
        kind if kind.contains("import")
            || kind.ends_with("_definition") && kind != "decorated_definition" => {}
        _ => node.children().into_iter().for_each(|child| walk(child, seen, diagnostics)),
    }
}

fn declaration<'t>(node: Node<'t>, seen: &mut Seen<'t>, diagnostics: &mut Diagnostics) {
    if is_extern(node) {
        return;
    }
    for declared in node.fields("declarator") {
        let mut inner = declared.field("declarator");
        let mut is_prototype = false;
        while let Some(outer) = inner.filter(|part| part.kind() != "c_name_declarator") {
            inner = outer.field("declarator");
            is_prototype = outer.kind() == "c_function_declarator"
                && inner.is_some_and(|inner| inner.kind() == "c_name_declarator");
        }
        let name = inner.and_then(|name| name.field("name")).filter(|_| !is_prototype);
        if let Some(name) = name
            && let Some(Some(used)) = seen.insert(name.text(), None)
        {
            let message = format!("`{}` is declared after it is used", name.text());
            diagnostics.push(syntax(message, name.span(), "declared here").also(used, "used here"));
        }
        declared.field("value").into_iter().for_each(|value| walk(value, seen, diagnostics));
    }
}

fn is_extern(node: Node<'_>) -> bool {
    node.children().into_iter().any(|child| child.kind() == "modifier" && child.text() == "extern")
}
