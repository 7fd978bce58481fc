//! `raise` and `assert` in parallel loops without the GIL: elsewhere Cython takes the GIL for them by itself.

use super::edit::{Breaks, Edits};
use super::helper::Helpers;
use crate::source::Span;
use crate::syntax::ast::{Assert, Statement};
use crate::syntax::scope::{Scopes, mentioned_in};

/// Takes the GIL for a statement. There is room for a block only if the statement begins a line; otherwise a function
/// executes the statement. Returns `false` if a function cannot do so because the statement names variables.
pub fn take_gil(
    statement: Statement<'_>,
    gil: &str,
    scopes: &Scopes,
    edits: &mut Edits<'_>,
    helpers: &mut Helpers<'_>,
) -> bool {
    let span = statement.span();
    if edits.begins_line(span) {
        edits.insert(span.start, &format!("with {gil}: "));
        return true;
    }
    match statement {
        Statement::Assert(assert) => failing(assert, scopes, edits, helpers),
        _ if is_free(statement, None, scopes) => {
            let call = helpers.raising(statement.text());
            edits.replace(span.start..span.end, &call, Breaks::Continued);
            true
        }
        _ => false,
    }
}

/// `assert condition, message` as `0 if (condition) else offcy_raise()`.
fn failing(assert: Assert<'_>, scopes: &Scopes, edits: &mut Edits<'_>, helpers: &mut Helpers<'_>) -> bool {
    let (statement, Some(condition)) = (Statement::Assert(assert), assert.condition()) else { return true };
    if !is_free(statement, assert.message().map(|message| message.span()), scopes) {
        return false;
    }
    let message = assert.message().map_or(String::new(), |message| format!(", ({})", message.text()));
    let call = helpers.raising(&format!("assert False{message}"));
    let (all, inner) = (assert.span(), condition.span());
    edits.replace(all.start..inner.start, "0 if (", Breaks::Free);
    edits.replace(inner.end..all.end, &format!(") else {call}"), Breaks::Continued);
    true
}

/// Whether all names that a statement uses within `part` (everywhere if `None`) mean the same at module
/// level.
fn is_free(statement: Statement<'_>, part: Option<Span>, scopes: &Scopes) -> bool {
    let is_meant = |span: Span| match part {
        Some(part) => part.start <= span.start && span.end <= part.end,
        None => !matches!(statement, Statement::Assert(_)),
    };
    let mut names = mentioned_in(statement).into_iter().filter(|name| is_meant(name.span()));
    !names.any(|name| scopes.is_local(name.text()))
}
