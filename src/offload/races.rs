//! Elements that several iterations of a parallel loop touch: through in-place operators, or by writing what others
//! read or write.

use super::affine::{Form, Symbol};
use super::bounds::Apart;
use super::effects::{Access, Effects, Update, Value, tell_apart};
use super::plan::NotFull;
use crate::base::Name;

/// How certain a race is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Race {
    /// The element is the same in all iterations of a parallel loop.
    Certain,
    /// Two iterations may name the same element.
    Possible(Unless),
}

/// What would keep iterations apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unless {
    /// The offsets in this array never decrease.
    Increases(Name),
    /// Each iteration has indices that the others do not have: those of a loop inside it, or those that it reads.
    Differ { from_memory: bool },
}

/// Whether iterations of the parallel loops around an update may meet at an element.
pub fn race(Update { access: update, parts, .. }: &Update, effects: &Effects) -> Option<Race> {
    let mut parallel = update.loops.iter().copied().filter(|&id| effects.loops.is_parallel(id)).peekable();
    parallel.peek()?;
    // A carried number may depend on the iteration without its form saying so.
    let carried = |id: u32| effects.loops.is_carried(id);
    let is_known = update
        .indices
        .iter()
        .all(|index| index.as_ref().is_some_and(|index| !index.form.loops().into_iter().any(carried)));
    let differ =
        || Race::Possible(Unless::Differ { from_memory: update.indices.iter().any(Option::is_none) });
    let mut found = None;
    for id in parallel {
        let forms = || update.indices.iter().flatten().map(|index| &index.form);
        if tell_apart(parts, id, &effects.loops) {
            continue;
        }
        if forms().any(|form| form.loops().contains(&id)) {
            if !forms().any(|form| separates(form, id)) {
                found.get_or_insert(differ());
            }
            continue;
        }
        match forms().find_map(|form| apart(form, id, effects)) {
            Some(Apart::Blocks { .. }) => continue,
            Some(Apart::Offsets { array, .. }) => {
                found.get_or_insert(Race::Possible(Unless::Increases(array.clone())));
                continue;
            }
            None => {}
        }
        let is_shared = is_known && forms().all(|form| takes_one_value_in_all(form, id, effects));
        match is_shared && update.uncertain.is_none() {
            true => return Some(Race::Certain),
            false => found = Some(differ()),
        }
    }
    found
}

/// Whether an index differs in each iteration of a parallel loop that it names: `i + k` is the same for several pairs;
/// `i * n + k` is assumed to be a row and a column.
fn separates(form: &Form, parallel: u32) -> bool {
    let others = form.loops().into_iter().filter(|&other| other != parallel);
    let unit = |id| {
        form.split(Symbol::Loop(id))
            .is_none_or(|(factor, _)| factor.as_constant().is_some_and(|factor| factor.abs() == 1))
    };
    form.loops().contains(&parallel) && !(unit(parallel) && others.into_iter().any(unit))
}

/// What keeps the values of an index apart: it is the variable of a loop whose ranges are disjoint.
fn apart<'e>(form: &Form, parallel: u32, effects: &'e Effects) -> Option<&'e Apart> {
    let inner = form.loops().into_iter().filter(|&id| id > parallel).collect::<Vec<_>>();
    let [inner] = inner.as_slice() else { return None };
    let (factor, _) = form.split(Symbol::Loop(*inner))?;
    let is_of = |apart: &&Apart| match apart {
        Apart::Blocks { parallel: of } | Apart::Offsets { parallel: of, .. } => *of == parallel,
    };
    effects
        .loops
        .apart(*inner)
        .filter(is_of)
        .filter(|_| factor.as_constant().is_some_and(|factor| factor != 0))
}

/// Whether there is a value that an index takes in all iterations of a parallel loop whose own loops have iterations:
/// at the start or at the end of each loop that it names.
fn takes_one_value_in_all(form: &Form, parallel: u32, effects: &Effects) -> bool {
    form.loops().into_iter().all(|id| {
        let is_fixed = |end: &Form| !depends(end, parallel, effects);
        !depends(&Form::symbol(Symbol::Loop(id)), parallel, effects)
            || effects
                .loops
                .range(id)
                .is_some_and(|range| is_fixed(&range.start) || range.step.abs() == 1 && is_fixed(&range.stop))
    })
}

