//! The order in which the statements of a function run, as a graph, and facts that travel along it.
//!
//! A step is what one statement does by itself: of one with blocks, what it evaluates before it enters
//! them. Failures have no edges: they leave for the cleanup, which looks at nothing.

use std::ops::Range;

use crate::tir::{Block, ContextId, Stmt, StmtKind};

/// The steps of a function's body; outlined regions are one step each.
#[derive(Debug)]
pub struct Flow<'f> {
    steps: Vec<Step<'f>>,
    entry: usize,
    /// The steps inside each data context.
    contexts: Vec<(ContextId, Range<usize>)>,
}

#[derive(Debug, Default)]
struct Step<'f> {
    /// `None`: the end of the function.
    stmt: Option<&'f Stmt>,
    next: Vec<usize>,
}

/// What is known at a place, of which there is least by default.
pub trait Fact: Clone + PartialEq + Default {
    /// What is known where paths with either meet.
    fn join(&mut self, other: &Self);
}

/// The facts around each step.
#[derive(Debug)]
pub struct Facts<F> {
    pub before: Vec<F>,
    pub after: Vec<F>,
}

impl<'f> Flow<'f> {
    pub fn of(body: &'f Block) -> Flow<'f> {
        let flow = Flow { steps: vec![Step::default()], entry: 0, contexts: Vec::new() };
        let mut builder = Builder { flow, jumps: Vec::new() };
        builder.flow.entry = builder.block(body, END);
        builder.flow
    }

    /// The statements with the numbers of their steps.
    pub fn statements(&self) -> impl Iterator<Item = (usize, &'f Stmt)> + '_ {
        self.steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.stmt?)))
    }

    /// The steps that come next where a data context is left, by whatever way.
    pub fn behind(&self, context: ContextId) -> Vec<usize> {
        let mut found = Vec::new();
        for (_, inside) in self.contexts.iter().filter(|(id, _)| *id == context) {
            let leaving = inside.clone().flat_map(|at| self.steps[at].next.iter().copied());
            found.extend(leaving.filter(|next| !inside.contains(next)));
        }
        found
    }

    /// Facts that travel forward, `start` being known at the function's entry.
    pub fn forward<F: Fact>(&self, start: F, transfer: impl Fn(&Stmt, &mut F)) -> Facts<F> {
        let mut facts = self.nothing::<F>();
        facts.before[self.entry] = start;
        let mut changed = true;
        while changed {
            changed = false;
            // Later steps have smaller numbers, but for loops.
            for (at, step) in self.steps.iter().enumerate().rev() {
                let mut after = facts.before[at].clone();
                if let Some(stmt) = step.stmt {
                    transfer(stmt, &mut after);
                }
                changed |= grow(&mut facts.after[at], &after);
                for &next in &step.next {
                    changed |= grow(&mut facts.before[next], &after);
                }
            }
        }
        facts
    }

    /// Facts that travel backward.
    pub fn backward<F: Fact>(&self, transfer: impl Fn(&Stmt, &mut F)) -> Facts<F> {
        let mut facts = self.nothing::<F>();
        let mut changed = true;
        while changed {
            changed = false;
            for (at, step) in self.steps.iter().enumerate() {
                for &next in &step.next {
                    let before = facts.before[next].clone();
                    changed |= grow(&mut facts.after[at], &before);
                }
                let mut before = facts.after[at].clone();
                if let Some(stmt) = step.stmt {
                    transfer(stmt, &mut before);
                }
                changed |= grow(&mut facts.before[at], &before);
            }
        }
        facts
    }

    fn nothing<F: Fact>(&self) -> Facts<F> {
        let none = vec![F::default(); self.steps.len()];
        Facts { before: none.clone(), after: none }
    }
}

/// Facts only ever grow, so that the search for them ends.
fn grow<F: Fact>(fact: &mut F, more: &F) -> bool {
    let old = fact.clone();
    fact.join(more);
    *fact != old
}

/// The step behind the function's last.
const END: usize = 0;

struct Builder<'f> {
    flow: Flow<'f>,
    /// Where `break` and `continue` go, innermost loop last.
    jumps: Vec<(usize, usize)>,
}

impl<'f> Builder<'f> {
    fn step(&mut self, stmt: &'f Stmt, next: Vec<usize>) -> usize {
        self.flow.steps.push(Step { stmt: Some(stmt), next });
        self.flow.steps.len() - 1
    }

    /// The first step of the block, after which `next` comes.
    fn block(&mut self, block: &'f Block, next: usize) -> usize {
        block.iter().rev().fold(next, |next, stmt| self.stmt(stmt, next))
    }

    fn round(&mut self, body: &'f Block, head: usize, after: usize) -> usize {
        self.jumps.push((after, head));
        let first = self.block(body, head);
        self.jumps.pop();
        first
    }

    fn stmt(&mut self, stmt: &'f Stmt, next: usize) -> usize {
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let both = vec![self.block(then, next), self.block(otherwise, next)];
                self.step(stmt, both)
            }
            StmtKind::While { prepare, body, otherwise, .. } => {
                let test = self.step(stmt, vec![]);
                let head = self.block(prepare, test);
                let both = vec![self.round(body, head, next), self.block(otherwise, next)];
                self.flow.steps[test].next = both;
                head
            }
            StmtKind::For(looped) => {
                let head = self.step(stmt, vec![]);
                let both = vec![self.round(&looped.body, head, next), self.block(&looped.otherwise, next)];
                self.flow.steps[head].next = both;
                head
            }
            StmtKind::Prange(prange) => {
                let head = self.step(stmt, vec![]);
                self.flow.steps[head].next = vec![self.round(&prange.body, head, next), next];
                head
            }
            // Each thread runs the body.
            StmtKind::Parallel(parallel) => {
                let head = self.step(stmt, vec![]);
                self.flow.steps[head].next = vec![self.block(&parallel.body, head), next];
                head
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => self.block(body, next),
            StmtKind::Serial(serial) => self.block(&serial.body, next),
            StmtKind::Context { context, body } => {
                let from = self.flow.steps.len();
                let first = self.block(body, next);
                self.flow.contexts.push((*context, from..self.flow.steps.len()));
                self.step(stmt, vec![first])
            }
            StmtKind::Break | StmtKind::Continue => {
                let (after, head) = self.jumps.last().copied().unwrap_or((END, END));
                let target = if matches!(stmt.kind, StmtKind::Break) { after } else { head };
                self.step(stmt, vec![target])
            }
            StmtKind::Return(_) => self.step(stmt, vec![END]),
            StmtKind::Run { .. } if stmt.raises() => self.step(stmt, vec![END]),
            StmtKind::Assign { .. }
            | StmtKind::Eval(_)
            | StmtKind::Run { .. }
            | StmtKind::Move { .. }
            | StmtKind::Release(_)
            | StmtKind::Check(_)
            | StmtKind::Offload(_)
            | StmtKind::Update(_)
            | StmtKind::HostAccess(_)
            | StmtKind::Atomic { .. } => self.step(stmt, vec![next]),
        }
    }
}
