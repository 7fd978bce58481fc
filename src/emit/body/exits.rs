//! The ways out of the code that is being written: what is open around it, and what is known of the bodies of `try`. Ways
//! out and failures become jumps as the code around them is complete.

use std::collections::{HashMap, HashSet};

use super::{Body, Failing, Opened, Scope};
use crate::base::{Statement, StmtId};
use crate::emit::lir::{Block, Destination, Label, Way, failures};
use crate::pass::LocalSet;
use crate::tir::{Stmt, StmtKind, walk};

pub struct Exits {
    /// How the function is left after a failure.
    pub failing: Failing,
    pub opened: Vec<Opened>,
    /// A `return` may find the result of an earlier one that did not leave the function.
    pub returns_twice: bool,
    /// The record of an iteration that handles failures itself.
    pub(super) own_error: Option<String>,
    /// What the bodies of `try` in the current code mention of the GIL and of error records.
    pub(super) mentioned: HashSet<String>,
    /// For each `try`, the temporaries that a failure in its body may leave filled.
    pub(super) made: HashMap<StmtId, LocalSet>,
    /// The ways out of each `try`, in and outside of loops.
    ways: HashMap<(StmtId, bool), Vec<Way>>,
    /// How many labels of blocks there are.
    block_labels: u32,
    /// How many ways out are not jumps yet.
    pub(super) pending: usize,
    /// How many failures lead nowhere yet.
    pub(super) pending_failures: usize,
}

impl Exits {
    pub fn new(failing: Failing, returns_twice: bool) -> Exits {
        Exits {
            failing,
            opened: Vec::new(),
            returns_twice,
            own_error: None,
            mentioned: HashSet::new(),
            made: HashMap::new(),
            ways: HashMap::new(),
            block_labels: 0,
            pending: 0,
            pending_failures: 0,
        }
    }

    /// Lets a pass make jumps of ways out in code that is complete, if there are any.
    pub(super) fn settle(&mut self, block: &mut Block, pass: impl FnOnce(&mut Block) -> usize) {
        if self.pending > 0 {
            self.pending -= pass(block);
        }
    }

    /// Begins code of an iteration or a team: nothing in it is left but at its end. Returns what is open around it.
    pub(super) fn enter(&mut self) -> Vec<Opened> {
        std::mem::take(&mut self.opened)
    }

    /// A label that a block declares as its own.
    pub(crate) fn block_label(&mut self, name: &str) -> Label {
        self.block_labels += 1;
        Label::of_block(name, self.block_labels)
    }

    /// The variable for what the innermost iteration returns.
    pub(super) fn iteration_result(&self) -> Option<String> {
        self.opened.iter().rev().find_map(|opened| match opened {
            Opened::Iterations(result) => Some(result.clone()),
            _ => None,
        })
    }

    /// Whether there is a `try` between here and the block that has released the GIL: it learns of failures from the
    /// record.
    pub(super) fn in_try_without_gil(&self) -> bool {
        let within = self.opened.iter().rev().take_while(|opened| !matches!(opened, Opened::Nogil));
        let mut within = within.filter(|opened| match opened {
            Opened::Finally => true,
            Opened::Handling(handling) => handling.is_without_gil(),
            _ => false,
        });
        self.opened.iter().any(|opened| matches!(opened, Opened::Nogil)) && within.next().is_some()
    }

    /// Whether the GIL was taken in code that runs without it.
    pub(super) fn has_taken_gil(&self) -> bool {
        self.opened.iter().any(|opened| matches!(opened, Opened::Ensured))
    }

    /// Whether an exception is being handled.
    pub fn is_handling(&self) -> bool {
        self.opened.iter().any(|opened| matches!(opened, Opened::Handling(_)))
    }

    /// Sums and products of the loop whose iteration this is, which may be computed in any order.
    pub(super) fn in_any_order(&self) -> Option<&LocalSet> {
        self.opened.iter().rev().find_map(|opened| match opened {
            Opened::Loop { any_order } => Some(any_order),
            _ => None,
        })
    }

