//! What is wrong with the patterns of `match`.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

pub fn hides_cases(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "the cases after this one are never reached")
        .at(span, "this matches everything")
        .note("move it to the end, or give it a guard: `case x if ...:`; a constant needs a dot: `case module.NAME:`")
}

pub fn hides_alternatives(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "the alternatives after this one are never reached")
        .at(span, "this matches everything")
        .note("a constant needs a dot: `module.NAME`")
}

pub fn bound_twice(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{name}` is bound twice in one pattern"))
        .at(span, "bound again")
        .also(earlier, "bound here")
        .note("give the second part another name, and compare them in a guard: `case [x, y] if x == y:`")
}

pub fn other_names(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "alternatives of a pattern bind different names")
        .at(span, "expected the names of the first alternative")
        .also(first, "the first alternative")
}

pub fn stars_of_sequence(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a sequence pattern has two stars")
        .at(span, "the second one")
        .also(first, "the first one")
}
