//! How many elements a region touches of what a pointer points to: a pointer does not say how many there are, and elements
//! that the program would not touch need not exist.

use super::affine::Form;
use super::bounds::{Fact, Facts};
use super::cover::{self, Part};
use super::effects::{Access, Effects};
use super::extents::MAX_ACCESSES;
use super::plan::{Condition, NotFull};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, MinMax};
use crate::ty::Ty;

/// The first elements of what a pointer points to: all that a region touches, and nothing that it may not touch.
pub struct Touched {
    pub stop: Form,
    /// Their number: that is `stop`, or 0 if no loop runs.
    pub count: Expr,
    /// Otherwise nothing is known.
    pub conditions: Vec<Condition>,
}

/// The hull of the accesses, all to one pointer, if some of them certainly touch each element of it.
pub fn touched(accesses: &[Access], effects: &Effects, span: Span) -> Option<Touched> {
    if accesses.is_empty() || accesses.len() > MAX_ACCESSES {
        return None;
    }
    let mut facts = Facts::default();
    let stops = accesses.iter().map(|access| stop(access, effects, &mut facts));
    let stops = stops.collect::<Option<Vec<Form>>>()?;
    let within = |part: &Part| reaches(part, &stops, effects, facts.clone());
    let parts = certain_parts(accesses, effects);
    let (stop, facts) = parts.iter().filter_map(within).min_by_key(|(_, facts)| facts.list().len())?;
    let runs = iterations(accesses, effects)?;
    // Where one of the loops does not run, nothing is touched, whatever else holds.
    let follows = |fact: &Fact| match fact {
        Fact::NotNegative(form) => runs.iter().any(|run| is_at_least(form, run)),
        Fact::Zero(_) => false,
    };
    let mut open = Facts::default();
    facts.list().iter().filter(|fact| !follows(fact)).try_for_each(|fact| open.add(fact.clone()))?;
    let conditions = open.conditions(&effects.entries, span)?;
    let count = count(&stop, runs, effects, span)?;
    Some(Touched { stop, count, conditions })
}

/// After the last element that one access may touch; none before the first is.
fn stop(access: &Access, effects: &Effects, facts: &mut Facts) -> Option<Form> {
    let index = access.indices.first()?.as_ref()?;
    let (loops, entries) = (&effects.loops, &effects.entries);
    for guard in &index.guards {
        loops.require(guard, entries, facts)?;
    }
    let start = loops.extreme(&index.form, false, 0, entries, facts)?;
    if !planted::has(Fault::PointerFromBefore) {
        loops.require(&start, entries, facts)?;
    }
    loops.extreme(&index.form, true, 0, entries, facts)?.offset(1)
}

/// What accesses that certainly happen cover, one by one and together.
fn certain_parts(accesses: &[Access], effects: &Effects) -> Vec<Part> {
    let is_certain = |access: &Access| {
        matches!(access.uncertain, None | Some((NotFull::OneField, _))) || planted::has(Fault::PointerPerhaps)
    };
    let part = |(at, access): (usize, &Access)| {
        let mut certain = access.clone();
        certain.uncertain = None;
        Some(Part { writes: vec![at], covered: cover::covered(&certain, effects).ok()? })
    };
    let certain = accesses.iter().enumerate().filter(|(_, access)| is_certain(access));
    let mut parts: Vec<Part> = certain.filter_map(part).collect();
    parts.extend(cover::together(parts.clone()));
    parts
}

/// The end of a part, and what must hold for it to begin at the pointer and to hold all elements that are touched.
fn reaches(part: &Part, stops: &[Form], effects: &Effects, mut facts: Facts) -> Option<(Form, Facts)> {
    let [axis] = part.covered.axes.as_slice() else { return None };
    effects.loops.require_equal(&axis.start, &Form::default(), &mut facts)?;
    for stop in stops.iter().filter(|_| !planted::has(Fault::PointerBeyond)) {
        effects.loops.require(&axis.stop.subtract(stop)?, &effects.entries, &mut facts)?;
    }
    facts.union(part.covered.facts.clone())?;
    Some((axis.stop.clone(), facts))
}

/// Per loop that all accesses are in, a form that is not negative if it runs.
fn iterations(accesses: &[Access], effects: &Effects) -> Option<Vec<Form>> {
    let common =
        accesses[0].loops.iter().filter(|id| accesses.iter().all(|access| access.loops.contains(id)));
    let ranges = common.filter_map(|id| effects.loops.range(*id));
    let known = ranges.filter(|range| range.start.is_entry_known() && range.stop.is_entry_known());
    known.map(|range| range.has_iterations()).collect()
}

/// Whether one form is never smaller than another.
fn is_at_least(form: &Form, other: &Form) -> bool {
    form.subtract(other).and_then(|more| more.as_constant()).is_some_and(|more| more >= 0)
}

/// `stop` if all loops run; otherwise 0.
fn count(stop: &Form, runs: Vec<Form>, effects: &Effects, span: Span) -> Option<Expr> {
    let (entries, zero) = (&effects.entries, || Expr::int(0, Ty::SSIZE, span));
    let end = entries.expr(stop, span)?;
    // The others have no elements then anyway.
    let mut open = Facts::default();
    let decides = |run: &&Form| {
        run.as_constant().is_none_or(|run| run < 0)
            && !run.offset(1).is_some_and(|run| is_at_least(&run, stop))
    };
    let runs = runs.iter().filter(decides).filter(|_| !planted::has(Fault::PointerOfEmptyLoops));
    runs.cloned().try_for_each(|run| open.add(Fact::NotNegative(run)))?;
    let holds = |condition: Condition| {
        let (left, right) = (Box::new(condition.left), Box::new(condition.right));
        Expr::new(ExprKind::Compare(condition.relation.op(), left, right), Ty::Bint, span)
    };
    Some(match Expr::all(open.conditions(entries, span)?.into_iter().map(holds)) {
        Some(run) => {
            let parts = (Box::new(run), Box::new(end), Box::new(zero()));
            Expr::new(ExprKind::Select(parts.0, parts.1, parts.2), Ty::SSIZE, span)
        }
        None => match stop.as_constant() {
            Some(constant) => Expr::int(constant.max(0), Ty::SSIZE, span),
            None => {
                let parts = (Box::new(end), Box::new(zero()));
                Expr::new(ExprKind::MinMax(MinMax::Max, parts.0, parts.1), Ty::SSIZE, span)
            }
        },
    })
}