    /// The data contexts that a way out leaves, from the innermost; beyond a `finally` or an iteration that is in the
    /// way, what comes after that leaves them.
    pub(super) fn contexts_left_by(&self, way: Way) -> Vec<Scope> {
        let is_end = |at: usize| match &self.opened[at] {
            Opened::Finally => true,
            Opened::Iterations(_) => !(way == Way::Continue && self.is_iteration_of_loop(at)),
            Opened::Loop { .. } => way != Way::Return,
            _ => false,
        };
        let inside = (0..self.opened.len()).rev().take_while(|&at| !is_end(at));
        let scopes = inside.filter_map(|at| match &self.opened[at] {
            Opened::Scope(scope) => Some(scope.clone()),
            _ => None,
        });
        scopes.collect()
    }

    /// Whether what is opened there is an iteration of a loop, not the block of a team.
    fn is_iteration_of_loop(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|around| matches!(self.opened[around], Opened::Loop { .. }))
    }

    /// Whether an iteration that begins here is one of a loop, not the block of a team.
    pub(super) fn is_in_loop_itself(&self) -> bool {
        matches!(self.opened.last(), Some(Opened::Loop { .. }))
    }

    /// The ways by which code may be left, without repetition.
    pub(super) fn ways_out(&mut self, block: &[Stmt], in_loop: bool) -> Vec<Way> {
        let mut found = Vec::new();
        self.add_ways(block, in_loop, &mut found);
        found
    }

    fn add_ways(&mut self, block: &[Stmt], in_loop: bool, found: &mut Vec<Way>) {
        for stmt in block {
            let way = match &stmt.kind {
                StmtKind::Return(_) => Some(Way::Return),
                StmtKind::Break if !in_loop => Some(Way::Break),
                StmtKind::Continue if !in_loop => Some(Way::Continue),
                _ => None,
            };
            found.extend(way.filter(|way| !found.contains(way)));
            if let StmtKind::Try(_) = &stmt.kind {
                // Every enclosing `try` asks again.
                let key = (stmt.id(), in_loop);
                if !self.ways.contains_key(&key) {
                    let mut inner = Vec::new();
                    walk::blocks(stmt)
                        .into_iter()
                        .for_each(|block| self.add_ways(block, in_loop, &mut inner));
                    self.ways.insert(key, inner);
                }
                let inner = self.ways[&key].iter().copied();
                found.extend(inner.filter(|way| !found.contains(way)).collect::<Vec<_>>());
                continue;
            }
            let last = walk::blocks(stmt).len().saturating_sub(1);
            let is_loop = matches!(stmt.kind, StmtKind::While { .. } | StmtKind::For(_));
            let is_prange = matches!(stmt.kind, StmtKind::Prange(_));
            for (at, inner) in walk::blocks(stmt).into_iter().enumerate() {
                // The last block of a loop is its `else`; a parallel loop has none.
                self.add_ways(inner, in_loop || is_prange || is_loop && at < last, found);
            }
        }
    }
}

impl Body<'_, '_, '_> {
    /// Failures since the mark that lead nowhere yet lead there.
    pub(crate) fn lead(&mut self, mark: usize, to: Destination<'_>) {
        if self.exits.pending_failures > 0 {
            let mut settled = failures::Settled::default();
            self.out.change(mark, |written| settled = failures::lead(written, to));
            self.settled(settled);
        }
    }

    /// The same for code that has been taken out.
    pub(super) fn lead_in(&mut self, written: &mut Block, to: Destination<'_>) {
        if self.exits.pending_failures > 0 {
            let settled = failures::lead(written, to);
            self.settled(settled);
        }
    }

    fn settled(&mut self, settled: failures::Settled) {
        self.exits.pending_failures -= settled.count;
        self.needs.line |= settled.notes_line;
    }
}
