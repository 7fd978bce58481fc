//! Diagnostics: one structure for every output (terminal, short lines, JSON, SARIF, editor).
//!
//! Analyses build [`Diagnostic`] values in their own `report.rs`; only `render` turns them into
//! text. A [`Code`] exists only in the registry of [`codes`], where each has its page.

pub mod codes;
mod rewrite;

pub use codes::{Code, CodeInfo};
pub use rewrite::{Change, Rewrite};

use std::collections::HashMap;

use crate::source::{FileId, Span};

/// How grave a diagnostic is. Only [`Severity::Error`] stops a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Performance advice; never in the way.
    Advice,
    Warning,
    Error,
}

/// A place with a few words about its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    /// May be empty: then only the place is marked.
    pub text: String,
}

/// How sure a [`Fix`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// Keeps the meaning and removes the diagnostic: tools may apply it without asking.
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
    /// Changes that become fixes once the layout of the text is known; empty after the pipeline.
    pub rewrites: Vec<Rewrite>,
    pub tags: Vec<Tag>,
    /// What the mistake is about, as an undeclared name: of all diagnostics about it one is reported, and the places
    /// of the others are marked in it.
    subject: Option<Subject>,
    /// For code that is compiled several times: in which of the variants.
    variants: Option<Box<Variants>>,
}

/// What a mistake is about. The words are compared, and never shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    words: String,
    /// For words that name places: how often places have moved since.
    age: Option<u32>,
}

/// Some of the variants in which code is compiled, each with different types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variants {
    /// What each type is in each variant: `real = float`, `index = int`.
    pub meanings: Vec<Vec<String>>,
    /// How many types there are for each across all variants.
    pub widths: Vec<usize>,
}

impl Variants {
    /// Which variants these are, in words; `None` for all of them.
    fn text(&self) -> Option<String> {
        let first = self.meanings.first()?;
        let is_common = |at: &usize| self.meanings.iter().all(|other| other.get(*at) == first.get(*at));
        let (common, free): (Vec<usize>, Vec<usize>) = (0..first.len()).partition(is_common);
        // The variants that have the common types, whatever the other types are.
        let product = free.iter().filter_map(|at| self.widths.get(*at)).product::<usize>();
        if product == self.meanings.len() {
            let fixed = common.into_iter().filter(|at| self.widths.get(*at).is_some_and(|width| *width > 1));
            let fixed: Vec<&str> = fixed.map(|at| first[at].as_str()).collect();
            return (!fixed.is_empty()).then(|| fixed.join(", "));
        }
        Some(self.meanings.iter().map(|one| one.join(", ")).collect::<Vec<_>>().join("; "))
    }
}

/// The label of another place with the same mistake.
pub const ANOTHER_PLACE: &str = "the same here";

/// A message that quotes source text of several lines, as broken code may be, stays one line.
fn one_line(message: String) -> String {
    match message.contains(['\n', '\r']) {
        true => message.split_whitespace().collect::<Vec<_>>().join(" "),
        false => message,
    }
}

impl Diagnostic {
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: one_line(message.into()),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            rewrites: Vec::new(),
            tags: Vec::new(),
            subject: None,
            variants: None,
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

    /// See [`Diagnostic::subject`]: something that the whole module knows by these words. `None`: it stands alone.
    pub fn about(mut self, subject: impl Into<Option<String>>) -> Diagnostic {
        self.subject = subject.into().map(|words| Subject { words, age: None });
        self
    }

    /// The same for words that name a place, and so mean something only in this text.
    pub fn about_here(mut self, subject: impl Into<Option<String>>) -> Diagnostic {
        self.subject = subject.into().map(|words| Subject { words, age: Some(0) });
        self
    }

    pub fn rewrite(mut self, rewrite: Rewrite) -> Diagnostic {
        self.rewrites.push(rewrite);
        self
    }

    /// The same has been reported for other variants, or for the code as a whole.
    fn also_of(&mut self, others: Option<Box<Variants>>) {
        match (&mut self.variants, others) {
            (Some(known), Some(others)) => {
                for meaning in others.meanings {
                    if !known.meanings.contains(&meaning) {
                        known.meanings.push(meaning);
                    }
                }
            }
            (known, _) => *known = None,
        }
    }

    /// Another diagnostic about the same subject: its place, and what its fixes would do there.
    fn also_at(&mut self, other: Diagnostic) {
        let is_marked =
            |label: &Label| self.primary.iter().chain(&self.secondary).any(|known| known.span == label.span);
        if let Some(label) = other.primary.filter(|label| !is_marked(label)) {
            self.secondary.push(Label { span: label.span, text: ANOTHER_PLACE.to_string() });
        }
        for fix in other.fixes {
            let Some(known) = self.fixes.iter_mut().find(|known| known.title == fix.title) else { continue };
            let edits = fix.edits.into_iter().filter(|edit| !known.edits.contains(edit)).collect::<Vec<_>>();
            known.edits.extend(edits);
        }
    }

