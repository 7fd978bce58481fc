//! Checks that the bounds of an inner loop make unnecessary, where these are known only when it begins.
//!
//! `for k in range(starts[i], starts[i + 1])` with `values[k]`: if the first and the last `k` are inside, no
//! iteration checks. One condition before the loop says so, and compilers make two loops of it.

use super::{guarded, invariant};
use crate::base::planted::{self, Fault};
use crate::pass::LocalSet;
use crate::tir::{
    BinaryOp, Block, Check, CheckKind, CompareOp, Expr, ExprKind, For, Local, LocalId, Locals, Step, Stmt,
    StmtKind, guard_of, walk,
};
use crate::ty::Ty;

/// Guards the checks of loop counters in the parallel loops of a region.
pub fn of_region(block: &mut Block, locals: &mut Locals<Local>) {
    let addressed = walk::addressed(block).into_iter().collect();
    in_parallel_loops(block, locals, &addressed);
}

fn in_parallel_loops(block: &mut Block, locals: &mut Locals<Local>, addressed: &LocalSet) {
    for stmt in block {
        let is_parallel = matches!(stmt.kind, StmtKind::Prange(_));
        walk::blocks_mut(stmt).into_iter().for_each(|block| match is_parallel {
            true => of_loops(block, locals, addressed, Split::None),
            false => in_parallel_loops(block, locals, addressed),
        });
    }
}

/// Whether innermost loops are written twice where one condition makes all their checks unnecessary ([`invariant`]).
#[derive(Clone, Copy, PartialEq)]
pub enum Split {
    None,
    Innermost,
}

/// The same in each loop that runs one iteration after another, inner loops first. C code may change the `addressed` locals.
pub fn of_loops(block: &mut Block, locals: &mut Locals<Local>, addressed: &LocalSet, split: Split) {
    for mut stmt in std::mem::take(block) {
        walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| of_loops(inner, locals, addressed, split));
        let span = stmt.span;
        if let StmtKind::For(looped) = &mut stmt.kind {
            let reach = Reach::of(looped, locals, addressed);
            if split == Split::Innermost
                && let Some(versions) = invariant::split((looped, reach.as_ref()), locals, addressed, span)
            {
                block.extend(versions);
                continue;
            }
            block.extend(reach.and_then(|reach| of_loop(looped, &reach, locals)));
        }
        block.push(stmt);
    }
}

/// Guards the checks in a loop; returns the statement before it that determines whether they are needed.
fn of_loop(looped: &mut For, reach: &Reach, locals: &mut Locals<Local>) -> Option<Stmt> {
    let condition = Expr::all(reach.conditions(looped))?;
    let (inside, found) = guarded::condition(condition, locals);
    put_under(&inside, reach, &mut looped.body, locals);
    Some(found)
}

/// An axis of a memoryview, or of what stands for it.
#[derive(Clone, PartialEq)]
struct Axis {
    view: LocalId,
    number: usize,
}

/// How far the checks of a loop reach around its counter.
pub struct Reach {
    /// The counter, and the user's variable that has its value.
    counters: Vec<LocalId>,
    is_wide: bool,
    /// The smallest number that is added to the counter.
    least: i64,
    /// The largest, for each axis, and its extent.
    most: Vec<(Axis, Expr, i64)>,
}

impl Reach {
    /// The reaches of a loop with checks that a condition before it can make unnecessary.
    pub fn of(looped: &For, locals: &Locals<Local>, addressed: &LocalSet) -> Option<Reach> {
        let Ty::Int(kind) = &locals[looped.counter].ty else { return None };
        let mut assigned = LocalSet::assigned_in(&looped.body);
        assigned.union(addressed);
        let holds = |bound: &Expr| matches!(&bound.ty, Ty::Int(kind) if kind.is_signed() || kind.bits() < 64);
        let is_fixed = |bound: &Expr| match bound.as_local() {
            Some(local) => !assigned.contains(local),
            None => bound.as_int().is_some(),
        };
        let bounds = [&looped.start, &looped.stop];
        if !(kind.is_signed() || kind.bits() < 64)
            || !bounds.iter().all(|bound| holds(bound) && is_fixed(bound))
        {
            return None;
        }
        let target = looped
            .target
            .filter(|target| locals[*target].ty == locals[looped.counter].ty && !assigned.contains(*target));
        let counters = std::iter::once(looped.counter).chain(target).collect();
        let is_wide = kind.is_signed() && kind.bits() == 64;
        let mut reach = Reach { counters, is_wide, least: i64::MAX, most: Vec::new() };
        reach.note(&looped.body, &assigned, locals);
        (!reach.most.is_empty()).then_some(reach)
    }

