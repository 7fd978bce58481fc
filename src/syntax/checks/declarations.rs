//! Declarations that declare nothing, or something impossible.

use crate::diag::{Applicability, Diagnostics, Edit};
use crate::source::Span;
use crate::syntax::ast::lone_type;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    match node.kind() {
        "cdef_declaration" => {
            declaration(node, diagnostics);
            nameless(node, diagnostics);
            started(node, diagnostics);
        }
        "cdef_block" => block(node, diagnostics),
        "struct_definition" => empty(node, "struct or union", diagnostics),
        "enum_definition" => {
            empty(node, "enum", diagnostics);
            enum_of(node, diagnostics);
        }
        "c_pointer_declarator" => restricted_function(node, diagnostics),
        "c_integer_type" => signed_number(node, diagnostics),
        "c_qualified_type" => qualified_twice(node, diagnostics),
        _ => {}
    }
}

/// `cpdef` declares a function for C and for Python; on a block of declarations it applies to each of them.
fn declaration(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let Some(word) = node.child("cpdef") else { return };
    let is_function = |declarator: Node<'_>| {
        let declarator = declarator.field("declarator").unwrap_or(declarator);
        declares_function(declarator)
    };
    if node.has_error() || node.fields("declarator").into_iter().all(is_function) {
        return;
    }
    let edits = vec![Edit { span: word.span(), replacement: "cdef".to_string() }];
    let diagnostic = syntax("variables are declared with `cdef`", word.span(), "only functions are `cpdef`");
    diagnostics.push(diagnostic.fix("write `cdef`", edits, Applicability::MaybeIncorrect));
}

/// `cdef int` declares nothing: a lone name would name an object, but this is the name of a type.
fn nameless(node: Node<'_>, diagnostics: &mut Diagnostics) {
    if let Some(word) = lone_type(node).filter(|_| !node.has_error()) {
        let message = format!("a declaration with the type `{}` and no name", word.text());
        diagnostics.push(syntax(message, word.span(), "a type"));
    }
}

/// `cdef int a[3] = ...`, `cdef int (*f)(int) = ...`: Cython allows initial values only for names and
/// pointers.
fn started(node: Node<'_>, diagnostics: &mut Diagnostics) {
    for declarator in node.fields("declarator").into_iter().filter(|one| one.field("value").is_some()) {
        let Some(inner) = declarator.field("declarator") else { continue };
        let (what, way) = match inner.kind() {
            "c_array_declarator" => ("an array", "write the lengths after the type: `cdef int[3] x = ...`"),
            "c_function_declarator" => (
                "a pointer to a function",
                "assign it in a separate statement, or name its type by `ctypedef`",
            ),
            _ => continue,
        };
        let message = format!("{what} that is declared so cannot be given a value");
        diagnostics.push(syntax(message, inner.span(), "").note(way));
    }
}

/// `cdef enum Name(int):`
fn enum_of(node: Node<'_>, diagnostics: &mut Diagnostics) {
    if let Some(ty) = node.field("underlying_type").filter(|_| node.field("scoped").is_none()) {
        let message = "only the scoped enums of C++ name their type";
        diagnostics.push(syntax(message, ty.span(), "a C enum has no type in parentheses"));
    }
}

pub(super) fn declares_function(declarator: Node<'_>) -> bool {
    let mut inner = Some(declarator);
    while let Some(declarator) = inner {
        if declarator.kind() == "c_function_declarator" {
            return true;
        }
        inner = declarator.field("declarator");
    }
    false
}

fn block(node: Node<'_>, diagnostics: &mut Diagnostics) {
    if let Some(word) = node.child("cpdef") {
        diagnostics.push(syntax("a block of declarations begins with `cdef`", word.span(), ""));
    }
}

/// C has no empty struct, union or enum; a header may hide the members of one.
fn empty(node: Node<'_>, what: &str, diagnostics: &mut Diagnostics) {
    let Some(body) = node.field("body") else { return };
    if node.has_error() || is_extern(node) {
        return;
    }
    let says_nothing = |child: &Node<'_>| matches!(child.kind(), "pass_statement" | "expression_statement");
    let children = body.children();
    if !children.is_empty() && children.iter().all(says_nothing) {
        let line = node.text().lines().next().unwrap_or("");
        let span = Span { end: node.span().start + line.len() as u32, ..node.span() };
        diagnostics.push(syntax(format!("this {what} has no members"), span, "C has no empty ones"));
    }
}

/// Whether a declaration declares something that a header defines.
fn is_extern(node: Node<'_>) -> bool {
    let mut at = Some(node);
    while let Some(node) = at {
        if node.kind() == "extern_block" {
            return true;
        }
        // Such words come before everything else.
        let is_word = |child: &Node<'_>| !child.entry().is_named || child.kind() == "modifier";
        if node.each().take_while(is_word).any(|child| child.text() == "extern") {
            return true;
        }
        at = node.parent();
    }
    false
}

/// `int *restrict f()`: `restrict` is a promise about a variable.
fn restricted_function(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let inner = node.field("declarator").filter(|inner| inner.kind() == "c_function_declarator");
    if let (Some(word), Some(_)) = (node.child("restrict"), inner) {
        diagnostics.push(syntax("the result of a function cannot be `restrict`", word.span(), ""));
    }
}

/// `unsigned double`
fn signed_number(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let words: Vec<&str> = node.text().split_whitespace().collect();
    let Some(real) = words.iter().find(|word| matches!(**word, "float" | "double")) else { return };
    let Some(wrong) = words.iter().find(|word| matches!(**word, "signed" | "unsigned" | "short")) else {
        return;
    };
    diagnostics.push(syntax(format!("a `{real}` cannot be `{wrong}`"), node.span(), "not a C type"));
}

/// `const const int`
fn qualified_twice(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let Some(qualifier) = node.field("qualifier") else { return };
    let mut inner = node.field("type");
    while let Some(ty) = inner.filter(|ty| ty.kind() == "c_qualified_type") {
        let again = ty.child(qualifier.kind());
        if let Some(again) = again {
            let message = format!("`{}` is given twice", qualifier.text());
            diagnostics.push(syntax(message, again.span(), ""));
            return;
        }
        inner = ty.field("type");
    }
}
