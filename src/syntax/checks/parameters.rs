//! The order of parameters, and what they may declare.

use crate::diag::Diagnostics;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    if node.has_error() {
        return;
    }
    let is_c = node.parent().is_some_and(|parent| parent.kind().starts_with("c_"));
    let (mut after_default, mut after_star, mut after_slash) = (false, false, false);
    let parameters = node.children();
    for (at, &parameter) in parameters.iter().enumerate() {
        let span = parameter.span();
        match parameter.kind() {
            "positional_separator" => {
                if at == 0 || after_star || after_slash {
                    let note = "`/` may occur once, after the positional-only parameters";
                    diagnostics.push(syntax("`/` is not allowed here", span, "").note(note));
                }
                after_slash = true;
            }
            "keyword_separator" | "list_splat_pattern" | "dictionary_splat_pattern" => after_star = true,
            "typed_parameter" if is_rest(parameter) => after_star = true,
            "ellipsis" | "tuple_pattern" => {}
            _ if after_star => {}
            _ if parameter.field("value").is_some() || parameter.has("=") => after_default = true,
            _ if after_default => {
                let message = "a parameter without a default value follows one that has one";
                diagnostics.push(
                    syntax(message, span, "needs a default value too")
                        .note("move it before those that have one"),
                );
            }
            _ => {}
        }
        none_clause(parameter, is_c, diagnostics);
    }
}

/// `*args: T`, `**kwargs: T`
fn is_rest(parameter: Node<'_>) -> bool {
    ["list_splat_pattern", "dictionary_splat_pattern"].into_iter().any(|kind| parameter.has(kind))
}

/// `not None` and `or None`
fn none_clause(parameter: Node<'_>, is_c: bool, diagnostics: &mut Diagnostics) {
    if parameter.kind() != "c_parameter" || !parameter.has("none") {
        return;
    }
    let Some(word) = ["not", "or"].into_iter().find(|&word| parameter.has(word)) else { return };
    if is_c {
        let message = format!("`{word} None` is for parameters of `def` functions");
        diagnostics.push(syntax(message, parameter.span(), "a C function's parameter"));
    } else if word == "not" && parameter.field("value").is_some_and(|value| value.kind() == "none") {
        let message = "a parameter that is `not None` cannot be `None` by default";
        diagnostics.push(syntax(message, parameter.span(), ""));
    }
}
