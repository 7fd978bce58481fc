//! What host code, regions, updates and the ends of contexts do to the two copies of data.

use super::findings::{Place, WayOut};
use super::loops::Loop;
use super::state::{Contents, Copies, Lost, Newer, State, Written};
use super::views::ViewId;
use super::walker::Walker;
use crate::source::Span;
use crate::tir::{LocalId, MapType};
use crate::ty::Ty;

/// What a region does to data.
#[derive(Clone, Copy, Debug)]
pub struct RegionUse {
    /// What it is mapped as, and the part of that that it uses.
    pub view: ViewId,
    pub part: ViewId,
    pub reads: bool,
    pub writes: bool,
    /// It certainly writes all that the view shows.
    pub in_full: bool,
    /// It reads what it has not written itself; where, if that is known.
    pub reads_before: Option<Option<Span>>,
}

impl Walker<'_, '_> {
    pub(super) fn name(&self, local: LocalId) -> String {
        self.function.locals[local].name.to_string()
    }

    /// The place before the outermost loop that may have the `update` before it, otherwise before the current
    /// statement.
    fn place(
        &self,
        state: &State,
        index: usize,
        at: Span,
        may_leave: impl Fn(&Loop) -> bool,
        is_safe: impl Fn(&Copies) -> bool,
    ) -> Place {
        let copies = &state.copies[index];
        // A pointer would need its number of elements stated again.
        let is_bound = state.views.get(&copies.local) == Some(&copies.view)
            && !matches!(self.function.locals[copies.local].ty, Ty::Pointer { .. });
        let outer = self.loops.iter().find(|looped| index < looped.depth && may_leave(looped));
        match outer {
            Some(looped) => Place { at: looped.at, is_safe: is_bound && is_safe(&looped.before[index]) },
            None => Place { at, is_safe: is_bound && is_safe(copies) },
        }
    }

    pub(super) fn host_reads(&mut self, state: &mut State, view: ViewId, at: Span) {
        for index in 0..state.copies.len() {
            if !self.views.is_within(view, state.copies[index].view) {
                continue;
            }
            let is_safe =
                |copies: &Copies| copies.device == Contents::Set && copies.newer_on_host == Newer::No;
            let place = self.place(state, index, at, |looped| looped.is_host_code, is_safe);
            let copies = &mut state.copies[index];
            let name = self.function.locals[copies.local].name.to_string();
            let written = copies.newer_on_device.since_in(view, &self.views);
            self.findings.host_reads(&name, (at, copies.entry), written, place);
            if written.is_some() {
                // As if the update were there.
                copies.newer_on_device = Newer::No;
            }
        }
    }

    pub(super) fn host_writes(&mut self, state: &mut State, view: ViewId, at: Span) {
        for index in 0..state.copies.len() {
            let within = self.views.is_within(view, state.copies[index].view);
            if !within {
                let copies = &mut state.copies[index];
                if self.views.are_related(view, copies.view) && copies.newer_on_host == Newer::No {
                    copies.newer_on_host = Newer::Perhaps;
                }
                continue;
            }
            let is_safe =
                |copies: &Copies| copies.device == Contents::Set && copies.newer_on_host == Newer::No;
            let place = self.place(state, index, at, |looped| looped.is_host_code, is_safe);
            let copies = &mut state.copies[index];
            self.findings.host_writes(at, copies, place);
            if copies.newer_on_device != Newer::No && copies.newer_on_host == Newer::No {
                copies.overwrote = Some(at);
            }
            copies.newer_on_host.written(Written { view, at });
            // What is read from now on may be what was written here.
            copies.newer_on_device.renewed(view, &self.views);
        }
    }

    /// Code that is not followed may do anything, to any copy.
    pub(super) fn anything_may_change(&mut self, state: &mut State) {
        for copies in &mut state.copies {
            copies.newer_on_host.perhaps();
            copies.newer_on_device.perhaps();
            copies.device = Contents::Unknown;
        }
    }

