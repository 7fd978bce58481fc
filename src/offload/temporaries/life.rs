//! Which data behind views has been written, and which is needed later.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;

use super::deeds::{Code, Deed, Source};
use super::groups::Groups;
use crate::base::planted::{self, Fault};
use crate::offload::plan::{CapturePlan, Condition, FunctionPlan, Reason, Transfer};
use crate::pass::LocalSet;
use crate::pass::flow::{Fact, Facts, Flow};
use crate::pass::origin::Origins;
use crate::tir::{ExprKind, Function, LocalId, LocalRole, MapType, RegionId, Stmt, StmtKind, Subject, walk};

/// The views that may show data which somebody has written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written(LocalSet);

impl Fact for Written {
    fn join(&mut self, other: &Written) {
        self.0.union(&other.0);
    }
}

impl Written {
    pub fn contains(&self, view: LocalId) -> bool {
        self.0.contains(view)
    }
}

/// Finds what may have been written before each step.
pub fn written(
    code: &Code<'_>,
    flow: &Flow<'_>,
    groups: &Groups,
    origins: &Origins<'_>,
    plan: &FunctionPlan,
) -> Facts<Written> {
    let function = code.function;
    let params = function.locals.iter().filter(|(_, local)| local.role == LocalRole::Param);
    let start = Written(params.map(|(id, _)| id).collect());
    flow.forward(start, |stmt, facts: &mut Written| {
        let set = &mut facts.0;
        for deed in code.deeds(stmt) {
            match deed {
                Deed::Write(_) if planted::has(Fault::HostWriteIgnored) => {}
                Deed::Write(local) | Deed::Hand(local, _) | Deed::Pin(local) => {
                    groups.members(local).into_iter().for_each(|all| set.union(all));
                }
                Deed::Show { into, of, known } => {
                    let holds = !known || of.iter().any(|&other| set.contains(other));
                    put(set, into, holds && !planted::has(Fault::ShownIsEmpty));
                }
                Deed::Bind { into, source } => {
                    let empty = matches!(source, Source::Object(object) if origins.is_uninitialised(object));
                    put(set, into, !empty);
                }
                Deed::Read(_) => {}
            }
        }
        for (_, view, capture) in captured_views(plan, stmt) {
            if capture.effect.writes && !planted::has(Fault::RegionWriteIgnored) {
                groups.members(view).into_iter().for_each(|all| set.union(all));
            }
        }
    })
}

fn put(set: &mut LocalSet, local: LocalId, there: bool) {
    if there {
        set.insert(local);
    } else {
        set.remove(local);
    }
}

/// The captures of a region by the locals that they are, if the statement is one.
fn captured_views<'p>(
    plan: &'p FunctionPlan,
    stmt: &Stmt,
) -> impl Iterator<Item = (RegionId, LocalId, &'p CapturePlan)> {
    let region = if let StmtKind::Offload(id) = stmt.kind { Some(id) } else { None };
    let captures = region.and_then(|id| Some((id, plan.regions.get(id)?)));
    captures.into_iter().flat_map(|(id, region)| {
        region.captures.iter().filter_map(move |capture| match capture.subject {
            Subject::Local(local) => Some((id, local, capture)),
            _ => None,
        })
    })
}

/// A region that writes what it reads of a view before it reads it, if conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Promise {
    region: RegionId,
    view: LocalId,
    /// And that writes all of the view.
    overwrites: bool,
}

/// Whether the data that a view shows must be kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need<'n> {
    Always,
    /// Not if these promises hold.
    Unless(&'n BTreeSet<Promise>),
}

/// What is needed later, by the views through which it is reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needs {
    always: LocalSet,
    /// Not if promises hold; empty if it is always needed.
    unless: BTreeMap<LocalId, Rc<BTreeSet<Promise>>>,
}

impl Fact for Needs {
    fn join(&mut self, other: &Needs) {
        self.always.union(&other.always);
        self.unless.retain(|view, _| !self.always.contains(*view));
        other.unless.iter().for_each(|(&view, promises)| self.add_unless(view, promises));
    }
}