/// Two accesses such that each iteration's meets another iteration's at one element.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    pub write: &'a Access,
    /// A read, or the write itself if all iterations write one element.
    pub other: &'a Access,
}

/// If a region has more accesses than this, they are not compared.
const MAX_ACCESSES: usize = 200;

/// The writes whose elements other iterations certainly read or write, each with one of those accesses.
pub fn meetings(effects: &Effects) -> Vec<Meeting<'_>> {
    let plain = |access: &&Access| access.uncertain.is_none() && !access.atomic && !access.indices.is_empty();
    let accesses: Vec<&Access> = effects.accesses.iter().filter(plain).take(MAX_ACCESSES).collect();
    let mut found: Vec<Meeting<'_>> = Vec::new();
    for &write in accesses.iter().filter(|access| access.write) {
        if found.iter().any(|other| other.write.span == write.span) {
            continue;
        }
        let meets = |other: &&&Access| {
            let is_candidate = std::ptr::eq(**other, write) || !other.write;
            let shared = write.loops.iter().zip(&other.loops).take_while(|(one, other)| one == other);
            let mut parallel = shared.map(|(&id, _)| id).filter(|&id| effects.loops.is_parallel(id));
            is_candidate
                && other.capture == write.capture
                && parallel.any(|id| meet(write, other, id, effects))
        };
        if let Some(&other) = accesses.iter().find(meets) {
            found.push(Meeting { write, other });
        }
    }
    found
}

/// Writes under a condition to elements that are the same in all iterations of a parallel loop, if iterations read such
/// elements: scratch space that they share.
pub fn shared_under_conditions(effects: &Effects) -> Vec<&Access> {
    let conditional =
        |access: &&Access| access.write && matches!(access.uncertain, Some((NotFull::Conditional, _)));
    let accesses = effects.accesses.iter().take(MAX_ACCESSES);
    let mut found: Vec<&Access> =
        accesses.filter(conditional).filter(|write| is_read_by_all(write, effects)).collect();
    found.dedup_by_key(|write| write.capture);
    found
}

/// Whether a write is to elements that are the same in all iterations of a parallel loop, and the iterations read such elements.
pub fn is_read_by_all(write: &Access, effects: &Effects) -> bool {
    is_shared(write, effects, |access, id| {
        let fixed =
            |index: &Option<Value>| index.as_ref().is_some_and(|index| !depends(&index.form, id, effects));
        !access.atomic && !access.indices.is_empty() && access.indices.iter().all(fixed)
    })
}

/// Writes to elements of an array of which nothing says that iterations of a parallel loop write different ones, if they read
/// elements, too: scratch space that they share. Of the captures that `is_array` chooses.
pub fn shared_arrays(effects: &Effects, is_array: impl Fn(usize) -> bool) -> Vec<&Access> {
    let is_anyones = |access: &Access, id: u32| {
        let depends =
            |index: &Option<Value>| index.as_ref().is_some_and(|index| depends(&index.form, id, effects));
        !access.indices.iter().any(depends)
    };
    let is_candidate = |write: &&Access| {
        write.write && !write.atomic && !write.indices.is_empty() && is_array(write.capture)
    };
    let accesses = effects.accesses.iter().take(MAX_ACCESSES);
    let mut found: Vec<&Access> =
        accesses.filter(is_candidate).filter(|write| is_shared(write, effects, is_anyones)).collect();
    found.sort_by_key(|write| write.capture);
    found.dedup_by_key(|write| write.capture);
    found
}

/// Whether a parallel loop writes and reads elements that are any iteration's, as `is_anyones` says of an access and the loop.
fn is_shared(write: &Access, effects: &Effects, is_anyones: impl Fn(&Access, u32) -> bool) -> bool {
    let mut parallel = write.loops.iter().copied().filter(|&id| effects.loops.is_parallel(id));
    parallel.any(|id| {
        let is_read = |other: &Access| {
            !other.write
                && other.capture == write.capture
                && other.loops.contains(&id)
                && is_anyones(other, id)
        };
        is_anyones(write, id) && effects.accesses.iter().take(MAX_ACCESSES).any(is_read)
    })
}

