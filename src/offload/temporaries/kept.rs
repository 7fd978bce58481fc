//! What is known about the temporaries that inferred contexts keep.

use std::collections::HashSet;

use super::deeds::{Code, Deed};
use super::groups::Groups;
use super::life::{Needs, Written};
use super::{Fresh, Temporaries};
use crate::base::planted::{self, Fault};
use crate::offload::acts::Taker;
use crate::offload::plan::{FunctionPlan, HostPlan, Transfer};
use crate::pass::LocalSet;
use crate::pass::flow::{Facts, Flow};
use crate::tir::{Block, ContextId, Function, FunctionId, LocalId, LocalRole, StmtKind, Subject, walk};

/// What is known about a function.
pub struct Known<'a> {
    pub code: &'a Code<'a>,
    pub groups: &'a Groups,
    pub flow: &'a Flow<'a>,
    pub needs: &'a Facts<Needs>,
    pub written: &'a Facts<Written>,
}

/// Determines who reaches what the inferred contexts of a function keep, and until when it is needed.
pub fn contexts(
    temporaries: &Temporaries<'_>,
    id: FunctionId,
    known: &Known<'_>,
    plan: &mut FunctionPlan,
    fresh: &mut Vec<Fresh>,
) {
    let function = &temporaries.module.functions[id];
    // The views that may show what only this function, or one that calls it, reaches.
    let mut own = LocalSet::default();
    if function.coherence.as_a_whole {
        let params = function.params.iter().map(|param| known.groups.name(param.local));
        own.extend(params);
    }
    let origins = temporaries.origins(id);
    for (at, stmt) in known.flow.statements() {
        let StmtKind::Context { context, body } = &stmt.kind else { continue };
        let Some(planned) = plan.contexts.get_mut(*context) else { continue };
        let inside = Inside { function, known, giving: &temporaries.giving, body, context: *context };
        let mut kept_alive = Vec::new();
        for entry in &mut planned.entries {
            let Subject::Local(view) = entry.subject else { continue };
            let Transfer::Coherent { private, dead, undefined, .. } = &mut entry.transfer else { continue };
            *undefined = !known.written.before[at].contains(view) || planted::has(Fault::ContextStartsEmpty);
            let sources = temporaries.sources((id, &origins), known.groups, view, &mut HashSet::from([id]));
            if sources.is_empty() || !inside.stays(view) {
                continue;
            }
            *private = Some(inside.holders(view, |_| true));
            *dead = inside.dead(view);
            kept_alive.extend(Some(view).filter(|_| dead.is_none()));
            own.insert(known.groups.name(view));
            fresh.extend(sources);
        }
        for view in kept_alive {
            for id in inside.given_up(view) {
                if !planned.given_up.contains(&id) {
                    planned.given_up.push(id);
                }
            }
        }
    }
    // Where any array on a device may be used, that includes those that views show.
    let all_is_said =
        |host: &&mut HostPlan| host.anything.is_some() && (host.any_array || !function.coherence.as_a_whole);
    for host in plan.host.values_mut().filter(all_is_said) {
        let is_own = |view| own.contains(known.groups.name(view));
        host.accesses.retain(|access| access.view(function).is_some_and(is_own));
    }
}

/// The code in a context.
struct Inside<'a> {
    function: &'a Function,
    known: &'a Known<'a>,
    giving: &'a HashSet<FunctionId>,
    body: &'a Block,
    context: ContextId,
}

impl Inside<'_> {
    fn members(&self, view: LocalId) -> impl Iterator<Item = LocalId> {
        self.known.groups.members(view).into_iter().flat_map(LocalSet::iter)
    }

    /// Whether nobody gets hold of the data in the context who does not have it already.
    fn stays(&self, view: LocalId) -> bool {
        let groups = self.known.groups;
        let mut stays = !groups.is_pinned(view);
        walk::statements(self.body, &mut |stmt| {
            for deed in self.known.code.deeds(stmt) {
                if let Deed::Hand(local, taker) = deed {
                    let gives = match taker {
                        Taker::Anybody => true,
                        Taker::Function(callee) => self.giving.contains(&callee),
                    };
                    stays &= !gives
                        || planted::has(Fault::GivenInContext)
                        || groups.name(local) != groups.name(view);
                }
            }
        });
        stays
    }

    /// The owned views that may show the data and satisfy the condition.
    fn holders(&self, view: LocalId, fits: impl Fn(LocalId) -> bool) -> Vec<LocalId> {
        let is_holder = |&id: &LocalId| {
            self.function.is_owned(id) && self.function.locals[id].role != LocalRole::Temp && fits(id)
        };
        self.members(view).filter(is_holder).collect()
    }

    fn is_dead_after(&self, id: LocalId) -> bool {
        let needs = self.known.needs;
        if planted::has(Fault::DeadAfterContext) {
            return true;
        }
        self.known.flow.after(self.context).iter().all(|&at| needs.before[at].of(id).is_none())
    }

    /// For views that exchange their data in the context: those that nobody reads after it. What they show at
    /// its end is known then. Whoever else shows it holds it, except views that hold nothing.
    fn given_up(&self, view: LocalId) -> Vec<LocalId> {
        let mut bound = LocalSet::default();
        walk::statements(self.body, &mut |stmt| bound.extend(walk::assigned(stmt)));
        let holds = |id: LocalId| self.function.is_owned(id) || self.is_dead_after(id);
        if !self.members(view).any(|id| bound.contains(id)) || !self.members(view).all(holds) {
            return Vec::new();
        }
        self.holders(view, |id| self.is_dead_after(id))
    }

    /// The views that hold the data if nobody reads it after the context, which may be left by several
    /// ways.
    fn dead(&self, view: LocalId) -> Option<Vec<LocalId>> {
        let is_dead = |id: LocalId| self.is_dead_after(id);
        let mut bound = LocalSet::default();
        walk::statements(self.body, &mut |stmt| bound.extend(walk::assigned(stmt)));
        // What is bound in the context may show the data after it without having shown it before.
        let counts = self.members(view).any(|id| bound.contains(id));
        let all_dead = self.members(view).all(|id| is_dead(id) || (!counts && self.function.is_owned(id)));
        (all_dead && is_dead(view)).then(|| self.holders(view, is_dead))
    }
}