impl Needs {
    pub fn of(&self, view: LocalId) -> Option<Need<'_>> {
        match self.always.contains(view) {
            true => Some(Need::Always),
            false => self.unless.get(&view).map(|promises| Need::Unless(promises)),
        }
    }

    /// Whether the data is needed even if one promise holds.
    fn is_needed_but_for(&self, view: LocalId, promise: Promise) -> bool {
        match self.of(view) {
            None => false,
            Some(Need::Always) => true,
            Some(Need::Unless(promises)) => promises.iter().any(|other| *other != promise),
        }
    }

    fn add_always(&mut self, view: LocalId) {
        self.always.insert(view);
        self.unless.remove(&view);
    }

    fn add_unless(&mut self, view: LocalId, promises: &Rc<BTreeSet<Promise>>) {
        if self.always.contains(view) {
            return;
        }
        match self.unless.entry(view) {
            Entry::Vacant(entry) => drop(entry.insert(Rc::clone(promises))),
            Entry::Occupied(mut entry) if !Rc::ptr_eq(entry.get(), promises) => {
                Rc::make_mut(entry.get_mut()).extend(promises.iter());
            }
            Entry::Occupied(_) => {}
        }
    }

    fn remove(&mut self, view: LocalId) {
        self.always.remove(view);
        self.unless.remove(&view);
    }

    /// What is needed of one view is needed of these instead.
    fn hand_on(&mut self, view: LocalId, to: &[LocalId]) {
        let is_needed = self.always.contains(view);
        self.always.remove(view);
        let promises = self.unless.remove(&view);
        for &other in to {
            if is_needed {
                self.add_always(other);
            }
            promises.iter().for_each(|promises| self.add_unless(other, promises));
        }
    }

    /// A promise says nothing until what it refers to has its value.
    pub fn settle(&mut self, plan: &FunctionPlan, assigned: &[LocalId]) {
        let speaks = |promise: &Promise| {
            let required = promise.conditions(plan);
            required.iter().any(|condition| condition.locals().iter().any(|id| assigned.contains(id)))
        };
        let always = &mut self.always;
        self.unless.retain(|view, promises| {
            let is_settled = promises.iter().any(speaks) && !planted::has(Fault::PromiseOutlivesNumbers);
            always.extend(Some(*view).filter(|_| is_settled));
            !is_settled
        });
    }
}

impl Promise {
    /// What must hold when the region begins.
    pub fn conditions<'p>(&self, plan: &'p FunctionPlan) -> Vec<&'p Condition> {
        let region = plan.regions.get(self.region);
        let captures = region.map_or(&[][..], |region| region.captures.as_slice());
        let capture = captures.iter().find(|capture| capture.subject == Subject::Local(self.view));
        match capture.map(|capture| use_of(capture, self.overwrites)) {
            Some(Use::WrittenFirst(conditions) | Use::Overwritten(conditions)) => conditions,
            _ => Vec::new(),
        }
    }

    pub fn is_by(&self, region: RegionId) -> bool {
        self.region == region
    }
}

/// What a region does with the data of a capture.
enum Use<'p> {
    Nothing,
    /// Reads what it has not written.
    Read,
    /// Writes what it touches before reading it, if these hold.
    WrittenFirst(Vec<&'p Condition>),
    /// The same, and writes all of it.
    Overwritten(Vec<&'p Condition>),
}

/// `all`: prefers the proof that all of it is written to the one that needs less.
fn use_of(capture: &CapturePlan, all: bool) -> Use<'_> {
    let Transfer::Map { map, when_proven } = &capture.transfer else { return Use::Nothing };
    if capture.explicit.is_some() {
        return Use::Read;
    }
    if *map == MapType::From {
        let is_full = matches!(capture.reason, Reason::FullWrite { .. });
        return if is_full { Use::Overwritten(vec![]) } else { Use::WrittenFirst(vec![]) };
    }
    let whole = when_proven.as_ref().filter(|(map, _)| *map == MapType::From);
    match (&capture.section_proven, whole) {
        (None, Some((_, conditions))) => Use::Overwritten(conditions.iter().collect()),
        (Some(_), Some((_, conditions))) if all => Use::Overwritten(conditions.iter().collect()),
        (Some(proven), _) => Use::WrittenFirst(capture.extent_conditions.iter().chain(proven).collect()),
        _ => Use::Read,
    }
}

