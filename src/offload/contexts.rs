//! Data contexts: what the user names, or what the regions inside use.
//!
//! An inferred context keeps on the device all data that regions inside use, in this function and in those
//! that it calls, and moves none of it: data moves when a side needs it. What a region uses is traced to the
//! views that show the data when the context begins; data that no view shows then is left to the regions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::plan::{
    CapturePlan, ContextPlan, Effect, Extent, FunctionPlan, IndexRange, LeftOut, OffloadPlan, Reason,
    Transfer, WhyLeftOut,
};
use super::roots::{Found, Roots};
use super::sections::covered;
use crate::base::Statement;
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::same_expr;
use crate::tir::{
    Block, ContextId, ContextOrigin, DataContext, Expr, Function, FunctionId, LocalId, LocalRole, MapEntry,
    MapType, Module, Op, Region, RegionId, Stmt, StmtKind, Subject, walk,
};

/// Plans every context of a module, whose regions and host sections are planned.
pub fn contexts(module: &Module, plan: &mut OffloadPlan) {
    let reached = reached(module, plan);
    for (id, function) in module.functions.iter() {
        let mut found: Vec<(ContextId, &Block)> = Vec::new();
        walk::statements(&function.body, &mut |stmt| {
            if let StmtKind::Context { context, body } = &stmt.kind {
                found.push((*context, body));
            }
        });
        let Some(planned) = plan.functions.get(id) else { continue };
        let contexts: Vec<(ContextId, ContextPlan)> = found
            .into_iter()
            .map(|(id, body)| {
                let context = &function.contexts[id];
                let inside = Inside { function, planned, reached: &reached, body };
                (id, if context.infer { inside.inferred(context) } else { explicit(context, &inside) })
            })
            .collect();
        if let Some(planned) = plan.functions.get_mut(id) {
            contexts.into_iter().for_each(|(id, context)| {
                planned.contexts.insert(id, context);
            });
        }
    }
}

/// The regions in a block, in the order of the text.
pub fn regions_in(block: &[Stmt]) -> Vec<RegionId> {
    let mut ids = Vec::new();
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Offload(id) = stmt.kind {
            ids.push(id);
        }
    });
    ids
}

/// What regions do to one variable's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use {
    effect: Effect,
    /// What their maps move to the device, and back.
    to: bool,
    from: bool,
    at: Span,
}

impl Use {
    fn of(capture: &CapturePlan, region: &Region) -> Option<Use> {
        let Transfer::Map { map, .. } = capture.transfer else { return None };
        let (to, from) = (map.copies_to(), map.copies_from());
        Some(Use { effect: capture.effect, to, from, at: region.span })
    }

    /// Whether joining the other changes nothing.
    fn covers(&self, other: &Use) -> bool {
        (self.effect.reads || !other.effect.reads)
            && (self.effect.writes || !other.effect.writes)
            && (self.to || !other.to)
            && (self.from || !other.from)
    }

    fn join(&mut self, other: Use) {
        if other.effect.writes && !self.effect.writes {
            self.at = other.at;
        }
        self.effect.reads |= other.effect.reads;
        self.effect.writes |= other.effect.writes;
        self.to |= other.to;
        self.from |= other.from;
    }
}

/// For each parameter of each function that is coherent, what regions reached by a call do to it.
type Reached = HashMap<FunctionId, Vec<Option<Use>>>;

fn reached(module: &Module, plan: &OffloadPlan) -> Reached {
    let mut reached = Reached::new();
    loop {
        let mut changed = false;
        for (id, function) in module.functions.iter().filter(|(_, function)| function.coherence.as_a_whole) {
            let Some(planned) = plan.functions.get(id) else { continue };
            let inside = Inside { function, planned, reached: &reached, body: &function.body };
            let uses = inside.uses();
            let used: HashMap<LocalId, Use> = uses.roots.into_iter().collect();
            let at = |local: LocalId| used.get(&local).copied();
            let params: Vec<Option<Use>> = function.params.iter().map(|param| at(param.local)).collect();
            let same = |one: &Option<Use>, other: &Option<Use>| {
                one.map(|used| (used.effect, used.to, used.from))
                    == other.map(|used| (used.effect, used.to, used.from))
            };
            let known = reached.get(&id);
            if known.is_none_or(|known| !known.iter().zip(&params).all(|(one, other)| same(one, other))) {
                changed = true;
                reached.insert(id, params);
            }
        }
        if !changed {
            return reached;
        }
    }
}

