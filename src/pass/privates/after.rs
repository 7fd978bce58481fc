//! After parallel loops: where variables are read that some iterations have not assigned.

use std::collections::HashMap;

use super::within::evaluated;
use crate::source::Span;
use crate::tir::{Function, LocalId, Prange, Stmt, StmtKind, walk};

/// A variable that a loop may leave unspecified.
#[derive(Clone, Copy)]
pub struct Open<'f> {
    pub local: LocalId,
    pub prange: &'f Prange,
    /// The first assignment in the loop.
    pub assigned: &'f Stmt,
    /// The variable that counts the iterations, if it is what is assigned.
    pub suggestion: Option<Span>,
}

/// Variables that a loop has left unspecified: the loop's place in the list, or `None` if they may have been assigned
/// since.
type State = HashMap<LocalId, Option<usize>>;

/// Which of them are read, and where first.
pub fn reads<'a, 'f>(function: &'f Function, open: &'a [Open<'f>]) -> Vec<(&'a Open<'f>, Span)> {
    if open.is_empty() {
        return Vec::new();
    }
    let mut walker = Walker { function, open, found: Vec::new(), jumps: Vec::new() };
    walker.block(&function.body, State::new());
    let found = walker.found.into_iter();
    found.map(|(number, span)| (&open[number], span)).collect()
}

struct Walker<'a, 'f> {
    function: &'f Function,
    open: &'a [Open<'f>],
    found: Vec<(usize, Span)>,
    /// The state at jumps of the surrounding loop.
    jumps: Vec<State>,
}

/// Where two paths meet: what one of them may have assigned counts as assigned.
fn met(mut one: State, other: State) -> State {
    for (local, left) in other {
        one.entry(local).and_modify(|known| *known = known.and(left)).or_insert(left);
    }
    one
}

impl<'f> Walker<'_, 'f> {
    fn block(&mut self, block: &'f [Stmt], mut state: State) -> State {
        for stmt in block {
            state = self.stmt(stmt, state);
        }
        state
    }

    fn stmt(&mut self, stmt: &'f Stmt, mut state: State) -> State {
        for expr in evaluated(stmt) {
            walk::expression(expr, &mut |inner| {
                inner.as_local().into_iter().for_each(|id| self.read(id, inner.span, &mut state));
            });
        }
        for local in walk::assigned(stmt) {
            state.entry(local).and_modify(|left| *left = None);
        }
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let of_then = self.block(then, state.clone());
                let of_otherwise = self.block(otherwise, state);
                met(of_then, of_otherwise)
            }
            StmtKind::Prange(prange) => {
                for reduction in &prange.reductions {
                    self.read(reduction.local, reduction.span, &mut state);
                }
                let mut state = self.iterations(stmt, state);
                for (number, open) in self.open.iter().enumerate() {
                    if std::ptr::eq(open.prange, &raw const **prange) {
                        state.insert(open.local, Some(number));
                    }
                }
                state
            }
            StmtKind::For(_) | StmtKind::While { .. } => self.iterations(stmt, state),
            StmtKind::Offload(id) => self.block(&self.function.regions[*id].body, state),
            StmtKind::Try(tried) => {
                let end = self.block(&tried.body, state.clone());
                let handled = self.block(&tried.handler, met(state, end.clone()));
                let end = self.block(&tried.otherwise, end);
                met(end, handled)
            }
            StmtKind::Break | StmtKind::Continue => {
                self.jumps.push(state);
                State::new()
            }
            StmtKind::Return(_) => State::new(),
            _ => {
                for inner in walk::blocks(stmt) {
                    state = self.block(inner, state);
                }
                state
            }
        }
    }

    /// A loop: the state at its end goes to its beginning.
    fn iterations(&mut self, stmt: &'f Stmt, state: State) -> State {
        let outer = std::mem::take(&mut self.jumps);
        let mut end = state.clone();
        for _ in 0..2 {
            let mut inside = met(state.clone(), end);
            for inner in walk::blocks(stmt) {
                inside = self.block(inner, inside);
            }
            end = std::mem::take(&mut self.jumps).into_iter().fold(inside, met);
        }
        self.jumps = outer;
        met(state, end)
    }

    fn read(&mut self, local: LocalId, span: Span, state: &mut State) {
        let Some(Some(number)) = state.get(&local).copied() else { return };
        state.insert(local, None);
        if self.found.iter().all(|(known, _)| *known != number) {
            self.found.push((number, span));
        }
    }
}
