//! Applies fixes until none is left, checking the text after each step.

use std::path::Path;

use super::{Options, Outcome, guard, plan, read};
use crate::diag::{Diagnostic, Fix};
use crate::rewrite;
use crate::source::FileId;

/// The result of fixing a file.
#[derive(Debug)]
pub struct Fixed {
    /// What is left to report about the file, with the fixes applied.
    pub outcome: Outcome<()>,
    /// How many fixes have been applied.
    pub count: usize,
    /// What the file holds now and what it should hold, if they differ. Nothing is written here.
    pub bytes: Option<(Vec<u8>, Vec<u8>)>,
}

/// Checks a module and applies the fixes that keep its meaning. The effect of a fix is checked: one that
/// leads to more errors, or that leaves as much to fix as before, is not applied.
pub fn fix(path: &Path, options: &Options) -> Fixed {
    let before = read::bytes(path);
    let mut step = Step::of(before.clone(), path, options);
    let mut count = 0;
    if let Ok(before) = &before {
        while let Some((next, fixes)) = step.next(before, path, options) {
            step = next;
            count += fixes;
        }
    }
    let bytes = before.ok().zip(step.bytes).filter(|(before, after)| before != after);
    Fixed { outcome: step.outcome, count, bytes }
}

/// An intermediate text, and what there is to report about it.
struct Step {
    bytes: Option<Vec<u8>>,
    file: Option<FileId>,
    outcome: Outcome<()>,
}

impl Step {
    fn of(bytes: Result<Vec<u8>, String>, path: &Path, options: &Options) -> Step {
        let mut read = None;
        let outcome = guard::run_on(bytes.clone(), path, options, |session, file| {
            read = Some(file);
            plan(session, path, file).map(|_| ())
        });
        Step { bytes: bytes.ok(), file: read, outcome }
    }

    /// The text with more fixes applied, and how many: as many as go together, or otherwise one of them.
    fn next(&self, before: &[u8], path: &Path, options: &Options) -> Option<(Step, usize)> {
        let file = self.file?;
        let fixes = rewrite::sure_fixes(file, &self.outcome.diagnostics);
        let text = self.outcome.sources.file(file).text();
        let with = |fixes: &[&Fix]| {
            let bytes = read::encode(&rewrite::apply(text, fixes), before)?;
            let step = Step::of(Ok(bytes), path, options);
            (step.errors() <= self.errors() && step.fixable() < self.fixable()).then_some((step, fixes.len()))
        };
        if fixes.is_empty() {
            return None;
        }
        with(&fixes).or_else(|| fixes.iter().find_map(|fix| with(&[*fix])))
    }

    fn errors(&self) -> usize {
        self.outcome.diagnostics.iter().filter(|one| one.is_error()).count()
    }

    fn fixable(&self) -> usize {
        let is_fixable = |one: &&Diagnostic| self.file.is_some_and(|file| rewrite::is_fixable(file, one));
        self.outcome.diagnostics.iter().filter(is_fixable).count()
    }
}
