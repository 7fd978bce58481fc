//! Sums that are added up in memory, `c[i, j] += a[i, k] * b[k, j]`: in a variable meanwhile.

use super::made::temporary;
use super::{has_loop, is_given, leaves, read_first};
use crate::pass::{LocalSet, reads};
use crate::tir::{
    Block, CompareOp, Expr, ExprKind, For, Local, LocalId, Locals, Step, Stmt, StmtKind, same_expr, walk,
};
use crate::ty::Ty;

/// A loop whose iterations add up in a variable.
pub struct InVariable {
    pub looped: For,
    /// The element of which the variable has the value: nothing else in the loop is one of the same view.
    pub place: Expr,
    /// The variable begins with what the element holds.
    pub is_loaded: bool,
}

/// The same loop, if in its inner loops it stores nothing but one element in each iteration. The element gets the sum where
/// it would have been stored at all.
pub fn in_variable(looped: &For, locals: &mut Locals<Local>) -> Option<InVariable> {
    let place = sum(looped)?;
    let (span, ty) = (place.span, place.ty.clone());
    let ExprKind::Element { view, .. } = &place.kind else { return None };
    let name = format!("{}_sum", locals[view.as_local()?].name);
    let mut body = looped.body.clone();
    let variable = temporary(&name, ty.clone(), span, locals);
    let local = Expr::local(variable, ty, span);
    replace(&mut body, &place, &local);
    let assigned = |place: &Expr, value: &Expr| {
        Stmt::new(StmtKind::Assign { place: place.clone(), value: value.clone() }, span)
    };
    let store = assigned(&place, &local);
    let store = match is_given(&body, variable) {
        true => store,
        false => {
            let condition = is_reached(&body, variable, &LocalSet::assigned_in(&looped.body))?;
            Stmt::new(StmtKind::If { condition, then: vec![store], otherwise: Block::new() }, span)
        }
    };
    let is_loaded = read_first(&body).contains(variable);
    let load = is_loaded.then(|| assigned(&local, &place));
    // What comes after may raise, and finds it stored.
    let last = body.iter().rposition(|stmt| {
        walk::any(std::slice::from_ref(stmt), |stmt| walk::assigned(stmt).contains(&variable))
    });
    body.insert(last? + 1, store);
    let body = load.into_iter().chain(body).collect();
    Some(InVariable { looped: For { body, ..looped.clone() }, place, is_loaded })
}

/// The same loop, with what the statement after its last inner loop stores in a variable first: then it is computed at once, too,
/// and its divisors are checked at once.
pub fn value_in_variable(looped: &For, locals: &mut Locals<Local>) -> For {
    let mut looped = looped.clone();
    let Some(at) = looped.body.iter().rposition(has_loop) else { return looped };
    let checks = looped.body[at + 1..].iter().take_while(|stmt| matches!(stmt.kind, StmtKind::Check(_)));
    let at = at + 1 + checks.count();
    if let Some(Stmt { kind: StmtKind::Assign { place, value }, span, .. }) = looped.body.get_mut(at)
        && matches!(place.kind, ExprKind::Element { .. })
        && !matches!(value.kind, ExprKind::Local(_))
    {
        let span = *span;
        let (ty, name) = (value.ty.clone(), "value");
        let local = Expr::local(temporary(name, ty.clone(), span, locals), ty, span);
        let value = std::mem::replace(value, local.clone());
        looped.body.insert(at, Stmt::new(StmtKind::Assign { place: local, value }, span));
    }
    looped
}

/// The element that the inner loops of an iteration store to.
fn sum(looped: &For) -> Option<Expr> {
    let mut places: Vec<&Expr> = Vec::new();
    walk::statements(
        looped.body.iter().find(|stmt| has_loop(stmt)).map(std::slice::from_ref)?,
        &mut |stmt| match &stmt.kind {
            StmtKind::Assign { place, .. } if matches!(place.kind, ExprKind::Element { .. }) => {
                places.push(place)
            }
            _ => {}
        },
    );
    let place = *places.first()?;
    let ExprKind::Element { view, .. } = &place.kind else { return None };
    let assigned = LocalSet::assigned_in(&looped.body);
    let is_steady = reads(place).intersection(&assigned).is_empty();
    let mut is_alone = true;
    walk::all_expressions(&looped.body, &mut |expr| match &expr.kind {
        ExprKind::Element { view: other, .. } if other.as_local() == view.as_local() => {
            is_alone &= same_expr(expr, place);
        }
        _ => {}
    });
    let jumps = walk::any(&looped.body, |stmt| matches!(stmt.kind, StmtKind::Continue));
    let fits =
        is_steady && is_alone && !jumps && !leaves(&looped.body, false) && matches!(place.ty, Ty::Float(_));
    (fits && view.as_local().is_some()).then(|| place.clone())
}

/// Puts another expression in the place of one.
pub fn replace(block: &mut [Stmt], old: &Expr, new: &Expr) {
    for stmt in block {
        for expr in walk::expressions_mut(stmt).into_iter().flatten() {
            replace_in(expr, old, new);
        }
        walk::blocks_mut(stmt).into_iter().for_each(|inner| replace(inner, old, new));
    }
}

fn replace_in(expr: &mut Expr, old: &Expr, new: &Expr) {
    match same_expr(expr, old) {
        true => *expr = new.clone(),
        false => expr.children_mut().into_iter().for_each(|child| replace_in(child, old, new)),
    }
}

/// Whether the assignment of a local is reached, which is in loops alone; `None` if that cannot be said after them.
fn is_reached(block: &[Stmt], local: LocalId, assigned: &LocalSet) -> Option<Expr> {
    let assigns =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.as_local() == Some(local));
    let mut all = Vec::new();
    let mut block = block;
    while !block.iter().any(assigns) {
        let mut holders = block.iter().filter(|stmt| walk::any(std::slice::from_ref(*stmt), assigns));
        let (Some(Stmt { kind: StmtKind::For(looped), .. }), None) = (holders.next(), holders.next()) else {
            return None;
        };
        let bounds = [&looped.start, &looped.stop];
        let is_steady = bounds.iter().all(|bound| reads(bound).intersection(assigned).is_empty());
        let is_typed = looped.start.ty == looped.stop.ty || looped.start.as_int().is_some();
        let Step::Constant(step @ 1..) = looped.step else { return None };
        if step != 1 || !is_steady || !is_typed || !looped.otherwise.is_empty() {
            return None;
        }
        let span = looped.start.span;
        let start = match looped.start.as_int() {
            Some(start) => Expr::int(start, looped.stop.ty.clone(), span),
            None => looped.start.clone(),
        };
        let kind = ExprKind::Compare(CompareOp::Less, Box::new(start), Box::new(looped.stop.clone()));
        all.push(Expr::new(kind, Ty::Bint, span));
        block = &looped.body;
    }
    Expr::all(all)
}
