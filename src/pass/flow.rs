//! The order in which the statements of a function run, as a graph, and facts that travel along it.
//!
//! A step is what one statement itself does: for a statement with blocks, what it evaluates before it enters
//! them. Failures have no edges if they leave for the cleanup, which reads nothing; in a `try` each step may
//! lead to the handler, before or after it has taken effect.

use std::ops::Range;

use crate::tir::{Block, Catches, ContextId, Stmt, StmtKind, Try};

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
    /// `None`: the end of the function, or a place where paths meet.
    stmt: Option<&'f Stmt>,
    next: Vec<usize>,
}

/// What is known at a place; by default, the least.
pub trait Fact: Clone + PartialEq + Default {
    /// What is known where two paths meet.
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
        let mut builder = Builder { flow, jumps: Vec::new(), on_return: END, on_failure: None };
        builder.flow.entry = builder.block(body, END);
        builder.flow
    }

    /// The statements with the numbers of their steps.
    pub fn statements(&self) -> impl Iterator<Item = (usize, &'f Stmt)> + '_ {
        self.steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.stmt?)))
    }

    /// The steps that come next when a data context is left, in whatever way.
    pub fn after(&self, context: ContextId) -> Vec<usize> {
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
            // Later steps have smaller numbers, except in loops.
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

/// The step after the function's last.
const END: usize = 0;

struct Builder<'f> {
    flow: Flow<'f>,
    /// Where `break` and `continue` go, innermost loop last.
    jumps: Vec<(usize, usize)>,
    on_return: usize,
    /// The handler around this place.
    on_failure: Option<usize>,
}

impl<'f> Builder<'f> {
    fn step(&mut self, stmt: &'f Stmt, mut next: Vec<usize>) -> usize {
        next.extend(self.on_failure);
        self.flow.steps.push(Step { stmt: Some(stmt), next });
        self.flow.steps.len() - 1
    }

    /// The first step of the block, after which `next` comes.
    fn block(&mut self, block: &'f Block, next: usize) -> usize {
        block.iter().rev().fold(next, |next, stmt| {
            let first = self.stmt(stmt, next);
            match self.on_failure {
                Some(handler) => self.meeting(vec![first, handler]),
                None => first,
            }
        })
    }

    /// The first step of a block whose steps may each fail and lead to `handler`.
    fn caught(&mut self, block: &'f Block, next: usize, handler: usize) -> usize {
        let outer = self.on_failure.replace(handler);
        let first = self.block(block, next);
        self.on_failure = outer;
        first
    }

    fn tried(&mut self, tried: &'f Try, next: usize) -> usize {
        if tried.catches == Catches::Exceptions {
            let handler = self.block(&tried.handler, next);
            let otherwise = self.block(&tried.otherwise, next);
            return self.caught(&tried.body, otherwise, handler);
        }
        let mut ways = vec![next, self.on_return];
        ways.extend(self.on_failure);
        ways.extend(self.jumps.iter().flat_map(|&(after, head)| [after, head]));
        let end = self.meeting(ways);
        let handler = self.block(&tried.handler, end);
        let jumps = std::mem::replace(&mut self.jumps, vec![(handler, handler)]);
        let on_return = std::mem::replace(&mut self.on_return, handler);
        let first = self.caught(&tried.body, handler, handler);
        (self.jumps, self.on_return) = (jumps, on_return);
        first
    }

    fn meeting(&mut self, next: Vec<usize>) -> usize {
        self.flow.steps.push(Step { stmt: None, next });
        self.flow.steps.len() - 1
    }

    fn iteration(&mut self, body: &'f Block, head: usize, after: usize) -> usize {
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
                let both = vec![self.iteration(body, head, next), self.block(otherwise, next)];
                self.flow.steps[test].next.extend(both);
                head
            }
            StmtKind::For(looped) => {
                let head = self.step(stmt, vec![]);
                let both =
                    vec![self.iteration(&looped.body, head, next), self.block(&looped.otherwise, next)];
                self.flow.steps[head].next.extend(both);
                head
            }
            StmtKind::Prange(prange) => {
                let head = self.step(stmt, vec![]);
                let both = vec![self.iteration(&prange.body, head, next), next];
                self.flow.steps[head].next.extend(both);
                head
            }
            // Each thread runs the body.
            StmtKind::Parallel(parallel) => {
                let head = self.step(stmt, vec![]);
                let both = vec![self.block(&parallel.body, head), next];
                self.flow.steps[head].next.extend(both);
                head
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => self.block(body, next),
            StmtKind::Serial(serial) => self.block(&serial.body, next),
            StmtKind::Lanes(lanes) => self.block(&lanes.body, next),
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
            StmtKind::Try(tried) => self.tried(tried, next),
            StmtKind::Return(_) => self.step(stmt, vec![self.on_return]),
            StmtKind::Run { .. } if stmt.raises() => {
                let end = self.on_failure.unwrap_or(END);
                self.step(stmt, vec![end])
            }
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