/// A block in which data may be kept.
struct Inside<'a> {
    function: &'a Function,
    planned: &'a FunctionPlan,
    reached: &'a Reached,
    body: &'a Block,
}

/// What the regions that a block reaches use.
#[derive(Default)]
struct Uses {
    roots: Vec<(LocalId, Use)>,
    /// Where each one is in the list.
    places: HashMap<LocalId, usize>,
    /// Roots that are used under another name too, or in another function.
    renamed: LocalSet,
    left_out: Vec<LeftOut>,
}

impl Uses {
    fn add(&mut self, root: LocalId, used: Use) {
        match self.places.entry(root) {
            Entry::Occupied(place) => self.roots[*place.get()].1.join(used),
            Entry::Vacant(place) => {
                place.insert(self.roots.len());
                self.roots.push((root, used));
            }
        }
    }

    fn leave_out(&mut self, local: LocalId, why: WhyLeftOut, at: Span) {
        let subject = Subject::Local(local);
        // Regions may be in contexts that keep it, and others not.
        let keeper = |why, at| (why == WhyLeftOut::KeptInside).then_some(at);
        let is_known =
            |left: &LeftOut| left.subject == subject && keeper(left.why, left.at) == keeper(why, at);
        if !self.left_out.iter().any(is_known) {
            self.left_out.push(LeftOut { subject, why, at });
        }
    }
}

