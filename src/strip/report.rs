//! What cannot be said in Cython.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

/// A `raise` or `assert` that has to take the GIL, in a line with others, and names variables.
pub fn no_room(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_CYTHON, "Cython takes the GIL for this in a line of its own")
        .at(span, "other code stands before it on the line")
        .note("begin a line with it")
}

pub fn union_view(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_CYTHON, "Cython has no memoryviews of unions")
        .at(span, format!("`{name}` is one"))
        .note("make the elements structs of numbers, and a union a variable of the function")
}
