//! Checks that object variables have a value where some path leads to a use without one.

use std::collections::BTreeSet;

use crate::base::Arena;
use crate::source::Span;
use crate::tir::{Block, Check, CheckKind, ExprKind, Local, LocalId, LocalRole, Stmt, StmtKind, walk};

/// Puts checks into a function's body.
pub fn insert_checks(body: &mut Block, locals: &Arena<Local>) {
    let is_tracked = |local: &Local| local.role == LocalRole::User && local.ty.is_object();
    if locals.values().any(is_tracked) {
        Checker { locals, breaks: Vec::new() }.block(body, Some(BTreeSet::new()));
    }
}

/// The variables that certainly have a value; `None` where no path leads.
type State = Option<BTreeSet<LocalId>>;

struct Checker<'l> {
    locals: &'l Arena<Local>,
    /// What holds at each `break` of the loops around.
    breaks: Vec<Vec<State>>,
}

fn meet(one: State, other: State) -> State {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(&other).copied().collect()),
        (one, other) => one.or(other),
    }
}

impl Checker<'_> {
    fn is_tracked(&self, id: LocalId) -> bool {
        let local = &self.locals[id];
        local.role == LocalRole::User && local.ty.is_object()
    }

    fn block(&mut self, block: &mut Block, mut state: State) -> State {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            if !matches!(stmt.kind, StmtKind::While { .. }) {
                self.check(&self.reads(&stmt), &mut state, &mut done);
            }
            state = self.stmt(&mut stmt, state);
            done.push(stmt);
        }
        *block = done;
        state
    }

    /// What the statement itself reads, with the place.
    fn reads(&self, stmt: &Stmt) -> Vec<(LocalId, Span)> {
        let mut found = Vec::new();
        for (index, expr) in walk::expressions(stmt).into_iter().enumerate() {
            let is_target = index == 0 && matches!(stmt.kind, StmtKind::Assign { .. });
            walk::expression(expr, &mut |inner| {
                if let ExprKind::Local(id) = inner.kind
                    && self.is_tracked(id)
                    && !(is_target && std::ptr::eq(inner, expr))
                {
                    found.push((id, inner.span));
                }
            });
        }
        if let StmtKind::Move { from, .. } | StmtKind::Release(from) = stmt.kind
            && self.is_tracked(from)
        {
            found.push((from, stmt.span));
        }
        found
    }

    fn check(&self, reads: &[(LocalId, Span)], state: &mut State, done: &mut Block) {
        let Some(assigned) = state else { return };
        for &(local, span) in reads {
            if assigned.insert(local) {
                let check = Check { kind: CheckKind::Initialised { local } };
                done.push(Stmt::new(StmtKind::Check(check), span));
            }
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt, mut state: State) -> State {
        let raises = stmt.raises();
        match &mut stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let then = self.block(then, state.clone());
                let otherwise = self.block(otherwise, state);
                meet(then, otherwise)
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                let mut head = self.block(prepare, state);
                let mut reads = Vec::new();
                walk::expression(condition, &mut |inner| {
                    let read = inner.as_local().filter(|&id| self.is_tracked(id));
                    reads.extend(read.map(|id| (id, inner.span)));
                });
                self.check(&reads, &mut head, prepare);
                self.rounds(body, otherwise, head)
            }
            StmtKind::For(looped) => {
                let looped = &mut **looped;
                self.rounds(&mut looped.body, &mut looped.otherwise, state)
            }
            StmtKind::Prange(prange) => self.rounds(&mut prange.body, &mut Block::new(), state),
            StmtKind::Parallel(parallel) => {
                self.block(&mut parallel.body, state.clone());
                state
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) | StmtKind::Context { body, .. } => {
                self.block(body, state)
            }
            StmtKind::Break => {
                if let Some(breaks) = self.breaks.last_mut() {
                    breaks.push(state);
                }
                None
            }
            StmtKind::Continue | StmtKind::Return(_) => None,
            _ if raises => None,
            StmtKind::Release(id) => {
                state.as_mut().map(|assigned| assigned.remove(id));
                state
            }
            StmtKind::Move { into, from } => {
                if let Some(assigned) = &mut state {
                    assigned.remove(from);
                    assigned.insert(*into);
                }
                state
            }
            _ => {
                if let Some(assigned) = &mut state {
                    assigned.extend(walk::assigned(stmt));
                }
                state
            }
        }
    }

    /// A loop whose first round begins with `head`; what later ones have in addition does not count.
    fn rounds(&mut self, body: &mut Block, otherwise: &mut Block, head: State) -> State {
        self.breaks.push(Vec::new());
        self.block(body, head.clone());
        let breaks = self.breaks.pop().unwrap_or_default();
        let through = self.block(otherwise, head);
        breaks.into_iter().fold(through, meet)
    }
}
