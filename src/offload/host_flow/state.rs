//! What is known at a place of a function.

use std::collections::HashMap;

use super::super::affine::Form;
use super::views::{Origin, ViewId, Views};
use crate::source::Span;
use crate::tir::{LocalId, MapType};

#[derive(Clone, Debug, Default)]
pub struct State {
    /// What views, pointers and C arrays show.
    pub views: HashMap<LocalId, ViewId>,
    /// Integers; an unknown one is a number of its own.
    pub numbers: HashMap<LocalId, Form>,
    /// The entries of the surrounding contexts, outermost first.
    pub copies: Vec<Copies>,
    /// Results that a context has dropped.
    pub lost: Vec<Lost>,
}

/// The two copies of an entry's data.
#[derive(Clone, Debug, PartialEq)]
pub struct Copies {
    pub view: ViewId,
    pub local: LocalId,
    pub map: MapType,
    pub entry: Span,
    pub device: Contents,
    pub newer_on_device: Newer,
    pub newer_on_host: Newer,
    /// The first place where the host has written while the device's copy was newer.
    pub overwrote: Option<Span>,
    /// Regions have read it.
    pub was_read: bool,
}

/// What the device's copy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Nothing has been sent or written yet.
    Unset,
    /// All of it has been sent or written at some time.
    Set,
    Unknown,
}

/// Whether one copy has been written since the two were last equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newer {
    No,
    /// Certainly; which parts.
    Since(Vec<Written>),
    Perhaps,
}

/// A part of a copy that was written, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub view: ViewId,
    pub at: Span,
}

/// At most this many parts are distinguished.
const MOST_PARTS: usize = 16;

/// What regions wrote and no boundary brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub view: ViewId,
    pub local: LocalId,
    pub map: MapType,
    pub entry: Span,
    pub region: Span,
}

impl Newer {
    fn parts(&self) -> &[Written] {
        match self {
            Newer::Since(parts) => parts,
            Newer::No | Newer::Perhaps => &[],
        }
    }

    /// Where it was certainly written, at first.
    pub fn since(&self) -> Option<Span> {
        self.parts().first().map(|part| part.at)
    }

    /// Where something that a view may show was certainly written.
    pub fn since_in(&self, view: ViewId, views: &Views) -> Option<Span> {
        self.parts().iter().find(|part| !views.are_apart(part.view, view)).map(|part| part.at)
    }

    pub fn written(&mut self, part: Written) {
        match self {
            Newer::Since(parts) if parts.len() == MOST_PARTS || parts.contains(&part) => {}
            Newer::Since(parts) => parts.push(part),
            Newer::No | Newer::Perhaps => *self = Newer::Since(vec![part]),
        }
    }

    /// Marks the rest as no longer known, after the other copy was written or renewed where a view shows it.
    pub fn renewed(&mut self, view: ViewId, views: &Views) {
        if let Newer::Since(parts) = self {
            parts.retain(|part| views.are_apart(part.view, view));
            if parts.is_empty() {
                *self = Newer::Perhaps;
            }
        }
    }

    pub fn perhaps(&mut self) {
        *self = Newer::Perhaps;
    }

    fn join(self, other: &Newer) -> Newer {
        match (self, other) {
            (Newer::No, Newer::No) => Newer::No,
            (Newer::Since(mut parts), Newer::Since(more)) => {
                parts.extend(more.iter().filter(|part| !parts.contains(part)).copied().collect::<Vec<_>>());
                parts.truncate(MOST_PARTS);
                Newer::Since(parts)
            }
            _ => Newer::Perhaps,
        }
    }
}

impl Copies {
    fn join(mut self, other: &Copies) -> Copies {
        if self.device != other.device {
            self.device = Contents::Unknown;
        }
        self.newer_on_device = self.newer_on_device.join(&other.newer_on_device);
        self.newer_on_host = self.newer_on_host.join(&other.newer_on_host);
        self.overwrote = self.overwrote.filter(|_| other.overwrote.is_some());
        self.was_read |= other.was_read;
        self
    }
}

impl State {
    /// What is known where two paths meet.
    pub fn join(mut self, other: &State, views: &mut Views) -> State {
        for (local, view) in &mut self.views {
            let theirs = other.views.get(local);
            if theirs != Some(view) {
                let origin = views.origin(*view);
                let is_same = theirs.is_some_and(|&theirs| views.origin(theirs) == origin);
                *view = views.root(0, if is_same { origin } else { Origin::default() });
            }
        }
        for (local, form) in &mut self.numbers {
            if other.numbers.get(local) != Some(form) {
                *form = views.number();
            }
        }
        self.copies =
            self.copies.into_iter().zip(&other.copies).map(|(one, other)| one.join(other)).collect();
        self.lost.retain(|lost| other.lost.contains(lost));
        self
    }
}

/// The same if either path may not arrive.
pub fn joined(one: Option<State>, other: Option<State>, views: &mut Views) -> Option<State> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.join(&other, views)),
        (one, other) => one.or(other),
    }
}
