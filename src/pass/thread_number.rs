//! The number of the thread (`threadid()`, `omp_get_thread_num()`) in a region.
//!
//! How many threads run a loop is unspecified, so a region may do what it would do with one, whose number is 0. What a single
//! thread adds to elements one after another, many add with atomic updates: `sums[threadid(), k] += x` are sums in the row 0.
//! Anything else that depends on the number would be shared by iterations that run at the same time.

use super::local_set::LocalSet;
use super::sums::{added, base, bases};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{
    AtomicOp, BinaryOp, Block, Expr, ExprKind, Extern, Externs, Prange, Stmt, StmtKind, is_thread_number,
    walk,
};

/// Puts 0 in place of the number in a region, and atomic updates in place of sums in elements that depend on it, if there is
/// nothing else that it matters for.
pub fn settle(body: &mut Block, externs: &Externs<Extern>) {
    if asks(body, externs) && misuse(body, externs).is_none() {
        let known = Numbers::of(body, externs);
        make_atomic(body, &known, false);
        replace(body, externs);
    }
}

/// Where a region, or a function for devices, does something with the number that iterations cannot do at the same time.
pub fn misuse(body: &[Stmt], externs: &Externs<Extern>) -> Option<Span> {
    if !asks(body, externs) {
        return None;
    }
    let known = Numbers::of(body, externs);
    let mut found = None;
    if planted::has(Fault::NumberStored) {
        return None;
    }
    walk::statements(body, &mut |stmt| {
        if let StmtKind::Prange(prange) = &stmt.kind {
            found = found.or_else(|| known.misused_in(prange));
        }
    });
    found
}

fn asks(body: &[Stmt], externs: &Externs<Extern>) -> bool {
    asked(body, externs).is_some()
}

/// Where something asks for the number.
pub fn asked(body: &[Stmt], externs: &Externs<Extern>) -> Option<Span> {
    let mut found = None;
    walk::all_expressions(body, &mut |expr| {
        if found.is_none() && is_thread_number(expr, externs) {
            found = Some(expr.span);
        }
    });
    found
}

/// What depends on the number.
struct Numbers<'a> {
    externs: &'a Externs<Extern>,
    /// Variables computed from it.
    of_number: LocalSet,
}

impl<'a> Numbers<'a> {
    fn of(body: &[Stmt], externs: &'a Externs<Extern>) -> Numbers<'a> {
        let mut known = Numbers { externs, of_number: LocalSet::default() };
        let mut is_complete = false;
        while !is_complete {
            is_complete = true;
            walk::statements(body, &mut |stmt| {
                let depends = walk::expressions(stmt).into_iter().any(|expr| known.depends(expr));
                for local in walk::assigned(stmt) {
                    is_complete &= !depends || !known.of_number.insert(local);
                }
            });
        }
        known
    }

    fn depends(&self, expr: &Expr) -> bool {
        let mut found = false;
        walk::expression(expr, &mut |part| {
            found |= is_thread_number(part, self.externs)
                || part.as_local().is_some_and(|id| self.of_number.contains(id));
        });
        found
    }

    /// Where an iteration uses the number for anything but the place of a sum.
    fn misused_in(&self, prange: &Prange) -> Option<Span> {
        let (mut summed, mut others) = (LocalSet::default(), LocalSet::default());
        let mut found: Option<Span> = None;
        walk::statements(&prange.body, &mut |stmt| {
            let sum = self.sum(stmt);
            let is_right = sum.is_some()
                || match &stmt.kind {
                    StmtKind::Assign { place, value } if place.as_local().is_some() => {
                        !self.depends(value) || place.ty.is_numeric() && !self.hands_on(value)
                    }
                    StmtKind::Assign { place, value } => !self.depends(place) && !self.hands_on(value),
                    StmtKind::Run { op, .. } => !op.operands().into_iter().any(|part| self.depends(part)),
                    _ => !walk::expressions(stmt).into_iter().any(|part| self.hands_on(part)),
                };
            if !is_right && found.is_none() {
                found = Some(stmt.span);
            }
            match sum {
                Some((place, _, term)) => {
                    summed.extend(base(place));
                    place
                        .children()
                        .into_iter()
                        .skip(1)
                        .chain([&term])
                        .for_each(|part| bases(part, &mut others));
                }
                None => walk::expressions(stmt).into_iter().for_each(|part| bases(part, &mut others)),
            }
        });
        let is_read = summed.iter().any(|id| others.contains(id));
        found.or_else(|| is_read.then_some(prange.span))
    }

    /// Whether a value gives what depends on the number to a function, or makes a pointer or a view of it: something may then
    /// be written there.
    fn hands_on(&self, value: &Expr) -> bool {
        let mut found = false;
        walk::expression(value, &mut |part| {
            let is_handed = match &part.kind {
                ExprKind::Call(..) => !is_thread_number(part, self.externs),
                ExprKind::AddressOf(_) | ExprKind::Slice { .. } => true,
                _ => false,
            };
            found |= is_handed && self.depends(part);
        });
        found
    }

    /// The place of a sum that depends on the number, how a term gets there, and the term.
    fn sum<'s>(&self, stmt: &'s Stmt) -> Option<(&'s Expr, BinaryOp, Expr)> {
        let (place, op, term) = match &stmt.kind {
            StmtKind::Assign { place, value } => {
                let (op, term) = added(place, value)?;
                (place, op, term)
            }
            StmtKind::Atomic { place, op: AtomicOp::Binary(op), value } => (place, *op, value.clone()),
            _ => return None,
        };
        (self.depends(place) && !self.depends(&term)).then_some((place, op, term))
    }
}

fn make_atomic(block: &mut Block, known: &Numbers<'_>, is_iteration: bool) {
    for stmt in block {
        let inner_is = is_iteration || matches!(stmt.kind, StmtKind::Prange(_));
        walk::blocks_mut(stmt).into_iter().for_each(|inner| make_atomic(inner, known, inner_is));
        if is_iteration && let Some((place, op, value)) = known.sum(stmt) {
            stmt.kind = StmtKind::Atomic { place: place.clone(), op: AtomicOp::Binary(op), value };
        }
    }
}

fn replace(block: &mut Block, externs: &Externs<Extern>) {
    for stmt in block {
        walk::expressions_mut(stmt).into_iter().flatten().for_each(|expr| put_zero(expr, externs));
        walk::blocks_mut(stmt).into_iter().for_each(|inner| replace(inner, externs));
    }
}

fn put_zero(expr: &mut Expr, externs: &Externs<Extern>) {
    if is_thread_number(expr, externs) {
        *expr = Expr::int(0, expr.ty.clone(), expr.span);
    }
    expr.children_mut().into_iter().for_each(|child| put_zero(child, externs));
}
