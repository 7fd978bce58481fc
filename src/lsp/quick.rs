//! The thread that checks what has just been typed, and what that affects.
//!
//! Checking a whole module takes longer than the time between keystrokes. Here the part that has changed is checked
//! with those that it depends on ([`Parts`](super::parts::Parts)). The results of the last check about the others
//! stay, moved to where they are now. When the user pauses, the whole module is checked again.

use std::sync::Arc;

use super::diagnostics::ByFile;
use super::parts::Selection;
use super::state::{Base, Document};
use super::text::Lines;
use super::worker::{Tools, unharmed};
use crate::diag::codes;
use crate::driver::{self, Options};

/// Works until the server ends.
pub fn run(tools: &Tools<'_>) {
    while let Some((document, base, options)) = tools.shared.next_typed() {
        let said = base.and_then(|base| {
            let (said, selection) = unharmed(|| said(tools, &document, &base, &options)).flatten()?;
            Some((said, selection, base))
        });
        let Some((said, selection, base)) = said else {
            tools.shared.hurry(&document);
            continue;
        };
        if tools.publisher.say(&document, said.clone(), false) {
            let text = document.text.clone();
            let parts = base.parts.after(&selection, text.clone());
            let next = Base { version: document.version, is_whole: false, text, parts, said };
            tools.shared.set_base(&document, Some(Arc::new(next)));
        }
    }
}

/// The diagnostics about a document based on what is already known; `None` if that is not enough.
fn said(
    tools: &Tools<'_>,
    document: &Document,
    base: &Base,
    options: &Options,
) -> Option<(ByFile, Selection)> {
    let selection = base.parts.select(&document.text)?;
    let uri = document.uri.as_str();
    let outcome = driver::study(&document.path, selection.text.as_str().into(), options);
    let file = outcome.value.as_ref()?.file;
    let is_settled = |at: usize| selection.settles(at);
    let own = outcome.diagnostics.iter().filter(|one| {
        let place = one.primary.as_ref().map(|label| label.span);
        place.is_some_and(|span| span.file == file && is_settled(span.start as usize))
    });
    if outcome.diagnostics.iter().any(|one| one.code == codes::INTERNAL) {
        return None;
    }
    let mut news = tools.writer(&outcome.sources, document).by_file(own);
    let mut said = base.said.clone();
    let before = said.remove(uri).unwrap_or_default();
    let moved = Moved::new(tools, document, base, &selection);
    let others = before.into_iter().filter_map(|one| moved.one(one, uri));
    let all = news.entry(uri.to_string()).or_default();
    all.extend(others);
    all.sort_by_key(|one| (one.range.start, one.range.end));
    said.extend(news);
    Some((said, selection))
}

/// Carries the diagnostics about a text over to a later one.
struct Moved<'a> {
    before: (&'a str, Lines),
    after: (&'a str, Lines),
    selection: &'a Selection,
}

impl<'a> Moved<'a> {
    fn new(tools: &Tools<'_>, document: &'a Document, base: &'a Base, selection: &'a Selection) -> Moved<'a> {
        let with_lines = |text: &'a str| (text, Lines::new(text, tools.client.encoding));
        Moved { before: with_lines(&base.text), after: with_lines(&document.text), selection }
    }

    fn range(&self, range: lsp_types::Range) -> lsp_types::Range {
        let place = |position| {
            let at = self.before.1.offset(self.before.0, position);
            self.after.1.position(self.after.0, self.selection.change.place(at))
        };
        lsp_types::Range { start: place(range.start), end: place(range.end) }
    }

    /// `None` if the selection gives all diagnostics there.
    fn one(&self, mut one: lsp_types::Diagnostic, uri: &str) -> Option<lsp_types::Diagnostic> {
        one.range = self.range(one.range);
        if self.selection.settles(self.after.1.offset(self.after.0, one.range.start)) {
            return None;
        }
        for related in one.related_information.iter_mut().flatten() {
            if related.location.uri.as_str() == uri {
                related.location.range = self.range(related.location.range);
            }
        }
        Some(one)
    }
}
