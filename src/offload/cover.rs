//! Proofs that writes cover: the whole of a view, a section of it, or what a read reads.

use super::affine::{Form, Symbol};
use super::bounds::{Facts, LoopRange};
use super::effects::{Access, Effects};
use super::plan::NotFull;
use crate::base::planted::{self, Fault};
use crate::source::Span;

/// The elements that a write certainly covers, per dimension `start..stop`, and what must hold.
#[derive(Clone, Debug)]
pub struct Covered {
    pub axes: Vec<CoveredAxis>,
    pub facts: Facts,
}

#[derive(Clone, Debug)]
pub struct CoveredAxis {
    pub start: Form,
    pub stop: Form,
    /// One place for all iterations.
    pub fixed: bool,
}

/// What several writes cover together.
#[derive(Clone, Debug)]
pub struct Part {
    /// Their numbers among the accesses.
    pub writes: Vec<usize>,
    pub covered: Covered,
}

/// More writes than this are not put together.
const MAX_PARTS: usize = 16;

/// Parts that meet become one, as long as there are two; those that consist of one write are left out.
pub fn together(mut parts: Vec<Part>) -> Vec<Part> {
    if parts.len() > MAX_PARTS {
        return Vec::new();
    }
    while let Some((one, other, joined)) = any_that_meet(&parts) {
        parts[one] = joined;
        parts.remove(other);
    }
    parts.retain(|part| part.writes.len() > 1);
    parts
}

fn any_that_meet(parts: &[Part]) -> Option<(usize, usize, Part)> {
    let pairs = (0..parts.len()).flat_map(|one| (0..parts.len()).map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| one != other)
        .find_map(|(one, other)| Some((one, other, joined(&parts[one], &parts[other])?)))
}

/// Two parts where the one begins, along one axis, where the other ends, and that are alike in the other axes. What
/// they cover has no gap then, whichever of them is empty.
fn joined(one: &Part, other: &Part) -> Option<Part> {
    let is_alike = |(one, other): (&CoveredAxis, &CoveredAxis)| {
        one.start == other.start && one.stop == other.stop || planted::has(Fault::PartsDiffer)
    };
    let meets = |(one, other): (&CoveredAxis, &CoveredAxis)| {
        one.stop == other.start || planted::has(Fault::PartsNeedNotMeet)
    };
    let (left, right) = (&one.covered.axes, &other.covered.axes);
    let differs = |at: &usize| left[*at].start != right[*at].start || left[*at].stop != right[*at].stop;
    let along = (0..left.len()).find(|at| differs(at) && meets((&left[*at], &right[*at])))?;
    let others = left.iter().zip(right).enumerate().filter(|(at, _)| *at != along);
    if !others.map(|(_, axes)| axes).all(is_alike) {
        return None;
    }
    let mut covered = one.covered.clone();
    covered.axes[along].stop = right[along].stop.clone();
    covered.axes[along].fixed = false;
    covered.facts.union(other.covered.facts.clone())?;
    let writes = one.writes.iter().chain(&other.writes).copied().collect();
    Some(Part { writes, covered })
}

/// What a write covers over all the iterations of its loops.
pub fn covered(write: &Access, effects: &Effects) -> Result<Covered, (NotFull, Span)> {
    if let Some(why) = write.uncertain {
        return Err(why);
    }
    if write.indices.iter().any(Option::is_none) {
        return Err((NotFull::IndexUnknown, write.span));
    }
    covered_axes(write, effects).ok_or((NotFull::IndexNotCovering, write.span))
}

fn covered_axes(write: &Access, effects: &Effects) -> Option<Covered> {
    let (loops, entries) = (&effects.loops, &effects.entries);
    let mut facts = Facts::default();
    let mut axes = Vec::new();
    let mut used: Vec<u32> = Vec::new();
    for index in write.indices.iter().flatten() {
        for guard in index.guards.iter().filter(|_| !planted::has(Fault::GuardsIgnored)) {
            loops.require(guard, entries, &mut facts)?;
        }
        let counters: Vec<u32> = index.form.loops().into_iter().collect();
        if counters.iter().any(|id| used.contains(id)) && !planted::has(Fault::CounterUsedTwice) {
            return None;
        }
        axes.push(match counters.as_slice() {
            [] => CoveredAxis { start: index.form.clone(), stop: index.form.offset(1)?, fixed: true },
            [only] => along_one(&index.form, *only, effects, &mut facts)?,
            many => along_many(&index.form, many, effects, &mut facts)?,
        });
        used.extend(counters);
    }
    for id in write.loops.iter().filter(|id| !used.contains(id)) {
        require_iterations(*id, effects, &mut facts)?;
    }
    Some(Covered { axes, facts })
}

/// A loop that no index depends on must have an iteration, or nothing is written at all.
fn require_iterations(id: u32, effects: &Effects, facts: &mut Facts) -> Option<()> {
    let range = effects.loops.range(id)?;
    if planted::has(Fault::EmptyLoops) {
        return Some(());
    }
    for guard in &range.guards {
        effects.loops.require(guard, &effects.entries, facts)?;
    }
    effects.loops.require(&range.has_iterations()?, &effects.entries, facts)
}

