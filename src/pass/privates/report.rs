//! The messages about privates whose values depend on the sharing of iterations.

use super::Loop;
use super::after::Open;
use crate::diag::{Applicability, Change, Diagnostic, Edit, Rewrite, codes};
use crate::source::Span;
use crate::tir::{BinaryOp, Chained, Expr, ExprKind, Function, LocalId, MinMax, Stmt, StmtKind, walk};

const SHARED: &str =
    "each thread has its own copy: the result depends on how iterations are shared among threads";

pub fn read_first(looped: &Loop<'_>, local: LocalId, span: Span) -> Diagnostic {
    let name = &looped.function.locals[local].name;
    let message = format!("an iteration reads `{name}` before it assigns it");
    let diagnostic = Diagnostic::warning(codes::READ_BEFORE_ASSIGNED, message)
        .at(span, "from before the loop, or from an iteration that the same thread ran")
        .also(looped.prange.span, "the loop")
        .note(SHARED);
    if let Some(chained) = looped.prange.chained.iter().find(|chained| chained.local == local) {
        return diagnostic.rewrite(unchained(looped, chained));
    }
    match updates(looped, local) {
        Some((symbol, edit)) => {
            let title = format!("write `{name} {symbol}= ...`, a reduction over all iterations");
            diagnostic.fix(title, vec![edit], Applicability::MaybeIncorrect)
        }
        None => diagnostic
            .note(format!(
                "a reduction is `{name} += ...` or `{name} = max({name}, ...)`; a variable that each iteration needs for \
                 itself is assigned at its start; iterations that build on one another need `range`"
            )),
    }
}

/// `if x < lo: lo = x`, `elif x > hi: hi = x`: with two `if`s these are two reductions.
fn unchained(looped: &Loop<'_>, chained: &Chained) -> Rewrite {
    let name = &looped.function.locals[chained.local].name;
    let which = if chained.which == MinMax::Min { "min" } else { "max" };
    let words = format!("`{name}` is reduced as by `{name} = {which}({name}, ...)`");
    Rewrite {
        title: format!("write `if` for `elif`, after which {words}"),
        changes: chained.elifs.iter().map(|&at| Change::Elif { at }).collect(),
        applicability: Applicability::MaybeIncorrect,
        otherwise: format!("with its own `if`, {words}"),
    }
}

pub fn open_after(function: &Function, open: &Open<'_>, read: Span) -> Diagnostic {
    let name = &function.locals[open.local].name;
    let message = format!("only some iterations assign `{name}`, which is read after the loop");
    let diagnostic = Diagnostic::warning(codes::ASSIGNED_IN_SOME, message)
        .at(open.assigned.span, "not in each iteration")
        .also(open.prange.span, "the loop")
        .also(read, "read here")
        .note(SHARED);
    let counter = match (&open.assigned.kind, open.suggestion) {
        (StmtKind::Assign { value, .. }, Some(at)) => {
            value.without_conversions().as_local().map(|id| (at, &function.locals[id].name))
        }
        _ => None,
    };
    match counter {
        Some((at, counter)) => {
            let replacement = format!("max({name}, {counter})");
            let title = format!("write `{name} = {replacement}`, the last one of all iterations");
            diagnostic.fix(title, vec![Edit { span: at, replacement }], Applicability::MaybeIncorrect)
        }
        None if sets_flag(function, open) => {
            let edit = Edit { span: open.assigned.span, replacement: format!("{name} |= True") };
            let title = format!("write `{name} |= True`, whether any iteration does");
            diagnostic.fix(title, vec![edit], Applicability::MaybeIncorrect)
        }
        None => diagnostic.note(format!(
            "assign `{name}` in each iteration, reduce it (`{name} += ...`, `{name} = max({name}, ...)`), or use `range`"
        )),
    }
}

/// `seen = True`, and nothing else in the statement.
fn sets_flag(function: &Function, open: &Open<'_>) -> bool {
    let StmtKind::Assign { value, .. } = &open.assigned.kind else { return false };
    let (span, local) = (open.assigned.span, &function.locals[open.local]);
    let begins = span.start as usize + local.name.len() + " = ".len();
    local.ty.is_truth()
        && value.without_conversions().as_int() == Some(1)
        && (begins, span.end) == (value.span.start as usize, value.span.end)
}

/// The edit that makes a reduction of the only statement that names the variable: `s = s + e`.
fn updates(looped: &Loop<'_>, local: LocalId) -> Option<(&'static str, Edit)> {
    let (mut named, mut update) = (0, None);
    walk::all_expressions(&looped.prange.body, &mut |expr| {
        named += usize::from(expr.as_local() == Some(local))
    });
    walk::statements(&looped.prange.body, &mut |stmt| {
        if let StmtKind::Assign { place, value } = &stmt.kind
            && place.as_local() == Some(local)
        {
            update = Some((stmt, value));
        }
    });
    let (stmt, value): (&Stmt, &Expr) = update?;
    // The place and the value.
    let (symbol, first) = (named == 2).then(|| spine(value, local)).flatten()?;
    // The operator has a space on both sides, or on neither.
    let gap = first.1.start.checked_sub(first.0.end)?;
    if gap != 1 && gap != 3 {
        return None;
    }
    let span = Span { start: stmt.span.start, end: first.1.start, ..stmt.span };
    let replacement = format!("{} {symbol}= ", looped.function.locals[local].name);
    Some((symbol, Edit { span, replacement }))
}

/// The operator of `s + a - b`, with the places of `s` and of `a`.
fn spine(value: &Expr, local: LocalId) -> Option<(&'static str, (Span, Span))> {
    let ExprKind::Binary(op, left, right) = &value.without_conversions().kind else { return None };
    if left.without_conversions().as_local() == Some(local) {
        let symbol = match op {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            _ => return None,
        };
        return Some((symbol, (left.span, right.span)));
    }
    let found = spine(left, local)?;
    let goes_on = match found.0 {
        "+" => matches!(op, BinaryOp::Add | BinaryOp::Subtract),
        "*" => *op == BinaryOp::Multiply,
        _ => false,
    };
    goes_on.then_some(found)
}
