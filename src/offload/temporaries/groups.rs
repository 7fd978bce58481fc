//! Views that may show the same memory.

use std::collections::{HashMap, HashSet};

use super::deeds::{Code, Deed, Source};
use crate::offload::acts::Taker;
use crate::pass::LocalSet;
use crate::tir::{FunctionId, LocalId, walk};

/// The functions that take the address of an element of a view, or call one that does: it may live on where
/// no name refers to it.
pub fn pinning_functions(codes: &[(FunctionId, Code<'_>)]) -> HashSet<FunctionId> {
    functions_that(codes, |deed| matches!(deed, Deed::Pin(_)))
}

/// The functions that give a view away, or pass it to one that does: others may then have a reference.
pub fn giving_functions(codes: &[(FunctionId, Code<'_>)]) -> HashSet<FunctionId> {
    functions_that(codes, |deed| matches!(deed, Deed::Hand(_, Taker::Anybody)))
}

fn functions_that(codes: &[(FunctionId, Code<'_>)], does: impl Fn(&Deed) -> bool) -> HashSet<FunctionId> {
    let mut found = HashSet::new();
    let all: Vec<(FunctionId, Vec<Deed>)> = codes.iter().map(|(id, code)| (*id, all_deeds(code))).collect();
    loop {
        let before = found.len();
        for (id, deeds) in &all {
            let called = |deed: &Deed| matches!(deed, Deed::Hand(_, Taker::Function(callee)) if found.contains(callee));
            if deeds.iter().any(|deed| does(deed) || called(deed)) {
                found.insert(*id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The deeds of all host code. Views and addresses that a region makes are gone when it ends.
fn all_deeds(code: &Code<'_>) -> Vec<Deed> {
    let mut all = Vec::new();
    walk::statements(&code.function.body, &mut |stmt| all.extend(code.deeds(stmt)));
    all
}

/// The view locals of a function, grouped by what they may show.
pub struct Groups {
    /// The next local of the group, or of no group: the one that represents it.
    next: HashMap<LocalId, LocalId>,
    /// The views of each group, by its representative.
    members: HashMap<LocalId, LocalSet>,
    /// Groups of which an element's address is taken.
    pinned: LocalSet,
    /// What their views are made of, by the group's representative.
    sources: HashMap<LocalId, Vec<Source>>,
}

impl Groups {
    pub fn of(code: &Code<'_>, pinning: &HashSet<FunctionId>) -> Groups {
        let mut groups = Groups {
            next: HashMap::new(),
            members: HashMap::new(),
            pinned: LocalSet::default(),
            sources: HashMap::new(),
        };
        let all = all_deeds(code);
        for deed in &all {
            if let Deed::Show { into, of, .. } = deed {
                of.iter().for_each(|&other| groups.unite(*into, other));
            }
        }
        for (id, local) in code.function.locals.iter() {
            let name = groups.settled(id);
            if local.ty.memoryview().is_some() {
                groups.members.entry(name).or_default().insert(id);
            }
        }
        for deed in &all {
            match deed {
                Deed::Pin(local) => groups.pin(*local),
                Deed::Hand(local, Taker::Function(id)) if pinning.contains(id) => groups.pin(*local),
                Deed::Bind { into, source } => {
                    groups.sources.entry(groups.name(*into)).or_default().push(*source);
                }
                _ => {}
            }
        }
        groups
    }

    fn pin(&mut self, local: LocalId) {
        self.pinned.insert(self.name(local));
    }

    fn unite(&mut self, a: LocalId, b: LocalId) {
        let (a, b) = (self.settled(a), self.settled(b));
        if a != b {
            self.next.insert(a, b);
        }
    }

    /// The same as [`Groups::name`], which takes one step for this local from now on.
    fn settled(&mut self, local: LocalId) -> LocalId {
        let name = self.name(local);
        let mut at = local;
        while let Some(next) = self.next.get_mut(&at) {
            at = std::mem::replace(next, name);
        }
        name
    }

    /// The local that represents another one's group.
    pub fn name(&self, mut local: LocalId) -> LocalId {
        while let Some(&next) = self.next.get(&local) {
            local = next;
        }
        local
    }

    pub fn is_pinned(&self, local: LocalId) -> bool {
        self.pinned.contains(self.name(local))
    }

    pub fn sources(&self, local: LocalId) -> &[Source] {
        self.sources.get(&self.name(local)).map_or(&[], Vec::as_slice)
    }

    /// The views of the group of `local`.
    pub fn members(&self, local: LocalId) -> Option<&LocalSet> {
        self.members.get(&self.name(local))
    }
}
