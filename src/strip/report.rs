//! What cannot be expressed in Cython.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

/// A `raise` or `assert` that has to take the GIL, names variables, and follows other code on its line.
pub fn no_room(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_CYTHON, "Cython takes the GIL for this only on its own line")
        .at(span, "other code precedes it on the line")
        .note("begin a line with it")
}

pub fn union_view(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_CYTHON, "Cython has no memoryviews of unions")
        .at(span, format!("`{name}` is one"))
        .note("make the elements structs of numbers, and a union a variable of the function")
}
