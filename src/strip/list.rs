//! Removes elements from a comma-separated list.

use super::edit::{Breaks, Edits};
use crate::source::Span;

/// Removes the elements that are not kept, each with the comma beside it. `end` is where the list ends, including a
/// trailing comma. At least one element must be kept unless the list may be empty.
pub fn remove(edits: &mut Edits<'_>, elements: &[(Span, bool)], end: u32, breaks: Breaks) {
    let mut at = 0;
    while at < elements.len() {
        if elements[at].1 {
            at += 1;
            continue;
        }
        let first = at;
        while at < elements.len() && !elements[at].1 {
            at += 1;
        }
        let range = match (elements.get(at), first.checked_sub(1)) {
            (Some((next, _)), _) => elements[first].0.start..next.start,
            (None, Some(previous)) => elements[previous].0.end..elements[at - 1].0.end,
            (None, None) => elements[first].0.start..end,
        };
        edits.replace(range, "", breaks);
    }
}
