//! What follows for indices from the ranges of the loops around, which may be asked for before these.
//!
//! Elements that only some of the iterations read: what is done at once reads them in all of them, so they must be there
//! whatever the iterations decide. And elements of one view that are never the same.
//!
//! ```text
//! for i in range(n):
//!     for j in range(m):
//!         if i != j: s += w[j]            0 <= 0 and m <= w.shape[0]
//! ```

use std::cell::OnceCell;

use super::Around;
use super::asked::element_size;
use crate::pass::{LocalSet, reads};
use crate::tir::{
    BinaryOp, CompareOp, Expr, ExprKind, For, Local, LocalId, Locals, LogicalOp, Step, Stmt, StmtKind,
    same_expr, walk,
};
use crate::ty::{Axis, IntKind, Ty};

/// What the counters of a loop begin with, and what they stay below.
#[derive(Clone)]
pub struct Range {
    counters: [Option<LocalId>; 2],
    start: Expr,
    stop: Expr,
}

impl Range {
    /// That of a loop which counts up, if nothing else assigns its counters, and no number in it is too large for them.
    pub fn of(stmt: &Stmt, locals: &Locals<Local>) -> Option<Range> {
        match &stmt.kind {
            StmtKind::For(looped) => Range::of_loop(looped, locals),
            StmtKind::Prange(prange) => Range::of_loop(&prange.without_threads(), locals),
            _ => None,
        }
    }

    fn of_loop(looped: &For, locals: &Locals<Local>) -> Option<Range> {
        let counters = [Some(looped.counter), looped.target];
        let is_plain = matches!(looped.step, Step::Constant(1..))
            && counters.iter().flatten().all(|counter| {
                let ty = &locals[*counter].ty;
                let fits = |bound: &Expr| match bound.as_int() {
                    Some(bound) => {
                        matches!(ty, Ty::Int(kind) if kind.is_signed() && bound.abs() < limit(kind))
                    }
                    None => is_widened(&bound.ty, ty),
                };
                fits(&looped.start) && fits(&looped.stop)
            });
        // Nothing else assigns the counter itself.
        let is_assigned = |target| LocalSet::assigned_in(&looped.body).contains(target);
        let is_plain = is_plain && !looped.target.is_some_and(is_assigned);
        is_plain.then(|| Range { counters, start: looped.start.clone(), stop: looped.stop.clone() })
    }
}

/// The ranges of loops inside and around one whose iterations are looked at.
pub struct Ranges<'a> {
    around: &'a Around<'a>,
    /// By the block before which may be asked.
    assigned: &'a LocalSet,
    looped: &'a For,
    outer: &'a [Range],
    /// Of the loop itself and those in it; found when first asked for.
    inner: OnceCell<Vec<Range>>,
}

/// The smallest or largest number of an index: a number that is known before the block, and a constant.
#[derive(Clone, Copy)]
struct End<'e> {
    base: &'e Expr,
    plus: i128,
    /// The program adds some of that itself, in the type of its numbers.
    is_sum: bool,
}

/// Further from a counter, nothing is proven: sums of such a number and any array's length fit.
const FAR: i128 = 1 << 20;

