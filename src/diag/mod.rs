//! Diagnostics: one structure for every output (terminal, short lines, JSON, SARIF, editor).
//!
//! Analyses build [`Diagnostic`] values in their own `report.rs`; only `render` turns them into
//! text. A [`Code`] exists only in the registry of [`codes`], where each has its page.

pub mod codes;
mod rewrite;

pub use codes::{Code, CodeInfo};
pub use rewrite::{Change, Rewrite};

use crate::source::Span;

/// How grave a diagnostic is. Only [`Severity::Error`] stops a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Performance advice; never in the way.
    Advice,
    Warning,
    Error,
}

/// A place with a few words on its part in the matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    /// May be empty: then the place alone is marked.
    pub text: String,
}

/// How sure a [`Fix`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// Keeps the meaning and removes the diagnostic: tools may apply it unasked.
    MachineApplicable,
    /// Probably what was meant; a person should look.
    MaybeIncorrect,
}

/// Replaces the text of `span` (empty: inserts there).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub replacement: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// An imperative: "declare `i` as `cdef int`".
    pub title: String,
    pub edits: Vec<Edit>,
    pub applicability: Applicability,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Unnecessary,
    Deprecated,
}

/// What offcy has to say about a place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// One sentence without a full stop, lower-case start, names in backquotes.
    pub message: String,
    /// `None` for what has no place in a source file (a missing compiler, an unreadable file).
    pub primary: Option<Label>,
    pub secondary: Vec<Label>,
    pub notes: Vec<String>,
    pub fixes: Vec<Fix>,
    /// What is to become fixes when the layout of the text is looked at; empty after the pipeline.
    pub rewrites: Vec<Rewrite>,
    pub tags: Vec<Tag>,
}

impl Diagnostic {
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            rewrites: Vec::new(),
            tags: Vec::new(),
        }
    }

    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, message)
    }

    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, message)
    }

    pub fn advice(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Advice, message)
    }

    /// Sets the primary place and its words.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    pub fn fix(
        mut self,
        title: impl Into<String>,
        edits: Vec<Edit>,
        applicability: Applicability,
    ) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edits, applicability });
        self
    }

    pub fn rewrite(mut self, rewrite: Rewrite) -> Diagnostic {
        self.rewrites.push(rewrite);
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Collects diagnostics in the order of their discovery.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.list.iter_mut()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn append(&mut self, mut other: Diagnostics) {
        self.list.append(&mut other.list);
    }

    /// Sorted by place (those without one first), duplicates removed.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
        self.list.dedup();
        self.list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}
