//! Parallel blocks and loops, offload regions and their clauses.

use std::collections::HashSet;

use super::function::FunctionBuilder;
use super::loops::{Bounds, Order};
use super::operators::is_atom;
use super::{facts, report};
use crate::hir::{self, Binding, ExprId, ExprKind as H, StmtKind as S};
use crate::source::Span;
use crate::tir::{
    Block, Check, CheckKind, Clauses, DeviceClause, Expr, ExprKind, LocalId, MapEntry, Ownership, Parallel,
    Prange, Reduction, Stmt, StmtKind, Subject, UnaryOp,
};
use crate::ty::Ty;

/// What a `break` of a parallel loop sets for the loop's `else`.
#[derive(Clone, Copy)]
pub struct Broke {
    pub flag: LocalId,
    /// [`FunctionBuilder::loop_depth`] in the loop's body.
    pub depth: u32,
}

impl FunctionBuilder<'_, '_> {
    /// `with parallel(...)`
    pub fn parallel(&mut self, clauses: &hir::Clauses, body: &hir::Block, span: Span) {
        self.view_bytes(clauses, body, span);
        let device = self.device_clause(clauses);
        let tir_clauses = self.clauses(clauses);
        // If the GIL is held, each thread takes it again, except around loops of the team: nobody may wait there
        // holding it.
        let release = self.gil;
        let takes = self.gil && device.is_none();
        if takes {
            self.report(report::gil_held(span));
        }
        self.gil = takes;
        let shared = self.share_objects(body);
        let outer_region = (self.around.in_region, self.around.region);
        if device.is_some() {
            (self.around.in_region, self.around.region) = (true, Some(span));
        }
        let privates = self.privates_outside_pranges(body);
        let depth = self.around.loop_depth;
        if self.around.in_region {
            self.around.loop_depth = 0;
        }
        self.around.prange_depth += 1;
        let mut inner = self.nested(body);
        self.around.prange_depth -= 1;
        self.around.shared_objects = shared;
        self.around.loop_depth = depth;
        (self.around.in_region, self.around.region) = outer_region;
        self.forget_bytes_views();
        if takes {
            inner = vec![Stmt::new(StmtKind::WithGil(inner), span)];
        }
        if device.is_none() {
            inner = self.apart_from_loops(inner);
        }
        let firstprivates = Vec::new();
        let parallel = Parallel { device, clauses: tir_clauses, body: inner, privates, firstprivates, span };
        self.gil = release;
        self.emit_released(StmtKind::Parallel(Box::new(parallel)), release, span);
    }

    fn emit_released(&mut self, kind: StmtKind, release: bool, span: Span) {
        if release {
            self.code.emit(StmtKind::Nogil(vec![Stmt::new(kind, span)]), span);
        } else {
            self.code.emit(kind, span);
        }
    }

    /// `for i in prange(...)`; with `device=` a region of this one loop.
    pub fn prange(&mut self, prange: &hir::Prange, span: Span) {
        self.view_bytes(&prange.clauses, &prange.body, span);
        let device = self.device_clause(&prange.clauses);
        // A loop inside another one is a plain loop of the thread that runs it.
        let takes = self.gil && !prange.nogil && device.is_none();
        let release = self.gil && !(takes && self.around.in_iterations);
        if takes && self.around.prange_depth == 0 {
            self.report(report::gil_held(span));
        }
        let before = self.gil;
        // The bounds are C numbers: they may come from objects while the GIL is held.
        let Some((local, bounds)) = self.prange_bounds(prange) else { return };
        let mark = self.code.pending.len();
        let clauses = self.clauses(&prange.clauses);
        self.code.release_pending(mark, span);
        self.gil = takes;
        let shared = self.share_objects(&prange.body);
        let outer_region = (self.around.in_region, self.around.region);
        if device.is_some() {
            (self.around.in_region, self.around.region) = (true, Some(span));
        }
        let flag = self.broke_flag(prange, span);
        let mut built = self.prange_loop(prange, local, bounds, clauses.clone(), flag, span);
        if takes && release {
            built.body = vec![Stmt::new(StmtKind::WithGil(built.body), span)];
        }
        (self.around.in_region, self.around.region) = outer_region;
        self.around.shared_objects = shared;
        self.forget_bytes_views();
        let otherwise = self.otherwise(&prange.otherwise, flag, span);
        self.gil = before;
        if takes {
            self.emit_released(StmtKind::Prange(Box::new(built)), release, span);
            self.code.out.extend(otherwise);
            return;
        }
        let stmt = StmtKind::Prange(Box::new(built));
        let kind = match device {
            Some(device) => StmtKind::Parallel(Box::new(Parallel {
                device: Some(device),
                clauses,
                body: vec![Stmt::new(stmt, span)],
                privates: vec![],
                firstprivates: vec![],
                span,
            })),
            None => stmt,
        };
        let mut stmts = vec![Stmt::new(kind, span)];
        stmts.extend(otherwise);
        match release {
            true => self.code.emit(StmtKind::Nogil(stmts), span),
            false => self.code.out.extend(stmts),
        }
    }

