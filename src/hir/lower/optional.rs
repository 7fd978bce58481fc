//! Arguments that calls of C functions leave out: the constant from the function's definition takes their place.

use super::report;
use crate::base::Arena;
use crate::diag::Diagnostics;
use crate::hir::{Binding, Body, Expr, ExprId, ExprKind, Function, FunctionKind, Module};
use crate::source::Span;

/// Completes the calls of a module's C functions by their names.
pub fn complete_calls(module: &mut Module, diagnostics: &mut Diagnostics) {
    for (_, function) in module.functions.iter() {
        check(function, diagnostics);
    }
    let declared = module.functions.clone();
    for id in declared.iter().map(|(id, _)| id) {
        complete(&mut module.functions[id].body, &declared);
    }
    complete(&mut module.init.body, &declared);
}

/// Tells of defaults that no call could take over.
fn check(function: &Function, diagnostics: &mut Diagnostics) {
    if function.kind == FunctionKind::Def {
        return;
    }
    for param in &function.params {
        let Some(default) = param.default else { continue };
        if function.method.is_some() {
            diagnostics.push(report::not_yet("a default value of a C method's parameter", param.span));
        } else if !is_constant(&function.body, default) {
            let what = "a default value of a C function's parameter that is no constant";
            diagnostics.push(report::not_yet(what, param.span));
        }
    }
}

fn complete(body: &mut Body, declared: &Arena<Function>) {
    let calls: Vec<ExprId> = body.exprs.iter().map(|(id, _)| id).collect();
    for call in calls {
        let Expr { kind: ExprKind::Call { callee, arguments, keywords }, span } = &body.exprs[call] else {
            continue;
        };
        let ExprKind::Name(Binding::Function(function)) = body.exprs[*callee].kind else { continue };
        let function = &declared[function];
        let (span, given) = (*span, arguments.len());
        let missing = function.params.get(given..).unwrap_or_default();
        let is_left_out = keywords.is_empty() && function.kind != FunctionKind::Def;
        if !is_left_out || function.method.is_some() {
            continue;
        }
        let copies: Option<Vec<ExprId>> = missing
            .iter()
            .map(|param| param.default.filter(|&default| is_constant(&function.body, default)))
            .map(|default| default.map(|default| copy(&function.body, default, body, span)))
            .collect();
        if let (Some(copies), ExprKind::Call { arguments, .. }) = (copies, &mut body.exprs[call].kind) {
            arguments.extend(copies);
        }
    }
}

/// Whether a default has the same value wherever it is computed.
pub fn is_constant(body: &Body, id: ExprId) -> bool {
    use ExprKind::*;
    match &body.exprs[id].kind {
        Error
        | Int { .. }
        | Float(_)
        | Imaginary(_)
        | Str(_)
        | Bytes(_)
        | Char(_)
        | Singleton(_)
        | Null
        | Name(Binding::EnumMember(..)) => true,
        Unary(_, inner) | Positive(inner) => is_constant(body, *inner),
        Binary(..) => crate::hir::constant(body, id).is_some(),
        _ => false,
    }
}

/// A constant for another body, at the place of the call.
fn copy(from: &Body, id: ExprId, into: &mut Body, span: Span) -> ExprId {
    let kind = match &from.exprs[id].kind {
        ExprKind::Unary(op, inner) => ExprKind::Unary(*op, copy(from, *inner, into, span)),
        ExprKind::Positive(inner) => ExprKind::Positive(copy(from, *inner, into, span)),
        ExprKind::Binary(operator, left, right) => {
            let left = copy(from, *left, into, span);
            ExprKind::Binary(*operator, left, copy(from, *right, into, span))
        }
        other => other.clone(),
    };
    into.exprs.alloc(Expr { kind, span })
}
