//! Iterations of a loop next to one another that run at the same time, in the lanes of vectors.

use super::{Block, LocalId};

/// What the iterations of a loop do at once, so many of them: `for j: s = 0; for k: s += a[i, k] * b[k, j]` adds up as
/// many sums, each in its own order. `offload::lanes` makes these.
///
/// The body is that of one iteration. It assigns locals, in loops and under conditions that are the same for all; it
/// stores nothing and calls nothing that could tell how often it is called.
#[derive(Clone, Debug)]
pub struct Lanes {
    pub count: usize,
    /// The number of the first iteration; the others have those that follow.
    pub first: LocalId,
    /// The locals of which each iteration has its own, C numbers.
    pub own: Vec<OfLanes>,
    /// Those whose values grow by one from each iteration to the next, integers: they hold that of the first one.
    pub numbers: Vec<LocalId>,
    /// Views and their axes along which the iterations' elements do not lie side by side: they are read one by one.
    pub spread: Vec<(LocalId, usize)>,
    /// For C's own use: which of the iterations an element is for, a number of the type of `first`.
    pub lane: LocalId,
    pub body: Block,
}

/// A local of which each lane has its own.
#[derive(Clone, Copy, Debug)]
pub struct OfLanes {
    pub local: LocalId,
    /// A C array that gets what each of the iterations leaves in it.
    pub kept: Option<LocalId>,
    pub begin: Begin,
    /// It is assigned under conditions, but read nowhere else: a lane that does not assign it may have any value.
    pub is_scratch: bool,
}

/// What a local holds in a lane before the body gives it a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// Nothing: the body gives it a value first.
    Nothing,
    /// Zero, which nobody reads: only lanes to which the body gives a value do.
    Zero,
    /// The value from before: the body may leave it as it is.
    Before,
}

impl Lanes {
    /// The locals whose values from before it reads.
    pub fn begun(&self) -> impl Iterator<Item = LocalId> {
        self.own.iter().filter(|own| own.begin == Begin::Before).map(|own| own.local)
    }
}
