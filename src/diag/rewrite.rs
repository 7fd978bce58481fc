//! Changes of the text that an analysis asks for without knowing how the text is laid out.

use super::Applicability;
use crate::source::Span;

/// The stage `rewrite` makes a [`super::Fix`] of it, or drops it where the layout does not allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// An imperative, as a fix has it.
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
    /// Puts `update(arguments)` in front of the statement that a place is in.
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
    /// Puts `nogil` at the end of the header of the C function whose name stands at a place.
    Nogil {
        name: Span,
    },
    /// Makes an `if` of the `elif` that starts at a place.
    Elif {
        at: Span,
    },
    Replace {
        at: Span,
        text: String,
    },
}
