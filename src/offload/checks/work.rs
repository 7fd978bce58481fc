//! How long a parallel loop takes, compared with starting its threads.

use super::before::all;
use crate::tir::{
    BinaryOp, Block, Callee, CompareOp, Expr, ExprKind, Module, Prange, Step, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// What a thread does in the time that starting threads takes, in elements read or written and operations. Measured
/// (`benches/defaults`): a triad, 5 of these in each iteration, takes as long on one thread as on two for 1000 to 3000
/// elements. If other programs use the processors, threads start later still.
const LITTLE: i128 = 5000;
/// `exp` and the like.
const CALL: i128 = 20;
const DIVISION: i128 = 5;

/// The condition that a loop does so little that one thread is faster; `None` if that cannot be said before it, or if it
/// must have threads. `is_steady`: an expression has the same value before the loop.
pub fn is_little(prange: &Prange, module: &Module, is_steady: &dyn Fn(&Expr) -> bool) -> Option<Expr> {
    let clauses = &prange.clauses;
    let must =
        clauses.num_threads.is_some() || clauses.use_threads_if.is_some() || clauses.schedule.is_some();
    // After a parallel loop its variable has the last value, after another one the next.
    if must || prange.once.is_some() || prange.lastprivates.contains(&prange.counter) {
        return None;
    }
    let mut estimate = Estimate { module, is_steady, counts: Vec::new() };
    let work = estimate.looped(&prange.start, &prange.stop, &prange.step, &prange.body, 0)?;
    estimate.condition(work, prange)
}

struct Estimate<'e> {
    module: &'e Module,
    is_steady: &'e dyn Fn(&Expr) -> bool,
    /// The numbers of iterations of the loops, each with the work of one iteration of the deepest.
    counts: Vec<(usize, Expr)>,
}

impl Estimate<'_> {
    /// The work of one iteration, inner loops counted once.
    fn looped(&mut self, start: &Expr, stop: &Expr, step: &Step, body: &Block, depth: usize) -> Option<i128> {
        if !matches!(step, Step::Constant(1)) || depth > 3 {
            return None;
        }
        let is_known = |bound: &Expr| bound.ty.is_integral() && (self.is_steady)(bound);
        if !is_known(start) || !is_known(stop) {
            return None;
        }
        let typed = |bound: &Expr| match bound.ty == Ty::SSIZE {
            true => bound.clone(),
            false => Expr::new(ExprKind::Convert(Box::new(bound.clone())), Ty::SSIZE, bound.span),
        };
        let count = match start.as_int() {
            Some(0) => typed(stop),
            _ => {
                let kind =
                    ExprKind::Binary(BinaryOp::Subtract, Box::new(typed(stop)), Box::new(typed(start)));
                Expr::new(kind, Ty::SSIZE, stop.span)
            }
        };
        self.counts.push((depth, count));
        self.block(body, depth)
    }

    fn block(&mut self, block: &Block, depth: usize) -> Option<i128> {
        let mut work = 0;
        for stmt in block {
            work += match &stmt.kind {
                StmtKind::For(looped) => {
                    let otherwise = self.block(&looped.otherwise, depth)?;
                    otherwise
                        + self.looped(&looped.start, &looped.stop, &looped.step, &looped.body, depth + 1)?
                }
                StmtKind::If { then, otherwise, .. } => {
                    self.own(stmt)? + self.block(then, depth)? + self.block(otherwise, depth)?
                }
                StmtKind::Assign { .. } | StmtKind::Eval(_) | StmtKind::Continue | StmtKind::Check(_) => {
                    self.own(stmt)?
                }
                _ => return None,
            };
        }
        Some(work)
    }

    /// What a statement computes itself.
    fn own(&self, stmt: &Stmt) -> Option<i128> {
        let mut work = Some(1);
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |expr| {
                let own = match &expr.kind {
                    ExprKind::Element { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => Some(1),
                    ExprKind::Binary(op, ..) => Some(match op {
                        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => 1,
                        _ => DIVISION,
                    }),
                    ExprKind::Call(Callee::Extern(id), _) if self.module.externs[*id].is_pure => Some(CALL),
                    ExprKind::Call(..) | ExprKind::ThreadId => None,
                    _ => Some(0),
                };
                work = work.zip(own).map(|(work, own)| work + own);
            });
        }
        work
    }

    fn condition(self, work: i128, prange: &Prange) -> Option<Expr> {
        let span = prange.span;
        let number = |value: i128| Box::new(Expr::int(value, Ty::SSIZE, span));
        let most = LITTLE / work.max(1);
        let at_most = |value: Expr| {
            let kind = ExprKind::Compare(CompareOp::LessEqual, Box::new(value), number(most));
            Expr::new(kind, Ty::Bint, span)
        };
        // Loops one after another: as if the deepest were in all of them.
        let counts: Vec<Expr> = self.counts.into_iter().map(|(_, count)| count).collect();
        if most == 0 {
            return None;
        }
        let product = counts.iter().cloned().reduce(|left, right| {
            let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(left), Box::new(right));
            Expr::new(kind, Ty::SSIZE, span)
        });
        // Each factor first: a product may wrap around.
        let factors = counts.iter().skip(if counts.len() > 1 { 0 } else { 1 }).cloned();
        all(factors.chain(product).map(at_most).collect())
    }
}