impl<'a> Ranges<'a> {
    pub fn of(
        looped: &'a For,
        outer: &'a [Range],
        around: &'a Around<'a>,
        assigned: &'a LocalSet,
    ) -> Ranges<'a> {
        Ranges { around, assigned, looped, outer, inner: OnceCell::new() }
    }

    /// Those that have a counter.
    fn with(&self, counter: LocalId) -> impl Iterator<Item = &Range> {
        let inner = self.inner.get_or_init(|| {
            let mut inner: Vec<Range> = Range::of_loop(self.looped, self.around.locals).into_iter().collect();
            walk::statements(&self.looped.body, &mut |stmt| {
                inner.extend(Range::of(stmt, self.around.locals));
            });
            inner
        });
        let all = self.outer.iter().chain(inner);
        all.filter(move |range| range.counters.contains(&Some(counter)))
    }

    /// Whether a local has the same value in the block and before it.
    pub fn is_steady(&self, local: LocalId) -> bool {
        !self.assigned.contains(local) && !self.around.addressed.contains(local)
    }

    /// What must hold for an element to be there; `None` if that cannot be said.
    pub fn inside(&self, element: &Expr) -> Option<Vec<Expr>> {
        let mut conditions = Vec::new();
        match &element.kind {
            ExprKind::Element { view, indices } => {
                view.ty.memoryview()?;
                view.as_local().filter(|local| self.is_steady(*local))?;
                for (axis, index) in indices.iter().enumerate() {
                    let kind = ExprKind::Extent { view: view.clone(), axis };
                    let extent = Expr::new(kind, Ty::SSIZE, view.span);
                    self.index(index, &extent, &mut conditions)?;
                }
            }
            ExprKind::Index { base, index } => match &base.ty {
                Ty::Array { length, .. } => {
                    self.index(index, &Expr::length(length, base.span), &mut conditions)?;
                }
                _ => return None,
            },
            _ => return None,
        }
        Some(conditions)
    }

    /// Whether two indices are never the same number: they have another distance from one number, or one of them only gets as far
    /// as below the other, or begins above it. `assigned`: what may not be part of that number.
    pub fn differ(&self, one: &Expr, other: &Expr, assigned: &LocalSet) -> bool {
        let (Some(one), Some(other)) = (split(one), split(other)) else { return false };
        if same_expr(one.base, other.base) {
            return one.plus != other.plus;
        }
        let Some(counter) = other.base.as_local() else { return false };
        let mut ranges = self.with(counter);
        let (Some(range), None) = (ranges.next(), ranges.next()) else { return false };
        let from_one = |bound: &Expr| {
            let end = split(bound).filter(|end| same_expr(end.base, one.base))?;
            reads(end.base).intersection(assigned).is_empty().then_some(end.plus + other.plus)
        };
        from_one(&range.stop).is_some_and(|stop| stop <= one.plus)
            || from_one(&range.start).is_some_and(|start| start > one.plus)
    }

    fn index(&self, index: &Expr, extent: &Expr, conditions: &mut Vec<Expr>) -> Option<()> {
        for least in self.ends(index, false)? {
            self.fits(&least, conditions);
            match least.base.as_int() {
                Some(base) if base + least.plus >= 0 => {}
                Some(_) => return None,
                None if is_extent(least.base) && least.plus >= 0 => {}
                None => conditions.push(Expr::compare(
                    CompareOp::GreaterEqual,
                    typed(least.base),
                    Expr::int(-least.plus, Ty::SSIZE, index.span),
                )),
            }
        }
        for most in self.ends(index, true)? {
            self.fits(&most, conditions);
            // `base + plus < extent`.
            let condition = match most.plus {
                plus if plus < 0 && same_expr(most.base, extent) => continue,
                -1 => Expr::compare(CompareOp::LessEqual, typed(most.base), extent.clone()),
                0 => Expr::compare(CompareOp::Less, typed(most.base), extent.clone()),
                plus => {
                    let plus = Expr::int(plus, Ty::SSIZE, index.span);
                    let kind = ExprKind::Binary(BinaryOp::Subtract, Box::new(extent.clone()), Box::new(plus));
                    Expr::compare(CompareOp::Less, typed(most.base), Expr::new(kind, Ty::SSIZE, index.span))
                }
            };
            conditions.push(condition);
        }
        Some(())
    }

    /// A sum with a constant must not wrap around, as the program computes it in the type of the number.
    fn fits(&self, end: &End<'_>, conditions: &mut Vec<Expr>) {
        let Ty::Int(kind) = end.base.ty else { return };
        if !end.is_sum || end.base.as_int().is_some() || is_extent(end.base) {
            return;
        }
        let limit = limit(&kind);
        for (op, limit) in [(CompareOp::GreaterEqual, -limit), (CompareOp::LessEqual, limit)] {
            let limit = Expr::int(limit, end.base.ty.clone(), end.base.span);
            conditions.push(Expr::compare(op, end.base.clone(), limit));
        }
    }

    /// The smallest numbers of an index, or the largest ones, in the loops that have its counter.
    fn ends<'e>(&'e self, index: &'e Expr, greatest: bool) -> Option<Vec<End<'e>>> {
        let split = split(index)?;
        let Some(counter) = split.base.as_local().filter(|local| !self.is_steady(*local)) else {
            return self.is_known(split.base).then(|| vec![split]);
        };
        let mut ends = Vec::new();
        for range in self.with(counter) {
            let (bound, before) = if greatest { (&range.stop, -1) } else { (&range.start, 0) };
            // A loop's bound names other loops' counters alone.
            for end in self.ends(bound, greatest)? {
                let plus = end.plus + split.plus + before;
                ends.push(End { base: end.base, plus, is_sum: end.is_sum || split.is_sum });
            }
        }
        let is_near = |end: &End<'_>| end.plus.abs() <= FAR;
        (!ends.is_empty() && ends.iter().all(is_near)).then_some(ends)
    }

    /// Whether a number is the same one before the block, where it can be computed whether or not the program would come to it.
    fn is_known(&self, number: &Expr) -> bool {
        let is_signed = matches!(number.ty, Ty::Int(kind) if kind.is_signed());
        is_signed
            && match &number.kind {
                ExprKind::Int(_) => true,
                ExprKind::Local(local) => self.is_steady(*local),
                ExprKind::Extent { view, .. } => view.as_local().is_some_and(|local| self.is_steady(local)),
                ExprKind::Convert(inner) => is_widened(&inner.ty, &number.ty) && self.is_known(inner),
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, left, right)
                | ExprKind::MinMax(_, left, right) => self.is_known(left) && self.is_known(right),
                _ => false,
            }
    }
}

