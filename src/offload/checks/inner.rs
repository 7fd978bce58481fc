//! Checks before an inner loop of a region whose range is known only when it begins.
//!
//! `for k in range(starts[i], starts[i + 1])` with `values[k]`: the first and the last `k` are checked, not
//! each. An iteration of the parallel loop that fails may leave undone what it would have done before.

use super::order::failing;
use crate::pass::LocalSet;
use crate::tir::{
    BinaryOp, Block, Check, CheckKind, CompareOp, Expr, ExprKind, For, LocalId, Step, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Moves checks of loop counters in the parallel loops of a region before their loops.
pub fn lift(block: &mut Block) {
    for stmt in block {
        let inner: fn(&mut Block) = if matches!(stmt.kind, StmtKind::Prange(_)) { within } else { lift };
        walk::blocks_mut(stmt).into_iter().for_each(inner);
    }
}

/// The same in a parallel loop, inner loops first.
fn within(block: &mut Block) {
    for mut stmt in std::mem::take(block) {
        walk::blocks_mut(&mut stmt).into_iter().for_each(within);
        if let StmtKind::For(looped) = &mut stmt.kind {
            block.extend(lifted(looped));
        }
        block.push(stmt);
    }
}

/// Takes the checks that can be made earlier out of a loop.
fn lifted(looped: &mut For) -> Option<Stmt> {
    if !matches!(looped.step, Step::Constant(1)) || jumps(&looped.body) {
        return None;
    }
    let failing = failing(&looped.body, Some(0));
    let is_candidate = |at: usize| looped.body.get(at).is_some_and(|stmt| is_of_counter(stmt, looped));
    let numbers = top_level(&looped.body);
    let is_lifted = |at: usize| {
        let own = failing.iter().find(|one| one.at == numbers[at]);
        is_candidate(at) && own.is_some_and(|own| failing.iter().all(|other| other.is_reported_like(own)))
    };
    let lifted: Vec<bool> = (0..looped.body.len()).map(is_lifted).collect();
    if !lifted.contains(&true) {
        return None;
    }
    let mut checks = Vec::new();
    for (stmt, is_lifted) in std::mem::take(&mut looped.body).into_iter().zip(lifted) {
        if is_lifted { checks.push(stmt) } else { looped.body.push(stmt) }
    }
    Some(of_ends(looped, &checks))
}

/// The numbers of a block's own statements in the order of the text, inner ones counted.
fn top_level(block: &Block) -> Vec<usize> {
    let mut numbers = Vec::new();
    let mut next = 0;
    for stmt in block {
        numbers.push(next);
        walk::statements(std::slice::from_ref(stmt), &mut |_| next += 1);
    }
    numbers
}

/// Whether a statement checks the loop's counter against something that is constant in the loop.
fn is_of_counter(stmt: &Stmt, looped: &For) -> bool {
    let StmtKind::Check(Check {
        kind: CheckKind::Index { into: None, index, extent, wraparound: false, boundscheck: true, .. },
    }) = &stmt.kind
    else {
        return false;
    };
    let ExprKind::Extent { view, .. } = &extent.kind else { return false };
    let is_counter = |id: LocalId| {
        id == looped.counter || looped.target == Some(id) && !LocalSet::assigned_in(&looped.body).contains(id)
    };
    index.as_local().is_some_and(is_counter)
        && view.as_local().is_some_and(|view| !LocalSet::assigned_in(&looped.body).contains(view))
}

fn jumps(block: &Block) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_));
    });
    found
}

/// The checks for the first and the last iteration, if there is one.
fn of_ends(looped: &For, checks: &[Stmt]) -> Stmt {
    let span = looped.start.span;
    let ty = if looped.start.ty == looped.stop.ty { looped.start.ty.clone() } else { Ty::SSIZE };
    let typed = |expr: &Expr| {
        if expr.ty == ty {
            expr.clone()
        } else {
            Expr::new(ExprKind::Convert(Box::new(expr.clone())), ty.clone(), span)
        }
    };
    let (start, stop) = (typed(&looped.start), typed(&looped.stop));
    let one = Expr::int(1, ty.clone(), span);
    let last = Expr::new(
        ExprKind::Binary(BinaryOp::Subtract, Box::new(stop.clone()), Box::new(one)),
        ty.clone(),
        span,
    );
    let has_iterations = ExprKind::Compare(CompareOp::Less, Box::new(start.clone()), Box::new(stop));
    let mut then = Vec::new();
    for check in checks {
        for at in [&start, &last] {
            let mut check = check.clone();
            if let StmtKind::Check(Check { kind: CheckKind::Index { index, .. } }) = &mut check.kind {
                index.clone_from(at);
            }
            then.push(check);
        }
    }
    let condition = Expr::new(has_iterations, Ty::Bint, span);
    Stmt::new(StmtKind::If { condition, then, otherwise: Vec::new() }, span)
}
