//! `extern`, `public` and `readonly` of variables and fields.

use super::placement::{Place, place};
use crate::diag::Diagnostics;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    let is_block = node.kind() == "cdef_block";
    if !(is_block || node.kind() == "cdef_declaration") || node.has_error() {
        return;
    }
    if !is_block && node.fields("declarator").into_iter().all(super::declarations::declares_function) {
        return;
    }
    let is_word = |word: &Node<'_>| {
        word.kind() == "modifier" && matches!(word.text(), "extern" | "public" | "readonly")
    };
    let words: Vec<Node<'_>> = node.children().into_iter().filter(is_word).collect();
    let (word, message, way) = match (words.as_slice(), place(node)) {
        ([_, second, ..], _) => {
            (second, "a variable has one of `extern`, `public` and `readonly`", "leave one of them out")
        }
        ([word], Some(Place::Module)) if word.text() == "readonly" => {
            (word, "only fields of a `cdef class` are `readonly`", "leave it out")
        }
        ([word], Some(Place::ExtensionType)) if word.text() == "extern" => {
            (word, "a field of a `cdef class` cannot be `extern`", "declare it outside of the class")
        }
        ([word], Some(Place::Function)) if word.text() != "extern" => {
            (word, "only fields and variables of the module are `public` or `readonly`", "leave it out")
        }
        _ => return,
    };
    diagnostics.push(syntax(message, word.span(), "").note(way));
}
