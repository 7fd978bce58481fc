//! Arrays that a function makes for itself: what need not be sent to a device, and what need not come
//! back.
//!
//! Two facts are found. *Nothing is in it yet*: an array fresh from `numpy.empty` that nobody has written
//! need not be sent. *Nobody reads it afterwards*: what a region writes need not come back if no view that
//! may show the same memory reads it before it shows something else.
//!
//! The second is proven for the code of the function. That nobody else looks is checked on entry: the array
//! must have been new when its buffer was taken ([`FunctionPlan::fresh`]), and every reference to the buffer
//! must be one of the views that are known not to read it ([`DeadAfter::holders`]). A caller's view, a
//! memoryview object, a view that another function keeps: each has its own reference. The only other ways to
//! the memory are the addresses of elements, and views of which one is taken are excluded.
//!
//! The same is determined for what an inferred context keeps ([`kept`]): whether only this function's code,
//! and what it calls, reaches the data until the context ends, and whether anybody needs it then.

mod deeds;
mod groups;
mod kept;
mod life;

use std::collections::{HashMap, HashSet};

use super::plan::{CapturePlan, Condition, DeadAfter, FunctionPlan, Reason, Transfer};
use crate::base::planted::{self, Fault};
use crate::pass::LocalSet;
use crate::pass::flow::Flow;
use crate::pass::origin::{self, Origins};
use crate::tir::{
    Function, FunctionId, LocalId, LocalRole, MapType, Module, RegionId, Stmt, StmtKind, Subject, walk,
};
use deeds::{Code, Source};
use groups::Groups;
use kept::Known;
use life::{Need, Needs};

/// What must be known about a whole module.
pub struct Temporaries<'a> {
    module: &'a Module,
    names: HashMap<crate::base::Name, String>,
    /// Functions that take addresses of elements.
    pinning: HashSet<FunctionId>,
    /// Functions that may let others have a view.
    giving: HashSet<FunctionId>,
}

/// An object of a function whose buffer perhaps belongs to the function alone.
pub type Fresh = (FunctionId, LocalId);

impl<'a> Temporaries<'a> {
    pub fn of(module: &'a Module) -> Temporaries<'a> {
        let names = origin::imported_names(module);
        let code = |(id, function)| (id, Code::of(function, &Origins::of(function, &names)));
        let codes: Vec<(FunctionId, Code<'_>)> = module.functions.iter().map(code).collect();
        let (pinning, giving) = (groups::pinning_functions(&codes), groups::giving_functions(&codes));
        Temporaries { module, names, pinning, giving }
    }

    pub fn origins(&self, id: FunctionId) -> Origins<'_> {
        Origins::of(&self.module.functions[id], &self.names)
    }

    fn code(&self, id: FunctionId) -> Code<'_> {
        Code::of(&self.module.functions[id], &self.origins(id))
    }

    fn groups(&self, code: &Code<'_>) -> Groups {
        Groups::of(code, &self.pinning)
    }

    /// Omits the sending of arrays that hold nothing.
    pub fn nothing_to_send(&self, id: FunctionId, plan: &mut FunctionPlan) {
        let function = &self.module.functions[id];
        let (code, flow) = (self.code(id), Flow::of(&function.body));
        let groups = self.groups(&code);
        let written = life::written(&code, &flow, &groups, &self.origins(id), plan);
        for (at, _, id) in regions(&flow) {
            let Some(region) = plan.regions.get_mut(id) else { continue };
            for capture in &mut region.captures {
                let Some(view) = written_view(function, capture) else { continue };
                let is_sent = !matches!(capture.transfer, Transfer::Map { map: MapType::From, .. });
                if is_sent && !written.before[at].contains(view) {
                    capture.transfer = Transfer::Map { map: MapType::From, when_proven: None };
                    capture.section_proven = None;
                    capture.reason = Reason::Uninitialised;
                }
            }
        }
    }

    /// Finds what need not come back, and what contexts keep for the function alone; and the objects on which
    /// that relies.
    pub fn nothing_to_bring_back(&self, id: FunctionId, plan: &mut FunctionPlan) -> Vec<Fresh> {
        let function = &self.module.functions[id];
        let (code, flow) = (self.code(id), Flow::of(&function.body));
        let groups = self.groups(&code);
        let needs = life::needs(&code, &flow, plan);
        let origins = self.origins(id);
        let written = life::written(&code, &flow, &groups, &origins, plan);
        plan.lent = code.lent.iter().collect();
        let mut fresh = Vec::new();
        let known = Known { code: &code, groups: &groups, flow: &flow, needs: &needs, written: &written };
        kept::contexts(self, id, &known, plan, &mut fresh);
        let mut found = Vec::new();
        for (at, stmt, region) in regions(&flow) {
            let mut needs = needs.after[at].clone();
            needs.settle(plan, &life::assigned(plan, stmt));
            let after = After { function, groups: &groups, plan, region, needs };
            let captures = plan.regions.get(region).map_or(&[][..], |region| region.captures.as_slice());
            for (index, capture) in captures.iter().enumerate() {
                let Some(view) = written_view(function, capture) else { continue };
                let sources = self.sources((id, &origins), &groups, view, &mut HashSet::from([id]));
                if let (false, Some(dead)) = (sources.is_empty(), after.dead(view, capture)) {
                    found.push((region, index, dead));
                    fresh.extend(sources);
                }
            }
        }
        for (region, index, dead) in found {
            if let Some(region) = plan.regions.get_mut(region) {
                region.captures[index].dead_after = Some(dead);
            }
        }
        fresh
    }