    fn note(&mut self, block: &Block, assigned: &LocalSet, locals: &Locals<Local>) {
        for stmt in block.iter().filter(|stmt| guard_of(stmt, locals).is_none()) {
            if let StmtKind::Check(Check { kind: CheckKind::Index { index, extent, boundscheck: true, .. } }) =
                &stmt.kind
                && let (Some(shift), Some(axis)) = (self.shift(index), axis_of(extent))
                && !assigned.contains(axis.view)
            {
                self.least = self.least.min(shift);
                match self.most.iter_mut().find(|(known, ..)| *known == axis) {
                    Some((_, _, most)) => *most = shift.max(*most),
                    None => self.most.push((axis, extent.clone(), shift)),
                }
            }
            walk::blocks(stmt).into_iter().for_each(|inner| self.note(inner, assigned, locals));
        }
    }

    /// What is added to the counter.
    fn shift(&self, index: &Expr) -> Option<i64> {
        match &index.kind {
            ExprKind::Local(id) => self.counters.contains(id).then_some(0),
            ExprKind::Convert(inner) if index.ty == Ty::SSIZE => self.shift(inner),
            // In a narrow type, a sum may be another number.
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) if self.is_wide => {
                let by = i64::from(i32::try_from(right.as_int()?).ok()?);
                let by = if *op == BinaryOp::Add { by } else { -by };
                (self.shift(left)? == 0).then_some(by)
            }
            _ => None,
        }
    }

    pub fn has(&self, index: &Expr, extent: &Expr) -> bool {
        let is_known = |axis: &Axis| self.most.iter().any(|(known, ..)| known == axis);
        self.shift(index).is_some() && axis_of(extent).is_some_and(|axis| is_known(&axis))
    }

    /// What must hold for all indices to be inside.
    pub fn conditions(&self, looped: &For) -> Vec<Expr> {
        let Step::Constant(step) = &looped.step else { return Vec::new() };
        let span = looped.start.span;
        let typed = |bound: &Expr| match bound.ty == Ty::SSIZE {
            true => bound.clone(),
            false => Expr::new(ExprKind::Convert(Box::new(bound.clone())), Ty::SSIZE, span),
        };
        let (start, stop) = (typed(&looped.start), typed(&looped.stop));
        let number = |value: i64| Expr::int(i128::from(value), Ty::SSIZE, span);
        // C compares a signed bound with a constant without a conversion.
        let is_least = |bound: &Expr, least: i64| {
            let is_signed = matches!(&bound.ty, Ty::Int(kind) if kind.is_signed() && kind.bits() >= 32);
            let (bound, ty) =
                if is_signed { (bound.clone(), bound.ty.clone()) } else { (typed(bound), Ty::SSIZE) };
            let least = Box::new(Expr::int(i128::from(least), ty, span));
            Expr::new(ExprKind::Compare(CompareOp::GreaterEqual, Box::new(bound), least), Ty::Bint, span)
        };
        let compared = |op, left: &Expr, right: Expr| {
            Expr::new(ExprKind::Compare(op, Box::new(left.clone()), Box::new(right)), Ty::Bint, span)
        };
        let less = |extent: &Expr, by: i64| match by {
            0 => extent.clone(),
            by => {
                let kind =
                    ExprKind::Binary(BinaryOp::Subtract, Box::new(extent.clone()), Box::new(number(by)));
                Expr::new(kind, Ty::SSIZE, span)
            }
        };
        let is_weak = planted::has(Fault::CheckEntryTooWeak);
        let ends = self.most.iter().map(|(_, extent, most)| (extent, most - i64::from(is_weak)));
        match *step > 0 {
            // From `start` to `stop - 1` at most.
            true => std::iter::once(is_least(&looped.start, -self.least))
                .chain(ends.map(|(extent, most)| compared(CompareOp::LessEqual, &stop, less(extent, most))))
                .collect(),
            // From `start` down to `stop + 1` at least.
            false => std::iter::once(is_least(&looped.stop, -1 - self.least))
                .chain(ends.map(|(extent, most)| compared(CompareOp::Less, &start, less(extent, most))))
                .collect(),
        }
    }
}

/// Puts the checks of a block under the condition.
fn put_under(inside: &Expr, reach: &Reach, block: &mut Block, locals: &Locals<Local>) {
    for mut stmt in std::mem::take(block) {
        match &stmt.kind {
            StmtKind::Check(Check { kind: CheckKind::Index { index, extent, boundscheck: true, .. } })
                if reach.has(index, extent) =>
            {
                guarded::push(block, stmt, inside, locals);
            }
            _ => {
                if guard_of(&stmt, locals).is_none() {
                    let inner = walk::blocks_mut(&mut stmt).into_iter();
                    inner.for_each(|inner| put_under(inside, reach, inner, locals));
                }
                block.push(stmt);
            }
        }
    }
}

fn axis_of(extent: &Expr) -> Option<Axis> {
    match &extent.kind {
        ExprKind::Extent { view, axis } => view.as_local().map(|view| Axis { view, number: *axis }),
        _ => None,
    }
}
