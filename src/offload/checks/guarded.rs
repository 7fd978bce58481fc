//! Checks under a condition that is computed once: none of them finds anything if it holds.

use crate::base::Name;
use crate::tir::{
    Block, Check, CheckKind, Expr, ExprKind, INSIDE, Local, LocalId, LocalRole, Locals, Ownership, Stmt,
    StmtKind, UnaryOp, guard_of, walk,
};
use crate::ty::Ty;

/// A new local for such a condition, and what gives it its value.
pub fn condition(condition: Expr, locals: &mut Locals<Local>) -> (Expr, Stmt) {
    let (span, ownership) = (condition.span, Ownership::Borrowed);
    let local = Local { name: Name::new(INSIDE), ty: Ty::Bint, role: LocalRole::Temp, ownership, span };
    let place = Expr::local(locals.alloc(local), Ty::Bint, span);
    (place.clone(), Stmt::new(StmtKind::Assign { place, value: condition }, span))
}

/// Ends a block with a check of an index under the condition. If it holds, the index is taken unchanged.
pub fn push(block: &mut Block, check: Stmt, inside: &Expr, locals: &Locals<Local>) {
    let StmtKind::Check(Check { kind: CheckKind::Index { into, index, .. } }) = &check.kind else {
        return block.push(check);
    };
    let name = into.map(|into| named(into, index.clone(), locals));
    // One condition for consecutive checks; the names of their indices come before it.
    let own =
        block.pop_if(|last| guard_of(last, locals).is_some_and(|local| Some(local) == inside.as_local()));
    block.extend(name);
    let span = check.span;
    block.push(match own {
        Some(Stmt { kind: StmtKind::If { condition, mut then, otherwise }, span, .. }) => {
            then.push(check);
            Stmt::new(StmtKind::If { condition, then, otherwise }, span)
        }
        _ => {
            let outside = ExprKind::Unary(UnaryOp::Not, Box::new(inside.clone()));
            let condition = Expr::new(outside, Ty::Bint, span);
            Stmt::new(StmtKind::If { condition, then: vec![check], otherwise: Vec::new() }, span)
        }
    });
}

/// A loop in which it is known whether such a condition holds: without the checks under it, or with them in any case.
pub fn settle(stmt: &mut Stmt, known: (LocalId, bool), locals: &Locals<Local>) {
    for block in walk::blocks_mut(stmt) {
        for mut stmt in std::mem::take(block) {
            let is_settled = guard_of(&stmt, locals) == Some(known.0);
            match stmt.kind {
                StmtKind::If { then, .. } if is_settled => {
                    if !known.1 {
                        block.extend(then);
                    }
                }
                _ => {
                    settle(&mut stmt, known, locals);
                    block.push(stmt);
                }
            }
        }
    }
}

/// Gives an index its name.
pub fn named(into: LocalId, index: Expr, locals: &Locals<Local>) -> Stmt {
    let (ty, span) = (locals[into].ty.clone(), index.span);
    let value = match index.ty == ty {
        true => index,
        false => Expr::new(ExprKind::Convert(Box::new(index)), ty.clone(), span),
    };
    Stmt::new(StmtKind::Assign { place: Expr::local(into, ty, span), value }, span)
}
