//! In-place operators on elements that several iterations may touch.

use super::affine::Symbol;
use super::effects::{Access, Effects};

/// How sure a race is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Race {
    /// The element is the same in all rounds of a parallel loop.
    Certain,
    /// Two rounds may name the same element.
    Possible,
}

/// Whether iterations of the parallel loops around an update may meet at an element.
pub fn race(update: &Access, effects: &Effects) -> Option<Race> {
    let parallel: Vec<u32> =
        update.loops.iter().copied().filter(|&id| effects.loops.is_parallel(id)).collect();
    if parallel.is_empty() {
        return None;
    }
    // A carried number may depend on the round without its form saying so.
    let carried = |id: u32| effects.loops.is_carried(id);
    let is_known = update
        .indices
        .iter()
        .all(|index| index.as_ref().is_some_and(|index| !index.form.loops().into_iter().any(carried)));
    let mut found = None;
    for id in parallel {
        let mut named =
            update.indices.iter().flatten().filter(|index| index.form.loops().contains(&id)).peekable();
        if named.peek().is_none() {
            let is_certain = is_known && update.uncertain.is_none();
            return Some(if is_certain { Race::Certain } else { Race::Possible });
        }
        // `i + k` is the same for several pairs; `i * n + k` is taken to be a row and a column.
        let separates = named.any(|index| {
            let others = index.form.loops().into_iter().filter(|&other| other != id);
            let unit = |id| {
                index
                    .form
                    .split(Symbol::Loop(id))
                    .is_none_or(|(factor, _)| factor.as_constant().is_some_and(|factor| factor.abs() == 1))
            };
            !(unit(id) && others.into_iter().any(unit))
        });
        if !separates {
            found = Some(Race::Possible);
        }
    }
    found
}
