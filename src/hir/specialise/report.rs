//! The messages of specialisation.

use super::MAX_SPECIALISATIONS;
use crate::diag::{Diagnostic, codes};
use crate::source::Span;

pub fn not_here(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_FUSED_TYPE, format!("{what} cannot have a fused type"))
        .at(span, "stands for several types")
}

pub fn inner(name: &str, around: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}`, a function inside `{around}`, cannot have a fused type");
    Diagnostic::error(codes::BAD_FUSED_TYPE, message).at(span, "stands for several types").note(
        "functions of the module and methods of its classes can: define it there, and pass it what it uses",
    )
}

pub fn named_inside(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_FUSED_TYPE, "a function inside another cannot name a fused type of that one")
        .at(span, "named here")
        .note("it can use the variables of this type, and ask for it: `if real is double:`")
}

/// A fused type in a body or as the result, but not in a parameter.
pub fn not_a_parameter(name: &str, span: Span) -> Diagnostic {
    let message = format!("which type `{name}` means is not known: no parameter has this fused type");
    Diagnostic::error(codes::BAD_FUSED_TYPE, message)
        .at(span, "used here")
        .note("a function is compiled once for each combination of the fused types of its parameters")
}

pub fn in_what(right: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_FUSED_TYPE, format!("`{right}` is one type: `in` asks a fused type"))
        .at(span, "compare with `is`")
}

pub fn too_many(function: &str, span: Span) -> Diagnostic {
    let message = format!("`{function}` has more than {MAX_SPECIALISATIONS} specialisations");
    Diagnostic::error(codes::BAD_FUSED_TYPE, message).at(span, "its fused types have too many combinations")
}

pub fn not_fused(function: &str, span: Span) -> Diagnostic {
    let message = format!("`{function}` has no fused types, so it cannot be indexed");
    Diagnostic::error(codes::NO_SPECIALISATION, message).at(span, "indexed here")
}

pub fn type_count(function: &str, expected: usize, given: usize, span: Span) -> Diagnostic {
    let message = format!(
        "`{function}` is specialised by {expected} type{}, {given} given",
        if expected == 1 { "" } else { "s" }
    );
    Diagnostic::error(codes::NO_SPECIALISATION, message).at(span, "indexed here")
}

pub fn not_among(ty: &str, fused: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_SPECIALISATION, format!("`{ty}` is not one of the types of `{fused}`"))
        .at(span, "no such specialisation")
}
