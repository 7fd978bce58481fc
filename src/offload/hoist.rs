//! Advice to keep on the device what a loop of the host sends there in every round.
//!
//! The outermost loop is the one to wrap in which some data is sent again though nobody on the host has
//! changed it. A context with entries by name is proposed where it certainly means the same; else
//! `device()`, which moves what a side needs.

use super::plan::{Effect, OffloadPlan, Transfer};
use super::report::{self, Resent};
use super::roots::Roots;
use super::uses::{self, Uses};
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, LocalId, LocalRole, Module, Op, RegionId, Stmt,
    StmtKind, Subject, walk,
};
use crate::ty::Ty;

/// Looks at every loop outside data contexts.
pub fn advise(module: &Module, plan: &OffloadPlan, told: &mut Diagnostics) {
    for (id, function) in module.functions.iter() {
        Adviser { module, plan, id, function }.block(&function.body, told);
    }
}

/// What a region does to the data of a variable of the function that is looked at.
#[derive(Clone, Debug)]
struct Use {
    local: LocalId,
    /// The variable's data is a part of it.
    is_part: bool,
    effect: Effect,
    /// The region has it sent in any case.
    sent: bool,
    region: (FunctionId, RegionId),
    at: Span,
    /// The call by which the region is reached from the loop.
    call: Option<Span>,
}

/// What regions use that a block reaches.
#[derive(Clone, Debug, Default)]
struct Reached {
    uses: Vec<Use>,
    /// They use memory that no view of the function shows.
    other: bool,
    /// The user says how something is mapped.
    mapped: bool,
    /// They run on a device that is chosen, or not on one at all.
    chosen: bool,
    /// What goes wrong in them is told by nobody: views that overlap in part, say.
    silent: bool,
    /// There is a data context, or an update of one.
    context: bool,
}

/// Calls deeper than this are not followed.
const MAX_CALLS: usize = 12;

struct Adviser<'a> {
    module: &'a Module,
    plan: &'a OffloadPlan,
    id: FunctionId,
    function: &'a Function,
}

impl Adviser<'_> {
    fn block(&self, block: &[Stmt], told: &mut Diagnostics) {
        for stmt in block {
            let rounds = match &stmt.kind {
                StmtKind::For(looped) => Some(looped.body.clone()),
                StmtKind::While { prepare, body, .. } => Some([prepare.as_slice(), body].concat()),
                StmtKind::Context { .. } | StmtKind::Parallel(_) | StmtKind::Prange(_) => continue,
                _ => None,
            };
            match rounds.and_then(|rounds| self.resent(stmt, &rounds)) {
                Some(resent) => told.push(report::resent(&resent)),
                None => walk::blocks(stmt).into_iter().for_each(|inner| self.block(inner, told)),
            }
        }
    }

    /// What the rounds of a loop send again.
    fn resent(&self, looped: &Stmt, rounds: &Block) -> Option<Resent> {
        let reached = reached(self.module, self.plan, self.id, rounds, &mut Vec::new());
        if reached.uses.is_empty() || reached.context {
            return None;
        }
        let host = uses::of_block(self.module, rounds);
        let mut written = Vec::new();
        let roots = Roots::of(self.function, rounds);
        for access in host.accesses.iter().filter(|access| access.write) {
            if self.is_pointer(access.local) {
                return None;
            }
            written.extend(roots.local(access.local).locals);
        }
        if host.written_anywhere.is_some() {
            return None;
        }
        let mut names: Vec<LocalId> = Vec::new();
        let mut regions = Vec::new();
        for used in reached.uses.iter().filter(|used| used.sent && !used.is_part) {
            let found = roots.local(used.local);
            let again = !found.unknown && self.is_only_copied(used.local, rounds, &mut Vec::new());
            if again && !found.locals.iter().any(|root| written.contains(root)) {
                names.extend(found.locals);
                regions.push((used.at, used.call));
            }
        }
        names = unique(names);
        regions.dedup();
        if names.is_empty() {
            return None;
        }
        let entries = self.entries(&reached, &host, &roots, rounds);
        Some(Resent {
            names: names.into_iter().map(|id| self.function.locals[id].name.to_string()).collect(),
            looped: looped.span,
            regions,
            entries,
            has_fix: !reached.chosen,
        })
    }

    fn is_pointer(&self, local: LocalId) -> bool {
        matches!(self.function.locals[local].ty, Ty::Pointer { .. })
    }

    /// Whether a view is bound in the loop to what other variables show, and never to a part of it.
    fn is_only_copied(&self, local: LocalId, rounds: &Block, seen: &mut Vec<LocalId>) -> bool {
        if seen.contains(&local) {
            return true;
        }
        seen.push(local);
        let mut sources = Vec::new();
        let mut whole = true;
        walk::statements(rounds, &mut |stmt| match &stmt.kind {
            StmtKind::Release(_) => {}
            StmtKind::Move { into, from } if *into == local => sources.push(*from),
            StmtKind::Move { .. } => {}
            _ if walk::assigned(stmt).contains(&local) => match bound_to(stmt) {
                Some(source) => sources.push(source),
                None => whole = false,
            },
            _ => {}
        });
        whole && sources.into_iter().all(|source| self.is_only_copied(source, rounds, seen))
    }

    /// The entries of a context around the loop that certainly means the same: everything that regions
    /// use is named, the host's code has no part in it, and what would overlap in part in the context
    /// does so in a region already.
    fn entries(
        &self,
        reached: &Reached,
        host: &Uses,
        roots: &Roots<'_>,
        rounds: &Block,
    ) -> Option<Vec<(String, &'static str)>> {
        if reached.other || reached.mapped || reached.silent || host.read_anywhere.is_some() {
            return None;
        }
        let mut kept: Vec<(LocalId, bool)> = Vec::new();
        let mut together: Vec<((FunctionId, RegionId), LocalId)> = Vec::new();
        for used in &reached.uses {
            let found = roots.local(used.local);
            let named = found.locals.iter().all(|&root| self.function.locals[root].role != LocalRole::Temp);
            let copied = self.is_only_copied(used.local, rounds, &mut Vec::new());
            if used.is_part || found.unknown || !named || !copied {
                return None;
            }
            for root in found.locals {
                together.push((used.region, root));
                match kept.iter_mut().find(|(known, _)| *known == root) {
                    Some((_, writes)) => *writes |= used.effect.writes,
                    None => kept.push((root, used.effect.writes)),
                }
            }
        }
        let any_written = kept.iter().any(|(_, writes)| *writes);
        let is_own = |local: LocalId| matches!(self.function.locals[local].ty, Ty::Array { .. });
        if host.accesses.iter().any(|access| !is_own(access.local) && (access.write || any_written)) {
            return None;
        }
        let meet = |one: LocalId, other: LocalId| {
            together.iter().any(|(region, local)| *local == one && together.contains(&(*region, other)))
        };
        let apart = |(at, (one, writes)): (usize, &(LocalId, bool))| {
            kept[at + 1..].iter().all(|(other, also)| !(*writes || *also) || meet(*one, *other))
        };
        kept.iter().enumerate().all(apart).then(|| {
            let entry = |(local, writes): &(LocalId, bool)| {
                let map = if *writes { "tofrom" } else { "to" };
                (self.function.locals[*local].name.to_string(), map)
            };
            kept.iter().map(entry).collect()
        })
    }
}

