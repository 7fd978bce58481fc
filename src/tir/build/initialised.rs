//! Checks that object variables and memoryviews have a value, where some path leads to a use without one.
//!
//! A memoryview that nothing unbinds is not checked in a parallel loop or block: without a value it has no elements,
//! which bounds checks report.

use std::collections::BTreeSet;

use super::operators::not;
use super::order::calls;
use crate::base::{ByBlock, Within};
use crate::source::Span;
use crate::tir::{
    Block, Catches, Check, CheckKind, CompareOp, Expr, ExprKind, Local, LocalId, LocalRole, Locals,
    LogicalOp, Stmt, StmtKind, Try, walk,
};
use crate::ty::Ty;

/// Puts checks into a function's body. Those that are `hidden` have a value wherever they are read. `of_views`: also
/// checks views that lack a value only at first.
pub fn insert_checks(
    body: &mut Block,
    locals: &Locals<Local>,
    of_views: bool,
    hidden: &dyn Fn(LocalId) -> bool,
) {
    let mut released = ByBlock::default();
    note_released(body, &mut released);
    let tracked: BTreeSet<LocalId> = locals
        .iter()
        .filter(|(id, local)| {
            let is_view = local.ty.memoryview().is_some();
            local.ty.is_object() || is_view && (of_views || released.has(*id))
        })
        .filter(|(id, _)| !hidden(*id))
        .filter(|(id, local)| match local.role {
            LocalRole::User => true,
            LocalRole::Param => released.has(*id),
            LocalRole::Temp | LocalRole::Kept | LocalRole::Static => false,
        })
        .map(|(id, _)| id)
        .collect();
    if !tracked.is_empty() {
        let start = tracked.iter().copied().filter(|&id| locals[id].role == LocalRole::Param).collect();
        let is_lasting = |id: &LocalId| locals[*id].ty.memoryview().is_some() && !released.has(*id);
        let lasting = tracked.iter().copied().filter(is_lasting).collect();
        let unstable = BTreeSet::new();
        Checker { tracked, lasting, unstable, released, breaks: Vec::new(), unbinding: Vec::new() }
            .block(body, Some(start));
    }
}

/// What each block unbinds somewhere.
fn note_released(block: &Block, found: &mut ByBlock<LocalId>) {
    let mark = found.mark();
    for stmt in block {
        match stmt.kind {
            StmtKind::Release(id) => found.add(id),
            StmtKind::Move { from, .. } => found.add(from),
            _ => {}
        }
        walk::blocks(stmt).into_iter().for_each(|inner| note_released(inner, found));
    }
    found.end(block, mark);
}

/// The variables that certainly have a value; `None` if no path leads here.
type State = Option<BTreeSet<LocalId>>;

/// A use of a variable's value; with a condition, only if that is true.
struct Read {
    local: LocalId,
    span: Span,
    condition: Option<Expr>,
}

/// Whether each expression has its value; `None` without one.
fn all_of(conditions: &[(&Expr, bool)]) -> Option<Expr> {
    let each = conditions.iter().map(|&(decides, value)| match value {
        true => decides.clone(),
        false => not(decides.clone()),
    });
    each.reduce(|first, second| {
        let span = second.span;
        let kind = ExprKind::Logical(LogicalOp::And, Box::new(first), Box::new(second));
        Expr::new(kind, Ty::Bint, span)
    })
}

struct Checker {
    tracked: BTreeSet<LocalId>,
    /// Views that keep a value once they have had it.
    lasting: BTreeSet<LocalId>,
    /// What the surrounding parallel code unbinds somewhere: another thread may do so at any time.
    unstable: BTreeSet<LocalId>,
    /// What each block of the function unbinds, as it was before checks were put into it.
    released: ByBlock<LocalId>,
    /// The state at each `break` of the surrounding loops.
    breaks: Vec<Vec<State>>,
    /// What runs when surrounding code is left, by the number of loops around it, and what it unbinds.
    unbinding: Vec<(usize, Within)>,
}

