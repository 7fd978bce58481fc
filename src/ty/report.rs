//! The words of the type checker.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

pub fn bad_operands(operator: &str, left: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("`{operator}` does not take `{left}` and `{right}`"))
        .at(span, "no such operation on these types")
}

pub fn bad_operand(operator: &str, operand: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("`{operator}` does not take a `{operand}`"))
        .at(span, "no such operation on this type")
}

pub fn no_attribute(ty: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_ATTRIBUTE, format!("`{ty}` has no attribute `{name}`"))
        .at(span, "looked up here")
}

pub fn not_subscriptable(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("a `{ty}` cannot be indexed")).at(span, "indexed here")
}

pub fn too_many_indices(ty: &str, dimensions: usize, given: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::TOO_MANY_INDICES,
        format!(
            "{given} indices for a memoryview of {dimensions} dimension{}",
            if dimensions == 1 { "" } else { "s" }
        ),
    )
    .at(span, format!("this is a `{ty}`"))
}

pub fn argument_count(function: &str, expected: usize, given: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::ARGUMENT_COUNT,
        format!(
            "`{function}` takes {expected} argument{}, {given} given",
            if expected == 1 { "" } else { "s" }
        ),
    )
    .at(span, "called here")
}

pub(crate) use crate::hir::not_yet;

pub fn bad_type(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "")
}

pub fn no_specialisation(function: &str, given: &str, among: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_SPECIALISATION, format!("no specialisation of `{function}` takes {given}"))
        .at(span, "called here")
        .note(among.to_string())
}

pub fn ambiguous_specialisation(function: &str, given: &str, best: &str, span: Span) -> Diagnostic {
    let message = format!("several specialisations of `{function}` take {given} equally well");
    Diagnostic::error(codes::NO_SPECIALISATION, message)
        .at(span, "called here")
        .note(format!("equally good: {best}"))
        .note("say which is meant in brackets before the arguments, or cast an argument")
}
