//! Inner loops of kernels whose iterations do not wait for the checks of indices that they load: `total += values[k] * x[columns[k]]`.
//!
//! A check leaves the loop where it fails. So no element of a later iteration may be read before, and compilers neither
//! vectorise the loop nor have loads of several iterations under way. Where a loop changes nothing but numbers in
//! variables, it is tried first as if no index were outside: one that is is noted, and the last element is read in
//! its place. If one was noted, the variables get their values back, and the loop runs as it is written: it finds the
//! index that fails first. What can be tested before the loop is a condition for trying it at all.
//!
//! What is tried runs more iterations than the loop as it is written, and computes with elements that do not count. So it
//! may only do what no number and no iteration makes undefined ([`plain`]), and each element must be one that a check of
//! its own has found, or inside whatever the loop loads ([`tried`]).

mod plain;
mod tried;

use std::collections::{HashMap, HashSet};

use crate::base::{Arena, Name};
use crate::offload::plan::{CapturePlan, Extent, IndexRange, OffloadPlan, RegionPlan};
use crate::pass::{self, ByNumber, LocalSet};
use crate::source::Span;
use crate::tir::{
    Block, Expr, ExprKind, Extern, Externs, For, Function, Local, LocalId, LocalRole, Locals, LogicalOp,
    Module, Ownership, Stmt, StmtKind, UnaryOp, walk,
};
use crate::ty::Ty;
use tried::Tried;

/// Makes two versions of such loops in what the regions of a module run on devices, after its plan.
pub fn defer(mut module: Module, plan: &OffloadPlan) -> Module {
    let Module { functions, externs, .. } = &mut module;
    for (id, function) in functions.iter_mut() {
        let plans = plan.functions.get(id);
        let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::For(_));
        let has_loops = function.regions.values().any(|region| walk::any(&region.body, is_loop));
        if function.has_unchecked || !has_loops {
            continue;
        }
        let mut deferring = Deferring::of(function, externs);
        let mut found = Vec::new();
        for (region, data) in function.regions.iter() {
            deferring.whole = plans
                .and_then(|plan| plan.regions.get(region))
                .map(|plan| whole(plan, &function.locals))
                .unwrap_or_default();
            deferring.has_versions = false;
            let mut body = data.body.clone();
            deferring.block(&mut body, Around { runs: false, once: None });
            found.extend(deferring.has_versions.then_some((region, body)));
        }
        function.locals = deferring.locals;
        found.into_iter().for_each(|(region, body)| function.regions[region].of_device = Some(body));
    }
    module
}

/// The axes of captured views on which all indices are mapped, so that a kernel may read the last element.
fn whole(plan: &RegionPlan, locals: &Locals<Local>) -> HashSet<(LocalId, usize)> {
    let axes = |capture: &CapturePlan| {
        let view = capture.subject.as_local()?;
        let count = locals[view].ty.memoryview()?.ndim();
        let is_whole = |axis: usize| match &capture.extent {
            Extent::Whole => true,
            Extent::Section(ranges) => ranges.get(axis).is_some_and(|range| is_axis(range, view, axis)),
            Extent::Count(_) => false,
        };
        Some((0..count).filter(|axis| is_whole(*axis)).map(|axis| (view, axis)).collect::<Vec<_>>())
    };
    plan.captures.iter().filter_map(axes).flatten().collect()
}

fn is_axis(range: &IndexRange, view: LocalId, number: usize) -> bool {
    let is_own = |stop: &Expr| match &stop.kind {
        ExprKind::Extent { view: of, axis } => of.as_local() == Some(view) && *axis == number,
        _ => false,
    };
    range.start.as_int() == Some(0) && is_own(&range.stop)
}

/// Where a block is.
#[derive(Clone, Copy)]
struct Around {
    /// One thread runs it, or each thread an iteration of its own.
    runs: bool,
    /// The counter of a loop that stands for all iterations of a thread.
    once: Option<LocalId>,
}

/// Makes the versions in one function.
struct Deferring<'m> {
    externs: &'m Externs<Extern>,
    locals: Locals<Local>,
    /// C code may change them at any time.
    addressed: LocalSet,
    /// How many statements of the function name a local.
    users: HashMap<LocalId, usize>,
    /// The axes of views on which a kernel may use any index that is inside.
    whole: HashSet<(LocalId, usize)>,
    has_versions: bool,
}

