//! Iterations of a parallel loop that look whether another one has failed or Ctrl-C was pressed, before they begin;
//! kernels of a region that look for the latter.
//!
//! An error ends the iteration that it happens in. The loop goes on to its end otherwise, which is what a loop of
//! arithmetic should do: a look in each iteration would keep it from being vectorised. Where an iteration may take
//! long, as it has a loop of its own, the look costs nothing beside that, and the loop ends soon after an error.
//! The iterations of a loop over teams do not look: a team's threads would do so at different times, and some of them
//! would leave without the others.

use super::Body;
use crate::emit::c;
use crate::emit::placement::fails;
use crate::pass::LocalSet;
use crate::tir::{LocalId, Stmt, guard_of, walk};

impl Body<'_, '_, '_> {
    /// At the beginning of an iteration: goes to its end where another iteration has failed.
    pub(super) fn stop_after_failure(&mut self, body: &[Stmt], label: &str) {
        let module = self.unit.module;
        if !fails(module, body) || !self.unit.placement.takes_long(module, body) {
            return;
        }
        // Each iteration has a record of its own where it handles failures itself; the one that is shared counts.
        let own = self.own_error.take();
        let mut stops = c::Expr::call("offcy_failed", vec![self.error()]);
        self.own_error = own;
        if let Some(inside) = self.only_guard(body) {
            let outside = c::Expr::unary("!", c::Expr::atom(self.local_name(inside)));
            stops = c::Expr::binary("&&", outside, stops);
        }
        self.goto_if(&stops, label);
    }

    /// The same where Ctrl-C is to end a region of the host, and iterations take long enough to ask.
    pub(super) fn stop_when_interrupted(&mut self, body: &[Stmt]) {
        if self.device.is_some() || !self.unit.placement.takes_long(self.unit.module, body) {
            return;
        }
        if let Some(stopped) = self.interrupted() {
            self.out.line(format!("if ({stopped})"));
            self.out.line("    continue;");
        }
    }

    /// After a kernel of a region that has more of them: none begins any more after Ctrl-C, on any device.
    pub(super) fn end_if_interrupted(&mut self) {
        let Some(region) = self.region.as_ref().filter(|region| region.has_several_kernels) else { return };
        let end = region.end.clone();
        if let Some(stopped) = self.interrupted() {
            self.goto_if(&stopped, &end);
        }
    }

    /// The question whether Ctrl-C was pressed.
    fn interrupted(&mut self) -> Option<c::Expr> {
        let region = self.region.as_mut()?;
        let stop = region.stop.get_or_insert_with(|| self.namer.name("_stop"));
        Some(c::Expr::call("offcy_stopped", vec![c::Expr::atom(stop.clone())]))
    }

    /// The condition that holds before the loop and without which nothing in it can fail: compilers make two loops of
    /// one with such a condition, and the one in which it holds has nothing to look for.
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
