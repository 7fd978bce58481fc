//! Changes to the text that an analysis requests without knowing how the text is laid out.

use super::Applicability;
use crate::source::Span;

/// The stage `rewrite` turns it into a [`super::Fix`], or drops it where the layout does not allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// An imperative, as in a fix.
    pub title: String,
    pub changes: Vec<Change>,
    pub applicability: Applicability,
    /// A note that says the same in words, for where no fix can be made.
    pub otherwise: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Puts `with device(arguments):` around the loop that starts at a place.
    ContextAround {
        at: Span,
        arguments: String,
    },
    /// Puts `update(arguments)` before the statement that a place is in.
    UpdateBefore {
        at: Span,
        arguments: String,
    },
    /// Puts a line that binds `name` after the imports of the file that a place is in.
    Import {
        at: Span,
        line: String,
        name: String,
    },
    /// Puts `nogil` at the end of the header of the C function whose name is at a place.
    Nogil {
        name: Span,
    },
    /// Turns the `elif` that starts at a place into an `if`.
    Elif {
        at: Span,
    },
    Replace {
        at: Span,
        text: String,
    },
}