/// `v + rest` or `rest - v`, where `v` goes through all of its range in steps of one.
fn along_one(form: &Form, counter: u32, effects: &Effects, facts: &mut Facts) -> Option<CoveredAxis> {
    let range = gapless(counter, effects)?;
    let (factor, _) = form.split(Symbol::Loop(counter))?;
    let is_each = factor.as_constant()?.abs() == 1 || planted::has(Fault::FactorIgnored);
    let is_known = range.start.is_entry_known() && range.stop.is_entry_known();
    if !is_each || !is_known && !planted::has(Fault::TriangularBounds) {
        return None;
    }
    let start = effects.loops.extreme(form, false, 0, &effects.entries, facts)?;
    let stop = effects.loops.extreme(form, true, 0, &effects.entries, facts)?.offset(1)?;
    Some(CoveredAxis { start, stop, fixed: false })
}

/// The range of a variable that takes each value of it.
fn gapless(counter: u32, effects: &Effects) -> Option<&LoopRange> {
    let takes_each = !effects.loops.is_carried(counter) || planted::has(Fault::CarriedTakesEach);
    let is_single = |range: &LoopRange| range.step.abs() == 1 || planted::has(Fault::StepIgnored);
    effects.loops.range(counter).filter(|range| takes_each && is_single(range))
}

/// `i * (N * K) + j * K + k + rest`: the digits of a number with mixed radix.
fn along_many(form: &Form, counters: &[u32], effects: &Effects, facts: &mut Facts) -> Option<CoveredAxis> {
    let mut rest = form.clone();
    let mut digits: Vec<(Form, &LoopRange)> = Vec::new();
    for &counter in counters {
        let range = gapless(counter, effects).filter(|range| range.step == 1)?;
        let begins = range.start.as_constant() == Some(0) || planted::has(Fault::DigitsFromAnywhere);
        if !begins || !range.stop.is_entry_known() {
            return None;
        }
        for guard in &range.guards {
            effects.loops.require(guard, &effects.entries, facts)?;
        }
        let (factor, without) = rest.split(Symbol::Loop(counter))?;
        if !factor.is_entry_known() {
            return None;
        }
        digits.push((factor, range));
        rest = without;
    }
    let mut weight = Form::constant(1);
    while !digits.is_empty() {
        let next = digits.iter().position(|(factor, _)| *factor == weight)?;
        let (_, range) = digits.remove(next);
        weight = weight.multiply(&range.stop)?;
        if !digits.is_empty() && !planted::has(Fault::DigitsOfNegativeCounts) {
            // Otherwise two negative trip counts would look like a positive number of elements.
            effects.loops.require(&range.stop, &effects.entries, facts)?;
        }
    }
    Some(CoveredAxis { stop: rest.add(&weight)?, start: rest, fixed: false })
}

/// Whether every element that `read` reads was written before by `write`, in the same iteration of the loops
/// that they share.
pub fn written_before(write: &Access, read: &Access, effects: &Effects) -> Option<Facts> {
    if write.uncertain.is_some() {
        return None;
    }
    let (loops, entries) = (&effects.loops, &effects.entries);
    let mut facts = Facts::default();
    let shared = write.loops.iter().zip(&read.loops).take_while(|(one, other)| one == other).count();
    let own = &write.loops[shared..];
    let mut used = Vec::new();
    for (written, wanted) in write.indices.iter().zip(&read.indices) {
        let (written, wanted) = (written.as_ref()?, wanted.as_ref()?);
        for guard in written.guards.iter().chain(&wanted.guards) {
            loops.require(guard, entries, &mut facts)?;
        }
        if written.form == wanted.form {
            continue;
        }
        let counters: Vec<u32> = written.form.loops().into_iter().filter(|id| own.contains(id)).collect();
        let [counter] = counters.as_slice() else { return None };
        let range = gapless(*counter, effects)?;
        let (factor, _) = written.form.split(Symbol::Loop(*counter))?;
        let depends = |form: &Form| form.loops().iter().any(|id| own.contains(id));
        if factor.as_constant()?.abs() != 1
            || used.contains(counter)
            || depends(&range.start)
            || depends(&range.stop)
        {
            return None;
        }
        used.push(*counter);
        let mut end = |form: &Form, greatest, first: Option<&u32>| match first {
            Some(&first) => loops.extreme(form, greatest, first, entries, &mut facts),
            None => Some(form.clone()),
        };
        let (first_own, first_read) = (own.first(), read.loops.get(shared));
        let below = end(&wanted.form, false, first_read)?.subtract(&end(&written.form, false, first_own)?)?;
        let above = end(&written.form, true, first_own)?.subtract(&end(&wanted.form, true, first_read)?)?;
        if !planted::has(Fault::ReadBelowWrite) {
            loops.require(&below, entries, &mut facts)?;
        }
        if !planted::has(Fault::ReadBeyondWrite) {
            loops.require(&above, entries, &mut facts)?;
        }
    }
    for id in own.iter().filter(|id| !used.contains(id)) {
        require_iterations(*id, effects, &mut facts)?;
    }
    Some(facts)
}

/// Whether two accesses have no loops in common: then the first is over when the second begins.
pub fn is_over_before(write: &Access, read: &Access) -> bool {
    write.loops.first() != read.loops.first() || planted::has(Fault::LoopsInAnyOrder)
}
