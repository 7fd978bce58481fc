//! Fields of structs in kernels.
//!
//! Clang takes every field that is named in a `target` construct for something that might be mapped, and rejects
//! fields whose struct it cannot trace back to a variable by fields, indices and pointers alone: a field of an
//! element of a strided view, of a cast, or of a call's result. It does not look into the body of a construct
//! nested in that one.

use crate::tir::{Block, Expr, ExprKind, walk};
use crate::ty::Contiguity;

/// Whether a kernel's body has such fields: then its pragma is written as two nested constructs.
pub fn needs_two_constructs(body: &Block) -> bool {
    let mut found = false;
    walk::all_expressions(body, &mut |expr| {
        if let ExprKind::Field { base, .. } = &expr.kind
            && base.ty.is_record()
        {
            found |= !is_traced(base);
        }
    });
    found
}

fn is_traced(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Local(_) | ExprKind::Global(_) => true,
        ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => is_traced(base),
        ExprKind::Deref(pointer) => is_traced(pointer),
        ExprKind::Element { view, .. } => {
            let ty = view.ty.memoryview();
            view.as_local().is_some() && ty.is_some_and(|ty| ty.contiguity() != Contiguity::Strided)
        }
        _ => false,
    }
}
