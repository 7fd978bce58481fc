//! Diagnostics about a text from those about the text before.

use std::collections::BTreeSet;

use super::web::REST;
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{FileId, Span};
use crate::syntax::Change;
use crate::syntax::items::Item;

/// The functions about which everything has been reported again.
#[derive(Clone, Copy)]
pub struct Settled<'a> {
    pub items: &'a [Item],
    pub file: FileId,
    pub settled: &'a BTreeSet<usize>,
}

impl Settled<'_> {
    /// Whether a diagnostic is about one of them. Those without a place are about the module.
    fn holds(&self, diagnostic: &Diagnostic) -> bool {
        self.holds_place(diagnostic.primary.as_ref().map(|label| label.span))
    }

    pub fn holds_place(&self, place: Option<Span>) -> bool {
        let own = place.filter(|span| span.file == self.file);
        let item = own.and_then(|span| item_at(self.items, span.start as usize));
        self.settled.contains(&item.unwrap_or(REST))
    }
}

/// The function that holds a byte.
pub fn item_at(items: &[Item], at: usize) -> Option<usize> {
    let item = items.partition_point(|item| item.range.start <= at).checked_sub(1)?;
    let is_function = items[item].body.is_some() && at <= items[item].range.end;
    is_function.then_some(item)
}

/// The new ones about what is settled, and the others from before, about a text with the items `before`.
pub fn merged(
    said: &Diagnostics,
    before: Settled<'_>,
    change: &Change,
    new: &Diagnostics,
    now: Settled<'_>,
) -> Diagnostics {
    let place = |span: Span| match span.file == now.file {
        true => {
            let range = change.moved(&span.range());
            Span::new(span.file, range.start, range.end)
        }
        false => span,
    };
    let mut merged = Diagnostics::default();
    merged.extend(said.iter().filter(|one| !before.holds(one)).map(|one| one.clone().moved(&place)));
    merged.note_conditional(said.conditional().filter(|span| !before.holds_place(Some(*span))).map(place));
    merged.note_conditional(new.conditional().filter(|span| now.holds_place(Some(*span))));
    merged.extend(new.iter().filter(|one| now.holds(one)).cloned());
    merged
}
