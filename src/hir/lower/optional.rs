//! Defaults that need not be kept.

use crate::hir::{Binding, Body, ExprId, ExprKind, UnaryOp};

/// Whether a default names a value of an enum, of which an object is made once.
pub fn names_member(body: &Body, id: ExprId) -> bool {
    matches!(body.exprs[id].kind, ExprKind::Name(Binding::EnumMember(..)))
        || crate::hir::walk::children(body, id).into_iter().any(|inner| names_member(body, inner))
}

/// Whether a default has the same value wherever it is computed.
pub fn is_constant(body: &Body, id: ExprId) -> bool {
    use ExprKind::*;
    match &body.exprs[id].kind {
        Error
        | Int { .. }
        | Float(_)
        | Str(_)
        | Bytes(_)
        | Char(_)
        | Singleton(_)
        | Null
        | Name(Binding::EnumMember(..)) => true,
        Unary(UnaryOp::Negate, inner) | Positive(inner) => is_constant(body, *inner),
        Binary(..) => crate::hir::constant(body, id).is_some(),
        _ => false,
    }
}
