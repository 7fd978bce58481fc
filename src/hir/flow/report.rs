//! The messages about the order of statements.

use crate::diag::{Diagnostic, Severity, Tag, codes};
use crate::source::Span;

/// `is_certain`: there is no value at all, whereas a C variable always holds something.
pub fn unbound(name: &str, is_certain: bool, span: Span, known: Span) -> Diagnostic {
    let severity = if is_certain { Severity::Error } else { Severity::Warning };
    let message = format!("`{name}` has no value where it is read");
    named(
        Diagnostic::new(codes::NO_VALUE, severity, message).at(span, "nothing has been assigned here"),
        span,
        known,
    )
}

/// For a variable that is private to the threads of a parallel block.
pub fn left_in_threads(name: &str, span: Span, block: Span) -> Diagnostic {
    let message = format!("`{name}` has no value after the parallel block: each thread has its own");
    Diagnostic::error(codes::NO_VALUE, message)
        .at(span, "read here")
        .also(block, "assigned in this block")
        .note("only a `prange` loop brings values back: the last one, or with `+=` a sum")
}

pub fn maybe_unbound(name: &str, span: Span, known: Span) -> Diagnostic {
    let message = format!("`{name}` may have no value where it is read");
    named(Diagnostic::warning(codes::NO_VALUE, message).at(span, "not each way here assigns it"), span, known)
}

fn named(diagnostic: Diagnostic, span: Span, known: Span) -> Diagnostic {
    if span == known { diagnostic } else { diagnostic.also(known, "the variable") }
}

pub fn unused(name: &str, is_param: bool, span: Span) -> Diagnostic {
    let what = if is_param { "parameter" } else { "variable" };
    unnecessary(Diagnostic::warning(codes::UNUSED, format!("nothing reads the {what} `{name}`")).at(span, ""))
}

pub fn unused_result(name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing reads this value of `{name}`");
    unnecessary(Diagnostic::warning(codes::UNUSED, message).at(span, "replaced before it is read"))
}

fn unnecessary(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.tags.push(Tag::Unnecessary);
    diagnostic
}

pub fn unreachable(span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::warning(codes::UNREACHABLE, "nothing reaches this statement");
    unnecessary(diagnostic.at(span, "the statements before it never end here"))
}
