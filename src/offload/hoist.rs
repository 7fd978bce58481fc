//! Advice to keep on the device what a loop of the host sends there in every iteration.
//!
//! The loop to wrap is the outermost one in which some data is sent again although nobody on the host has
//! changed it. A context with entries by name is proposed if it certainly means the same; otherwise
//! `device()`, which moves what a side needs.

use super::plan::OffloadPlan;
use super::reached::{Reach, Reached};
use super::repeats::Repeats;
use super::report::{self, Resent};
use super::roots::Roots;
use super::uses::{Look, Uses};
use crate::diag::Diagnostics;
use crate::tir::{
    Block, Function, FunctionId, LocalId, LocalRole, Module, Op, RegionId, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Looks at every loop outside data contexts.
pub fn advise(module: &Module, plan: &OffloadPlan, diagnostics: &mut Diagnostics) {
    let (mut reach, mut look) = (Reach::new(module, plan), Look::new(module));
    for (id, function) in module.functions.iter() {
        if reach.function(id).is_none_or(|reached| reached.uses.is_empty()) {
            continue;
        }
        Adviser { id, function, reach: &mut reach, look: &mut look }.block(&function.body, diagnostics);
    }
}

struct Adviser<'a, 'm> {
    id: FunctionId,
    function: &'a Function,
    reach: &'a mut Reach<'m>,
    look: &'a mut Look<'m>,
}

impl Adviser<'_, '_> {
    fn block(&mut self, block: &[Stmt], diagnostics: &mut Diagnostics) {
        for stmt in block {
            let iterations = match &stmt.kind {
                StmtKind::For(looped) => Some(looped.body.clone()),
                StmtKind::While { prepare, body, .. } => Some([prepare.as_slice(), body].concat()),
                StmtKind::Context { .. } | StmtKind::Parallel(_) | StmtKind::Prange(_) => continue,
                _ => None,
            };
            match iterations.and_then(|iterations| self.resent(stmt, &iterations)) {
                Some(resent) => diagnostics.push(report::resent(&resent)),
                None => walk::blocks(stmt).into_iter().for_each(|inner| self.block(inner, diagnostics)),
            }
        }
    }

    /// What the iterations of a loop send again.
    fn resent(&mut self, looped: &Stmt, iterations: &Block) -> Option<Resent> {
        let reached = self.reach.block(self.id, iterations);
        if reached.uses.is_empty() || reached.context {
            return None;
        }
        let host = self.look.block(iterations);
        let mut written = Vec::new();
        let roots = Roots::of(self.function, iterations);
        for access in host.accesses.iter().filter(|access| access.write) {
            if self.is_pointer(access.local) {
                return None;
            }
            written.extend(roots.local(access.local).locals);
        }
        if host.written_anywhere.is_some() {
            return None;
        }
        let repeats = Repeats::of(looped, iterations);
        let mut names: Vec<LocalId> = Vec::new();
        let mut regions = Vec::new();
        for used in reached.uses.iter().filter(|used| used.sent && !used.is_part) {
            let found = roots.local(used.local);
            let again =
                self.is_only_copied(used.local, iterations, &mut Vec::new()) || repeats.is(used.local);
            if again && !found.unknown && !found.locals.iter().any(|root| written.contains(root)) {
                names.extend(found.locals);
                regions.push((used.at, used.call));
            }
        }
        names = unique(names);
        regions.dedup();
        if names.is_empty() {
            return None;
        }
        let entries = self.entries(&reached, &host, &roots, iterations);
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
    fn is_only_copied(&self, local: LocalId, iterations: &Block, seen: &mut Vec<LocalId>) -> bool {
        if seen.contains(&local) {
            return true;
        }
        seen.push(local);
        let mut sources = Vec::new();
        let mut whole = true;
        walk::statements(iterations, &mut |stmt| match &stmt.kind {
            StmtKind::Release(_) => {}
            StmtKind::Move { into, from } if *into == local => sources.push(*from),
            StmtKind::Move { .. } => {}
            _ if walk::assigned(stmt).contains(&local) => match bound_to(stmt) {
                Some(source) => sources.push(source),
                None => whole = false,
            },
            _ => {}
        });
        whole && sources.into_iter().all(|source| self.is_only_copied(source, iterations, seen))
    }

    /// The entries of a context around the loop that certainly means the same: everything that regions use is
    /// named, the host's code does not use it, and what would overlap in part in the context already does so
    /// in a region. Temporaries, which such an entry would bring back, are better left to `device()`.
    fn entries(
        &self,
        reached: &Reached,
        host: &Uses,
        roots: &Roots<'_>,
        iterations: &Block,
    ) -> Option<Vec<(String, &'static str)>> {
        if reached.other || reached.mapped || reached.silent || host.read_anywhere.is_some() {
            return None;
        }
        let mut kept: Vec<(LocalId, bool)> = Vec::new();
        let mut together: Vec<((FunctionId, RegionId), LocalId)> = Vec::new();
        for used in &reached.uses {
            let found = roots.local(used.local);
            let named = found.locals.iter().all(|&root| self.function.locals[root].role != LocalRole::Temp);
            let copied = self.is_only_copied(used.local, iterations, &mut Vec::new());
            if used.is_part || used.temporary || found.unknown || !named || !copied {
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

/// The variable to which a statement binds another one.
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
