//! Parallel loops that Cython does not have.

use super::{
    Expr, Function, LocalId, LocalRole, Module, Prange, ReductionOp, Stmt, StmtKind, allocation,
    is_thread_number, walk,
};
use crate::source::Span;
use crate::ty::Ty;

/// Loops that reduce what Cython does not (minima and maxima, complex integers), in which each iteration has its own
/// memoryviews, or that use what a region has once where Cython has it for each thread: memory that it allocates beside
/// them, and the thread's number.
pub fn parallel_loops(module: &Module) -> Vec<Span> {
    let mut found = Vec::new();
    for (_, function) in module.functions.iter() {
        walk::statements(&function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Prange(prange) if is_beyond(prange, function) => found.push(prange.span),
            StmtKind::Parallel(parallel) if parallel.device.is_some() => {
                found.extend(of_one_thread(&parallel.body, module));
            }
            _ => {}
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

/// The loops of a region that use what belongs to a thread, and that the region makes once: its code beside the loops runs
/// once.
fn of_one_thread(body: &[Stmt], module: &Module) -> Vec<Span> {
    let mut own = Vec::new();
    owned(body, module, &mut own);
    let mut found = Vec::new();
    walk::statements(body, &mut |stmt| {
        let StmtKind::Prange(prange) = &stmt.kind else { return };
        walk::statements(&prange.body, &mut |inner| {
            let exprs = walk::expressions(inner);
            if exprs.iter().any(|expr| own.iter().any(|id| expr.names(*id))) {
                found.push(prange.span);
            }
        });
    });
    found
}

/// The pointers to memory that is allocated beside parallel loops, and what the thread's number gives values to there.
fn owned(body: &[Stmt], module: &Module, found: &mut Vec<LocalId>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Prange(_) => {}
            StmtKind::Assign { place, value }
                if allocation(value, &module.externs).is_some() || depends(value, module, found) =>
            {
                found.extend(place.as_local());
            }
            _ => walk::blocks(stmt).into_iter().for_each(|inner| owned(inner, module, found)),
        }
    }
}

fn depends(value: &Expr, module: &Module, own: &[LocalId]) -> bool {
    let mut found = false;
    walk::expression(value, &mut |part| {
        found |=
            is_thread_number(part, &module.externs) || part.as_local().is_some_and(|id| own.contains(&id));
    });
    found
}