/// A number, and the constant that is added to it.
fn split(index: &Expr) -> Option<End<'_>> {
    let sum = |of, by: i128| split(of).map(|end| End { plus: end.plus + by, is_sum: true, ..end });
    let whole = End { base: index, plus: 0, is_sum: false };
    // Sums of narrower numbers may not be what they seem.
    if !matches!(index.ty, Ty::Int(kind) if kind.is_signed() && kind.bits() >= 32) {
        return Some(whole);
    }
    let end = match &index.kind {
        ExprKind::Convert(inner) if is_widened(&inner.ty, &index.ty) => split(inner)?,
        ExprKind::Binary(BinaryOp::Add, left, right) => match (left.as_int(), right.as_int()) {
            (None, Some(by)) => sum(left, by)?,
            (Some(by), None) => sum(right, by)?,
            _ => whole,
        },
        ExprKind::Binary(BinaryOp::Subtract, left, right) => match right.as_int() {
            Some(by) => sum(left, -by)?,
            None => whole,
        },
        _ => whole,
    };
    (end.plus.abs() <= FAR).then_some(end)
}

/// What must hold for different indices of a view to be different memory: along each axis, a step passes all elements along the
/// next one, or the one before.
pub fn has_own_elements(view: &Expr) -> Vec<Expr> {
    let Some(ty) = view.ty.memoryview() else { return Vec::new() };
    if ty.axes.contains(&Axis::Contiguous) && ty.axes.iter().all(|axis| *axis != Axis::Strided) {
        return Vec::new();
    }
    let of = |kind, ty| Expr::new(kind, ty, view.span);
    let stride = |axis| of(ExprKind::Stride { view: Box::new(view.clone()), axis }, Ty::SSIZE);
    let size = element_size(view);
    let passes = |axis, by| Expr::compare(CompareOp::GreaterEqual, stride(axis), by);
    let all_of = |axis| {
        let extent = of(ExprKind::Extent { view: Box::new(view.clone()), axis }, Ty::SSIZE);
        of(ExprKind::Binary(BinaryOp::Multiply, Box::new(extent), Box::new(stride(axis))), Ty::SSIZE)
    };
    let last = ty.axes.len() - 1;
    let rows = (0..last).map(|axis| passes(axis, all_of(axis + 1))).chain([passes(last, size.clone())]);
    let columns = (1..=last).map(|axis| passes(axis, all_of(axis - 1))).chain([passes(0, size)]);
    match (Expr::all(rows), Expr::all(columns)) {
        (Some(rows), Some(columns)) => vec![Expr::logical(LogicalOp::Or, rows, columns)],
        _ => Vec::new(),
    }
}

/// Whether each number of a signed type is one of another signed type.
fn is_widened(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Int(from), Ty::Int(to)) => from.is_signed() && to.is_signed() && from.bits() <= to.bits(),
        _ => false,
    }
}

/// Up to here, a number may have a constant added that is not [`FAR`] from zero.
fn limit(kind: &IntKind) -> i128 {
    1 << (kind.bits() - 2)
}

fn is_extent(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Extent { .. })
}

fn typed(number: &Expr) -> Expr {
    match number.ty == Ty::SSIZE {
        true => number.clone(),
        false => Expr::new(ExprKind::Convert(Box::new(number.clone())), Ty::SSIZE, number.span),
    }
}