/// Finds what is needed around each step.
pub fn needs(code: &Code<'_>, flow: &Flow<'_>, plan: &FunctionPlan) -> Facts<Needs> {
    let unsteady = unsteady(code.function);
    let promise = |facts: &mut Needs, conditions: &[&Condition], promise: Promise| {
        if conditions.iter().any(|condition| !is_lasting(condition, &unsteady)) {
            facts.add_always(promise.view);
        } else if !conditions.is_empty() {
            facts.add_unless(promise.view, &Rc::new(BTreeSet::from([promise])));
        }
    };
    flow.backward(|stmt, facts: &mut Needs| {
        facts.settle(plan, &assigned(plan, stmt));
        let captures: Vec<_> = captured_views(plan, stmt).collect();
        for (region, view, capture) in captures {
            let all = facts.is_needed_but_for(view, Promise { region, view, overwrites: false });
            match use_of(capture, all) {
                Use::Nothing => {}
                Use::Read if planted::has(Fault::RegionReadIgnored) => {}
                Use::Read => facts.add_always(view),
                Use::WrittenFirst(conditions) => {
                    promise(facts, &conditions, Promise { region, view, overwrites: false });
                }
                Use::Overwritten(conditions) => {
                    facts.remove(view);
                    promise(facts, &conditions, Promise { region, view, overwrites: true });
                }
            }
        }
        for deed in code.deeds(stmt).into_iter().rev() {
            match deed {
                Deed::Read(_) if planted::has(Fault::HostReadIgnored) => {}
                Deed::Hand(..) if planted::has(Fault::ReturnIgnored) => {}
                Deed::Read(local) | Deed::Hand(local, _) => facts.add_always(local),
                Deed::Show { into, of, .. } => facts.hand_on(into, &of),
                Deed::Bind { into, .. } => facts.remove(into),
                Deed::Write(_) | Deed::Pin(_) => {}
            }
        }
    })
}

/// Locals that may change without being assigned: their address is taken.
fn unsteady(function: &Function) -> LocalSet {
    let mut found = LocalSet::default();
    walk::all_expressions(&function.body, &mut |expr| {
        if let ExprKind::AddressOf(place) = &expr.kind {
            found.extend(walk::assigned_local(place));
        }
    });
    found
}

/// Whether a condition does not change until a local in it is assigned.
fn is_lasting(condition: &Condition, unsteady: &LocalSet) -> bool {
    let mut lasting = !condition.locals().iter().any(|&id| unsteady.contains(id));
    for side in [&condition.left, &condition.right] {
        walk::expression(side, &mut |expr| {
            lasting &= !matches!(
                expr.kind,
                ExprKind::Global(_)
                    | ExprKind::Extern(_)
                    | ExprKind::Element { .. }
                    | ExprKind::Index { .. }
                    | ExprKind::Field { .. }
                    | ExprKind::Deref(_)
                    | ExprKind::Call(..)
            );
        });
    }
    lasting
}

/// The locals to which a statement gives a value, a region's results included.
pub fn assigned(plan: &FunctionPlan, stmt: &Stmt) -> Vec<LocalId> {
    let is_result = |capture: &CapturePlan| matches!(capture.transfer, Transfer::ScalarResult);
    let results = captured_views(plan, stmt).filter(|(_, _, capture)| is_result(capture));
    walk::assigned(stmt).into_iter().chain(results.map(|(_, local, _)| local)).collect()
}
