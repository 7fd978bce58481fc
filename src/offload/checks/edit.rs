//! Takes settled checks out of the code.

use std::collections::HashMap;

use super::guarded;
use super::verdict::Verdict;
use crate::pass::LocalSet;
use crate::tir::{
    BinaryOp, Block, Check, CheckKind, Expr, ExprKind, INDEX, Local, LocalId, LocalRole, Locals, RegionId,
    Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Applies to each statement its verdict; the verdicts are in the order of [`walk::statements`]. `inside`:
/// the condition under which guarded checks find nothing.
pub fn apply(block: &mut Block, verdicts: &[Verdict], inside: Option<&Expr>, locals: &Locals<Local>) {
    Editor { inside, locals }.block(block, &mut verdicts.iter().copied());
}

struct Editor<'a> {
    inside: Option<&'a Expr>,
    locals: &'a Locals<Local>,
}

impl Editor<'_> {
    fn block(&self, block: &mut Block, next: &mut impl Iterator<Item = Verdict>) {
        let mut settled = false;
        for mut stmt in std::mem::take(block) {
            let verdict = next.next().unwrap_or(Verdict::Keep);
            walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner, next));
            settled |= verdict != Verdict::Keep;
            match (verdict, self.inside) {
                (Verdict::Guarded { wraps }, Some(inside)) => {
                    if let StmtKind::Check(Check { kind: CheckKind::Index { wraparound, .. } }) =
                        &mut stmt.kind
                    {
                        *wraparound &= wraps;
                    }
                    guarded::push(block, stmt, inside, self.locals);
                }
                _ => block.extend(self.changed(stmt, verdict)),
            }
        }
        if settled {
            forward(block, self.locals);
        }
    }

    /// What is left of a statement.
    fn changed(&self, mut stmt: Stmt, verdict: Verdict) -> Vec<Stmt> {
        let StmtKind::Check(Check { kind: CheckKind::Index { into, index, extent, wraparound, .. } }) =
            &mut stmt.kind
        else {
            return vec![stmt];
        };
        if verdict == Verdict::Keep {
            return vec![stmt];
        }
        let value = match verdict {
            Verdict::InsideFromEnd => from_end(extent.clone(), index.clone()),
            _ => index.clone(),
        };
        let named = |into: LocalId, value: Expr| guarded::named(into, value, self.locals);
        if verdict == Verdict::Plain {
            *wraparound = false;
            // If it were read twice, memory might change in between.
            let name = into.take_if(|_| is_steady(&value));
            return std::iter::once(stmt).chain(name.map(|into| named(into, value))).collect();
        }
        into.map(|into| named(into, value)).into_iter().collect()
    }
}

/// The place of an index that is below zero, though perhaps not literally: `k = -2; x[k]`.
fn from_end(extent: Expr, index: Expr) -> Expr {
    let span = index.span;
    let (op, by) = match index.as_int() {
        Some(index) => (BinaryOp::Subtract, Expr::int(-index, Ty::SSIZE, span)),
        None if index.ty == Ty::SSIZE => (BinaryOp::Add, index),
        None => (BinaryOp::Add, Expr::new(ExprKind::Convert(Box::new(index)), Ty::SSIZE, span)),
    };
    Expr::new(ExprKind::Binary(op, Box::new(extent), Box::new(by)), Ty::SSIZE, span)
}

/// Whether it consists only of variables, shapes and constants.
fn is_steady(expr: &Expr) -> bool {
    use ExprKind::*;
    let steady = matches!(
        expr.kind,
        Local(_) | Int(_) | Unary(..) | Binary(..) | Convert(_) | MinMax(..) | Extent { .. } | Stride { .. }
    );
    steady && expr.children().into_iter().all(is_steady)
}

/// Puts indices that were kept for their check into the places where they are used.
pub fn forward(block: &mut Block, locals: &Locals<Local>) {
    let mut at = 0;
    while at < block.len() {
        let (before, rest) = block.split_at_mut(at + 1);
        if kept_index(&before[at], locals).is_some_and(|(id, value)| put(rest, id, value)) {
            block.remove(at);
        } else {
            at += 1;
        }
    }
}

/// A name that offcy gave an index.
fn kept_index<'a>(stmt: &'a Stmt, locals: &Locals<Local>) -> Option<(LocalId, &'a Expr)> {
    let StmtKind::Assign { place, value } = &stmt.kind else { return None };
    let id = place.as_local()?;
    let is_index = locals[id].role == LocalRole::Temp && locals[id].name == INDEX;
    (is_index && is_steady(value)).then_some((id, value))
}

/// Substitutes the value for the local wherever the statements name it; false, and nothing is done, if it may
/// be another by then.
fn put(stmts: &mut [Stmt], id: LocalId, value: &Expr) -> bool {
    let is_used = |stmt: &Stmt| {
        let mut found = false;
        walk::statements(std::slice::from_ref(stmt), &mut |stmt| {
            found |= walk::expressions(stmt).into_iter().any(|expr| expr.names(id));
        });
        found
    };
    let Some(last) = stmts.iter().rposition(is_used) else { return true };
    let mut made_of = LocalSet::default();
    walk::expression(value, &mut |expr| made_of.extend(expr.as_local()));
    let mut is_steady = true;
    for (at, stmt) in stmts[..=last].iter_mut().enumerate() {
        is_steady &= own_expressions(stmt).is_some() || !is_used(stmt);
        // What an assignment assigns, it assigns after reading.
        let reads_first = at == last && matches!(stmt.kind, StmtKind::Assign { .. });
        let own = if reads_first { Vec::new() } else { walk::assigned(stmt) };
        is_steady &= !own.into_iter().any(|local| made_of.contains(local));
        for inner in walk::blocks(stmt) {
            walk::statements(inner, &mut |inner| {
                let changes = |local: LocalId| local == id || made_of.contains(local);
                is_steady &= !walk::assigned(inner).into_iter().any(changes);
                is_steady &= !walk::expressions(inner).into_iter().any(|expr| expr.names(id));
            });
        }
    }
    if is_steady {
        let named = stmts[..=last].iter_mut().filter_map(own_expressions).flatten();
        named.for_each(|expr| expr.substitute(id, value));
    }
    is_steady
}

/// The expressions of a statement that evaluates each of them once, before it does anything else.
fn own_expressions(stmt: &mut Stmt) -> Option<Vec<&mut Expr>> {
    match &mut stmt.kind {
        StmtKind::Assign { place, value } | StmtKind::Atomic { place, value, .. } => Some(vec![place, value]),
        StmtKind::Eval(value) | StmtKind::Return(Some(value)) => Some(vec![value]),
        StmtKind::If { condition, .. } => Some(vec![condition]),
        StmtKind::For(looped) => Some(vec![&mut looped.start, &mut looped.stop]),
        StmtKind::Check(Check {
            kind: CheckKind::Index { index, extent, .. } | CheckKind::Noted { index, extent, .. },
        }) => Some(vec![index, extent]),
        _ => None,
    }
}

/// Puts checks before the regions that they were made for.
pub fn put_before(block: &mut Block, checks: &mut HashMap<RegionId, Block>) {
    for mut stmt in std::mem::take(block) {
        walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| put_before(inner, checks));
        if let StmtKind::Offload(region) = stmt.kind {
            block.extend(checks.remove(&region).unwrap_or_default());
        }
        block.push(stmt);
    }
}
