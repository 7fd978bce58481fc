//! What is found while walking, reported once at the end: a place is walked more than once, and a fix must be
//! right each time.

use std::collections::{BTreeMap, BTreeSet};

use super::super::report;
use super::state::{Copies, Lost};
use super::views::ViewId;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::MapType;

/// A place and the entry that it concerns.
type Key = (Span, Span);

#[derive(Debug, Default)]
pub struct Findings {
    host_reads: BTreeMap<Key, HostRead>,
    region_reads: BTreeMap<Key, RegionRead>,
    host_writes: BTreeMap<Key, Fixable>,
    overwritten: BTreeMap<Key, (String, WayOut)>,
    lost: BTreeMap<Span, LostResult>,
    unset: BTreeMap<Key, Unset>,
    /// Entries of contexts whose end is reached.
    ends: BTreeSet<Span>,
    overlaps: BTreeMap<(Span, String, String), Overlap>,
    /// A variable that a region gets by value, and a view of it that the region writes.
    shown: BTreeMap<Key, (String, String)>,
    /// Pairs that a context names and for which it is reported: its regions do not report them.
    pub refused_by_contexts: Vec<[ViewId; 2]>,
}

/// How a context is left. A jump out of the middle may mean that nobody wants the data: it counts only if
/// there is no other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOut {
    End,
    Jump,
}

/// Where an `update` can be inserted.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub at: Span,
    /// It changes nothing there except what it is for.
    pub is_safe: bool,
}

#[derive(Debug)]
struct Fixable {
    at: Span,
    is_safe: bool,
}

impl Fixable {
    fn new(place: Place) -> Fixable {
        Fixable { at: place.at, is_safe: place.is_safe }
    }

    /// The same each time, and safe.
    fn seen(&mut self, place: Place) {
        self.is_safe &= place.is_safe && place.at == self.at;
    }
}

#[derive(Debug)]
struct HostRead {
    name: String,
    /// Where a region has written what is read, if one certainly has.
    written: Option<Span>,
    fix: Fixable,
}

#[derive(Debug)]
struct RegionRead {
    name: String,
    /// Where the host has written what is read, if it certainly has.
    written: Option<Span>,
    fix: Fixable,
    /// The host has written while the device's copy was newer: where first.
    overwrote: Option<Span>,
    /// It has done so each time the device's copy was newer.
    always_overwrote: bool,
}

#[derive(Debug)]
struct LostResult {
    name: String,
    map: MapType,
    region: Span,
    read: Option<Span>,
    way: WayOut,
}

#[derive(Debug)]
struct Overlap {
    places: [Span; 2],
    written: String,
}

#[derive(Debug)]
struct Unset {
    name: String,
    map: MapType,
    read: Option<Span>,
}

impl Findings {
    /// A region has a copy of `name`, and writes it through the view `shows`.
    pub fn shown_by_value(&mut self, variable: Span, view: Span, name: &str, shows: &str) {
        self.shown.entry((variable, view)).or_insert_with(|| (name.to_string(), shows.to_string()));
    }

    /// Host code reads an entry's data.
    pub fn host_reads(&mut self, name: &str, key: Key, written: Option<Span>, place: Place) {
        let found = self.host_reads.entry(key).or_insert_with(|| HostRead {
            name: name.to_string(),
            written: None,
            fix: Fixable::new(place),
        });
        found.written = found.written.or(written);
        found.fix.seen(place);
    }

    /// A region reads an entry's data.
    pub fn region_reads(
        &mut self,
        name: &str,
        at: Span,
        copies: &Copies,
        written: Option<Span>,
        place: Place,
    ) {
        let found = self.region_reads.entry((at, copies.entry)).or_insert_with(|| RegionRead {
            name: name.to_string(),
            written: None,
            fix: Fixable::new(place),
            overwrote: None,
            always_overwrote: true,
        });
        found.written = found.written.or(written);
        found.overwrote = found.overwrote.or(copies.overwrote);
        found.always_overwrote &= place.is_safe || copies.overwrote.is_some();
        found.fix.seen(place);
    }

    /// Host code writes an entry's data.
    pub fn host_writes(&mut self, at: Span, copies: &Copies, place: Place) {
        self.host_writes.entry((at, copies.entry)).or_insert_with(|| Fixable::new(place)).seen(place);
    }

    /// The end of a context copies old data over what the host has written.
    pub fn overwritten(&mut self, name: &str, at: Span, entry: Span, way: WayOut) {
        let found = self.overwritten.entry((at, entry)).or_insert((name.to_string(), way));
        if way == WayOut::End {
            found.1 = way;
        }
    }

    /// The end of an entry's context is reached.
    pub fn ends(&mut self, entry: Span) {
        self.ends.insert(entry);
    }

    /// The end of a context drops what regions have written.
    pub fn lost(&mut self, name: &str, lost: &Lost, read: Option<Span>, way: WayOut) {
        let Lost { map, region, .. } = *lost;
        let name = name.to_string();
        let found = LostResult { name, map, region, read, way };
        if way == WayOut::End || !self.lost.contains_key(&lost.entry) {
            self.lost.insert(lost.entry, found);
        }
    }

    /// A region reads what nothing has set.
    pub fn unset(&mut self, name: &str, copies: &Copies, region: Span, read: Option<Span>) {
        let (name, map) = (name.to_string(), copies.map);
        self.unset.entry((copies.entry, region)).or_insert(Unset { name, map, read });
    }

    /// Two views overlap in part, and one of them is written.
    pub fn overlaps(&mut self, at: Span, names: [&str; 2], places: [Span; 2], written: &str) {
        let [first, second] = names.map(str::to_string);
        self.overlaps.insert((at, first, second), Overlap { places, written: written.to_string() });
    }

    pub fn report(self, diagnostics: &mut Diagnostics) {
        for ((variable, view), (name, shows)) in &self.shown {
            diagnostics.push(report::shown_by_value(name, *variable, shows, *view));
        }
        for ((at, entry), found) in &self.host_reads {
            if let Some(written) = found.written {
                let place = found.fix.is_safe.then_some(found.fix.at);
                diagnostics.push(report::stale_on_host(&found.name, *at, written, *entry, place));
            }
        }
        for ((at, entry), found) in &self.region_reads {
            let Some(written) = found.written else { continue };
            let first = found.overwrote.filter(|_| found.always_overwrote);
            let before = first.and_then(|first| self.host_writes.get(&(first, *entry)));
            let before = before.filter(|write| write.is_safe).map(|write| write.at);
            let places = if found.fix.is_safe {
                Some((None, found.fix.at))
            } else {
                before.map(|before| (Some(before), found.fix.at))
            };
            diagnostics.push(report::stale_on_device(&found.name, *at, written, *entry, places));
        }
        let counts = |way: WayOut, entry: &Span| way == WayOut::End || !self.ends.contains(entry);
        for ((at, entry), (name, _)) in
            self.overwritten.iter().filter(|((_, entry), (_, way))| counts(*way, entry))
        {
            diagnostics.push(report::overwritten_on_host(name, *at, *entry));
        }
        for (entry, lost) in self.lost.iter().filter(|(entry, lost)| counts(lost.way, entry)) {
            diagnostics.push(report::lost_in_context(&lost.name, lost.map, *entry, lost.region, lost.read));
        }
        for ((entry, region), unset) in &self.unset {
            diagnostics.push(report::unset_in_context(&unset.name, unset.map, *entry, *region, unset.read));
        }
        for ((at, first, second), overlap) in &self.overlaps {
            diagnostics.push(report::partial_overlap([first, second], *at, overlap.places, &overlap.written));
        }
    }
}
