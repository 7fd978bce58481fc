//! `any` and `all` of a display of C numbers. To Cython their result is an object, also of such a display: so it is here,
//! and the typed IR makes it of C's truths. Without the GIL, where Cython does not call them, it is a `bint`.

use std::collections::HashSet;

use super::Checker;
use crate::hir::{Asked, Block, Body, ExprId, Function, StmtKind, walk};
use crate::ty::Ty;

/// The type of such a call where the GIL is not held.
pub(super) fn asked_in_c(checker: &mut Checker<'_>, name: &str, arguments: &[ExprId]) -> Option<Ty> {
    let body = checker.body;
    let asked = Asked::of_call(body, name, arguments)?;
    if !checker.asked_without_gil.contains(&asked.display) {
        return None;
    }
    if asked.items.iter().any(|&item| checker.expr(item).is_error()) {
        return Some(Ty::Error);
    }
    asked.is_of_numbers(body, &mut |item| checker.expr(item).is_number()).then_some(Ty::Bint)
}

/// The displays that `any` and `all` are given where a function does not hold the GIL.
pub(super) fn asked_without_gil(function: &Function) -> HashSet<ExprId> {
    let body = &function.body;
    let mut found = HashSet::new();
    if body.exprs.ids().any(|id| Asked::of(body, id).is_some()) {
        without_gil(body, &body.block, !function.nogil, &mut found);
    }
    found
}

fn without_gil(body: &Body, block: &Block, gil: bool, found: &mut HashSet<ExprId>) {
    for stmt in block {
        let mut open = if gil { Vec::new() } else { walk::expressions(&stmt.kind) };
        while let Some(id) = open.pop() {
            found.extend(Asked::of(body, id).map(|asked| asked.display));
            open.extend(walk::children(body, id));
        }
        let inside = match &stmt.kind {
            StmtKind::Nogil(_) => false,
            StmtKind::WithGil(_) => true,
            StmtKind::Prange(prange) => gil && !prange.nogil && prange.clauses.device.is_none(),
            StmtKind::Parallel { clauses, .. } => gil && clauses.device.is_none(),
            _ => gil,
        };
        walk::blocks(stmt).into_iter().for_each(|block| without_gil(body, block, inside, found));
    }
}