/// Whether different iterations of a parallel loop certainly meet at an element, if indices are what their forms say in
/// most iterations.
fn meet(write: &Access, other: &Access, parallel: u32, effects: &Effects) -> bool {
    let mut apart = None;
    for (written, wanted) in write.indices.iter().zip(&other.indices) {
        let (Some(written), Some(wanted)) = (written, wanted) else { return false };
        match along(&written.form, &wanted.form, parallel, effects) {
            Some(Along::Any) => {}
            Some(Along::Apart(by)) if apart.is_none_or(|known| known == by) => apart = Some(by),
            _ => return false,
        }
    }
    apart.is_some() || write.indices.iter().flatten().all(|index| !depends(&index.form, parallel, effects))
}

/// What one axis says about the iterations that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    /// Any two may.
    Any,
    /// Those that are this far apart; 0: some others.
    Apart(i128),
}

/// `None`: no two, or it is not known.
fn along(written: &Form, wanted: &Form, parallel: u32, effects: &Effects) -> Option<Along> {
    let symbol = Symbol::Loop(parallel);
    let ((step, rest), (other_step, other_rest)) = (written.split(symbol)?, wanted.split(symbol)?);
    let (step, other_step) = (step.as_constant()?, other_step.as_constant()?);
    match (step, other_step) {
        // Other iterations may have other values: `range((i + colour) % 2, n, 2)`.
        (0, 0) if [written, wanted].into_iter().any(|form| depends(form, parallel, effects)) => None,
        (0, 0) if written == wanted => Some(Along::Any),
        // Iterations of loops inside differ.
        (0, 0) if !written.is_entry_known() => written.subtract(wanted)?.as_constant().map(|_| Along::Any),
        (0, 0) => None,
        _ if step == other_step => {
            let by = other_rest.subtract(&rest)?.as_constant()?;
            let iterations = by / step;
            let range = effects.loops.range(parallel)?;
            let meets = by != 0 && by % step == 0 && iterations % i128::from(range.step) == 0;
            (meets && !has_too_few(iterations, parallel, effects)).then_some(Along::Apart(iterations))
        }
        (1, 0) if rest.as_constant() == Some(0) => {
            passes(wanted, parallel, effects).then_some(Along::Apart(0))
        }
        _ => None,
    }
}

/// Whether a loop has too few iterations for two that are so far apart, or their number is not known.
fn has_too_few(iterations: i128, id: u32, effects: &Effects) -> bool {
    let range = effects.loops.range(id);
    let length = range.and_then(|range| range.stop.subtract(&range.start));
    let interval = length.and_then(|length| effects.entries.interval(&length));
    interval.is_none_or(|interval| interval.low.abs().max(interval.high.abs()) <= iterations.abs())
}

/// Whether an index of another loop, or one that is always the same, takes a value that the parallel loop's variable
/// takes in another iteration.
fn passes(wanted: &Form, parallel: u32, effects: &Effects) -> bool {
    let Some(range) = effects.loops.range(parallel).filter(|range| range.step == 1) else { return false };
    if wanted.is_entry_known() {
        return *wanted == range.start || range.stop.offset(-1).is_some_and(|last| *wanted == last);
    }
    let inner: Vec<u32> = wanted.loops().into_iter().collect();
    let [inner] = inner.as_slice() else { return false };
    let Some(own) = effects.loops.range(*inner) else { return false };
    if *wanted != Form::symbol(Symbol::Loop(*inner)) || own.step != 1 || effects.loops.is_carried(*inner) {
        return false;
    }
    let from_here = |form: &Form| form.subtract(&Form::symbol(Symbol::Loop(parallel)))?.as_constant();
    match (from_here(&own.start), from_here(&own.stop)) {
        (None, None) => own.start == range.start && own.stop == range.stop,
        (None, Some(stop)) => own.start == range.start && stop.abs() <= 1,
        (Some(start), None) => own.stop == range.stop && start.abs() <= 1,
        (Some(start), Some(stop)) => start < stop && (start != 0 || stop != 1),
    }
}

/// Whether an index may differ between iterations of the parallel loop.
fn depends(form: &Form, parallel: u32, effects: &Effects) -> bool {
    form.loops().into_iter().any(|id| {
        let ends = effects.loops.range(id).map(|range| [range.start.clone(), range.stop.clone()]);
        let is_other = |form: &Form| depends(form, parallel, effects);
        id == parallel || effects.loops.is_carried(id) || ends.is_none_or(|ends| ends.iter().any(is_other))
    })
}