    /// The variables of Python objects that parallel code binds are shared by all threads: whoever reads one takes a
    /// reference. Returns what was known before.
    fn share_objects(&mut self, body: &hir::Block) -> HashSet<LocalId> {
        let before = self.around.shared_objects.clone();
        if !self.around.in_region {
            let assigned =
                self.source.facts.assigned.items(&self.source.facts.assigned.within(body)).iter().copied();
            let objects = assigned.filter(|id| self.source.types.local(*id).is_object());
            self.around.shared_objects.extend(objects.collect::<Vec<_>>());
        }
        before
    }

    /// A variable that records whether a `break` has left the loop, if its `else` needs it.
    fn broke_flag(&mut self, prange: &hir::Prange, span: Span) -> Option<LocalId> {
        if prange.otherwise.is_empty() || self.around.in_region || !hir::walk::breaks(&prange.body) {
            return None;
        }
        let flag = self.code.temp("broke", Ty::Bint, Ownership::Borrowed, span);
        self.set_flag(flag, false, span);
        Some(flag)
    }

    pub fn set_flag(&mut self, flag: LocalId, value: bool, span: Span) {
        let place = self.code.local_expr(flag, span);
        let value = Expr::new(ExprKind::Int(value.into()), Ty::Bint, span);
        self.code.emit(StmtKind::Assign { place, value }, span);
    }

    /// The `else` of a parallel loop, which runs if no `break` has left the loop.
    fn otherwise(&mut self, block: &hir::Block, flag: Option<LocalId>, span: Span) -> Block {
        let then = self.nested(block);
        let Some(flag) = flag else { return then };
        let condition = Expr::new(
            ExprKind::Unary(UnaryOp::Not, Box::new(self.code.local_expr(flag, span))),
            Ty::Bint,
            span,
        );
        vec![Stmt::new(StmtKind::If { condition, then, otherwise: vec![] }, span)]
    }

    fn prange_bounds(&mut self, prange: &hir::Prange) -> Option<(LocalId, Bounds)> {
        let ty = self.source.types.expr(prange.target);
        let span = self.source.function.body.exprs[prange.target].span;
        let bounds = [prange.range.start, Some(prange.range.stop)].into_iter().flatten();
        for bound in bounds {
            if self.source.types.expr(bound).memoryview().is_some() {
                self.report(report::counts_view(self.source.function.body.exprs[bound].span));
                return None;
            }
        }
        if !matches!(ty, Ty::Int(_)) || ty.is_truth() {
            if !ty.is_error() {
                let shown = self.source.table().display(&ty);
                self.report(report::no_integer_counter(&shown, span));
            }
            return None;
        }
        let local = match self.source.function.body.exprs[prange.target].kind {
            H::Name(Binding::Local(id)) => id,
            _ => {
                self.report(report::no_counter(span));
                return None;
            }
        };
        let mark = self.code.pending.len();
        let down_by = self.unsigned_way_down(&prange.range, &ty);
        let bounds = self.bounds(&prange.range, prange.target, &prange.body, Order::Parallel, down_by);
        self.code.release_pending(mark, span);
        Some((local, bounds?))
    }

    fn prange_loop(
        &mut self,
        prange: &hir::Prange,
        local: LocalId,
        bounds: Bounds,
        clauses: Clauses,
        flag: Option<LocalId>,
        span: Span,
    ) -> Prange {
        let ty = self.code.locals[local].ty.clone();
        let (counter, target) = match self.unsigned_way_down(&prange.range, &ty) {
            Some(_) => self.counter_beside(local, Ty::SSIZE, span),
            None => self.counter(local, &prange.body, span),
        };
        let mut reductions = self.reductions_of(local, &prange.body);
        let known = self.mark_not_negative(counter, &bounds);
        let outer_reductions = self.around.reductions.len();
        self.open_reductions(&prange.body, &mut reductions);
        let (depth, broke) = (self.around.loop_depth, self.around.broke);
        self.around.loop_depth = if self.around.in_region { 0 } else { depth + 1 };
        self.around.broke = flag.map(|flag| Broke { flag, depth: self.around.loop_depth }).or(broke);
        self.around.prange_depth += 1;
        let in_iterations = std::mem::replace(&mut self.around.in_iterations, true);
        self.bind_assigned_in(&prange.body);
        let (body, ()) = self.captured(|builder| {
            flag.into_iter().for_each(|flag| builder.set_flag(flag, false, span));
            if let Some(target) = target {
                let place = builder.code.local_expr(target, span);
                let value = builder.code.local_expr(counter, span);
                let value = builder.coerce(value, &place.ty);
                builder.code.emit(StmtKind::Assign { place, value }, span);
            }
            builder.block(&prange.body);
        });
        self.around.prange_depth -= 1;
        self.around.in_iterations = in_iterations;
        (self.around.loop_depth, self.around.broke) = (depth, broke);
        self.around.reductions.truncate(outer_reductions);
        if known {
            self.around.not_negative.remove(&counter);
        }
        let mut privates = self.private_locals(&prange.body, &reductions);
        privates.extend(target.filter(|target| !privates.contains(target)).into_iter().chain(flag));
        let mut lastprivates = privates.clone();
        if target.is_none() {
            lastprivates.push(counter);
        }
        let Bounds { start, stop, step } = bounds;
        let firstprivates = Vec::new();
        let chained = self.source.chained_in(&prange.body);
        Prange {
            counter,
            start,
            stop,
            step,
            body,
            privates,
            firstprivates,
            lastprivates,
            reductions,
            chained,
            once: None,
            assumed: None,
            is_alone: false,
            clauses,
            span,
        }
    }

