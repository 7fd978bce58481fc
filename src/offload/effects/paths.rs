//! What all paths through an iteration write.
//!
//! An iteration writes an element if each of its paths does, though every one of these writes is under a condition: on
//! both sides of an `if`, or before a `continue` and in what follows it otherwise. The walk keeps the writes that all paths
//! from the beginning of the innermost loop's iteration to the place it has reached have made. Where they are together
//! again, after an `if` that none of them leaves by a jump and at the end of the iteration, what all have written is noted
//! as one more write, which happens in every iteration. What is read between a write and there may be read before it
//! is written, as far as that is known.
//!
//! Paths that raise count for nothing: a region that fails brings no result back. A path that leaves the loop by
//! `break` ends an iteration like any other; that none comes after it is what makes all writes of such a loop uncertain
//! (`Walker::enter`). One that returns counts as if it went on: the last statement of a function that is called is
//! nothing else, and what another `return` leaves out is uncertain (`Walker::call`, `Walker::enter`).

use super::{Access, Walker};
use crate::base::planted::{self, Fault};
use crate::tir::Block;

/// The paths from the beginning of an iteration to the place that the walk has reached. Writes are numbers of accesses.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// All of them write these elements.
    written: Vec<usize>,
    /// There are none: they have all ended before.
    ended: bool,
    /// What all that have ended the iteration by a jump had written; `None` if none has.
    jumped: Option<Vec<usize>>,
}

/// A place where paths part.
#[derive(Clone, Copy)]
pub(super) struct Fork {
    written: usize,
    ended: bool,
}

/// What the paths on one side have written since they parted from the others.
pub(super) struct Side {
    written: Vec<usize>,
    ended: bool,
}

/// More elements than this are not remembered.
const MAX_WRITTEN: usize = 64;

impl Paths {
    pub(super) fn fork(&self) -> Fork {
        Fork { written: self.written.len(), ended: self.ended }
    }

    /// Goes back to where paths part.
    pub(super) fn back_to(&mut self, fork: Fork) -> Side {
        let ended = std::mem::replace(&mut self.ended, fork.ended);
        Side { written: self.written.split_off(fork.written), ended }
    }

    /// The paths that have come here fail.
    pub(super) fn fail(&mut self) {
        self.ended = true;
    }
}

impl Walker<'_> {
    /// All paths to this place write the whole element of an access.
    pub(super) fn note_written(&mut self, write: usize) {
        let known = &self.position.paths.written;
        if known.len() < MAX_WRITTEN && !known.iter().any(|&other| self.is_same_element(other, write)) {
            self.position.paths.written.push(write);
        }
    }

    /// The paths that have come here end the iteration, or the loop.
    pub(super) fn end_iteration(&mut self) {
        let paths = &self.position.paths;
        if !paths.ended && !planted::has(Fault::JumpingPathIgnored) {
            let jumped = match &paths.jumped {
                Some(jumped) => self.written_by_both(jumped, &paths.written),
                None => paths.written.clone(),
            };
            self.position.paths.jumped = Some(jumped);
        }
        self.position.paths.ended = true;
    }

    /// Both sides of an `if` come together. `goes_on`: neither of them jumps past what follows.
    pub(super) fn meet(&mut self, one: Side, other: Side, goes_on: bool) {
        let written = match (one.ended, other.ended) {
            (false, false) => self.written_by_both(&one.written, &other.written),
            (false, true) => one.written,
            (true, false) => other.written,
            (true, true) => Vec::new(),
        };
        let both_go_on = !one.ended && !other.ended;
        self.position.paths.ended = one.ended && other.ended;
        for write in written {
            let write = if goes_on && both_go_on { self.certainly_written(write) } else { write };
            self.position.paths.written.push(write);
        }
    }

    /// Walks the body of a loop, as an iteration of it.
    pub(super) fn iteration(&mut self, body: &Block) {
        let uncertain = self.position.uncertain;
        let around = std::mem::take(&mut self.position.paths);
        self.block(body);
        let paths = std::mem::replace(&mut self.position.paths, around);
        let written = match paths.jumped {
            Some(jumped) if paths.ended => jumped,
            Some(jumped) => self.written_by_both(&jumped, &paths.written),
            None => paths.written,
        };
        self.position.uncertain = uncertain;
        for write in written {
            self.certainly_written(write);
        }
    }

    /// Notes that all paths write the element of a write, if it does not say so itself and they are not under a condition
    /// themselves. The number of the access that says so.
    fn certainly_written(&mut self, write: usize) -> usize {
        let access = &self.found.accesses[write];
        if access.uncertain.is_none() || self.position.uncertain.is_some() {
            return write;
        }
        let access = Access { uncertain: None, ..access.clone() };
        self.found.accesses.push(access);
        self.found.accesses.len() - 1
    }

    /// Those of `one` whose elements `other` has, too.
    fn written_by_both(&self, one: &[usize], other: &[usize]) -> Vec<usize> {
        let in_other = |write: &usize| {
            other.contains(write) || other.iter().any(|&twin| self.is_same_element(*write, twin))
        };
        one.iter().copied().filter(|write| in_other(write) || planted::has(Fault::OneSideIsBoth)).collect()
    }

    /// Whether two writes of one iteration, both of whole elements at known places, write the same one.
    fn is_same_element(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.found.accesses[one], &self.found.accesses[other]);
        one.capture == other.capture && one.indices == other.indices
    }
}
