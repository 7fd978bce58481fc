//! Elements that an iteration stores and the next one reads: a variable hands them on.
//!
//! ```text
//!                                          last = x[0]
//! for i in range(1, n):                    for i in range(1, n):
//!     w = a[i] - b[i] * x[i - 1]               w = a[i] - b[i] * last
//!     if c[i] == 0: raise ...                  if c[i] == 0: raise ...
//!     x[i] = w / c[i]                          last = w / c[i]
//!                                              x[i] = last
//! ```
//!
//! A processor takes several times as long to find in memory what it has just stored as to go on with it. Compilers do this
//! themselves, but not in loops with conditions or ways out. The element is stored as before. It stays what was stored if the
//! loop stores nothing else, or only to views that must be [apart](ExprKind::Apart), which is asked once, before the outermost loop.

use super::made::{Writer, temporary};
use super::{MOST, Needs, Search, failing, memory, reads_memory, view_of};
use crate::base::planted::{self, Fault};
use crate::pass::{LocalSet, reads};
use crate::tir::{
    BinaryOp, Block, CompareOp, Expr, ExprKind, For, LocalId, Step, Stmt, StmtKind, same_expr, walk,
};
use crate::ty::Ty;

/// An element that is handed on.
struct Handed {
    /// The place of the statement that stores it.
    stored_at: usize,
    /// The element as the next iteration reads it.
    read: Expr,
    /// The first iteration reads it whatever happens.
    is_certain: bool,
}

impl Search<'_> {
    /// A loop whose iterations hand elements on in variables.
    pub(super) fn of_handed(&mut self, stmt: &Stmt) -> Option<Block> {
        let StmtKind::For(looped) = &stmt.kind else { return None };
        let has_ways = |stmt: &Stmt| matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Check(_));
        let is_more =
            |stmt: &Stmt| matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Continue);
        if walk::count(stmt) > MOST || walk::any(&looped.body, is_more) || !walk::any(&looped.body, has_ways)
        {
            return None;
        }
        let assigned = LocalSet::assigned_in(&looped.body);
        let is_known = |local: LocalId| !assigned.contains(local) && !self.around.addressed.contains(local);
        let counters: Vec<LocalId> = std::iter::once(looped.counter).chain(looped.target).collect();
        let is_signed =
            |local: &LocalId| matches!(self.around.locals[*local].ty, Ty::Int(kind) if kind.is_signed());
        let has_sign = |bound: &Expr| matches!(bound.ty, Ty::Int(kind) if kind.is_signed());
        if !counters.iter().all(|counter| is_known(*counter) && is_signed(counter))
            || !has_sign(&looped.start)
            || !has_sign(&looped.stop)
        {
            return None;
        }
        let stored = self.stored(&looped.body)?;
        let handed: Vec<Handed> =
            (0..looped.body.len()).filter_map(|at| handed(looped, at, &stored, &assigned)).collect();
        if handed.is_empty() {
            return None;
        }
        let mut needs = Needs::default();
        for one in &handed {
            let view = view_of(&one.read)?;
            let others =
                stored.iter().filter_map(view_of).filter(|other| other.as_local() != view.as_local());
            needs.pairs.extend(others.map(|other| [view.clone(), other.clone()]));
        }
        if planted::has(Fault::LanesShareMemory) {
            needs.pairs.clear();
        }
        let apart = self.asked.add(&needs, stmt.span, &mut self.around);
        let apart = apart.map(|apart| Expr::local(apart, Ty::Bint, stmt.span));
        let perhaps = handed.iter().filter(|one| !one.is_certain);
        let start = self.start(looped);
        let inside = perhaps.flat_map(|one| inside(&first_read(&one.read, looped, &start)));
        let condition = Expr::all(apart.into_iter().chain(inside));
        let changed = self.handing_on(looped, &handed);
        let Some(condition) = condition else { return Some(changed) };
        let kind = StmtKind::If { condition, then: changed, otherwise: vec![stmt.clone()] };
        Some(vec![Stmt::new(kind, stmt.span)])
    }

    /// The counter's first value.
    fn start(&self, looped: &For) -> Expr {
        let ty = self.around.locals[looped.counter].ty.clone();
        Writer { ty, span: looped.start.span }.typed(&looped.start)
    }

    /// The loop, after what gives the variables their first values.
    fn handing_on(&mut self, looped: &For, handed: &[Handed]) -> Block {
        let span = looped.start.span;
        let start = self.start(looped);
        // As C compares the counter, which may be narrower than the bound.
        let wide = Writer { ty: Ty::SSIZE, span };
        let counts_down = matches!(looped.step, Step::Constant(step) if step < 0);
        let op = if counts_down { CompareOp::Greater } else { CompareOp::Less };
        let begins = Expr::compare(op, wide.typed(&start), wide.typed(&looped.stop));
        let mut body = looped.body.clone();
        let mut changed = Block::new();
        // From the last store on: each puts a statement before itself.
        for one in handed.iter().rev() {
            let (read, ty) = (&one.read, one.read.ty.clone());
            let name =
                view_of(read).and_then(Expr::as_local).map(|view| self.around.locals[view].name.clone());
            let name = format!("{}_last", name.unwrap_or_else(|| "element".into()));
            let local = temporary(&name, ty.clone(), span, self.around.locals);
            self.new.push(local);
            let last = Expr::local(local, ty.clone(), span);
            memory::replace(&mut body[..=one.stored_at], read, &last);
            if let StmtKind::Assign { value, .. } = &mut body[one.stored_at].kind {
                let value = match value.kind {
                    ExprKind::Local(_) => value.clone(),
                    _ => std::mem::replace(value, last.clone()),
                };
                let kind = StmtKind::Assign { place: last.clone(), value };
                body.insert(one.stored_at, Stmt::new(kind, span));
            }
            let none = failing::number(0, &ty, span);
            let first = first_read(read, looped, &start);
            let value = ExprKind::Select(Box::new(begins.clone()), Box::new(first), Box::new(none));
            let value = Expr::new(value, ty, span);
            changed.push(Stmt::new(StmtKind::Assign { place: last, value }, span));
        }
        changed.push(Stmt::new(StmtKind::For(Box::new(For { body, ..looped.clone() })), span));
        changed
    }
}

