//! The thread that checks what has just been typed, and what that affects.
//!
//! Checking a whole module takes longer than the time between keystrokes. An edit in a function leaves most of what is
//! known about the others as it is (`driver::study_edit`). When the user pauses, the whole module is studied again, for
//! questions about it.

use std::sync::Arc;

use super::diagnostics::ByFile;
use super::state::{Base, Document};
use super::worker::{Tools, unharmed};
use crate::driver::{self, Options};

/// Works until the server ends.
pub fn run(tools: &Tools<'_>) {
    while let Some((document, base, options)) = tools.shared.next_typed() {
        let edited = base.and_then(|base| unharmed(|| edited(tools, &document, &base, &options)).flatten());
        let Some((said, base)) = edited else {
            tools.shared.hurry(&document);
            continue;
        };
        if tools.publisher.say(&document, said, false)
            && let Some(base) = base
        {
            tools.shared.set_base(&document, Some(Arc::new(base)));
        }
    }
}

/// The diagnostics about an edited document, and what the next edit needs if that is new; `None` if what is known does
/// not give them.
fn edited(
    tools: &Tools<'_>,
    document: &Document,
    base: &Base,
    options: &Options,
) -> Option<(ByFile, Option<Base>)> {
    let outcome = driver::study_edit(&document.path, document.text.clone(), options, &base.study)?;
    let said = tools.writer(&outcome.sources, document).of_document(&outcome.diagnostics);
    let base = outcome.value.map(|study| Base { version: document.version, is_whole: false, study });
    Some((said, base))
}
