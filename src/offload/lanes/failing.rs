//! Divisions that may fail. What runs at once goes on where a divisor is zero, and notes in which iterations one is: these
//! run by themselves afterwards, as they are written, and raise what they raise.
//!
//! That is right as nothing has been stored so far, and numbers that are divided by zero lead to no element and no loop.

use crate::base::planted::{self, Fault};
use crate::pass::{LocalSet, reads};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, Check, CheckKind, CompareOp, Expr, ExprKind, Stmt, StmtKind, same_expr, walk,
};
use crate::ty::Ty;

/// The divisor, if that is what is checked, and a processor divides by zero without stopping.
pub fn divisor(check: &Check) -> Option<&Expr> {
    match &check.kind {
        CheckKind::Divisor { value, dividend: None, .. } => {
            Some(value).filter(|value| matches!(value.ty, Ty::Float(_)))
        }
        _ => None,
    }
}

/// The first divisor that a block checks.
pub fn first_divisor(block: &[Stmt]) -> Option<Expr> {
    let mut first = None;
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Check(check) = &stmt.kind
            && first.is_none()
        {
            first = divisor(check).cloned();
        }
    });
    first
}

/// The condition that a divisor is zero.
pub fn is_zero(divisor: &Expr) -> Expr {
    Expr::compare(CompareOp::Equal, divisor.clone(), number(0, &divisor.ty, divisor.span))
}

/// The condition that a noted number says so.
pub fn has_failed(noted: Expr) -> Expr {
    let zero = number(0, &noted.ty, noted.span);
    Expr::compare(CompareOp::NotEqual, noted, zero)
}

/// Puts notes in the place of checks: each iteration has its own.
pub fn note(block: &mut Block, fails: &Expr) {
    note_within(block, &|divisor, span| {
        let noted = !planted::has(Fault::LanesFailNot);
        let then = vec![assigned(fails, i128::from(noted), span)];
        Stmt::new(StmtKind::If { condition: is_zero(divisor), then, otherwise: Block::new() }, span)
    });
    block.insert(0, assigned(fails, 0, fails.span));
}

/// The same for a number that all iterations have, which is zero before them.
pub fn note_for_all(block: &mut Block, fails: &Expr) {
    note_within(block, &|divisor, span| {
        let noted = match planted::has(Fault::LanesFailNot) {
            true => ExprKind::Int(0),
            false => ExprKind::Convert(Box::new(is_zero(divisor))),
        };
        let noted = Box::new(Expr::new(noted, fails.ty.clone(), span));
        let either = ExprKind::Binary(BinaryOp::BitOr, Box::new(fails.clone()), noted);
        let value = Expr::new(either, fails.ty.clone(), span);
        Stmt::new(StmtKind::Assign { place: fails.clone(), value }, span)
    });
}

fn note_within(block: &mut Block, note: &impl Fn(&Expr, Span) -> Stmt) {
    // The divisors that have been looked at since they were computed.
    let mut noted: Vec<Expr> = Vec::new();
    block.retain_mut(|stmt| {
        walk::blocks_mut(stmt).into_iter().for_each(|inner| note_within(inner, note));
        let mut assigned_here = LocalSet::assigned_in(std::slice::from_ref(stmt));
        assigned_here.extend(walk::assigned(stmt));
        noted.retain(|divisor| reads(divisor).intersection(&assigned_here).is_empty());
        let StmtKind::Check(check) = &stmt.kind else { return true };
        let Some(divisor) = divisor(check) else { return true };
        if noted.iter().any(|known| same_expr(known, divisor)) {
            return false;
        }
        noted.push(divisor.clone());
        *stmt = note(divisor, stmt.span);
        true
    });
}

fn assigned(fails: &Expr, value: i128, span: Span) -> Stmt {
    Stmt::new(StmtKind::Assign { place: fails.clone(), value: number(value, &fails.ty, span) }, span)
}

/// A number of any type.
pub fn number(value: i128, ty: &Ty, span: Span) -> Expr {
    Expr::new(ExprKind::Convert(Box::new(Expr::int(value, Ty::INT, span))), ty.clone(), span)
}
