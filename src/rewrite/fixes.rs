//! Applying fixes: which of them go together, and the resulting text.

use std::ops::Range;

use crate::diag::{Applicability, Diagnostic, Fix};
use crate::source::FileId;

/// Whether a diagnostic has a fix that may be applied without asking.
pub fn is_fixable(file: FileId, diagnostic: &Diagnostic) -> bool {
    sure_fix(file, diagnostic).is_some()
}

/// The fixes that may be applied without asking, one per diagnostic, in the order of the text. If several
/// concern the same part of the text, only the first: the others may mean something else after it is applied.
pub fn sure_fixes(file: FileId, diagnostics: &[Diagnostic]) -> Vec<&Fix> {
    let mut sure: Vec<&Fix> = diagnostics.iter().filter_map(|one| sure_fix(file, one)).collect();
    sure.sort_by_key(|fix| extent(fix).start);
    let mut chosen: Vec<&Fix> = Vec::new();
    for fix in sure {
        let is_apart = |known: &&Fix| extent(known).end < extent(fix).start;
        if chosen.iter().all(is_apart) {
            chosen.push(fix);
        }
    }
    chosen
}

fn sure_fix(file: FileId, diagnostic: &Diagnostic) -> Option<&Fix> {
    diagnostic.fixes.iter().find(|fix| {
        fix.applicability == Applicability::MachineApplicable
            && !fix.edits.is_empty()
            && fix.edits.iter().all(|edit| edit.span.file == file)
    })
}

/// From its first edit to its last.
fn extent(fix: &Fix) -> Range<u32> {
    let start = fix.edits.iter().map(|edit| edit.span.start).min().unwrap_or(0);
    start..fix.edits.iter().map(|edit| edit.span.end).max().unwrap_or(start)
}

/// The text with fixes applied. The fixes must not overlap.
pub fn apply(text: &str, fixes: &[&Fix]) -> String {
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    // Insertions at the same place stay in order.
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        result.push_str(text.get(at..edit.span.start as usize).unwrap_or(""));
        result.push_str(&edit.replacement);
        at = edit.span.end as usize;
    }
    result.push_str(text.get(at..).unwrap_or(""));
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Edit, codes};
    use crate::source::{SourceFile, SourceMap, Span};

    #[test]
    fn fixes_in_one_part_of_the_text_wait_for_each_other() {
        let text = "abcdefgh";
        let file = SourceMap::default().add(SourceFile::new("m.pyx", text.to_string()));
        let with = |applicability, edits: &[(usize, usize, &str)]| {
            let edit = |&(start, end, new): &(usize, usize, &str)| Edit {
                span: Span::new(file, start, end),
                replacement: new.to_string(),
            };
            let edits = edits.iter().map(edit).collect();
            Diagnostic::advice(codes::RESENT_EACH_ROUND, "m").fix("t", edits, applicability)
        };
        let sure = |edits| with(Applicability::MachineApplicable, edits);
        let diagnostics = [
            sure(&[(1, 2, "B"), (3, 4, "D")]),
            sure(&[(2, 3, "C")]),
            sure(&[(1, 2, "B"), (3, 4, "D")]),
            with(Applicability::MaybeIncorrect, &[(5, 6, "?")]),
            sure(&[(6, 6, "-"), (6, 6, "+"), (7, 8, "")]),
            sure(&[(4, 4, "!")]),
        ];
        let chosen = sure_fixes(file, &diagnostics);
        assert_eq!(apply(text, &chosen), "aBcDef-+g");
        assert!(!is_fixable(file, &diagnostics[3]) && is_fixable(file, &diagnostics[5]));
        assert_eq!(apply(text, &[]), text);
    }
}
