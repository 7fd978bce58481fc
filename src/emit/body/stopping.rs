//! Iterations of a parallel loop that check, before they begin, whether another one has failed or Ctrl-C was pressed;
//! kernels of a region that check for the latter.
//!
//! An error ends the iteration in which it happens. By default the loop goes on to its end, which is right for a loop
//! of arithmetic: a check in each iteration would keep it from being vectorised. If an iteration may take long
//! because it contains a loop, the check costs nothing in comparison, and the loop ends soon after an error. On a GPU,
//! where each thread has one iteration, those that start at once have nothing to see yet, and do not check. The
//! iterations of a loop over teams do not check: a team's threads would do so at different times, and some of them
//! would leave without the others.

use super::Body;
use crate::emit::c;
use crate::emit::lir::{Label, Stmt as C};
use crate::emit::placement::fails;
use crate::pass::LocalSet;
use crate::tir::{LocalId, Stmt, guard_of, walk};

impl Body<'_, '_, '_> {
    /// At the beginning of an iteration: goes to its end if another iteration has failed. `is_only`: the thread has no
    /// other iteration.
    pub(super) fn stop_after_failure(&mut self, body: &[Stmt], label: &Label, is_only: bool) {
        let module = self.unit.module;
        if !fails(module, body) || !self.unit.placement.takes_long(module, body) {
            return;
        }
        // An iteration that handles failures itself has its own record; the shared one counts.
        let own = self.exits.own_error.take();
        let question = if is_only { "offcy_failed_before" } else { "offcy_failed" };
        let mut stops = c::Expr::call(question, vec![self.error()]);
        self.exits.own_error = own;
        if let Some(inside) = self.only_guard(body) {
            let outside = c::Expr::not(self.naming.local(inside));
            stops = c::Expr::binary("&&", outside, stops);
        }
        self.out.push(C::when(stops, C::Goto(label.clone())));
    }

    /// The same if Ctrl-C is to end a region of the host and iterations take long enough to ask.
    pub(super) fn stop_when_interrupted(&mut self, body: &[Stmt]) {
        if self.kernels.device.is_some() || !self.unit.placement.takes_long(self.unit.module, body) {
            return;
        }
        if let Some(stopped) = self.interrupted() {
            self.out.push(C::when(stopped, C::Continue));
        }
    }

    /// After a kernel of a region that has more of them: no further kernel begins after Ctrl-C, on any device.
    pub(super) fn end_if_interrupted(&mut self) {
        let Some(region) = self.kernels.region.as_ref().filter(|region| region.has_several_kernels) else {
            return;
        };
        let end = region.end.clone();
        if let Some(stopped) = self.interrupted() {
            self.out.push(C::when(stopped, C::Goto(end)));
        }
    }

    /// The question whether Ctrl-C was pressed.
    fn interrupted(&mut self) -> Option<c::Expr> {
        let region = self.kernels.region.as_mut()?;
        let stop = region.stop.get_or_insert_with(|| self.naming.fresh("_stop"));
        Some(c::Expr::call("offcy_stopped", vec![c::Expr::name(stop.clone())]))
    }

    /// A condition that is tested before the loop and under which nothing in it can fail: compilers make two loops of
    /// a loop with such a condition, and the one in which it holds has nothing to check.
    fn only_guard(&self, body: &[Stmt]) -> Option<LocalId> {
        let assigned = LocalSet::assigned_in(body);
        let mut guard = None;
        walk::statements(body, &mut |stmt| {
            guard = guard.or(guard_of(stmt, &self.function.locals).filter(|id| !assigned.contains(*id)));
        });
        guard.filter(|id| !self.fails_beside(body, *id))
    }

    /// Whether something can fail that the guard does not cover.
    fn fails_beside(&self, block: &[Stmt], guard: LocalId) -> bool {
        block.iter().filter(|stmt| guard_of(stmt, &self.function.locals) != Some(guard)).any(|stmt| {
            let inner = walk::blocks(stmt);
            match inner.is_empty() {
                true => fails(self.unit.module, std::slice::from_ref(stmt)),
                false => inner.into_iter().any(|block| self.fails_beside(block, guard)),
            }
        })
    }
}