/// What a statement of a loop stores, if the next iteration reads it before, and nothing else in the loop is stored to the same view.
fn handed(looped: &For, at: usize, stored: &[Expr], assigned: &LocalSet) -> Option<Handed> {
    let StmtKind::Assign { place, .. } = &looped.body[at].kind else { return None };
    let view = view_of(place).filter(|_| place.ty.is_numeric())?.as_local()?;
    let of_view = |element: &&Expr| view_of(element).and_then(Expr::as_local) == Some(view);
    if stored.iter().filter(of_view).count() != 1 {
        return None;
    }
    let is_it = |part: &&Expr| of_view(part) && is_next(place, part, looped, assigned);
    let before = &looped.body[..=at];
    let is_certain =
        before.iter().take_while(|stmt| !may_end(stmt)).chain(before.iter().find(|stmt| may_end(stmt)));
    let certain = is_certain.flat_map(always_read).find_map(|expr| find_in(expr, true, &is_it));
    let read = certain.or_else(|| {
        let mut found = None;
        walk::statements(before, &mut |stmt| {
            found = found.or_else(|| {
                walk::expressions(stmt).into_iter().find_map(|expr| find_in(expr, false, &is_it))
            });
        });
        found
    })?;
    Some(Handed { stored_at: at, read: read.clone(), is_certain: certain.is_some() })
}

fn may_end(stmt: &Stmt) -> bool {
    walk::any(std::slice::from_ref(stmt), |stmt| {
        matches!(stmt.kind, StmtKind::Check(_) | StmtKind::Break | StmtKind::Return(_))
    })
}

/// What a statement evaluates in any case.
fn always_read(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign { value, .. } => vec![value],
        _ => walk::expressions(stmt),
    }
}

