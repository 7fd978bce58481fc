//! The messages about lengths of C arrays.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

pub fn length_in_header(name: &str, span: Span) -> Diagnostic {
    let message = format!(
        "the length of a C array cannot be computed from `{name}` in this way: only C knows its value"
    );
    Diagnostic::error(codes::BAD_TYPE, message)
        .at(span, "from a header")
        .note(
            "C computes sums, differences, products, shifts and bits; \
             otherwise write the number, or a constant of this module: `cdef enum: N = 16`",
        )
        .about(format!("length {name}"))
}

pub fn variable_length(name: &str, span: Span) -> Diagnostic {
    let message =
        format!("the length of a C array must be a constant, and `{name}` is declared as a variable");
    Diagnostic::error(codes::BAD_TYPE, message)
        .at(span, "a variable of C")
        .note(format!("if its header has a constant of this name, declare it as one: `enum: {name}`"))
        .about(format!("length {name}"))
}
