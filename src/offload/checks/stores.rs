//! Elements to which all arms of a condition store, as their last statement: the arms compute the value, and one statement after them
//! stores it. Compilers make vectors of a choice between values, and seldom of stores under conditions.
//!
//! ```text
//! if x[i] < low: out[i] = low             if x[i] < low: value = low
//! elif x[i] > high: out[i] = high         elif x[i] > high: value = high
//! else: out[i] = x[i]                     else: value = x[i]
//!                                         out[i] = value
//! ```

use crate::offload::lanes::temporary;
use crate::pass::{LocalSet, reads};
use crate::tir::{Block, Expr, ExprKind, Local, Locals, Stmt, StmtKind, same_expr, walk};

/// Changes the conditions in loops of a block, or all if it is in a loop.
pub fn after_choices(block: &mut Block, locals: &mut Locals<Local>, in_loop: bool) {
    for mut stmt in std::mem::take(block) {
        let in_loop = in_loop || matches!(stmt.kind, StmtKind::For(_) | StmtKind::Prange(_));
        let store = place(&stmt).filter(|_| in_loop).cloned().map(|place| {
            let local = temporary("value", place.ty.clone(), place.span, locals);
            let value = Expr::local(local, place.ty.clone(), place.span);
            keep(&mut stmt, &value);
            Stmt::new(StmtKind::Assign { place, value }, stmt.span)
        });
        walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| after_choices(inner, locals, in_loop));
        block.push(stmt);
        block.extend(store);
    }
}

/// The element to which all arms store in the end. An index that an arm has checked stays with its check.
fn place(stmt: &Stmt) -> Option<&Expr> {
    let StmtKind::If { .. } = &stmt.kind else { return None };
    let place = last(stmt)?;
    let is_steady = reads(place).intersection(&LocalSet::assigned_in(std::slice::from_ref(stmt))).is_empty();
    let is_number = matches!(place.kind, ExprKind::Element { .. }) && place.ty.is_numeric();
    (is_steady && is_number).then_some(place)
}

/// To what a statement stores in the end, whatever conditions hold.
fn last(stmt: &Stmt) -> Option<&Expr> {
    match &stmt.kind {
        StmtKind::Assign { place, .. } => Some(place),
        StmtKind::If { then, otherwise, .. } => {
            let [one, other] = [then.last().and_then(last)?, otherwise.last().and_then(last)?];
            same_expr(one, other).then_some(one)
        }
        _ => None,
    }
}

/// Gives a value what would be stored in the end.
fn keep(stmt: &mut Stmt, into: &Expr) {
    let within = |block: &mut Block| block.last_mut().into_iter().for_each(|stmt| keep(stmt, into));
    match &mut stmt.kind {
        StmtKind::Assign { place, .. } => *place = into.clone(),
        StmtKind::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(within),
        _ => {}
    }
}