/// The variable that a statement binds another one to.
fn bound_to(stmt: &Stmt) -> Option<LocalId> {
    match &stmt.kind {
        StmtKind::Assign { value, .. } | StmtKind::Run { op: Op::Own(value), .. } => value.as_local(),
        _ => None,
    }
}

fn unique<T: PartialEq>(list: Vec<T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in list {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// What regions use that a block of a function runs, by itself or through what it calls.
fn reached(
    module: &Module,
    plan: &OffloadPlan,
    id: FunctionId,
    block: &[Stmt],
    calls: &mut Vec<FunctionId>,
) -> Reached {
    let mut found = Reached::default();
    walk::statements(block, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Offload(region) => one_region(module, plan, (id, *region), &mut found),
            StmtKind::Context { .. } | StmtKind::Update(_) => found.context = true,
            StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
                called(module, plan, *function, arguments, stmt.span, calls, &mut found);
            }
            _ => {}
        }
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |expr| {
                if let ExprKind::Call(Callee::Function(function), arguments) = &expr.kind {
                    called(module, plan, *function, arguments, expr.span, calls, &mut found);
                }
            });
        }
    });
    found
}

fn one_region(module: &Module, plan: &OffloadPlan, id: (FunctionId, RegionId), found: &mut Reached) {
    let region = &module.functions[id.0].regions[id.1];
    found.mapped |= !region.clause.entries.is_empty();
    found.chosen |= region.clauses.offload_if.is_some() || region.clauses.device_num.is_some();
    let planned = plan.functions.get(id.0).and_then(|function| function.regions.get(id.1));
    for capture in planned.into_iter().flat_map(|region| &region.captures) {
        let Transfer::Map { map, when_proven } = &capture.transfer else { continue };
        let view = match capture.subject {
            Subject::Local(local) => Some(local),
            _ => None,
        };
        let is_view = |local: &LocalId| module.functions[id.0].locals[*local].ty.memoryview().is_some();
        let Some(local) = view.filter(is_view) else {
            found.other = true;
            continue;
        };
        let sent = map.copies_to() && when_proven.is_none() && capture.section_proven.is_none();
        found.uses.push(Use {
            local,
            is_part: false,
            effect: capture.effect,
            sent,
            region: id,
            at: region.span,
            call: None,
        });
    }
}

/// What regions use that a call reaches: of the arguments, what they do to the parameters.
fn called(
    module: &Module,
    plan: &OffloadPlan,
    id: FunctionId,
    arguments: &[Expr],
    span: Span,
    calls: &mut Vec<FunctionId>,
    found: &mut Reached,
) {
    if calls.contains(&id) || calls.len() > MAX_CALLS {
        return;
    }
    let function = &module.functions[id];
    calls.push(id);
    let inner = reached(module, plan, id, &function.body, calls);
    calls.pop();
    found.other |= inner.other;
    found.mapped |= inner.mapped;
    found.chosen |= inner.chosen;
    found.context |= inner.context;
    found.silent |= inner.silent || !inner.uses.is_empty() && !function.may_fail;
    let roots = Roots::of(function, &function.body);
    for used in inner.uses {
        let known = roots.local(used.local);
        found.other |= known.unknown;
        let is_part = used.is_part || !known.locals.contains(&used.local);
        for root in known.locals {
            let at = function.params.iter().position(|param| param.local == root);
            let argument = at.and_then(|at| arguments.get(at));
            match argument.and_then(whole_or_part) {
                Some((local, part)) => {
                    let is_part = is_part || part;
                    found.uses.push(Use { local, is_part, call: Some(span), ..used.clone() });
                }
                None => found.other = true,
            }
        }
    }
}

/// The view that an argument is, or is a part of.
fn whole_or_part(argument: &Expr) -> Option<(LocalId, bool)> {
    match &argument.kind {
        ExprKind::Local(local) => Some((*local, false)),
        ExprKind::Convert(view) => whole_or_part(view),
        ExprKind::Slice { view, .. } | ExprKind::Transpose(view) => {
            whole_or_part(view).map(|(local, _)| (local, true))
        }
        _ => None,
    }
}
