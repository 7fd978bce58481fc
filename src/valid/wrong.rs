//! Findings: each is a bug in an earlier stage, reported with the place it concerns.

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::Span;

/// Enough to see what is wrong; one bug tends to show in many places.
const MOST: usize = 8;

#[derive(Debug, Default)]
pub struct Wrong {
    list: Vec<(Span, String)>,
}

impl Wrong {
    pub fn add(&mut self, span: Span, what: impl Into<String>) {
        if self.list.len() < MOST {
            self.list.push((span, what.into()));
        }
    }

    pub fn into_diagnostics(self) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        for (span, what) in self.list {
            let message = format!("offcy made a program that is not sound: {what}");
            let note = "this is a bug in offcy, not in the source: please report it";
            diagnostics.push(Diagnostic::error(codes::INTERNAL, message).at(span, "from here").note(note));
        }
        diagnostics
    }
}
