//! The block of a team of threads, whose loops all threads must reach.
//!
//! A thread that fails must not leave alone: the others would wait for it at the end of the next loop. It goes to
//! the place before that loop, or to the end of the block that it is in. There all threads find out together whether
//! one has failed, and leave together. After a loop that may fail they do the same.

use super::Body;
use super::lanes::Running;
use crate::emit::lir::{Block, Destination, Label, Stmt as C};
use crate::emit::{c, placement};
use crate::source::Span;
use crate::tir::{Stmt, StmtKind, walk};

/// Which threads run the code that is being written.
#[derive(Default)]
pub struct Threads {
    /// Inside a parallel loop: loops nested further are plain loops.
    pub in_loop: bool,
    /// In an iteration that a team runs: parallel loops are for its threads.
    pub in_team_s_iteration: bool,
    /// Inside `parallel`: a loop shares the existing team.
    pub in_team: bool,
    /// What is declared before the team: variables that its threads share.
    pub(super) shared: Block,
    /// Several iterations run at once, each in a lane.
    pub(super) lanes: Option<Running>,
}

impl Threads {
    /// Whether several threads run the code.
    pub fn are_several(&self) -> bool {
        self.in_loop || self.in_team
    }
}

/// Statements of a block between its loops, while they are being written.
struct Stretch {
    /// The place after them; what is written after `mark` may go there.
    label: Label,
    mark: usize,
}

impl<'a> Body<'_, '_, 'a> {
    /// Whether a block of a team holds loops that its threads share.
    pub(super) fn is_teams(&self, block: &[Stmt]) -> bool {
        self.threads.in_team && !self.threads.in_loop && has_loop(block)
    }

    /// Writes such a block. `ends_team`: it is the team's block itself, after which nothing of the team follows.
    pub(super) fn team_block(&mut self, block: &'a [Stmt], ends_team: bool) {
        let mut stretch = self.open_stretch(block, 0, ends_team);
        let mut after_loops = false;
        self.block_with(block, |body, index| {
            if std::mem::take(&mut after_loops) {
                body.after_loops(&block[index - 1], stretch.take());
                stretch = body.open_stretch(block, index, ends_team);
            }
            if has_loop(&block[index..=index]) {
                body.close_stretch(stretch.take(), false, block[index].span);
                if !matches!(block[index].kind, StmtKind::Prange(_)) {
                    stretch = body.stretch(&block[index..=index]);
                }
                after_loops = true;
            }
        });
        let Some(last) = block.last() else { return };
        match after_loops && !ends_team {
            true => self.after_loops(last, stretch),
            false => self.close_stretch(stretch, false, last.span),
        }
    }

    /// What a `while` does before each iteration, if the iterations contain such loops.
    pub(super) fn prepare_iteration(&mut self, prepare: &'a [Stmt], body: &[Stmt]) {
        let stretch = if self.is_teams(body) { self.stretch(prepare) } else { None };
        self.block(prepare);
        if let Some(last) = prepare.last() {
            self.close_stretch(stretch, false, last.span);
        }
    }

    /// After a statement with loops.
    fn after_loops(&mut self, stmt: &Stmt, stretch: Option<Stretch>) {
        match &stmt.kind {
            StmtKind::Prange(prange) if placement::fails(self.unit.module, &prange.body) => {
                // All threads have already waited at its end.
                let asked =
                    if self.exits.own_error.is_some() { "offcy_team_failed" } else { "offcy_loop_failed" };
                self.ask_team(asked, stmt.span);
            }
            StmtKind::Prange(_) => {}
            // Its handler does not inform the threads that have not failed themselves.
            kind => self.close_stretch(stretch, matches!(kind, StmtKind::Try(_)), stmt.span),
        }
    }

    /// Where statements from `begin` on, up to the next with a loop, go when they fail.
    fn open_stretch(&mut self, block: &[Stmt], begin: usize, ends_team: bool) -> Option<Stretch> {
        let end = (begin..block.len()).find(|&at| has_loop(&block[at..=at]));
        let leaves = end.is_none() && ends_team;
        if leaves { None } else { self.stretch(&block[begin..end.unwrap_or(block.len())]) }
    }

    fn stretch(&mut self, statements: &[Stmt]) -> Option<Stretch> {
        if !placement::fails(self.unit.module, statements) {
            return None;
        }
        let label = Label::of_failures(self.naming.fresh("next_loop"));
        Some(Stretch { label, mark: self.out.mark() })
    }

    fn close_stretch(&mut self, stretch: Option<Stretch>, asks: bool, span: Span) {
        let Some(Stretch { label, mark }) = stretch else { return };
        self.lead(mark, Destination::Iteration(&label));
        let goes = self.out.goes_to(&label, mark);
        self.out.push(C::Label(label));
        if goes || asks {
            self.ask_team("offcy_team_failed", span);
        }
    }

    /// All threads ask together whether one has failed, and go where failures go.
    fn ask_team(&mut self, function: &str, span: Span) {
        let shared = match self.exits.own_error.take() {
            Some(own) => {
                let shared = self.error();
                self.out.push(super::iterations::hand_over(shared.clone(), &own));
                self.exits.own_error = Some(own);
                shared
            }
            None => self.error(),
        };
        let failed = c::Expr::call(function, vec![shared]);
        self.leave_if(failed, span);
    }
}

/// Whether statements of a team's block contain a loop.
fn has_loop(block: &[Stmt]) -> bool {
    walk::any(block, |stmt| matches!(stmt.kind, StmtKind::Prange(_)))
}
