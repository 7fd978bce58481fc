//! Forms of statements that say the same with less, so that iterations can be compared.

use std::borrow::Cow;

use super::Reads;
use crate::tir::{
    Block, Expr, ExprKind, For, Local, LocalId, LocalRole, Locals, LogicalOp, Stmt, StmtKind, UnaryOp,
    ends_elsewhere, walk,
};
use crate::ty::Ty;

/// The same loop with conditions in one piece, and without `continue` in inner loops.
pub fn plain<'l>(looped: &'l For, locals: &Locals<Local>) -> Cow<'l, For> {
    let may_change = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Continue) || truth(stmt, locals).is_some();
    if !walk::any(&looped.body, may_change) {
        return Cow::Borrowed(looped);
    }
    let mut looped = looped.clone();
    // Parts of parts come first.
    loop {
        join(&mut looped.body, locals);
        let read = Reads::of(&looped.body);
        if !in_one_piece(&mut looped.body, &read, locals) {
            break;
        }
    }
    without_continue(&mut looped);
    Cow::Owned(looped)
}

/// Conditions in parts, between which indices were checked: `t = a; if not t: t = b` as `t = a or b`.
fn join(block: &mut Block, locals: &Locals<Local>) {
    for stmt in block.iter_mut() {
        walk::blocks_mut(stmt).into_iter().for_each(|inner| join(inner, locals));
    }
    let mut at = 0;
    while at < block.len() {
        match (joined(&block[at..], locals), &mut block[at].kind) {
            (Some(whole), StmtKind::Assign { value, .. }) => {
                *value = whole;
                block.remove(at + 1);
            }
            _ => at += 1,
        }
    }
}

/// `t = a; if t: ...` as `if a: ...`, and `t = a; u = t` as `u = a`, if nothing else reads `t`; whether there are any.
fn in_one_piece(block: &mut Block, read: &Reads, locals: &Locals<Local>) -> bool {
    let mut found = false;
    for stmt in block.iter_mut() {
        for inner in walk::blocks_mut(stmt) {
            found |= in_one_piece(inner, read, locals);
        }
    }
    let mut at = 0;
    while at < block.len() {
        if let [first, second, ..] = &mut block[at..]
            && let Some((part, whole)) = truth(first, locals)
            && read.of_local(part) == 1
            && (truth(second, locals).is_some() || matches!(second.kind, StmtKind::If { .. }))
            && let StmtKind::If { condition: user, .. } | StmtKind::Assign { value: user, .. } =
                &mut second.kind
            && user.names(part)
        {
            user.substitute(part, &whole);
            block.remove(at);
            found = true;
        }
        at += 1;
    }
    found
}

/// A temporary that says whether a condition holds, and the condition.
fn truth(stmt: &Stmt, locals: &Locals<Local>) -> Option<(LocalId, Expr)> {
    let StmtKind::Assign { place, value } = &stmt.kind else { return None };
    let local = place.as_local()?;
    (place.ty == Ty::Bint && locals[local].role == LocalRole::Temp).then(|| (local, value.clone()))
}

/// The condition whose second part follows, if that is all that the statement after the first one does.
fn joined(block: &[Stmt], locals: &Locals<Local>) -> Option<Expr> {
    let [first, Stmt { kind: StmtKind::If { condition, then, otherwise }, .. }, ..] = block else {
        return None;
    };
    let (local, left) = truth(first, locals)?;
    let op = match &condition.kind {
        ExprKind::Local(id) if *id == local => LogicalOp::And,
        ExprKind::Unary(UnaryOp::Not, inner) if inner.as_local() == Some(local) => LogicalOp::Or,
        _ => return None,
    };
    let [only] = then.as_slice() else { return None };
    let (assigned, right) = truth(only, locals)?;
    (assigned == local && otherwise.is_empty() && !right.names(local)).then(|| Expr::logical(op, left, right))
}

/// The same loop with inner loops whose iterations go on to their ends: `if a: continue` has what follows as its `else`.
fn without_continue(looped: &mut For) {
    fn go_on(block: &mut Block, is_body: bool) {
        if is_body && let Some(at) = block.iter().position(ends_with_continue) {
            let rest = block.split_off(at + 1);
            let span = block[at].span;
            if let StmtKind::If { condition, then, otherwise } = &mut block[at].kind {
                then.pop();
                otherwise.extend(rest);
                if then.is_empty() {
                    let kind = ExprKind::Unary(UnaryOp::Not, Box::new(condition.clone()));
                    *condition = Expr::new(kind, Ty::Bint, span);
                    std::mem::swap(then, otherwise);
                }
                [then, otherwise].into_iter().for_each(|inner| go_on(inner, true));
            }
        }
        for stmt in block {
            let is_loop = matches!(stmt.kind, StmtKind::For(_));
            let blocks = walk::blocks_mut(stmt).into_iter().enumerate();
            blocks.for_each(|(number, inner)| go_on(inner, is_loop && number == 0));
        }
    }
    go_on(&mut looped.body, false);
}

fn ends_with_continue(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => {
            matches!(then.last(), Some(Stmt { kind: StmtKind::Continue, .. })) && !ends_elsewhere(otherwise)
        }
        _ => false,
    }
}
