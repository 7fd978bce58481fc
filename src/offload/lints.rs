//! Maps written by the user that lose or invent data, and races.

use super::effects::{Access, Effects, subject_type};
use super::host_pointers;
use super::infer::Facets;
use super::plan::{CapturePlan, Extent, Reason, RegionPlan, Transfer};
use super::races::{is_read_by_all, meetings, race, shared_arrays, shared_under_conditions};
use super::report;
use crate::diag::{Diagnostics, Label};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::display::subject as name_of;
use crate::tir::{ExprKind, Function, MapEntry, MapType, Module, Region, StmtKind, walk};
use crate::ty::Ty;

/// An entry, compared with what would have been inferred. Data that a context around the region keeps on the
/// device is not moved by the region, whatever its own entry says.
pub fn explicit_entry(
    facets: &Facets<'_>,
    entry: &MapEntry,
    inferred: &CapturePlan,
    diagnostics: &mut Diagnostics,
) {
    let Transfer::Map { when_proven, .. } = &inferred.transfer else { return };
    let same = facets.region.clause.entries.iter().filter(|other| other.subject == entry.subject);
    // An entry given twice is reported as such.
    if !facets.region.contexts.is_empty() || same.count() > 1 {
        return;
    }
    let name = name_of(facets.module, facets.function, &entry.subject);
    if entry.map == MapType::To && inferred.effect.writes {
        diagnostics.push(report::lost_writes(&name, entry.span, facets.region.span));
    }
    if entry.map.copies_to() {
        return;
    }
    match &inferred.reason {
        Reason::OnlyRead => diagnostics.push(report::garbage_read(&name, entry, None)),
        Reason::ReadAndWritten { read, .. } => {
            diagnostics.push(report::garbage_read(&name, entry, Some(*read)))
        }
        Reason::PartialWrite { why, at }
            if entry.map == MapType::From && when_proven.is_none() && inferred.section_proven.is_none() =>
        {
            diagnostics.push(report::garbage_back(&name, entry, *why, *at));
        }
        _ => {}
    }
}

/// Entries of data contexts and updates that name nothing useful.
pub fn lists(module: &Module, function: &Function, diagnostics: &mut Diagnostics) {
    let mut lists: Vec<&[MapEntry]> =
        function.contexts.iter().map(|(_, context)| context.entries.as_slice()).collect();
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Update(update) = &stmt.kind {
            lists.push(&update.entries);
        }
    });
    for entries in lists {
        for index in 0..entries.len() {
            if wrong_entry(module, function, entries, index, diagnostics) {
                continue;
            }
            let MapEntry { subject, count, span, .. } = &entries[index];
            let is_pointer = matches!(subject_type(module, function, subject), Ty::Pointer { .. });
            if is_pointer && count.is_none() {
                let name = name_of(module, function, subject);
                diagnostics.push(report::unbounded_pointer(&name, *span, "named here"));
            }
        }
    }
}

/// Reports an entry that names what is already named, or something that has no data.
fn wrong_entry(
    module: &Module,
    function: &Function,
    entries: &[MapEntry],
    index: usize,
    diagnostics: &mut Diagnostics,
) -> bool {
    let entry = &entries[index];
    let name = name_of(module, function, &entry.subject);
    let wrong = if let Some(first) = entries[..index].iter().find(|other| other.subject == entry.subject) {
        report::duplicate_entry(&name, entry.span, first.span)
    } else if matches!(subject_type(module, function, &entry.subject), Ty::Object(_)) {
        let variable = entry.subject.as_local().map(|local| function.locals[local].span);
        report::unmappable(&name, entry.span, variable)
    } else if subject_type(module, function, &entry.subject).pointed_view().is_some() {
        report::unmappable_views(&name, entry.span)
    } else if matches!(entry.map, MapType::From | MapType::ToFrom)
        && is_const(&subject_type(module, function, &entry.subject))
    {
        report::const_comes_back(&name, entry.span)
    } else {
        return false;
    };
    diagnostics.push(wrong);
    true
}

/// Whether what is behind it cannot be written: a read-only mapping, for example, or a `bytes` object.
fn is_const(ty: &Ty) -> bool {
    match ty {
        Ty::Memoryview(view) => view.is_const,
        Ty::Pointer { is_const, .. } => *is_const,
        _ => false,
    }
}

