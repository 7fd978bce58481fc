//! What the types, the loops and the shapes say about one check, whatever the program's input is.

use crate::base::planted::{self, Fault};
use crate::offload::affine::Form;
use crate::offload::bounds::Facts;
use crate::offload::effects::{Effects, IndexCheck, Value};
use crate::tir::{CheckKind, StmtKind};

/// What to do with a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stays, like all statements that are not checks of an index.
    Keep,
    /// The index is not negative: there is nothing to wrap around.
    Plain,
    /// The index is within bounds, unchanged.
    Inside,
    /// It counts from the end, and is within bounds that way.
    InsideFromEnd,
    /// The index is within bounds if the region's condition holds; elsewhere it may count from the end, if it `wraps`.
    Guarded { wraps: bool },
}

pub fn of(check: &IndexCheck, kind: &StmtKind, found: &Effects) -> Verdict {
    let (Some(index), Some(extent)) = (&check.index, &check.extent) else { return Verdict::Keep };
    let StmtKind::Check(crate::tir::Check { kind: CheckKind::Index { wraparound, boundscheck, .. } }) = kind
    else {
        return Verdict::Keep;
    };
    if !is_right(index, found) || !is_right(extent, found) {
        return Verdict::Keep;
    }
    if *wraparound && is_from_end(index) {
        let is_inside = extent.form.add(&index.form).is_some_and(|form| is_not_negative(&form, check, found));
        return if is_inside || !boundscheck { Verdict::InsideFromEnd } else { Verdict::Keep };
    }
    let last = if planted::has(Fault::CheckRoomForOneMore) { 0 } else { -1 };
    let room = extent.form.subtract(&index.form).and_then(|form| form.offset(last));
    let is_below = !boundscheck || room.is_some_and(|form| is_not_negative(&form, check, found));
    match is_not_negative(&index.form, check, found) {
        true if is_below => Verdict::Inside,
        true if *wraparound => Verdict::Plain,
        _ => Verdict::Keep,
    }
}

/// A constant below zero.
pub fn is_from_end(index: &Value) -> bool {
    index.form.as_constant().is_some_and(|constant| constant < 0)
}

/// Whether what the form depends on always holds.
pub fn is_right(value: &Value, found: &Effects) -> bool {
    value.guards.iter().all(|guard| is_never_negative(guard, found))
}

/// The same at a check, after those that have passed before.
fn is_not_negative(form: &Form, check: &IndexCheck, found: &Effects) -> bool {
    let follows = |known: &Form| {
        let rest = form.subtract(known).and_then(|rest| rest.as_constant());
        rest.is_some_and(|rest| rest >= 0 || planted::has(Fault::CheckFollowsFromLess) && rest >= -1)
    };
    check.known.iter().any(follows) || is_never_negative(form, found)
}

/// Whether it is zero or more in every iteration, for every input.
pub fn is_never_negative(form: &Form, found: &Effects) -> bool {
    let mut facts = Facts::default();
    found.loops.require(form, &found.entries, &mut facts).is_some()
        && (facts.is_empty() || planted::has(Fault::CheckSettledUnproven))
}
