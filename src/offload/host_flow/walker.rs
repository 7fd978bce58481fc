//! The walk over a function: what is known before each statement, and what each does to it.

use std::collections::HashMap;

use super::super::plan::{CapturePlan, OffloadPlan, Reason, RegionPlan, Transfer};
use super::super::reached::Reach;
use super::super::uses::{Look, Uses};
use super::copies::RegionUse;
use super::findings::{Findings, WayOut};
use super::loops::{Iterations, Loop};
use super::state::{Contents, Copies, Newer, State, joined};
use super::storage;
use super::views::{Origin, PartBounds, Views};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    Block, Catches, ContextId, Expr, ExprKind, Function, FunctionId, LocalId, LocalRole, Module, Op,
    RegionId, Stmt, StmtKind, Subject, Try, walk,
};
use crate::ty::Ty;

pub struct Walker<'a, 'r> {
    pub(super) plan: &'a OffloadPlan,
    pub(super) id: FunctionId,
    pub(super) function: &'a Function,
    pub(super) reach: &'r mut Reach<'a>,
    pub(super) look: &'r mut Look<'a>,
    pub(super) steps: u32,
    pub(super) views: Views,
    /// Objects over a variable's storage.
    pub(super) over: HashMap<LocalId, Over>,
    /// Numbers and structs whose address is taken.
    pub(super) addressed: LocalSet,
    pub(super) loops: Vec<Loop>,
    /// Contexts in which nothing uses a device.
    pub idle: &'r [ContextId],
    /// Surrounding inferred contexts: in these nothing is the user's mistake.
    inferred: u32,
    /// Surrounding bodies from which all ways lead to a `finally`.
    pub(super) finally: u32,
    pub findings: Findings,
}

/// What an object over a variable's storage shows.
pub struct Over {
    pub variable: LocalId,
    pub is_whole: bool,
}

impl<'a, 'r> Walker<'a, 'r> {
    pub fn new(
        module: &'a Module,
        plan: &'a OffloadPlan,
        id: FunctionId,
        reach: &'r mut Reach<'a>,
        look: &'r mut Look<'a>,
    ) -> Walker<'a, 'r> {
        let function = &module.functions[id];
        Walker {
            plan,
            id,
            function,
            reach,
            look,
            steps: 0,
            views: Views::default(),
            over: HashMap::new(),
            addressed: storage::addressed(function),
            loops: Vec::new(),
            idle: &[],
            inferred: 0,
            finally: 0,
            findings: Findings::default(),
        }
    }

    pub fn function(&mut self) {
        let mut state = State::default();
        for (id, local) in self.function.locals.iter() {
            let origin = Origin { is_param: local.role == LocalRole::Param, object: None };
            match &local.ty {
                Ty::Memoryview(view) => {
                    state.views.insert(id, self.views.root(view.ndim(), origin));
                }
                Ty::Pointer { .. } => {
                    state.views.insert(id, self.views.root(0, origin));
                }
                array @ Ty::Array { .. } => {
                    state.views.insert(id, self.views.root(array.array_lengths().len(), origin));
                }
                ty => {
                    if ty.is_integral() {
                        state.numbers.insert(id, self.views.number());
                    }
                    if self.addressed.contains(id) {
                        state.views.insert(id, self.views.root(0, origin));
                    }
                }
            }
        }
        let body: &'a Block = &self.function.body;
        self.block(body, Some(state));
    }

    pub(super) fn block(&mut self, block: &'a [Stmt], mut state: Option<State>) -> Option<State> {
        for stmt in block {
            self.steps += 1;
            state = self.stmt(stmt, state?);
        }
        state
    }

