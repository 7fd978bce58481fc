//! Whether two states differ only in which numbers and views stand for what is not known.
//!
//! What follows from either is then the same, except for those names.

use std::collections::HashMap;
use std::hash::Hash;

use super::super::affine::{Form, Symbol};
use super::state::{Copies, Newer, State};
use super::views::{Axis, ViewId, Views};
use crate::tir::LocalId;

/// Whether the states are alike; variables in `counters` are set before anything reads them.
pub fn are_alike(one: &State, other: &State, counters: &[LocalId], views: &Views) -> bool {
    let mut pairs = Pairs { views, shown: OneToOne::default(), symbols: OneToOne::default(), late: vec![] };
    pairs.states(one, other, counters) && pairs.late_forms()
}

/// What stands for what, one to one.
struct OneToOne<T> {
    there: HashMap<T, T>,
    back: HashMap<T, T>,
}

impl<T> Default for OneToOne<T> {
    fn default() -> OneToOne<T> {
        OneToOne { there: HashMap::new(), back: HashMap::new() }
    }
}

impl<T: Copy + Eq + Hash> OneToOne<T> {
    fn pair(&mut self, one: T, other: T) -> bool {
        *self.there.entry(one).or_insert(other) == other && *self.back.entry(other).or_insert(one) == one
    }
}

struct Pairs<'v> {
    views: &'v Views,
    shown: OneToOne<ViewId>,
    symbols: OneToOne<Symbol>,
    /// Forms of several symbols: compared after the others have determined which symbol stands for which.
    late: Vec<(Form, Form)>,
}

impl Pairs<'_> {
    fn states(&mut self, one: &State, other: &State, counters: &[LocalId]) -> bool {
        one.numbers.len() == other.numbers.len()
            && one.views.len() == other.views.len()
            && one.lost == other.lost
            && one.copies.len() == other.copies.len()
            && one.copies.iter().zip(&other.copies).all(|(one, other)| self.copies(one, other))
            && one.lost.iter().all(|lost| self.same_view(lost.view, lost.view))
            && one.views.iter().all(|(local, &view)| {
                let known = |&other: &ViewId| self.same_view(view, other);
                counters.contains(local) || other.views.get(local).is_some_and(known)
            })
            && one.numbers.iter().all(|(local, form)| {
                let known = |other: &Form| self.forms(form, other);
                counters.contains(local) || other.numbers.get(local).is_some_and(known)
            })
    }

    fn copies(&mut self, one: &Copies, other: &Copies) -> bool {
        let newer =
            [(&one.newer_on_device, &other.newer_on_device), (&one.newer_on_host, &other.newer_on_host)];
        one.entry == other.entry
            && one.device == other.device
            && one.overwrote == other.overwrote
            && one.was_read == other.was_read
            && self.same_view(one.view, other.view)
            && newer.into_iter().all(|(one, other)| self.newer(one, other))
    }

    fn newer(&mut self, one: &Newer, other: &Newer) -> bool {
        match (one, other) {
            (Newer::Since(one), Newer::Since(other)) => {
                one.len() == other.len()
                    && one
                        .iter()
                        .zip(other)
                        .all(|(one, other)| one.at == other.at && self.same_view(one.view, other.view))
            }
            (one, other) => one == other,
        }
    }

    fn same_view(&mut self, mut one: ViewId, mut other: ViewId) -> bool {
        loop {
            if self.shown.there.get(&one) == Some(&other) {
                return true;
            }
            let [shown, theirs] = [one, other].map(|id| self.views.get(id));
            let same = self.shown.pair(one, other)
                && shown.origin == theirs.origin
                && shown.fixed.len() == theirs.fixed.len()
                && shown
                    .fixed
                    .iter()
                    .zip(&theirs.fixed)
                    .all(|(one, other)| one.0 == other.0 && self.forms(&one.1, &other.1))
                && match (&shown.axes, &theirs.axes) {
                    (Some(axes), Some(others)) => {
                        axes.len() == others.len()
                            && axes.iter().zip(others).all(|(one, other)| self.axes(one, other))
                    }
                    (axes, others) => axes.is_none() && others.is_none(),
                };
            match (shown.parent, theirs.parent) {
                _ if !same => return false,
                (Some(parent), Some(their_parent)) => (one, other) = (parent, their_parent),
                (parent, their_parent) => return parent == their_parent,
            }
        }
    }

    fn axes(&mut self, one: &Axis, other: &Axis) -> bool {
        one.of == other.of
            && one.step == other.step
            && self.forms(&one.start, &other.start)
            && self.forms(&one.stop, &other.stop)
    }

    /// `false` if the forms certainly differ.
    fn forms(&mut self, one: &Form, other: &Form) -> bool {
        match (one.only_symbol(), other.only_symbol()) {
            (Some(symbol), Some(theirs)) => {
                self.symbols.pair(symbol, theirs)
                    && one.renamed(|_| Some(theirs)).is_some_and(|one| one == *other)
            }
            _ if one.as_constant().is_some() || other.as_constant().is_some() => one == other,
            _ => {
                self.late.push((one.clone(), other.clone()));
                true
            }
        }
    }

    fn late_forms(&self) -> bool {
        let there = |symbol| self.symbols.there.get(&symbol).copied();
        self.late.iter().all(|(one, other)| one.renamed(there).is_some_and(|one| one == *other))
    }
}