/// The first part of an expression that is it; `always`: of those that are evaluated in any case.
fn find_in<'e>(expr: &'e Expr, always: bool, is_it: &impl Fn(&&'e Expr) -> bool) -> Option<&'e Expr> {
    if is_it(&expr) {
        return Some(expr);
    }
    match &expr.kind {
        ExprKind::Logical(_, first, _) | ExprKind::Select(first, ..) if always => {
            find_in(first, always, is_it)
        }
        _ => expr.children().into_iter().find_map(|child| find_in(child, always, is_it)),
    }
}

/// Whether an iteration reads what the one before has stored.
fn is_next(stored: &Expr, read: &Expr, looped: &For, assigned: &LocalSet) -> bool {
    let (ExprKind::Element { indices: to, .. }, ExprKind::Element { indices: from, .. }) =
        (&stored.kind, &read.kind)
    else {
        return false;
    };
    let Step::Constant(step) = looped.step else { return false };
    let is_steady = |index: &Expr| !reads_memory(index) && reads(index).intersection(assigned).is_empty();
    let mut moves = false;
    let follow = |(to, from): (&Expr, &Expr)| {
        if !is_steady(to) || !is_steady(from) {
            return false;
        }
        match (shift(to, looped), shift(from, looped)) {
            (Some(to), Some(from)) => {
                moves = true;
                to - from == i128::from(step)
            }
            (None, None) => same_expr(to, from) && !names_counter(to, looped),
            _ => false,
        }
    };
    to.iter().zip(from).all(follow) && moves
}

/// What is added to the counter to give an index.
fn shift(index: &Expr, looped: &For) -> Option<i128> {
    match &index.kind {
        ExprKind::Local(local) => (*local == looped.counter || Some(*local) == looped.target).then_some(0),
        ExprKind::Convert(inner) if is_wider(&index.ty, &inner.ty) => shift(inner, looped),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) => {
            match (op, left.as_int(), right.as_int()) {
                (BinaryOp::Add, _, Some(by)) => Some(shift(left, looped)? + by),
                (BinaryOp::Subtract, _, Some(by)) => Some(shift(left, looped)? - by),
                (BinaryOp::Add, Some(by), _) => Some(shift(right, looped)? + by),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What the first iteration reads.
fn first_read(read: &Expr, looped: &For, start: &Expr) -> Expr {
    let mut first = read.clone();
    let ExprKind::Element { indices, .. } = &mut first.kind else { return first };
    for index in indices {
        let Some(by) = shift(index, looped).filter(|_| !planted::has(Fault::LanesForget)) else { continue };
        let span = index.span;
        let writer = Writer { ty: Ty::SSIZE, span };
        let start = writer.typed(start);
        *index = match (start.as_int(), by) {
            (Some(start), _) => writer.int(start + by),
            (None, 0) => start,
            (None, 1..) => writer.binary(BinaryOp::Add, start, writer.int(by)),
            (None, _) => writer.binary(BinaryOp::Subtract, start, writer.int(-by)),
        };
    }
    first
}

/// What must hold for an element to be there.
fn inside(element: &Expr) -> Vec<Expr> {
    let ExprKind::Element { view, indices } = &element.kind else { return Vec::new() };
    let of_axis = |(axis, index): (usize, &Expr)| {
        let index = Writer { ty: Ty::SSIZE, span: index.span }.typed(index);
        let zero = Expr::int(0, Ty::SSIZE, index.span);
        let extent = Expr::new(ExprKind::Extent { view: view.clone(), axis }, Ty::SSIZE, index.span);
        let is_known = index.as_int().is_some_and(|index| index >= 0);
        let first = (!is_known).then(|| Expr::compare(CompareOp::GreaterEqual, index.clone(), zero));
        first.into_iter().chain([Expr::compare(CompareOp::Less, index, extent)])
    };
    indices.iter().enumerate().flat_map(of_axis).collect()
}

/// Whether a type holds all numbers of another one.
fn is_wider(ty: &Ty, other: &Ty) -> bool {
    match (ty, other) {
        (Ty::Int(ty), Ty::Int(other)) => ty.is_signed() && other.is_signed() && ty.bits() >= other.bits(),
        _ => false,
    }
}

fn names_counter(index: &Expr, looped: &For) -> bool {
    let read = reads(index);
    read.contains(looped.counter) || looped.target.is_some_and(|target| read.contains(target))
}
