//! Parallel loops that Cython does not have.

use super::{Function, LocalRole, Module, Prange, ReductionOp, StmtKind, walk};
use crate::source::Span;
use crate::ty::Ty;

/// Loops that reduce what Cython does not (minima and maxima, complex integers), or in which each iteration has
/// its own memoryviews.
pub fn parallel_loops(module: &Module) -> Vec<Span> {
    let mut found = Vec::new();
    for (_, function) in module.functions.iter() {
        walk::statements(&function.body, &mut |stmt| {
            if let StmtKind::Prange(prange) = &stmt.kind
                && is_beyond(prange, function)
            {
                found.push(prange.span);
            }
        });
    }
    found
}

fn is_beyond(prange: &Prange, function: &Function) -> bool {
    let reduces = prange.reductions.iter().any(|reduction| {
        matches!(reduction.op, ReductionOp::MinMax(_))
            || function.locals[reduction.local].ty.is_integer_complex()
    });
    let has_views = prange.privates.iter().any(|local| {
        let local = &function.locals[*local];
        local.role != LocalRole::Temp && matches!(local.ty, Ty::Memoryview(_))
    });
    reduces || has_views
}