    fn stmt(&mut self, stmt: &'a Stmt, mut state: State) -> Option<State> {
        self.before(stmt, &mut state);
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let then = self.block(then, Some(state.clone()));
                let otherwise = self.block(otherwise, Some(state));
                joined(then, otherwise, &mut self.views)
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                let iterations =
                    Iterations { blocks: vec![prepare, body], condition: Some(condition), counters: vec![] };
                self.looped(stmt, &iterations, otherwise, state)
            }
            StmtKind::For(looped) => {
                let counters = std::iter::once(looped.counter).chain(looped.target).collect();
                let iterations = Iterations { blocks: vec![&looped.body], condition: None, counters };
                self.looped(stmt, &iterations, &looped.otherwise, state)
            }
            StmtKind::Prange(prange) => {
                let iterations = Iterations {
                    blocks: vec![&prange.body],
                    condition: None,
                    counters: vec![prange.counter],
                };
                self.looped(stmt, &iterations, &[], state)
            }
            StmtKind::Parallel(parallel) => self.block(&parallel.body, Some(state)),
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => self.block(body, Some(state)),
            StmtKind::Try(tried) => self.tried(tried, state),
            StmtKind::Context { context, body } => self.context(*context, body, state),
            StmtKind::Break | StmtKind::Continue => {
                self.jump(matches!(stmt.kind, StmtKind::Break), state);
                None
            }
            StmtKind::Return(_) => {
                self.leave(&mut state, 0, WayOut::Jump);
                None
            }
            StmtKind::Run { op: Op::Raise { .. } | Op::RaiseNew { .. } | Op::Reraise { .. }, .. } => None,
            _ => {
                self.assign(stmt, &mut state);
                Some(state)
            }
        }
    }

    /// At the beginning of the handler nothing is known about what the body has done.
    fn tried(&mut self, tried: &'a Try, state: State) -> Option<State> {
        let mut caught = state.clone();
        self.anything_may_change(&mut caught);
        walk::statements(&tried.body, &mut |stmt| {
            for local in walk::assigned(stmt) {
                self.forget(local, Origin::default(), &mut caught);
            }
        });
        let is_finally = tried.catches == Catches::AllWays;
        self.finally += u32::from(is_finally);
        let end = self.block(&tried.body, Some(state));
        self.finally -= u32::from(is_finally);
        let handled = self.block(&tried.handler, Some(caught));
        if is_finally {
            return handled;
        }
        let otherwise = self.block(&tried.otherwise, end);
        joined(handled, otherwise, &mut self.views)
    }

    /// What a statement does to memory, before it goes into its blocks.
    fn before(&mut self, stmt: &'a Stmt, state: &mut State) {
        match &stmt.kind {
            StmtKind::Offload(id) => return self.offload(*id, stmt.span, state),
            StmtKind::Update(update) => {
                for entry in &update.entries {
                    let Subject::Local(local) = entry.subject else { continue };
                    if let Some(&view) = state.views.get(&local) {
                        self.update(state, view, entry.map);
                    }
                }
                return;
            }
            // Its condition is evaluated in each iteration.
            StmtKind::While { .. } | StmtKind::Context { .. } | StmtKind::Try(_) => return,
            _ => {}
        }
        self.mentions(stmt, state);
        if walk::blocks(stmt).is_empty() {
            self.on_host(stmt, state);
        } else {
            walk::expressions(stmt).into_iter().for_each(|expr| self.evaluated(expr, state));
        }
    }

    pub(super) fn evaluated(&mut self, expr: &Expr, state: &mut State) {
        self.on_host(&Stmt::new(StmtKind::Eval(expr.clone()), expr.span), state);
    }

    fn on_host(&mut self, stmt: &Stmt, state: &mut State) {
        if calls(stmt) && self.calls(stmt, state) {
            return;
        }
        let uses = self.look.at(stmt);
        self.host_code(&uses, state);
        self.addressed_variables(stmt, state);
    }

    /// A statement that calls functions of the module: their regions, then the host's code in them. Returns
    /// whether the statement does nothing else.
    fn calls(&mut self, stmt: &Stmt, state: &mut State) -> bool {
        let reached = self.reach.block(self.id, std::slice::from_ref(stmt));
        if reached.uses.is_empty() && !reached.other && !reached.context {
            return false;
        }
        if reached.context || reached.other || reached.chosen {
            self.anything_may_change(state);
            return true;
        }
        let uses: Vec<RegionUse> = reached
            .uses
            .iter()
            .filter_map(|used| {
                let view = *state.views.get(&used.local)?;
                let view = if used.is_part { self.views.sliced(view, &[]) } else { view };
                Some(RegionUse {
                    view,
                    part: view,
                    reads: used.effect.reads,
                    writes: used.effect.writes,
                    in_full: false,
                    reads_before: None,
                })
            })
            .collect();
        self.region(state, &uses, stmt.span, !reached.mapped);
        false
    }

    fn host_code(&mut self, uses: &Uses, state: &mut State) {
        for access in &uses.accesses {
            let Some(&view) = state.views.get(&access.local) else { continue };
            let element = access.place.as_ref().and_then(|place| self.element(place, state));
            let view = element.unwrap_or(view);
            if access.write {
                self.host_writes(state, view, access.span);
            } else {
                self.read_after(state, view, access.span);
                self.host_reads(state, view, access.span);
            }
        }
        if uses.written_anywhere.is_some() {
            self.anything_may_change(state);
        }
    }

    /// Views and objects that are given away, or returned.
    fn mentions(&mut self, stmt: &'a Stmt, state: &mut State) {
        if state.lost.is_empty() {
            return;
        }
        let binds = matches!(&stmt.kind,
            StmtKind::Run { op: Op::Own(value), .. } | StmtKind::Assign { value, .. }
                if value.ty.memoryview().is_some());
        if binds {
            return;
        }
        let mut found = Vec::new();
        for expr in walk::expressions(stmt) {
            mentioned(expr, &mut found);
        }
        for (local, at) in found {
            match state.views.get(&local) {
                Some(&view) => self.read_after(state, view, at),
                None if self.function.locals[local].ty.is_object() => {
                    self.object_read_after(state, local, at)
                }
                None => {}
            }
        }
    }

    fn context(&mut self, id: ContextId, body: &'a Block, mut state: State) -> Option<State> {
        let context = &self.function.contexts[id];
        if context.infer || context.device_num.is_some() || self.inferred > 0 {
            self.inferred += 1;
            let after = self.block(body, Some(state));
            self.inferred -= 1;
            return after;
        }
        self.overlaps_in_context(id, &state);
        if self.idle.contains(&id) {
            return self.block(body, Some(state));
        }
        let depth = state.copies.len();
        for entry in &context.entries {
            let Subject::Local(local) = entry.subject else { continue };
            let Some(&view) = state.views.get(&local) else { continue };
            // What is already there moves nothing.
            if state.copies.iter().any(|copies| self.views.are_related(copies.view, view)) {
                continue;
            }
            state.copies.push(Copies {
                view,
                local,
                map: entry.map,
                entry: entry.span,
                device: if entry.map.copies_to() { Contents::Set } else { Contents::Unset },
                newer_on_device: Newer::No,
                newer_on_host: Newer::No,
                overwrote: None,
                was_read: false,
            });
        }
        let mut after = self.block(body, Some(state))?;
        self.leave(&mut after, depth, WayOut::End);
        Some(after)
    }

    fn offload(&mut self, id: RegionId, span: Span, state: &mut State) {
        let region = &self.function.regions[id];
        let planned: Option<&'a RegionPlan> =
            self.plan.functions.get(self.id).and_then(|function| function.regions.get(id));
        let captures = planned.map_or(&[][..], |planned| planned.captures.as_slice());
        if self.inferred == 0 {
            self.overlaps_in_region(region, captures, state);
        }
        self.copied_variables(region, captures, span, state);
        let uses: Vec<RegionUse> =
            captures.iter().filter_map(|capture| self.region_use(capture, state)).collect();
        let is_chosen = region.clauses.offload_if.is_some() || region.clauses.device_num.is_some();
        self.region(state, &uses, span, !is_chosen && self.inferred == 0);
        for capture in captures {
            if let (Transfer::ScalarResult, Subject::Local(local)) = (&capture.transfer, &capture.subject) {
                self.forget(*local, Origin::default(), state);
            }
        }
    }

    fn region_use(&mut self, capture: &CapturePlan, state: &State) -> Option<RegionUse> {
        let Transfer::Map { map, .. } = &capture.transfer else { return None };
        let Subject::Local(local) = capture.subject else { return None };
        let reads_before = match &capture.reason {
            Reason::OnlyRead => Some(None),
            Reason::ReadAndWritten { read, .. } => Some(Some(*read)),
            _ => None,
        };
        let view = *state.views.get(&local)?;
        let part = self.section(capture, state).map_or(view, |section| {
            let bounds = section.into_iter().map(|[start, stop]| PartBounds::Range {
                start: Some(Some(start)),
                stop: Some(Some(stop)),
                step: Some(1),
            });
            self.views.sliced(view, &bounds.collect::<Vec<_>>())
        });
        Some(RegionUse {
            view,
            part,
            reads: capture.effect.reads,
            writes: capture.effect.writes,
            in_full: capture.explicit.is_none() && !map.copies_to(),
            reads_before,
        })
    }
}

/// Whether the statement itself calls functions of the module.
fn calls(stmt: &Stmt) -> bool {
    let mut found = matches!(&stmt.kind, StmtKind::Run { op: Op::CallFunction { .. }, .. });
    for expr in walk::expressions(stmt) {
        walk::expression(expr, &mut |expr| {
            found |= matches!(&expr.kind, ExprKind::Call(crate::tir::Callee::Function(_), _));
        });
    }
    found
}

/// The variables in an expression, except views of which only the shape is read.
fn mentioned(expr: &Expr, found: &mut Vec<(LocalId, Span)>) {
    match &expr.kind {
        ExprKind::Extent { .. }
        | ExprKind::Stride { .. }
        | ExprKind::InOrder { .. }
        | ExprKind::Apart(..)
        | ExprKind::IsNone(_) => {}
        ExprKind::Local(local) => found.push((*local, expr.span)),
        _ => expr.children().into_iter().for_each(|child| mentioned(child, found)),
    }
}