    /// The same about a text in which places have moved.
    pub fn moved(mut self, place: &impl Fn(Span) -> Span) -> Diagnostic {
        for label in self.primary.iter_mut().chain(&mut self.secondary) {
            label.span = place(label.span);
        }
        for edit in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = place(edit.span);
        }
        self.subject.iter_mut().flat_map(|subject| &mut subject.age).for_each(|age| *age += 1);
        self
    }

    fn note_variants(&mut self) {
        if let Some(text) = self.variants.take().as_deref().and_then(Variants::text) {
            self.notes.push(format!("where {text}"));
        }
    }

    /// Whether nothing that is shown differs, but for fixes.
    pub fn shows_as(&self, other: &Diagnostic) -> bool {
        let shown = |one: &Diagnostic| (one.code, one.severity, one.tags.len());
        shown(self) == shown(other)
            && (&self.message, &self.primary) == (&other.message, &other.primary)
            && (&self.secondary, &self.notes) == (&other.secondary, &other.notes)
    }

    /// Whether all its places are in a file.
    pub fn is_within(&self, file: FileId) -> bool {
        self.primary.iter().chain(&self.secondary).all(|label| label.span.file == file)
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Collects diagnostics in the order of their discovery.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// The places about which something is said only if the file has no errors of syntax.
    conditional: Vec<Span>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds what may only follow from an error of syntax, unless there is one.
    pub fn push_unless(&mut self, is_broken: bool, diagnostic: Diagnostic) {
        self.note_conditional(diagnostic.primary.iter().map(|label| label.span));
        if !is_broken {
            self.push(diagnostic);
        }
    }

    /// The places of such diagnostics, said or not.
    pub fn conditional(&self) -> impl Iterator<Item = Span> {
        self.conditional.iter().copied()
    }

    pub fn note_conditional(&mut self, places: impl Iterator<Item = Span>) {
        self.conditional.extend(places);
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
        self.conditional.append(&mut other.conditional);
    }

    /// Removes and returns what was added since there were `at` diagnostics.
    pub fn split_off(&mut self, at: usize) -> Diagnostics {
        Diagnostics { list: self.list.split_off(at), conditional: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Marks what was reported since there were `before` diagnostics as being about one variant of a piece of
    /// code.
    pub fn said_of(&mut self, before: usize, variant: Option<Variants>) {
        if variant.is_some() {
            let new = self.list.iter_mut().skip(before);
            new.for_each(|diagnostic| diagnostic.variants = variant.clone().map(Box::new));
        }
    }

    /// Sorted by place (those without one first), without duplicates and with one for each subject. A diagnostic that
    /// holds for some variants of a piece of code but not for all names them.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
        let mut sorted: Vec<Diagnostic> = Vec::new();
        for mut diagnostic in self.list {
            let variants = diagnostic.variants.take();
            let place = diagnostic.primary.as_ref().map(|label| label.span);
            let mut here = sorted
                .iter_mut()
                .rev()
                .take_while(|known| known.primary.as_ref().map(|label| label.span) == place);
            match here.find(|known| Diagnostic { variants: None, ..(*known).clone() } == diagnostic) {
                Some(known) => known.also_of(variants),
                None => {
                    diagnostic.variants = variants;
                    sorted.push(diagnostic);
                }
            }
        }
        let mut sorted = one_for_each_subject(sorted);
        sorted.iter_mut().for_each(Diagnostic::note_variants);
        sorted
    }
}

/// Of the gravest diagnostics about a subject the first.
fn one_for_each_subject(sorted: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut gravest: HashMap<Subject, Severity> = HashMap::new();
    for diagnostic in &sorted {
        if let Some(subject) = &diagnostic.subject {
            let known = gravest.entry(subject.clone()).or_insert(diagnostic.severity);
            *known = diagnostic.severity.max(*known);
        }
    }
    let mut place_of: HashMap<Subject, usize> = HashMap::new();
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for diagnostic in sorted {
        let subject = diagnostic.subject.clone();
        match subject {
            Some(subject) if place_of.contains_key(&subject) || gravest[&subject] != diagnostic.severity => {
                others.push((subject, diagnostic));
            }
            subject => {
                place_of.extend(subject.map(|subject| (subject, kept.len())));
                kept.push(diagnostic);
            }
        }
    }
    for (subject, other) in others {
        kept[place_of[&subject]].also_at(other);
    }
    kept
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}