impl<'m> Deferring<'m> {
    fn of(function: &Function, externs: &'m Externs<Extern>) -> Deferring<'m> {
        let bodies = || function.regions.values().map(|region| &region.body);
        let mut users = HashMap::new();
        bodies().for_each(|body| count_users(body, &mut users));
        for region in function.regions.values() {
            let captured = region.captures.iter().filter_map(|capture| capture.subject.as_local());
            captured.chain(region.results.iter().copied()).for_each(|id| *users.entry(id).or_default() += 1);
        }
        Deferring {
            externs,
            locals: function.locals.clone(),
            addressed: bodies().chain([&function.body]).flat_map(|body| walk::addressed(body)).collect(),
            users,
            whole: HashSet::new(),
            has_versions: false,
        }
    }

    fn block(&mut self, block: &mut Block, around: Around) {
        for mut stmt in std::mem::take(block) {
            let inside = match &stmt.kind {
                StmtKind::Prange(prange) => Around { runs: true, once: prange.once },
                StmtKind::Parallel(_) | StmtKind::Serial(_) => Around { runs: false, once: None },
                _ => around,
            };
            walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner, inside));
            if let StmtKind::For(looped) = &stmt.kind
                && around.runs
                && around.once != Some(looped.counter)
                && let Some(tried) = Tried::of(looped, self)
            {
                self.has_versions = true;
                let versions = self.versions(tried, stmt);
                block.extend(versions);
            } else {
                block.push(stmt);
            }
        }
    }

    /// The loop as it is tried, and as it is written.
    fn versions(&mut self, tried: Tried, exact: Stmt) -> Vec<Stmt> {
        let span = exact.span;
        let StmtKind::For(looped) = &exact.kind else { return vec![exact] };
        let place = |id: LocalId, locals: &Locals<Local>| Expr::local(id, locals[id].ty.clone(), span);
        let mut versions = Vec::new();
        let mut again = Vec::new();
        for id in self.saved(looped) {
            let name = Name::new(format!("{}_before", self.locals[id].name));
            let saved = temporary(name, self.locals[id].ty.clone(), span, &mut self.locals);
            let (own, saved) = (place(id, &self.locals), place(saved, &self.locals));
            versions.push(assign(saved.clone(), own.clone()));
            again.push(assign(own, saved));
        }
        let outside = place(tried.outside, &self.locals);
        let impossible =
            tried.conditions.into_iter().reduce(|left, right| Expr::logical(LogicalOp::Or, left, right));
        let impossible = impossible.unwrap_or_else(|| Expr::int(0, Ty::Bint, span));
        versions.push(assign(outside.clone(), impossible));
        let first = For { body: tried.body, ..For::clone(looped) };
        let first = Stmt::new(StmtKind::For(Box::new(first)), span);
        let not = ExprKind::Unary(UnaryOp::Not, Box::new(outside.clone()));
        let not = Expr::new(not, Ty::Bint, span);
        again.push(exact);
        versions.push(Stmt::new(StmtKind::If { condition: not, then: vec![first], otherwise: vec![] }, span));
        versions.push(Stmt::new(StmtKind::If { condition: outside, then: again, otherwise: vec![] }, span));
        versions
    }

    /// The variables that the loop as it is written must find as they were: those that it may read before it gives them a
    /// value, or leave as they are.
    fn saved(&self, looped: &For) -> Vec<LocalId> {
        let own = [Some(looped.counter), looped.target];
        let read_first = exposed(&looped.body);
        let is_left = walk::any(&looped.body, |stmt| matches!(stmt.kind, StmtKind::Continue));
        let certain: LocalSet = match is_left {
            true => LocalSet::default(),
            false => looped.body.iter().flat_map(walk::assigned).collect(),
        };
        let mut inside = HashMap::new();
        count_users(&looped.body, &mut inside);
        let is_seen = |id: &LocalId| self.users.get(id) > inside.get(id);
        let is_saved = |id: &LocalId| read_first.contains(*id) || is_seen(id) && !certain.contains(*id);
        let assigned = LocalSet::assigned_in(&looped.body);
        assigned.iter().filter(|id| !own.contains(&Some(*id)) && is_saved(id)).collect()
    }
}

/// What the body of a loop without regions may read before it has assigned it.
fn exposed(body: &Block) -> LocalSet {
    let (regions, contexts) = (Arena::default(), Arena::default());
    pass::exposed(body, ByNumber { regions: &regions, contexts: &contexts, known: None })
}

fn assign(place: Expr, value: Expr) -> Stmt {
    let span = place.span;
    Stmt::new(StmtKind::Assign { place, value }, span)
}

fn temporary(name: Name, ty: Ty, span: Span, locals: &mut Locals<Local>) -> LocalId {
    locals.alloc(Local { name, ty, role: LocalRole::Temp, ownership: Ownership::Borrowed, span })
}

fn count_users(block: &[Stmt], users: &mut HashMap<LocalId, usize>) {
    walk::statements(block, &mut |stmt| {
        let mut named: LocalSet = walk::assigned(stmt).into_iter().collect();
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |inner| named.extend(inner.as_local()));
        }
        if let StmtKind::Prange(prange) = &stmt.kind {
            named.extend(prange.lastprivates.iter().copied());
            named.extend(prange.reductions.iter().map(|reduction| reduction.local));
        }
        named.iter().for_each(|id| *users.entry(id).or_default() += 1);
    });
}