    /// The fresh objects of which the views of a group are made, in this function or in those that it calls.
    fn sources(
        &self,
        (id, origins): (FunctionId, &Origins<'_>),
        groups: &Groups,
        view: LocalId,
        known: &mut HashSet<FunctionId>,
    ) -> Vec<Fresh> {
        let mut found = Vec::new();
        for source in groups.sources(view) {
            match *source {
                Source::Object(object) if origins.is_fresh(object) => found.push((id, object)),
                Source::Call(callee) if known.insert(callee) => {
                    let (groups, origins) = (self.groups(&self.code(callee)), self.origins(callee));
                    for result in results(&self.module.functions[callee]) {
                        found.extend(self.sources((callee, &origins), &groups, result, known));
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// The regions of a function, by their steps.
fn regions<'f>(flow: &Flow<'f>) -> Vec<(usize, &'f Stmt, RegionId)> {
    let region = |(at, stmt): (usize, &'f Stmt)| match stmt.kind {
        StmtKind::Offload(id) => Some((at, stmt, id)),
        _ => None,
    };
    flow.statements().filter_map(region).collect()
}

/// The view that a capture is, if the region writes its elements.
fn written_view(function: &Function, capture: &CapturePlan) -> Option<LocalId> {
    let Subject::Local(local) = capture.subject else { return None };
    let is_view = function.locals[local].ty.memoryview().is_some();
    let is_mapped = matches!(capture.transfer, Transfer::Map { .. });
    (is_view && is_mapped && capture.effect.writes).then_some(local)
}

/// The views that a function returns.
fn results(function: &Function) -> Vec<LocalId> {
    let mut found = Vec::new();
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind
            && value.ty.memoryview().is_some()
        {
            found.extend(value.as_local());
        }
    });
    found
}

/// What is needed after a region.
struct After<'a> {
    function: &'a Function,
    groups: &'a Groups,
    plan: &'a FunctionPlan,
    region: RegionId,
    needs: Needs,
}

impl After<'_> {
    /// Under what conditions nobody reads what a region writes through a view.
    fn dead(&self, view: LocalId, capture: &CapturePlan) -> Option<DeadAfter> {
        if capture.explicit.is_some() || self.groups.is_pinned(view) || self.is_resident(view) {
            return None;
        }
        let mut dead = DeadAfter { holders: Vec::new(), conditions: Vec::new() };
        match self.needs.of(view) {
            Some(Need::Always) => return None,
            Some(Need::Unless(promises)) => {
                for promise in promises {
                    let required = promise.conditions(self.plan);
                    if !promise.is_by(self.region)
                        && !required.iter().all(|condition| self.is_known(condition))
                    {
                        return None;
                    }
                    dead.conditions.extend(required.into_iter().cloned());
                }
            }
            None => {}
        }
        for member in self.groups.members(view).into_iter().flat_map(LocalSet::iter) {
            let is_dead =
                member == view || self.needs.of(member).is_none() || planted::has(Fault::OtherViewsIgnored);
            match self.function.is_owned(member) {
                // A reference that is not counted among the holders' is noticed on entry.
                true if !is_dead || self.function.locals[member].role == LocalRole::Temp => {}
                true => dead.holders.push(member),
                false if !is_dead => return None,
                false => {}
            }
        }
        Some(dead)
    }

    /// A data context around the region moves it, perhaps by another name. One around a call of the function
    /// has nothing that only the function holds.
    fn is_resident(&self, view: LocalId) -> bool {
        let contexts = self.function.regions[self.region].contexts.iter();
        let mut entries =
            contexts.filter_map(|&id| self.plan.contexts.get(id)).flat_map(|plan| &plan.entries);
        entries.any(|entry| match entry.subject {
            Subject::Local(local) => self.groups.name(local) == self.groups.name(view),
            _ => false,
        })
    }

    /// Whether everything that a condition names has its value when the region begins.
    fn is_known(&self, condition: &Condition) -> bool {
        let captures = &self.function.regions[self.region].captures;
        let has_value = |&id: &LocalId| {
            let local = &self.function.locals[id];
            local.role == LocalRole::Param
                || local.ty.memoryview().is_some() && self.function.is_owned(id)
                || captures.iter().any(|capture| capture.subject == Subject::Local(id))
        };
        condition.locals().iter().all(has_value)
    }
}