    /// The user's locals that the body assigns, except reductions. Temporaries of offcy are private by nature.
    fn private_locals(&self, body: &hir::Block, reductions: &[Reduction]) -> Vec<LocalId> {
        // Threads share a C array or a struct of which only elements or fields are assigned, as in Cython.
        let mut all: Vec<LocalId> = facts::named_in(&self.source.function.body, body)
            .into_iter()
            .filter(|&local| !self.code.locals[local].ty.is_object())
            .filter(|local| reductions.iter().all(|reduction| reduction.local != *local))
            .collect();
        all.sort();
        all
    }

    fn privates_outside_pranges(&self, body: &hir::Block) -> Vec<LocalId> {
        let mut found: Vec<LocalId> = Vec::new();
        self.collect_outside_pranges(body, &mut found);
        found.sort();
        found.dedup();
        found
    }

    fn collect_outside_pranges(&self, block: &hir::Block, found: &mut Vec<LocalId>) {
        for stmt in block {
            if matches!(stmt.kind, S::Prange(_)) {
                continue;
            }
            let assigned = facts::assigned(&self.source.function.body, self.source.types, stmt);
            let assigned = assigned.into_iter();
            found.extend(assigned.filter(|&local| !self.code.locals[local].ty.is_object()));
            for inner in hir::walk::blocks(stmt) {
                self.collect_outside_pranges(inner, found);
            }
        }
    }

    fn device_clause(&mut self, clauses: &hir::Clauses) -> Option<DeviceClause> {
        let device = clauses.device.as_ref()?;
        if self.around.prange_depth > 0 && !self.around.in_iterations && !self.around.in_region {
            self.report(report::region_of_each_thread(device.span));
        }
        Some(DeviceClause {
            entries: self.map_entries(&device.entries),
            counts: Vec::new(),
            span: device.span,
        })
    }

    pub fn map_entries(&mut self, entries: &[hir::MapEntry]) -> Vec<MapEntry> {
        let mut built = Vec::new();
        for entry in entries {
            let subject = match self.source.function.body.exprs[entry.subject].kind {
                H::Name(Binding::Local(id)) => {
                    let local = id;
                    if self.code.locals[local].ty.memoryview().is_some_and(|view| view.element.is_object()) {
                        let span = self.source.function.body.exprs[entry.subject].span;
                        self.report(report::objects_on_device("a map of a memoryview", span));
                        continue;
                    }
                    Subject::Local(self.references.bytes_views.get(&local).copied().unwrap_or(local))
                }
                H::Name(Binding::Global(id)) => Subject::Global(id),
                H::Error => continue,
                _ => {
                    let span = self.source.function.body.exprs[entry.subject].span;
                    self.report(report::map_of_part(span));
                    continue;
                }
            };
            let count = entry.count.map(|count| self.value(count, &Ty::SSIZE));
            built.push(MapEntry { subject, map: entry.map, count, span: entry.span });
        }
        built
    }

    /// A clause's number is checked before the OpenMP runtime gets it, which ends the process for some numbers;
    /// constants from 1 to `most` are not checked.
    fn checked_clause(&mut self, value: Expr, clause: &'static str, most: i64) -> Expr {
        if value.ty.is_error() || value.as_int().is_some_and(|value| (1..=i128::from(most)).contains(&value))
        {
            return value;
        }
        let span = value.span;
        let value = if is_atom(&value) { value } else { self.store(clause, value) };
        let check = Check { kind: CheckKind::Clause { value: value.clone(), clause } };
        self.code.emit(StmtKind::Check(check), span);
        value
    }

    fn clauses(&mut self, clauses: &hir::Clauses) -> Clauses {
        let mut number = |value: Option<ExprId>| value.map(|value| self.value(value, &Ty::INT));
        let (num_threads, chunksize) = (number(clauses.num_threads), number(clauses.chunksize));
        // As many as without the clause.
        let num_threads = num_threads.filter(|count| count.as_int() != Some(0));
        let (num_teams, thread_limit) = (number(clauses.num_teams), number(clauses.thread_limit));
        let device_num = number(clauses.device_num);
        let num_threads = num_threads.map(|count| self.checked_clause(count, "num_threads", 1024));
        let chunksize = chunksize.map(|size| self.checked_clause(size, "chunksize", i64::MAX));
        Clauses {
            num_threads,
            schedule: clauses.schedule,
            chunksize,
            use_threads_if: clauses.use_threads_if.map(|value| self.condition(value)),
            num_teams,
            thread_limit,
            simd: clauses.simd,
            collapse: clauses.collapse,
            offload_if: clauses.offload_if.map(|value| self.condition(value)),
            device_num,
        }
    }
}