    /// A region runs; perhaps not on the device.
    pub(super) fn region(&mut self, state: &mut State, uses: &[RegionUse], at: Span, is_certain: bool) {
        for index in 0..state.copies.len() {
            for used in uses.iter().filter(|used| used.reads) {
                let within = self.views.is_within(used.view, state.copies[index].view);
                if within && is_certain {
                    self.region_reads(state, index, used, at);
                }
            }
            for used in uses.iter().filter(|used| used.writes) {
                let copies = &mut state.copies[index];
                let within = self.views.is_within(used.view, copies.view);
                if within && is_certain {
                    copies.newer_on_device.written(Written { view: used.part, at });
                    copies.newer_on_host.renewed(used.part, &self.views);
                } else if self.views.are_related(used.view, copies.view) {
                    copies.newer_on_device.perhaps();
                } else {
                    continue;
                }
                if copies.device == Contents::Unset {
                    let all = used.in_full && used.view == copies.view && is_certain;
                    copies.device = if all { Contents::Set } else { Contents::Unknown };
                }
            }
        }
    }

    fn region_reads(&mut self, state: &mut State, index: usize, used: &RegionUse, at: Span) {
        let changed = |copies: &Copies| copies.newer_on_host.since_in(used.part, &self.views);
        let was_changed = |looped: &Loop| !looped.writes_on_host && changed(&looped.before[index]).is_some();
        let is_safe = |copies: &Copies| copies.newer_on_device == Newer::No;
        let place = self.place(state, index, at, was_changed, is_safe);
        let copies = &mut state.copies[index];
        let name = self.function.locals[copies.local].name.to_string();
        let written = copies.newer_on_host.since_in(used.part, &self.views);
        self.findings.region_reads(&name, at, copies, written, place);
        if written.is_some() {
            (copies.newer_on_host, copies.overwrote) = (Newer::No, None);
            copies.newer_on_device = Newer::No;
            copies.device = Contents::Set;
        }
        if let (Contents::Unset, Some(read)) = (copies.device, used.reads_before) {
            self.findings.unset(&name, copies, at, read);
            copies.device = Contents::Set;
        }
        copies.was_read = true;
    }

    pub(super) fn update(&mut self, state: &mut State, view: ViewId, map: MapType) {
        for copies in &mut state.copies {
            let is_all = self.views.is_within(copies.view, view);
            if !is_all {
                if self.views.are_related(copies.view, view) {
                    copies.newer_on_host.renewed(view, &self.views);
                    copies.newer_on_device.renewed(view, &self.views);
                    if copies.device == Contents::Unset {
                        copies.device = Contents::Unknown;
                    }
                }
                continue;
            }
            (copies.newer_on_host, copies.newer_on_device) = (Newer::No, Newer::No);
            copies.overwrote = None;
            if map.copies_to() {
                copies.device = Contents::Set;
            }
        }
    }

    /// Contexts are left, down to `depth` entries.
    pub(super) fn leave(&mut self, state: &mut State, depth: usize, way: WayOut) {
        while state.copies.len() > depth {
            let Some(copies) = state.copies.pop() else { return };
            let name = self.name(copies.local);
            if way == WayOut::End {
                self.findings.ends(copies.entry);
            }
            if copies.map.copies_from() {
                if let Some(at) = copies.newer_on_host.since() {
                    self.findings.overwritten(&name, at, copies.entry, way);
                }
                continue;
            }
            let Some(region) = copies.newer_on_device.since() else { continue };
            let Copies { view, local, map, entry, .. } = copies;
            let lost = Lost { view, local, map, entry, region };
            // Scratch memory is written to be read by other regions.
            let is_scratch = map == MapType::Alloc && copies.was_read;
            if self.views.origin(view).is_param && !is_scratch {
                self.findings.lost(&name, &lost, None, way);
            } else {
                state.lost.push(lost);
            }
        }
    }

    /// The data of a view is read after a context has dropped it.
    pub(super) fn read_after(&mut self, state: &mut State, view: ViewId, at: Span) {
        let concerned =
            |lost: &Lost| self.views.is_within(view, lost.view) || self.views.is_within(lost.view, view);
        let found: Vec<Lost> = state.lost.iter().copied().filter(concerned).collect();
        for lost in found {
            let name = self.name(lost.local);
            self.findings.lost(&name, &lost, Some(at), WayOut::End);
            state.lost.retain(|other| *other != lost);
        }
    }

    /// The object whose buffer a view shows is used after a context has dropped its data.
    pub(super) fn object_read_after(&mut self, state: &mut State, object: LocalId, at: Span) {
        let views: Vec<ViewId> = state
            .lost
            .iter()
            .map(|lost| lost.view)
            .filter(|&view| self.views.origin(view).object == Some(object))
            .collect();
        for view in views {
            self.read_after(state, view, at);
        }
    }
}
