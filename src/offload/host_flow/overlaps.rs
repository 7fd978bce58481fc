//! Views that certainly overlap in part, which the runtime rejects.

use super::super::affine::Form;
use super::super::plan::{CapturePlan, Extent, Transfer};
use super::state::State;
use super::views::{Overlap, ViewId};
use super::walker::Walker;
use crate::source::Span;
use crate::tir::{ContextId, LocalId, Region, Subject};

/// A view that is mapped, with the part of it that moves.
struct Mapped {
    local: LocalId,
    view: ViewId,
    used: Option<Vec<[Form; 2]>>,
    is_written: bool,
    at: Span,
}

impl Walker<'_, '_> {
    pub(super) fn overlaps_in_region(&mut self, region: &Region, captures: &[CapturePlan], state: &State) {
        let mut mapped: Vec<Mapped> = Vec::new();
        for (plan, capture) in captures.iter().zip(&region.captures) {
            mapped.extend(self.mapped(plan, capture.span, state));
        }
        self.pairs(mapped, region.span, false);
    }

    fn mapped(&mut self, plan: &CapturePlan, at: Span, state: &State) -> Option<Mapped> {
        let (Transfer::Map { .. }, Subject::Local(local)) = (&plan.transfer, &plan.subject) else {
            return None;
        };
        let view = *state.views.get(local)?;
        let used = match (&plan.extent, plan.moved_section(self.function)) {
            (Extent::Whole, _) | (Extent::Section(_), None) => None,
            (Extent::Section(_), Some(_)) => Some(self.section(plan, state)?),
            (Extent::Count(_), _) => return None,
        };
        Some(Mapped { local: *local, view, used, is_written: plan.effect.writes, at })
    }

    /// The part of a view that a region uses, if its bounds are known.
    pub(super) fn section(&mut self, plan: &CapturePlan, state: &State) -> Option<Vec<[Form; 2]>> {
        let Extent::Section(ranges) = &plan.extent else { return None };
        let mut section = Vec::new();
        for range in ranges {
            let [start, stop] = [self.number(&range.start, state)?, self.number(&range.stop, state)?];
            // It may begin before the view.
            let is_before = start.as_constant().is_some_and(|start| start < 0);
            section.push([if is_before { Form::default() } else { start }, stop]);
        }
        Some(section)
    }

    pub(super) fn overlaps_in_context(&mut self, id: ContextId, state: &State) {
        let context = &self.function.contexts[id];
        let planned = self.plan.functions.get(self.id).and_then(|function| function.contexts.get(id));
        let entries = planned.map_or(&[][..], |planned| planned.entries.as_slice());
        let mapped: Vec<Mapped> = context
            .entries
            .iter()
            .zip(entries)
            .filter_map(|(entry, planned)| {
                let Subject::Local(local) = entry.subject else { return None };
                let view = *state.views.get(&local)?;
                let is_written = entry.map.copies_from() || planned.effect.writes;
                Some(Mapped { local, view, used: None, is_written, at: entry.span })
            })
            .collect();
        self.pairs(mapped, context.span, true);
    }

    fn pairs(&mut self, mapped: Vec<Mapped>, at: Span, is_context: bool) {
        for (index, one) in mapped.iter().enumerate() {
            for other in &mapped[index + 1..] {
                let is_harmless = !(one.is_written || other.is_written) || one.view == other.view;
                let pair = [one.view, other.view];
                let is_known = |known: &[ViewId; 2]| pair.iter().all(|view| known.contains(view));
                if is_harmless || !is_context && self.findings.refused_by_contexts.iter().any(is_known) {
                    continue;
                }
                let used = [(one.view, one.used.as_deref()), (other.view, other.used.as_deref())];
                // If one view is inside the other, parts of them may overlap.
                let whole = used.map(|(view, _)| (view, None));
                let partial = |[one, other]: [_; 2]| self.views.overlap(one, other) == Overlap::Partial;
                if partial(whole) && partial(used) {
                    let written = if other.is_written { other } else { one };
                    let (first, second) = (self.name(one.local), self.name(other.local));
                    let written = self.name(written.local);
                    if is_context {
                        self.findings.refused_by_contexts.push(pair);
                    }
                    self.findings.overlaps(at, [&first, &second], [one.at, other.at], &written);
                }
            }
        }
    }
}
