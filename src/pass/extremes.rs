//! The least or the greatest of what threads have: `if x < m[k]: m[k] = x` and `m[k] = min(m[k], x)`.
//!
//! An atomic update compares as the source does: what is not a number is neither less nor greater, and of numbers that are
//! equal, as 0.0 and -0.0 are, the first remains.

use crate::tir::{CheckKind, CompareOp, Expr, ExprKind, LocalId, MinMax, Stmt, StmtKind, same_expr};
use crate::ty::{FloatKind, IntKind, Ty};

pub struct Extreme {
    pub place: Expr,
    pub which: MinMax,
    /// Of the type of the place.
    pub value: Expr,
}

/// What a statement keeps in a place, if that is all it does. `before`: the statements right before it.
pub fn found(before: &[Stmt], stmt: &Stmt) -> Option<Extreme> {
    match &stmt.kind {
        StmtKind::If { condition, then, otherwise } if otherwise.is_empty() => {
            compared(before, condition, then)
        }
        StmtKind::Assign { place, value } => chosen(place, value),
        _ => None,
    }
}

/// `if value < place: place = value`
fn compared(before: &[Stmt], condition: &Expr, then: &[Stmt]) -> Option<Extreme> {
    let ExprKind::Compare(op, left, right) = &condition.kind else { return None };
    let (last, checks) = then.split_last()?;
    let StmtKind::Assign { place, value } = &last.kind else { return None };
    // The indices are checked again inside, and are what they were.
    let same = checks.iter().map(|check| checked_before(before, check)).collect::<Option<Vec<_>>>()?;
    let known = |expr: &Expr| {
        let mut known = expr.clone();
        same.iter().flatten().for_each(|(inner, outer)| {
            known.substitute(*inner, &Expr::local(*outer, Ty::SSIZE, expr.span));
        });
        known
    };
    let (place, value) = (known(place), known(value));
    let is_value = |expr: &Expr| same_expr(plain(expr), plain(&value));
    let is_place = |expr: &Expr| same_expr(plain(expr), &place);
    let is_float = !place.ty.is_integral();
    let which = match op {
        CompareOp::Less => MinMax::Min,
        CompareOp::Greater => MinMax::Max,
        CompareOp::LessEqual if !is_float => MinMax::Min,
        CompareOp::GreaterEqual if !is_float => MinMax::Max,
        _ => return None,
    };
    let which = match () {
        () if is_value(left) && is_place(right) => which,
        () if is_place(left) && is_value(right) => match which {
            MinMax::Min => MinMax::Max,
            MinMax::Max => MinMax::Min,
        },
        () => return None,
    };
    of(place, which, &value)
}

/// The check of an index that was made before with the same numbers, and the variables that hold the index: here, and before.
fn checked_before(before: &[Stmt], check: &Stmt) -> Option<Option<(LocalId, LocalId)>> {
    let StmtKind::Check(check) = &check.kind else { return None };
    let CheckKind::Index { into, index, extent, wraparound, boundscheck, .. } = &check.kind else {
        return None;
    };
    let made = before.iter().rev().map_while(|stmt| match &stmt.kind {
        StmtKind::Check(check) => Some(&check.kind),
        _ => None,
    });
    made.filter_map(|kind| match kind {
        CheckKind::Index { into: known, index: i, extent: e, wraparound: w, boundscheck: b, .. } => {
            let is_same = same_expr(i, index) && same_expr(e, extent) && w == wraparound && b == boundscheck;
            is_same.then_some((*into, *known))
        }
        _ => None,
    })
    .find_map(|pair| match pair {
        (Some(inner), Some(outer)) => Some(Some((inner, outer))),
        (None, None) => Some(None),
        _ => None,
    })
}

/// `place = min(place, value)`. Of fractions, `min(value, place)` is another number where one is not a number.
fn chosen(place: &Expr, value: &Expr) -> Option<Extreme> {
    let ExprKind::MinMax(which, first, second) = &plain(value).kind else { return None };
    let is_place = |expr: &Expr| same_expr(plain(expr), place);
    match () {
        () if is_place(first) => of(place.clone(), *which, second),
        () if is_place(second) && place.ty.is_integral() => of(place.clone(), *which, first),
        () => None,
    }
}

/// An expression without conversions around it that keep the number.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) if keeps(&inner.ty, &expr.ty) => plain(inner),
        _ => expr,
    }
}

/// Whether a type holds all numbers of another, which compare as they do there.
fn keeps(one: &Ty, other: &Ty) -> bool {
    match (one, other) {
        _ if one == other => true,
        (Ty::Int(one), Ty::Int(other)) => {
            one.is_signed() == other.is_signed() && one.bits() <= other.bits() && *one != IntKind::Bool
        }
        (Ty::Float(FloatKind::Float), Ty::Float(FloatKind::Double)) => true,
        (Ty::Int(kind), Ty::Float(FloatKind::Double)) => kind.bits() <= 32,
        _ => false,
    }
}

fn of(place: Expr, which: MinMax, value: &Expr) -> Option<Extreme> {
    super::sums::base(&place)?;
    // What GPUs compare and exchange.
    let is_whole = match &place.ty {
        Ty::Int(kind) => *kind != IntKind::Bool && kind.bits() >= 32,
        Ty::Float(kind) => *kind != FloatKind::LongDouble,
        _ => false,
    };
    let value = plain(value);
    let value = match value.ty == place.ty {
        true => value.clone(),
        false => Expr::new(ExprKind::Convert(Box::new(value.clone())), place.ty.clone(), value.span),
    };
    (is_whole && keeps(&value.ty, &place.ty)).then_some(Extreme { place, which, value })
}