impl Inside<'_> {
    fn captures(&self) -> Vec<(&CapturePlan, RegionId)> {
        let planned = |id: RegionId| Some((self.planned.regions.get(id)?, id));
        let regions = regions_in(self.body).into_iter().filter_map(planned);
        regions.flat_map(|(plan, id)| plan.captures.iter().map(move |capture| (capture, id))).collect()
    }

    fn uses(&self) -> Uses {
        let roots = Roots::of(self.function, self.body);
        let mut uses = Uses::default();
        let mut mapped_inside = LocalSet::default();
        // What a name shows in the block, and what has been noted about that.
        let mut shown: HashMap<LocalId, (Found, Option<Use>)> = HashMap::new();
        for (capture, id) in self.captures() {
            let region = &self.function.regions[id];
            let Subject::Local(local) = capture.subject else { continue };
            let is_view = self.function.locals[local].ty.memoryview().is_some();
            let Some(used) = Use::of(capture, region).filter(|_| is_view) else { continue };
            let (found, noted) = shown.entry(local).or_insert_with(|| (roots.local(local), None));
            if let Some(at) = capture.explicit {
                mapped_inside.extend(found.locals.iter().copied());
                uses.leave_out(local, WhyLeftOut::MappedInside, at);
                continue;
            }
            if found.unknown {
                let is_user = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Offload(found) if found == id);
                self.leave_to(&mut uses, local, region.span, is_user);
            }
            if noted.is_some_and(|noted| noted.covers(&used)) {
                continue;
            }
            noted.get_or_insert(used).join(used);
            for &root in &found.locals {
                uses.add(root, used);
                uses.renamed.extend(Some(root).filter(|&root| root != local));
            }
        }
        self.calls(&roots, &mut uses);
        self.library_calls(&roots, &mut uses);
        uses.roots.retain(|(root, _)| !mapped_inside.contains(*root));
        uses
    }

    /// What is passed to functions with regions inside.
    fn calls(&self, roots: &Roots<'_>, uses: &mut Uses) {
        walk::statements(self.body, &mut |stmt| {
            let StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } = &stmt.kind else {
                return;
            };
            for (argument, used) in arguments.iter().zip(self.reached.get(function).into_iter().flatten()) {
                let Some(used) = used else { continue };
                let found = roots.expr(argument);
                if let (true, Some(local)) = (found.unknown, argument.as_local()) {
                    self.leave_to(uses, local, stmt.span, |inner| inner.id() == stmt.id());
                }
                for root in found.locals {
                    uses.add(root, Use { at: stmt.span, ..*used });
                    uses.renamed.insert(root);
                }
            }
        });
    }

    /// Arrays of calls of BLAS, which run where these are.
    fn library_calls(&self, roots: &Roots<'_>, uses: &mut Uses) {
        walk::statements(self.body, &mut |stmt| {
            let StmtKind::Run { op: Op::CallLibrary { library, arguments, .. }, .. } = &stmt.kind else {
                return;
            };
            for &at in library.arrays {
                let element = arguments.get(at).and_then(Expr::addressed_element);
                let Some((view, _)) = element else { continue };
                let writes = library.stores.contains(&at);
                let effect = Effect { reads: true, writes };
                for root in roots.expr(view).locals {
                    uses.add(root, Use { effect, to: true, from: writes, at: stmt.span });
                    uses.renamed.insert(root);
                }
            }
        });
    }

    /// Data that nothing shows when the context begins: a context inside may keep them, otherwise nobody
    /// does. `is_user`: the region or call that uses them, at `at`.
    fn leave_to(&self, uses: &mut Uses, local: LocalId, at: Span, is_user: impl Fn(&Stmt) -> bool) {
        let mut keeper = None;
        walk::statements(self.body, &mut |stmt| {
            let StmtKind::Context { context, body } = &stmt.kind else { return };
            let mut is_inside = false;
            walk::statements(body, &mut |stmt| is_inside |= is_user(stmt));
            if is_inside && keeper.is_none() && self.keeps(*context, body, local) {
                keeper = Some(self.function.contexts[*context].span);
            }
        });
        match keeper {
            Some(context) => uses.leave_out(local, WhyLeftOut::KeptInside, context),
            None => uses.leave_out(local, WhyLeftOut::Rebound, at),
        }
    }

    /// Whether a context inside keeps what a name shows in it.
    fn keeps(&self, context: ContextId, body: &Block, local: LocalId) -> bool {
        let context = &self.function.contexts[context];
        let found = Roots::of(self.function, body).local(local);
        let is_entry = |root| context.entries.iter().any(|entry| entry.subject == Subject::Local(root));
        let is_kept = |&root: &LocalId| match context.origin {
            ContextOrigin::NewViews => context.views.contains(&root),
            _ => context.infer || is_entry(root),
        };
        !found.unknown && found.locals.iter().all(is_kept)
    }

    fn inferred(&self, context: &DataContext) -> ContextPlan {
        let mut uses = self.uses();
        if context.origin == ContextOrigin::NewViews {
            uses.roots.retain(|(root, _)| context.views.contains(root));
            uses.left_out.clear();
        }
        let host = self.host_uses();
        let changing = LocalSet::assigned_in(self.body);
        let mut captures: HashMap<LocalId, Vec<&CapturePlan>> = HashMap::new();
        for (capture, _) in self.captures() {
            capture
                .subject
                .as_local()
                .into_iter()
                .for_each(|id| captures.entry(id).or_default().push(capture));
        }
        let kept = |(root, used): &(LocalId, Use)| {
            let captures = captures.get(root).filter(|_| !uses.renamed.contains(*root));
            let section = captures.and_then(|captures| self.section_of(captures, &changing));
            self.kept(*root, used, section, &host)
        };
        let entries = uses.roots.iter().map(kept).collect();
        ContextPlan { entries, left_out: uses.left_out, given_up: Vec::new() }
    }

    /// How one variable's data is kept.
    fn kept(
        &self,
        root: LocalId,
        used: &Use,
        section: Option<Vec<IndexRange>>,
        host: &[HostUse],
    ) -> CapturePlan {
        let map = match (used.to, used.from) {
            (_, false) => MapType::To,
            (true, true) => MapType::ToFrom,
            (false, true) => MapType::From,
        };
        let at = |pick: fn(&HostUse) -> bool| {
            let is_passed = self.function.locals[root].role == LocalRole::Param;
            let concerns = |found: &&HostUse| {
                found.root.is_none_or(|other| other == root) && !(found.is_local && is_passed) && pick(found)
            };
            host.iter().find(concerns).map(|found| found.at)
        };
        let reason = Reason::WhenNeeded {
            device: used.at,
            written: used.effect.writes,
            host_reads: at(|found| found.effect.reads),
            host_writes: at(|found| found.effect.writes),
        };
        CapturePlan {
            subject: Subject::Local(root),
            effect: used.effect,
            extent: section.map_or(Extent::Whole, Extent::Section),
            extent_conditions: Vec::new(),
            otherwise: None,
            transfer: Transfer::Coherent { map, private: None, dead: None, undefined: false },
            section_proven: None,
            sharing: None,
            dead_after: None,
            reason,
            explicit: None,
        }
    }

    /// The part of a view that all regions inside agree on, if it is known when the context begins.
    /// `captures`: those of the view; `changing`: what is assigned inside.
    fn section_of(&self, captures: &[&CapturePlan], changing: &LocalSet) -> Option<Vec<IndexRange>> {
        let is_settled =
            |id: LocalId| self.function.locals[id].role == LocalRole::Param && !changing.contains(id);
        let is_fixed = |expr: &Expr| {
            let mut fixed = true;
            walk::expression(expr, &mut |inner| fixed &= inner.as_local().is_none_or(is_settled));
            fixed
        };
        let same = |one: &IndexRange, other: &IndexRange| {
            same_expr(&one.start, &other.start) && same_expr(&one.stop, &other.stop)
        };
        let mut section: Option<&Vec<IndexRange>> = None;
        for capture in captures {
            let Extent::Section(ranges) = &capture.extent else { return None };
            let known = section.get_or_insert(ranges);
            let fixed = ranges.iter().all(|range| is_fixed(&range.start) && is_fixed(&range.stop));
            let agrees = known.iter().zip(ranges).all(|(one, other)| same(one, other));
            if !fixed || !agrees || !capture.extent_conditions.is_empty() {
                return None;
            }
        }
        section.cloned()
    }

    /// What the host's code inside does to the data of each root.
    fn host_uses(&self) -> Vec<HostUse> {
        let roots = Roots::of(self.function, self.body);
        let mut found = Vec::new();
        for (id, _) in covered(self.body, self.function) {
            let Some(plan) = self.planned.host.get(id) else { continue };
            let at = self.function.host_sections[id].span;
            if let Some(at) = plan.anything {
                let effect = Effect { reads: true, writes: true };
                found.push(HostUse { root: None, is_local: false, effect, at });
            }
            for access in &plan.accesses {
                let Some(view) = access.view(self.function) else {
                    // A variable that any of them may show.
                    let is_local = access.subject.as_local().is_some();
                    found.push(HostUse { root: None, is_local, effect: access.effect, at });
                    continue;
                };
                let (concerned, effect) = (roots.local(view).locals.into_iter(), access.effect);
                found.extend(concerned.map(|root| HostUse { root: Some(root), is_local: false, effect, at }));
            }
        }
        found
    }
}

/// What a section of the host's code does to the data of one root, or of all.
struct HostUse {
    root: Option<LocalId>,
    /// It applies to a variable of the function: what the caller passes does not show that.
    is_local: bool,
    effect: Effect,
    at: Span,
}

fn explicit(context: &DataContext, inside: &Inside<'_>) -> ContextPlan {
    let captures = inside.captures();
    let effect_of = |subject: &Subject| {
        let mut effect = Effect { reads: false, writes: false };
        for (capture, _) in captures.iter().filter(|(capture, _)| capture.subject == *subject) {
            effect.reads |= capture.effect.reads;
            effect.writes |= capture.effect.writes;
        }
        effect
    };
    let entry = |entry: &MapEntry| CapturePlan {
        subject: entry.subject.clone(),
        effect: effect_of(&entry.subject),
        extent: entry.count.clone().map_or(Extent::Whole, Extent::Count),
        extent_conditions: Vec::new(),
        otherwise: None,
        transfer: Transfer::Map { map: entry.map, when_proven: None },
        section_proven: None,
        sharing: None,
        dead_after: None,
        reason: Reason::Explicit,
        explicit: Some(entry.span),
    };
    ContextPlan { entries: context.entries.iter().map(entry).collect(), ..ContextPlan::default() }
}
