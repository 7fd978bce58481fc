//! Which of several checks before a region is reported.
//!
//! A loop's first iteration that fails decides: for `T[j, j]` the shorter axis. So if more than one check fails,
//! and the order of the text does not say which comes first, the iterations are run with only the checks.

use std::collections::HashMap;

use super::before::{Candidate, Extreme};
use crate::base::{Additions, Name};
use crate::offload::affine::{Form, Symbol};
use crate::offload::effects::Effects;
use crate::source::Span;
use crate::tir::same_expr;
use crate::tir::{
    Block, Check, CheckKind, CompareOp, Expr, ExprKind, For, Function, Local, LocalRole, LogicalOp,
    Ownership, Step, Stmt, StmtKind, kind,
};
use crate::ty::Ty;

/// The variables of the loops before a region, to be added to the function's.
pub struct Counters<'a> {
    function: &'a Function,
    made: Additions<Local, kind::Local>,
    of_loops: HashMap<u32, Counter>,
}

#[derive(Clone)]
struct Counter {
    place: Expr,
    /// As a known number.
    form: Form,
}

impl<'a> Counters<'a> {
    pub fn of(function: &'a Function) -> Counters<'a> {
        Counters { function, made: Additions::to(&function.locals), of_loops: HashMap::new() }
    }

    /// In the order of their numbers.
    pub fn into_locals(self) -> impl Iterator<Item = Local> {
        self.made.into_values()
    }

    /// Leaves out checks whose order neither the text nor loops before the region can determine.
    pub fn drop_unordered(&mut self, candidates: &mut Vec<Candidate<'_>>, found: &mut Effects) {
        let mut dropped = vec![false; candidates.len()];
        for later in 1..candidates.len() {
            for earlier in 0..later {
                let (one, other) = (&candidates[earlier], &candidates[later]);
                if conflict(one, other, 0, found) {
                    let shared = shared(one, other);
                    dropped[earlier] |= !self.can_stand_in(one, shared, found);
                    dropped[later] |= !self.can_stand_in(other, shared, found);
                }
            }
        }
        let mut dropped = dropped.into_iter();
        candidates.retain(|_| !dropped.next().unwrap_or(false));
    }

    /// Whether the check can be made in loops of only its first `shared` loops.
    fn can_stand_in(&mut self, candidate: &Candidate<'_>, shared: usize, found: &mut Effects) -> bool {
        let mut around = Vec::new();
        for &(id, variable) in &candidate.in_order[..shared] {
            let name = &self.function.locals[variable].name;
            if !self.make(id, name, candidate.stmt.span, found) || self.ends(id, &around, found).is_none() {
                return false;
            }
            around.push(id);
        }
        let rest = candidate.loops.iter().filter(|id| !around.contains(id));
        let is_free = |id: &u32| ranges_over(*id, found).iter().all(|of| !around.contains(of));
        rest.copied().all(|id| is_free(&id))
            && self
                .put(&candidate.index, &around)
                .is_some_and(|index| candidate.extremes(&index, found).is_some())
    }

    /// Makes sure that a loop has a variable before the region.
    fn make(&mut self, id: u32, name: &Name, span: Span, found: &mut Effects) -> bool {
        if self.of_loops.contains_key(&id) {
            return true;
        }
        let (name, ty, role) = (name.clone(), Ty::SSIZE, LocalRole::Temp);
        let local = self.made.alloc(Local { name, ty, role, ownership: Ownership::Borrowed, span });
        let place = Expr::local(local, Ty::SSIZE, span);
        let Some(form) = found.entries.form(place.clone()) else { return false };
        self.of_loops.insert(id, Counter { place, form });
        true
    }

    /// The form with the variables of loops that are before the region; for the others it keeps its own.
    fn put(&self, form: &Form, around: &[u32]) -> Option<Form> {
        around.iter().try_fold(form.clone(), |form, &id| {
            form.substitute(Symbol::Loop(id), &self.of_loops.get(&id)?.form)
        })
    }

    /// The start and stop of a loop inside the loops of `around`.
    fn ends(&self, id: u32, around: &[u32], found: &Effects) -> Option<(Expr, Expr)> {
        let range = found.loops.range(id)?;
        let span = self.of_loops.get(&id)?.place.span;
        let expr = |form: &Form| found.entries.expr(&self.put(form, around)?, span);
        Some((expr(&range.start)?, expr(&range.stop)?))
    }
}

/// How many loops whose iterations run in order are around both.
fn shared(one: &Candidate<'_>, other: &Candidate<'_>) -> usize {
    one.in_order.iter().zip(&other.in_order).take_while(|(one, other)| one == other).count()
}

/// The loops whose variables a loop's range contains.
fn ranges_over(id: u32, found: &Effects) -> Vec<u32> {
    let range = found.loops.range(id);
    range.map_or(Vec::new(), |range| range.start.loops().into_iter().chain(range.stop.loops()).collect())
}

/// Whether `later`, which follows `earlier` in the text, may fail in an earlier iteration and would be reported
/// differently. Their first `depth` loops are in the same iteration.
fn conflict(earlier: &Candidate<'_>, later: &Candidate<'_>, depth: usize, found: &Effects) -> bool {
    let shared: Vec<u32> =
        earlier.in_order[..shared(earlier, later)].iter().skip(depth).map(|&(id, _)| id).collect();
    let rest = earlier.loops.iter().filter(|id| !shared.contains(id));
    let mut depends_on = rest.flat_map(|&id| ranges_over(id, found)).chain(earlier.index.loops());
    !earlier.failing.is_reported_like(&later.failing) && depends_on.any(|id| shared.contains(&id))
}

/// The checks, grouped by condition. `None`: not all of them can be made.
pub fn statements(candidates: &[Candidate<'_>], counters: &Counters<'_>, found: &Effects) -> Option<Block> {
    let builder = Builder { counters, found };
    let candidates: Vec<&Candidate<'_>> = candidates.iter().collect();
    builder.ordered(&candidates, &[], false)
}

struct Builder<'a> {
    counters: &'a Counters<'a>,
    found: &'a Effects,
}

impl Builder<'_> {
    /// The checks in iterations of the loops of `around`; `happen`: all of them are known to have iterations.
    fn ordered(&self, candidates: &[&Candidate<'_>], around: &[u32], happen: bool) -> Option<Block> {
        let depth = around.len();
        let inner = |candidate: &Candidate<'_>| candidate.in_order.get(depth).copied();
        let mut made: Vec<(Vec<Expr>, Block)> = Vec::new();
        for run in candidates.chunk_by(|one, other| inner(one).is_some() && inner(one) == inner(other)) {
            match inner(run[0]) {
                Some((id, _)) if self.any_conflict(run, depth) => {
                    if depth > 0 {
                        add(&mut made, Vec::new(), vec![self.looped(run, id, around, happen)?]);
                        continue;
                    }
                    let (iterations, condition, happen) = self.any_outside(run)?;
                    let looped = self.looped(run, id, around, happen)?;
                    let kind = StmtKind::If { condition, then: vec![looped], otherwise: Vec::new() };
                    add(&mut made, iterations, vec![Stmt::new(kind, run[0].stmt.span)]);
                }
                _ => {
                    for candidate in run {
                        let iterations =
                            if happen { Vec::new() } else { candidate.iterations(around, self.found)? };
                        add(&mut made, iterations, self.checks(candidate, around)?);
                    }
                }
            }
        }
        Some(made.into_iter().flat_map(|(iterations, checks)| under(iterations, checks)).collect())
    }

    fn any_conflict(&self, run: &[&Candidate<'_>], depth: usize) -> bool {
        let following = |at: usize| run[at + 1..].iter();
        run.iter()
            .enumerate()
            .any(|(at, one)| following(at).any(|other| conflict(one, other, depth, self.found)))
    }

    fn looped(&self, run: &[&Candidate<'_>], id: u32, around: &[u32], happen: bool) -> Option<Stmt> {
        let (start, stop) = self.counters.ends(id, around, self.found)?;
        let counter = self.counters.of_loops.get(&id)?.place.as_local()?;
        let within: Vec<u32> = around.iter().copied().chain([id]).collect();
        let body = self.ordered(run, &within, happen)?;
        let step = Step::Constant(self.found.loops.range(id)?.step);
        let looped = For { counter, target: None, start, stop, step, body, otherwise: Vec::new() };
        Some(Stmt::new(StmtKind::For(Box::new(looped)), run[0].stmt.span))
    }

    fn extremes(&self, candidate: &Candidate<'_>, around: &[u32]) -> Option<Vec<Extreme>> {
        candidate.extremes(&self.counters.put(&candidate.index, around)?, self.found)
    }

    fn checks(&self, candidate: &Candidate<'_>, around: &[u32]) -> Option<Block> {
        let extent = self.extent(candidate)?;
        let extremes = self.extremes(candidate, around)?;
        Some(extremes.into_iter().map(|extreme| check(candidate, extreme.index, extent.clone())).collect())
    }

    fn extent(&self, candidate: &Candidate<'_>) -> Option<Expr> {
        self.found.entries.expr(&candidate.extent, candidate.stmt.span)
    }

    /// Whether any of the checks fails in any iteration. If the same must hold for all of them to happen, that is
    /// returned separately.
    fn any_outside(&self, run: &[&Candidate<'_>]) -> Option<(Vec<Expr>, Expr, bool)> {
        let iterations = run.iter().map(|one| one.iterations(&[], self.found)).collect::<Option<Vec<_>>>()?;
        let same = iterations.iter().all(|other| same_exprs(other, &iterations[0]));
        let mut any: Vec<Expr> = Vec::new();
        for (candidate, iterations) in run.iter().zip(&iterations) {
            let extent = self.extent(candidate)?;
            let from_end = if candidate.from_end { Some(candidate.index.as_constant()?) } else { None };
            for extreme in self.extremes(candidate, &[])? {
                let outside = outside(&extreme, &extent, from_end);
                let happens = if same { Vec::new() } else { iterations.clone() };
                let fails = Expr::all(happens.into_iter().chain([outside]))?;
                if !any.iter().any(|other| same_expr(other, &fails)) {
                    any.push(fails);
                }
            }
        }
        let condition = any.into_iter().reduce(|left, right| Expr::logical(LogicalOp::Or, left, right))?;
        let apart = if same { iterations.into_iter().next()? } else { Vec::new() };
        Some((apart, condition, same))
    }
}

/// The condition that the index is outside. `from_end`: the index, if it is a constant below zero that counts from
/// the end.
fn outside(extreme: &Extreme, extent: &Expr, from_end: Option<i128>) -> Expr {
    let (index, span) = (&extreme.index, extreme.index.span);
    let compare = |op, left: &Expr, right: Expr| {
        Expr::new(ExprKind::Compare(op, Box::new(left.clone()), Box::new(right)), Ty::Bint, span)
    };
    if let Some(constant) = from_end {
        return compare(CompareOp::Less, extent, Expr::int(-constant, Ty::SSIZE, span));
    }
    let below = extreme.below.then(|| compare(CompareOp::Less, index, Expr::int(0, Ty::SSIZE, span)));
    let above = extreme.above.then(|| compare(CompareOp::GreaterEqual, index, extent.clone()));
    match (below, above) {
        (Some(below), Some(above)) => Expr::logical(LogicalOp::Or, below, above),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Expr::int(0, Ty::Bint, span),
    }
}

/// Adds checks to the previous ones under the same condition, unless they are already there.
fn add(made: &mut Vec<(Vec<Expr>, Block)>, iterations: Vec<Expr>, checks: Block) {
    for check in checks {
        let is_there = made.iter().any(|(of, there)| {
            same_exprs(of, &iterations) && there.iter().any(|other| is_same(other, &check))
        });
        match made.last_mut() {
            _ if is_there => {}
            Some((of, there)) if same_exprs(of, &iterations) => there.push(check),
            _ => made.push((iterations.clone(), vec![check])),
        }
    }
}

fn same_exprs(left: &[Expr], right: &[Expr]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_expr(left, right))
}

/// Whether two checks find and report the same.
fn is_same(one: &Stmt, other: &Stmt) -> bool {
    fn parts(stmt: &Stmt) -> Option<(usize, bool, &Expr, &Expr)> {
        match &stmt.kind {
            StmtKind::Check(Check { kind: CheckKind::Index { axis, is_slice, index, extent, .. } }) => {
                Some((*axis, *is_slice, index, extent))
            }
            _ => None,
        }
    }
    match (parts(one), parts(other)) {
        (Some((axis, is_slice, index, extent)), Some(other)) => {
            (axis, is_slice) == (other.0, other.1) && same_expr(index, other.2) && same_expr(extent, other.3)
        }
        _ => false,
    }
}

/// The candidate's check for one index.
fn check(candidate: &Candidate<'_>, at: Expr, of: Expr) -> Stmt {
    let mut stmt = candidate.stmt.clone();
    if let StmtKind::Check(Check { kind: CheckKind::Index { into, index, extent, wraparound, .. } }) =
        &mut stmt.kind
    {
        *into = None;
        *index = at;
        *extent = of;
        *wraparound = candidate.from_end;
    }
    stmt
}

fn under(conditions: Vec<Expr>, then: Block) -> Block {
    match Expr::all(conditions) {
        None => then,
        Some(condition) => {
            let span = condition.span;
            vec![Stmt::new(StmtKind::If { condition, then, otherwise: Vec::new() }, span)]
        }
    }
}
