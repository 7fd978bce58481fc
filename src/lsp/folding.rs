//! What can be folded: blocks, comments and imports of several lines, texts and brackets over several lines.

use lsp_types::{FoldingRange, FoldingRangeKind};

use super::studied::Studied;
use crate::source::Span;
use crate::syntax::ast::Statement;

pub fn folds(studied: &Studied) -> Vec<FoldingRange> {
    let Some(parse) = studied.parse() else { return Vec::new() };
    let mut folds = Folds { studied, found: Vec::new() };
    folds.blocks(&parse.module().statements());
    folds.runs(
        parse.comments().into_iter().map(|comment| comment.span()).collect(),
        FoldingRangeKind::Comment,
    );
    for text in parse.strings() {
        folds.add(text, text, None);
    }
    folds.found.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds.found.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    folds.found
}

struct Folds<'a> {
    studied: &'a Studied,
    found: Vec<FoldingRange>,
}

impl Folds<'_> {
    /// From the line where `from` begins to that where `to` ends.
    fn add(&mut self, from: Span, to: Span, kind: Option<FoldingRangeKind>) {
        let (start_line, end) = (self.studied.range(from).start.line, self.studied.range(to).end);
        // A block ends where the next line begins.
        let end_line = if end.character == 0 { end.line.saturating_sub(1) } else { end.line };
        if start_line < end_line {
            let lines = FoldingRange { start_line, end_line, kind, ..FoldingRange::default() };
            self.found.push(lines);
        }
    }

    fn blocks(&mut self, statements: &[Statement<'_>]) {
        let is_import = |statement: &Statement<'_>| {
            use Statement::{Cimport, CimportFrom, Import, ImportFrom};
            matches!(statement, Import(_) | ImportFrom(_) | Cimport(_) | CimportFrom(_))
        };
        let imports = statements.iter().filter(|statement| is_import(statement));
        self.runs(imports.map(|statement| statement.span()).collect(), FoldingRangeKind::Imports);
        for &statement in statements {
            let mut head = statement.span();
            let text = self.studied.sources().text(head).trim_end().len() as u32;
            let blocks = statement.blocks();
            if blocks.is_empty() {
                self.add(head, Span { end: head.start + text, ..head }, None);
            }
            for block in blocks {
                let inner = block.statements();
                if let (Some(first), Some(last)) = (inner.first(), inner.last()) {
                    // The line before the block's: `else:` of the same statement has a fold of its own.
                    let opened = Span { end: first.span().start, ..head };
                    let opens = self.studied.sources().text(opened).trim_end();
                    let line = opens.rfind('\n').map_or(0, |at| at as u32 + 1);
                    let from = Span { start: opened.start + line, ..opened };
                    let end =
                        last.span().start + self.studied.sources().text(last.span()).trim_end().len() as u32;
                    self.add(from, Span { start: end, end, ..head }, None);
                    head = Span { start: end, ..head };
                }
                self.blocks(&inner);
            }
        }
    }

    /// Folds of what stands on lines that follow one another.
    fn runs(&mut self, spans: Vec<Span>, kind: FoldingRangeKind) {
        let line = |span: Span| (self.studied.range(span).start.line, self.studied.range(span).end.line);
        let mut runs: Vec<(Span, Span)> = Vec::new();
        for span in spans {
            match runs.last_mut() {
                Some((_, last)) if line(span).0 == line(*last).1 + 1 => *last = span,
                _ => runs.push((span, span)),
            }
        }
        runs.into_iter().for_each(|(first, last)| self.add(first, last, Some(kind.clone())));
    }
}
