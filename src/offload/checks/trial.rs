//! Parallel loops whose work cannot be known begin on the thread that comes to them:
//!
//! ```text
//! since = trial_since(&took, start, stop, work, little)
//! next = start
//! until = trial_until(&took, since, start, next, stop)
//! while next < until:
//!     for i in range(next, until): ...
//!     next = until
//!     until = trial_until(&took, since, start, next, stop)
//! if next < stop:
//!     until = stop
//!     for i in prange(next, until): ...
//!     trial_ended(&took, since)
//! ```
//!
//! To start a team takes microseconds, longer the more threads it has. A loop that takes less never starts one, and one that
//! takes longer has lost at most as much again. Which iterations run where depends on time, so no result may depend on it.

use super::work::Guess;
use crate::offload::lanes::{Writer, temporary};
use crate::tir::{
    Block, CompareOp, Expr, ExprKind, Local, LocalId, LocalRole, Locals, Prange, Stmt, StmtKind, Trial, walk,
};
use crate::ty::Ty;

/// The loop's own range, and the locals for the part of it that runs next.
pub struct Parts {
    start: Expr,
    stop: Expr,
    next: LocalId,
    until: LocalId,
    since: LocalId,
    /// How long an iteration took, in picoseconds.
    took: LocalId,
    guess: Guess,
    writer: Writer,
}

impl Parts {
    /// Makes the locals for a loop.
    pub fn of(prange: &Prange, guess: &Guess, locals: &mut Locals<Local>) -> Parts {
        let span = prange.span;
        let mut local = |name, ty| temporary(name, ty, span, locals);
        let [next, until] = ["next", "until"].map(|name| local(name, Ty::SSIZE));
        let since = local("since", Ty::DOUBLE);
        let took = local("took", Ty::INT);
        locals[took].role = LocalRole::Static;
        let (start, stop) = (prange.start.clone(), prange.stop.clone());
        let writer = Writer { ty: Ty::SSIZE, span };
        Parts { start, stop, next, until, since, took, guess: guess.clone(), writer }
    }

    /// Whether statements depend on which part runs.
    pub fn are_read_in(&self, block: &[Stmt]) -> bool {
        let mut are_read = false;
        walk::all_expressions(block, &mut |expr| {
            are_read |= expr.as_local().is_some_and(|local| local == self.next || local == self.until);
        });
        are_read
    }

    /// Makes loops run from the next iteration to where the part ends.
    pub fn limit(&self, versions: &mut [Stmt]) {
        for stmt in versions {
            if let StmtKind::Prange(prange) = &mut stmt.kind {
                prange.start = self.writer.local(self.next);
                prange.stop = self.writer.local(self.until);
            }
        }
    }

    /// The statements that run such loops: part by part on one thread, then what is left with several.
    pub fn run(&self, own: Block, with_threads: Block) -> Block {
        let (writer, span, Guess { work, little }) = (&self.writer, self.writer.span, &self.guess);
        let [next, until] = [self.next, self.until].map(|local| writer.local(local));
        let since = Expr::local(self.since, Ty::DOUBLE, span);
        let [start, stop] = [&self.start, &self.stop].map(|bound| writer.typed(bound));
        let begun = self.asked(Trial::Since, &[&start, &stop, work, little], Ty::DOUBLE);
        let begun = Stmt::new(StmtKind::Assign { place: since.clone(), value: begun }, span);
        let further = self.asked(Trial::Until, &[&since, &start, &next, &stop], Ty::SSIZE);
        let further = writer.assigned(self.until, further);
        let ended = self.asked(Trial::Ended, &[&since], Ty::Void);
        let is_left = |end: &Expr| Expr::compare(CompareOp::Less, next.clone(), end.clone());

        let mut part = own;
        part.extend([writer.assigned(self.next, until.clone()), further.clone()]);
        let parts = StmtKind::While {
            prepare: Block::new(),
            condition: is_left(&until),
            body: part,
            otherwise: Block::new(),
        };
        let mut then = vec![writer.assigned(self.until, stop.clone())];
        then.extend(with_threads);
        then.push(Stmt::new(StmtKind::Eval(ended), span));
        let rest = StmtKind::If { condition: is_left(&stop), then, otherwise: Block::new() };
        let before = [begun, writer.assigned(self.next, start), further];
        let loops = [parts, rest].map(|kind| Stmt::new(kind, span));
        before.into_iter().chain(loops).collect()
    }

    fn asked(&self, asked: Trial, of: &[&Expr], ty: Ty) -> Expr {
        let span = self.writer.span;
        let took = Expr::local(self.took, Ty::INT, span);
        let took = Expr::new(ExprKind::AddressOf(Box::new(took)), Ty::pointer_to(Ty::INT), span);
        let arguments = std::iter::once(took).chain(of.iter().map(|one| (*one).clone())).collect();
        Expr::new(ExprKind::Trial(asked, arguments), ty, span)
    }
}