/// Entries of a region that name nothing useful.
pub fn entries(facets: &Facets<'_>, diagnostics: &mut Diagnostics) {
    let entries = &facets.region.clause.entries;
    for (index, entry) in entries.iter().enumerate() {
        let name = name_of(facets.module, facets.function, &entry.subject);
        if wrong_entry(facets.module, facets.function, entries, index, diagnostics) {
            continue;
        }
        if facets.region.captures.iter().all(|capture| capture.subject != entry.subject) {
            diagnostics.push(report::unused_entry(&name, entry.span));
        }
    }
}

/// Pointers that no map translates, and those whose extents are not known.
pub fn pointers(facets: &Facets<'_>, plan: &RegionPlan, diagnostics: &mut Diagnostics) {
    let before = diagnostics.len();
    host_pointers::check(facets, diagnostics);
    let start = |at: Option<&Label>| at.map(|label| (label.span.file, label.span.start));
    let followed: Vec<_> =
        diagnostics.iter().skip(before).map(|diagnostic| start(diagnostic.primary.as_ref())).collect();
    for (capture, planned) in facets.region.captures.iter().zip(&plan.captures) {
        let entry = facets.entry(&capture.subject);
        let ty = facets.ty(&capture.subject);
        // What leads to memoryviews is reported where the region uses it.
        let is_pointer = matches!(ty, Ty::Pointer { .. }) && ty.pointed_view().is_none();
        let is_known = matches!(planned.extent, Extent::Count(_));
        // `p.values[i]` is one mistake: the number of `p`'s elements would not help.
        let is_reported = followed.contains(&Some((capture.span.file, capture.span.start)));
        if is_pointer && !is_reported && !is_known {
            let name = name_of(facets.module, facets.function, &capture.subject);
            diagnostics.push(match entry {
                Some(entry) => report::unbounded_pointer(&name, entry.span, "named here"),
                None => report::unbounded_pointer(&name, capture.span, "used in the region"),
            });
        }
    }
}

/// Elements that iterations share: through in-place operators, or because one writes what another uses.
pub fn races(facets: &Facets<'_>, effects: &Effects, diagnostics: &mut Diagnostics) {
    let mut racing = Vec::new();
    for update in &effects.updates {
        if let Some(found) = race(update, effects) {
            let subject = &facets.region.captures[update.access.capture].subject;
            let name = name_of(facets.module, facets.function, subject);
            diagnostics.push(report::race(&name, update.operator, &found, update.access.span));
            racing.push(update.access.span);
        }
    }
    let of = |write: &Access| {
        let subject = &facets.region.captures[write.capture].subject;
        (name_of(facets.module, facets.function, subject), facets.ty(subject).is_array())
    };
    let mut scratch = Vec::new();
    for meeting in meetings(effects).into_iter().filter(|meeting| !racing.contains(&meeting.write.span)) {
        let (write, other) = (meeting.write, meeting.other);
        scratch.push(write.capture);
        let (name, is_array) = of(write);
        if other.span != write.span {
            diagnostics.push(report::reads_what_others_write(&name, other.span, write.span));
        } else if varies(facets.region, write.span) {
            let diagnostic = match is_read_by_all(write, effects) {
                true => report::shared_scratch(&name, is_array, write.span),
                false => report::one_element_of_all(&name, is_array, write.span),
            };
            diagnostics.push(diagnostic);
        }
    }
    let is_array = |capture: usize| facets.ty(&facets.region.captures[capture].subject).is_array();
    let shared = shared_under_conditions(effects).into_iter().chain(shared_arrays(effects, is_array));
    for write in shared {
        if racing.contains(&write.span) || scratch.contains(&write.capture) {
            continue;
        }
        let (name, is_array) = of(write);
        if varies(facets.region, write.span) {
            scratch.push(write.capture);
            diagnostics.push(report::one_element_of_many(&name, is_array, write.span));
        }
    }
}

/// Whether an assignment of the region, identified by its place in the text, assigns each iteration's own
/// value.
fn varies(region: &Region, at: Span) -> bool {
    let assigned = LocalSet::assigned_in(&region.body);
    let mut found = false;
    walk::statements(&region.body, &mut |stmt| {
        let StmtKind::Assign { value, .. } = &stmt.kind else { return };
        if stmt.span == at {
            walk::expression(value, &mut |expr| {
                found |= match &expr.kind {
                    ExprKind::Local(id) => assigned.contains(*id),
                    ExprKind::Element { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => true,
                    _ => false,
                };
            });
        }
    });
    found
}