fn meet(one: State, other: State) -> State {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(&other).copied().collect()),
        (one, other) => one.or(other),
    }
}

impl Checker {
    /// What remains of a state if a block may have been left at any place.
    fn without(&self, state: &State, unbound: &Within) -> State {
        let is_left = |id: &LocalId| !self.released.contains(*id, unbound);
        state.as_ref().map(|state| state.iter().copied().filter(is_left).collect())
    }

    fn is_tracked(&self, id: LocalId) -> bool {
        self.tracked.contains(&id)
    }

    fn block(&mut self, block: &mut Block, mut state: State) -> State {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            // From `del`.
            if let StmtKind::Check(Check { kind: CheckKind::Initialised { local } }) = stmt.kind {
                self.check(&[Read { local, span: stmt.span, condition: None }], &mut state, &mut done);
                continue;
            }
            if !matches!(stmt.kind, StmtKind::While { .. }) {
                self.check(&self.reads(&stmt), &mut state, &mut done);
            }
            state = self.stmt(&mut stmt, state);
            done.push(stmt);
        }
        *block = done;
        state
    }

    /// What the statement itself reads.
    fn reads(&self, stmt: &Stmt) -> Vec<Read> {
        let mut found = Vec::new();
        for (index, expr) in walk::expressions(stmt).into_iter().enumerate() {
            let is_target = index == 0 && matches!(stmt.kind, StmtKind::Assign { .. });
            if !(is_target && matches!(expr.kind, ExprKind::Local(_))) {
                self.reads_of(expr, &mut Vec::new(), &mut found);
            }
        }
        if let StmtKind::Move { from, .. } = stmt.kind
            && self.is_tracked(from)
        {
            found.push(Read { local: from, span: stmt.span, condition: None });
        }
        found
    }

    /// `conditions`: the expression is evaluated only if each is what stands beside it.
    fn reads_of<'e>(&self, expr: &'e Expr, conditions: &mut Vec<(&'e Expr, bool)>, found: &mut Vec<Read>) {
        let mut parts = vec![];
        match &expr.kind {
            ExprKind::Logical(op, left, right) => {
                parts.push((left, None));
                parts.push((right, Some((&**left, *op == LogicalOp::And))));
            }
            ExprKind::Select(which, then, otherwise) => {
                parts.push((which, None));
                parts.push((then, Some((&**which, true))));
                parts.push((otherwise, Some((&**which, false))));
            }
            // Asks whether the local has a value.
            ExprKind::Compare(_, local, null)
                if matches!((&local.kind, &null.kind), (ExprKind::Local(_), ExprKind::Null)) => {}
            ExprKind::Local(id) if self.is_tracked(*id) => {
                found.push(Read { local: *id, span: expr.span, condition: all_of(conditions) });
            }
            _ => expr.children().into_iter().for_each(|inner| self.reads_of(inner, conditions, found)),
        }
        for (inner, condition) in parts {
            let outside = conditions.len();
            conditions.extend(condition);
            self.reads_of(inner, conditions, found);
            conditions.truncate(outside);
        }
    }

    fn check(&self, reads: &[Read], state: &mut State, done: &mut Block) {
        let Some(assigned) = state else { return };
        for Read { local, span, condition } in reads {
            let (local, span) = (*local, *span);
            let check = || {
                let check = Check { kind: CheckKind::Initialised { local } };
                Stmt::new(StmtKind::Check(check), span)
            };
            match condition.as_ref().filter(|condition| !calls(condition)) {
                Some(condition) if !assigned.contains(&local) || self.unstable.contains(&local) => {
                    let (condition, then) = (condition.clone(), vec![check()]);
                    done.push(Stmt::new(StmtKind::If { condition, then, otherwise: Vec::new() }, span));
                }
                None if assigned.insert(local) || self.unstable.contains(&local) => done.push(check()),
                _ => {}
            }
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt, mut state: State) -> State {
        let raises = stmt.raises();
        match &mut stmt.kind {
            StmtKind::If { condition, then, otherwise } => {
                let mut has_value = state.clone();
                if let ExprKind::Compare(CompareOp::NotEqual, local, null) = &condition.kind
                    && let (Some(local), ExprKind::Null) = (local.as_local(), &null.kind)
                {
                    has_value.iter_mut().for_each(|state| {
                        state.insert(local);
                    });
                }
                let then = self.block(then, has_value);
                let otherwise = self.block(otherwise, state);
                meet(then, otherwise)
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                let again = self.without(&state, &self.released.within(body));
                let mut head = self.block(prepare, again);
                let mut reads = Vec::new();
                self.reads_of(condition, &mut Vec::new(), &mut reads);
                self.check(&reads, &mut head, prepare);
                self.iterations(body, otherwise, head)
            }
            StmtKind::For(looped) => {
                let looped = &mut **looped;
                self.iterations(&mut looped.body, &mut looped.otherwise, state)
            }
            StmtKind::Prange(prange) => {
                let inside = self.with_lasting(&state);
                let outer = self.note_unstable(&prange.body);
                let after = self.iterations(&mut prange.body, &mut Block::new(), inside);
                self.unstable = outer;
                self.without_lasting(after, &state)
            }
            StmtKind::Parallel(parallel) => {
                let unbound = self.released.within(&parallel.body);
                let inside = self.with_lasting(&self.without(&state, &unbound));
                let outer = self.note_unstable(&parallel.body);
                self.block(&mut parallel.body, inside);
                self.unstable = outer;
                self.without(&state, &unbound)
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) | StmtKind::Context { body, .. } => {
                self.block(body, state)
            }
            StmtKind::Try(tried) => self.tried(tried, state),
            StmtKind::Break => {
                let loops = self.breaks.len();
                for (_, unbound) in self.unbinding.iter().filter(|(depth, _)| *depth >= loops) {
                    state = self.without(&state, unbound);
                }
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

    fn note_unstable(&mut self, body: &Block) -> BTreeSet<LocalId> {
        let outer = self.unstable.clone();
        let released = self.released.items(&self.released.within(body));
        self.unstable.extend(released.iter().copied().filter(|id| self.tracked.contains(id)));
        outer
    }

    /// The state at the beginning of parallel code.
    fn with_lasting(&self, state: &State) -> State {
        state.as_ref().map(|state| state.union(&self.lasting).copied().collect())
    }

    /// The state after it, without what was only assumed to be bound.
    fn without_lasting(&self, after: State, before: &State) -> State {
        let before = before.as_ref()?;
        let is_known = |id: &LocalId| !self.lasting.contains(id) || before.contains(id);
        after.map(|after| after.into_iter().filter(is_known).collect())
    }

    /// A loop whose first iteration begins with `head`; what later iterations have in addition does not count.
    fn iterations(&mut self, body: &mut Block, otherwise: &mut Block, head: State) -> State {
        self.breaks.push(Vec::new());
        let head = self.without(&head, &self.released.within(body));
        self.block(body, head.clone());
        let breaks = self.breaks.pop().unwrap_or_default();
        let through = self.block(otherwise, head);
        breaks.into_iter().fold(through, meet)
    }

    fn tried(&mut self, tried: &mut Try, state: State) -> State {
        let caught = self.without(&state, &self.released.within(&tried.body));
        if tried.catches == Catches::Exceptions {
            let end = self.block(&mut tried.body, state);
            let handled = self.block(&mut tried.handler, caught);
            let otherwise = self.block(&mut tried.otherwise, end);
            return meet(handled, otherwise);
        }
        let unbound = self.released.within(&tried.handler);
        self.unbinding.push((self.breaks.len(), unbound.clone()));
        let end = self.block(&mut tried.body, state);
        self.unbinding.pop();
        let handled = self.block(&mut tried.handler, caught);
        if tried.may_suppress() {
            return handled;
        }
        // What both have bound: after it, the body has reached its end.
        let end = self.without(&end, &unbound);
        end.zip(handled).map(|(end, handled)| end.union(&handled).copied().collect())
    }
}
