//! The words about objects.

use crate::diag::Diagnostic;
use crate::hir::not_yet;
use crate::source::Span;

pub fn other_signature(name: &str, span: Span, overridden: Span) -> Diagnostic {
    not_yet(&format!("a method that overrides `{name}` with other types"), span)
        .also(overridden, "the method that it overrides")
}
