//! Declarations where Cython allows none: inside control structures and Python classes, types inside functions, and
//! next to other statements on a line.

use crate::diag::Diagnostics;
use crate::source::Span;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

/// What contains a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Module,
    Function,
    ExtensionType,
    PythonClass,
    Property,
    /// The block of this keyword.
    Control(&'static str),
}

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let Some(what) = declared(node).filter(|_| !node.has_error()) else { return };
    let Some(place) = place(node) else { return };
    if what == "a C function" && is_inner(node) {
        return;
    }
    let is_type = matches!(what, "a type" | "a typedef" | "an extension type");
    let (message, way) = match place {
        Place::Control(word) if is_type => (
            format!("{what} cannot be declared inside `{word}`"),
            "move the declaration to the module, outside of functions and blocks",
        ),
        Place::Control(word) => (
            format!("{what} cannot be declared inside `{word}`"),
            "move the declaration to the top of the function or module, and leave an assignment here",
        ),
        Place::PythonClass => (
            format!("{what} cannot be declared in a Python class"),
            "declare it outside of the class, or make the class a `cdef class`",
        ),
        Place::Property => (format!("{what} cannot be declared in a property"), "declare it outside of it"),
        Place::Function | Place::ExtensionType if is_type => {
            (format!("{what} is declared in the module"), "move the declaration out of the function or class")
        }
        _ => return,
    };
    diagnostics.push(syntax(message, header(node), "").note(way));
}

/// Cython reads these line by line: they cannot follow a colon or a semicolon, and no statement may follow
/// them.
pub fn own_line(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let what = match node.kind() {
        "cdef_declaration" => "a C declaration",
        "ctypedef_declaration" => "a typedef",
        "define_statement" => "`DEF`",
        "include_statement" => "`include`",
        _ => return,
    };
    let (text, span) = (node.whole_text(), node.span());
    let (Some(before), Some(after)) = (text.get(..span.start as usize), text.get(span.end as usize..)) else {
        return;
    };
    let before = before.rsplit('\n').next().unwrap_or("").trim_matches('\u{feff}').trim();
    let after = after.split('\n').next().unwrap_or("").trim_start().strip_prefix(';').unwrap_or("").trim();
    if node.has_error() || (before.is_empty() && (after.is_empty() || after.starts_with('#'))) {
        return;
    }
    let way = if before.is_empty() { "put what follows into the next line" } else { "begin a line with it" };
    diagnostics.push(syntax(format!("{what} must be on its own line"), header(node), "").note(way));
}

/// After the colon of a declaration, Cython accepts only `pass`.
pub fn lone_pass(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let what = match node.kind() {
        "cdef_class_definition" => "a `cdef class`",
        "property_definition" => "a `property`",
        "extern_block" => "a `cdef extern` block",
        _ => return,
    };
    let Some(body) = node.field("body").filter(|_| !node.has_error()) else { return };
    let (text, start) = (node.whole_text(), body.span().start as usize);
    let mut before = text.get(..start).unwrap_or("").trim_end_matches([' ', '\t']);
    while let Some(line) = before.strip_suffix("\\\n") {
        before = line.trim_end_matches([' ', '\t']);
    }
    let statements = body.children();
    // Those are reported separately.
    let is_declaration =
        |one: &Node<'_>| one.kind().ends_with("_declaration") || one.kind().ends_with("_definition");
    if !before.ends_with(':') || statements.iter().any(is_declaration) {
        return;
    }
    let is_pass = |one: &Node<'_>| one.kind() == "pass_statement";
    let wrong = match statements.as_slice() {
        [] => return,
        [only] if is_pass(only) => return,
        [first, second, ..] if is_pass(first) => second,
        [first, ..] => first,
    };
    let message = format!("only `pass` can be on the line of {what}");
    diagnostics.push(syntax(message, header(*wrong), "").note("begin a line with it"));
}

/// What a statement declares for C, if it does: the statements of a `cdef` block count as the block.
fn declared(node: Node<'_>) -> Option<&'static str> {
    let has_word = || ["cdef", "cpdef", "ctypedef"].into_iter().any(|word| node.has(word));
    match node.kind() {
        "ctypedef_declaration" => Some("a typedef"),
        _ if !has_word() => None,
        "cdef_declaration" => Some("a C variable"),
        "cdef_block" | "extern_block" => Some("what is C's"),
        "cdef_function_definition" => Some("a C function"),
        "struct_definition" | "enum_definition" | "fused_definition" => Some("a type"),
        "cdef_class_definition" => Some("an extension type"),
        _ => None,
    }
}

pub(super) fn place(node: Node<'_>) -> Option<Place> {
    let mut at = node.parent();
    while let Some(outer) = at {
        let control = match outer.kind() {
            "if_statement" => "if",
            "elif_clause" => "elif",
            "else_clause" => "else",
            "for_statement" => "for",
            "while_statement" => "while",
            "with_statement" => "with",
            "try_statement" => "try",
            "except_clause" => "except",
            "finally_clause" => "finally",
            "match_statement" | "case_clause" => "case",
            "module" => return Some(Place::Module),
            "function_definition" | "cdef_function_definition" => return Some(Place::Function),
            "class_definition" => return Some(Place::PythonClass),
            "cdef_class_definition" => return Some(Place::ExtensionType),
            "property_definition" => return Some(Place::Property),
            "cppclass_definition" | "struct_definition" | "ERROR" => return None,
            _ => {
                at = outer.parent();
                continue;
            }
        };
        return Some(Place::Control(control));
    }
    None
}

/// Whether it is inside a function or a Python class: lowering reports C functions there, including those that
/// decorators declare.
fn is_inner(node: Node<'_>) -> bool {
    std::iter::successors(node.parent(), |outer| outer.parent()).any(|outer| {
        matches!(outer.kind(), "function_definition" | "cdef_function_definition" | "class_definition")
    })
}

/// The first line of a statement.
fn header(node: Node<'_>) -> Span {
    let line = node.text().lines().next().unwrap_or("").trim_end();
    Span { end: node.span().start + line.len() as u32, ..node.span() }
}
