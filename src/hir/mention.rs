//! Which declarations the names of a module's text refer to: used by editors for jumps.

use crate::source::Span;

/// The names that are bound outside functions, with their places in the text, in no order.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    list: Vec<Mention>,
}

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    pub at: Span,
    /// The name in its declaration; the beginning of a file for that file's module.
    pub declared: Span,
}

impl Mentions {
    /// Records that the name at a place refers to a declaration elsewhere.
    pub fn note(&mut self, at: Span, declared: Span) {
        self.list.push(Mention { at, declared });
    }

    pub fn iter(&self) -> impl Iterator<Item = &Mention> {
        self.list.iter()
    }

    /// The declaration of the name at exactly this place.
    pub fn declared(&self, at: Span) -> Option<Span> {
        self.list.iter().find(|mention| mention.at == at).map(|mention| mention.declared)
    }
}
