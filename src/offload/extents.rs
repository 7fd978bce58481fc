//! Which section of a capture a region can touch.

use super::affine::Form;
use super::bounds::Facts;
use super::effects::{Access, Effects};
use super::plan::{Condition, Extent, IndexRange};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, MinMax};
use crate::ty::Ty;

/// Per dimension, what accesses can touch at most; `None` for all of it.
#[derive(Debug)]
pub struct Hull {
    pub axes: Vec<Option<(Form, Form)>>,
    /// What must hold for it to be right.
    pub facts: Facts,
}

/// If one capture has more accesses than this, they are not examined.
pub const MAX_ACCESSES: usize = 128;

/// The hull of the accesses, all of one capture of `dimensions` dimensions. `extents` are its shape.
pub fn hull(accesses: &[&Access], extents: &[Form], effects: &mut Effects) -> Hull {
    let mut hull = Hull { axes: vec![None; extents.len()], facts: Facts::default() };
    if accesses.is_empty() || accesses.len() > MAX_ACCESSES {
        return hull;
    }
    for (axis, extent) in extents.iter().enumerate() {
        let mut facts = hull.facts.clone();
        let range = axis_range(accesses, axis, extent, effects, &mut facts);
        let is_all = |(start, stop): &(Form, Form)| start.as_constant() == Some(0) && stop == extent;
        if let Some(range) = range.filter(|range| !is_all(range)) {
            hull.axes[axis] = Some(range);
            hull.facts = facts;
        }
    }
    hull
}

/// Indices lie within the view (otherwise they are an error, or undefined): an end that is not certainly
/// inside is the view's own.
fn within((start, stop): (Form, Form), extent: &Form, effects: &Effects) -> (Form, Form) {
    let never_positive =
        |form: &Form| effects.entries.interval(form).is_some_and(|interval| interval.high <= 0);
    let start = if never_positive(&start) { Form::default() } else { start };
    let beyond = extent.subtract(&stop).is_some_and(|room| never_positive(&room));
    (start, if beyond { extent.clone() } else { stop })
}

fn axis_range(
    accesses: &[&Access],
    axis: usize,
    extent: &Form,
    effects: &mut Effects,
    facts: &mut Facts,
) -> Option<(Form, Form)> {
    let mut range: Option<(Form, Form)> = None;
    for access in accesses {
        let index = access.indices.get(axis)?.as_ref()?;
        for guard in index.guards.iter().filter(|_| !planted::has(Fault::SectionGuardsIgnored)) {
            effects.loops.require(guard, &effects.entries, facts)?;
        }
        let start = effects.loops.extreme(&index.form, false, 0, &effects.entries, facts)?;
        let stop = effects.loops.extreme(&index.form, true, 0, &effects.entries, facts)?.offset(1)?;
        let start = if planted::has(Fault::SectionStartsLate) { start.offset(1)? } else { start };
        let stop = if planted::has(Fault::SectionStopsEarly) { stop.offset(-1)? } else { stop };
        let (start, stop) = within((start, stop), extent, effects);
        range = Some(match range {
            None => (start, stop),
            Some(range) if planted::has(Fault::SectionOfFirstAccess) => range,
            Some((least, most)) => (
                widest(MinMax::Min, &least, &start, &Form::default(), effects, access.span)?,
                widest(MinMax::Max, &most, &stop, extent, effects, access.span)?,
            ),
        });
    }
    range
}

/// The outer one of two ends; none lies beyond `limit`.
fn widest(
    which: MinMax,
    one: &Form,
    other: &Form,
    limit: &Form,
    effects: &mut Effects,
    span: Span,
) -> Option<Form> {
    if one == limit || other == limit {
        return Some(limit.clone());
    }
    effects.entries.min_max(which, one, other, span)
}

/// The hull as the plan states it, with the conditions on which it depends. `view` is the capture itself.
pub fn extent(hull: &Hull, view: &Expr, effects: &Effects, span: Span) -> (Extent, Vec<Condition>) {
    let section = || {
        if hull.axes.iter().all(Option::is_none) {
            return None;
        }
        let conditions = hull.facts.conditions(&effects.entries, span)?;
        let mut ranges = Vec::new();
        for (axis, range) in hull.axes.iter().enumerate() {
            ranges.push(match range {
                Some((start, stop)) => IndexRange {
                    start: effects.entries.expr(start, span)?,
                    stop: effects.entries.expr(stop, span)?,
                },
                None => {
                    let extent = || ExprKind::Extent { view: Box::new(view.clone()), axis };
                    let stop = match view.ty.array_lengths().get(axis) {
                        Some(length) => Expr::length(length, span),
                        None => Expr::new(extent(), Ty::SSIZE, span),
                    };
                    IndexRange { start: Expr::int(0, Ty::SSIZE, span), stop }
                }
            });
        }
        Some((Extent::Section(ranges), conditions))
    };
    section().unwrap_or((Extent::Whole, Vec::new()))
}
