//! Loops, walked for two iterations.

use super::alike::are_alike;
use super::findings::WayOut;
use super::state::{Copies, State, joined};
use super::views::Origin;
use super::walker::Walker;
use crate::source::Span;
use crate::tir::{Block, Expr, LocalId, Stmt};

/// At most this many statements are walked for two iterations of each loop around them.
const MAX_STEPS: u32 = 20_000;

/// A loop that is being walked.
pub struct Loop {
    pub at: Span,
    /// Nothing in it runs on a device or moves data.
    pub is_host_code: bool,
    /// The host's code in it may write memory.
    pub writes_on_host: bool,
    /// The entries of contexts around it, as they were when it was reached.
    pub before: Vec<Copies>,
    /// How many they are.
    pub depth: usize,
    breaks: Option<State>,
    continues: Option<State>,
}

/// What a loop runs in each iteration.
pub struct Iterations<'a> {
    pub blocks: Vec<&'a Block>,
    /// Evaluated after the first of several blocks.
    pub condition: Option<&'a Expr>,
    pub counters: Vec<LocalId>,
}

impl Iterations<'_> {
    fn is_endless(&self) -> bool {
        self.condition.is_some_and(|condition| condition.as_int().is_some_and(|value| value != 0))
    }
}

impl<'a> Walker<'a, '_> {
    /// Walks a loop for two iterations.
    pub(super) fn looped(
        &mut self,
        stmt: &'a Stmt,
        iterations: &Iterations<'a>,
        otherwise: &'a [Stmt],
        state: State,
    ) -> Option<State> {
        // Only entries of contexts around the loop need this.
        let is_asked = !state.copies.is_empty();
        let is_host_code = is_asked && iterations.blocks.iter().all(|block| self.is_host_code(block));
        let writes_on_host = is_asked
            && iterations.blocks.iter().any(|block| {
                let uses = self.look.block(block);
                uses.written_anywhere.is_some() || uses.accesses.iter().any(|access| access.write)
            });
        self.loops.push(Loop {
            at: stmt.span,
            is_host_code,
            writes_on_host,
            before: state.copies.clone(),
            depth: state.copies.len(),
            breaks: None,
            continues: None,
        });
        let before = state.clone();
        let first = self.iteration(iterations, state);
        let early = self.loops.last_mut().and_then(|looped| looped.breaks.take());
        let (end, breaks) = match first {
            None => (None, early),
            Some(first) if self.steps > MAX_STEPS => (Some(first), early),
            Some(first) if are_alike(&before, &first, &iterations.counters, &self.views) => {
                (Some(first).filter(|_| !iterations.is_endless()), early)
            }
            Some(first) => {
                let second = self.iteration(iterations, first.clone());
                let breaks = self.loops.last_mut().and_then(|looped| looped.breaks.take());
                let end = joined(Some(first), second, &mut self.views);
                (end.filter(|_| !iterations.is_endless()), breaks)
            }
        };
        self.loops.pop();
        let end = self.block(otherwise, end);
        joined(end, breaks, &mut self.views)
    }

    fn iteration(&mut self, iterations: &Iterations<'a>, mut state: State) -> Option<State> {
        for &counter in &iterations.counters {
            self.forget(counter, Origin::default(), &mut state);
        }
        let mut state = Some(state);
        for (index, block) in iterations.blocks.iter().enumerate() {
            state = self.block(block, state);
            if let (Some(condition), 0, Some(state)) = (iterations.condition, index, &mut state) {
                self.evaluated(condition, state);
            }
        }
        let continues = self.loops.last_mut().and_then(|looped| looped.continues.take());
        joined(state, continues, &mut self.views)
    }

    pub(super) fn jump(&mut self, is_break: bool, mut state: State) {
        let Some(depth) = self.loops.last().map(|looped| looped.depth) else { return };
        self.leave(&mut state, depth, WayOut::Jump);
        if self.finally > 0 {
            self.anything_may_change(&mut state);
        }
        let Some(looped) = self.loops.last_mut() else { return };
        let place = if is_break { &mut looped.breaks } else { &mut looped.continues };
        *place = joined(place.take(), Some(state), &mut self.views);
    }

    fn is_host_code(&mut self, block: &[Stmt]) -> bool {
        let reached = self.reach.block(self.id, block);
        reached.uses.is_empty() && !reached.other && !reached.context
    }
}
