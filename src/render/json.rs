//! One JSON object per diagnostic, each on one line.
//!
//! Lines and columns are one-based, columns count Unicode scalar values; `byte` is the offset into the UTF-8
//! text. `file`, `start` and `end` are null if there is no place.

use std::io::{self, Write};

use serde::Serialize;

use super::{Renderer, severity_word};
use crate::diag::{Applicability, Diagnostic, Fix, Label, Tag};
use crate::source::{SourceMap, Span};

pub struct Json;

#[derive(Serialize)]
struct Record<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    file: Option<String>,
    start: Option<Position>,
    end: Option<Position>,
    label: Option<&'a str>,
    labels: Vec<Marked<'a>>,
    notes: &'a [String],
    fixes: Vec<Remedy<'a>>,
    tags: Vec<&'static str>,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
    byte: u32,
}

/// A stretch of a file.
#[derive(Serialize)]
struct Stretch {
    file: String,
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Marked<'a> {
    #[serde(flatten)]
    place: Stretch,
    text: &'a str,
}

#[derive(Serialize)]
struct Remedy<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    #[serde(flatten)]
    place: Stretch,
    replacement: &'a str,
}

fn stretch(sources: &SourceMap, span: Span) -> Stretch {
    let file = sources.file(span.file);
    let position = |byte| {
        let place = file.line_column(byte);
        Position { line: place.line, column: place.column, byte }
    };
    Stretch {
        file: file.path().to_string_lossy().into_owned(),
        start: position(span.start),
        end: position(span.end),
    }
}

fn marked<'a>(sources: &SourceMap, label: &'a Label) -> Marked<'a> {
    Marked { place: stretch(sources, label.span), text: &label.text }
}

fn remedy<'a>(sources: &SourceMap, fix: &'a Fix) -> Remedy<'a> {
    let replacement = |edit: &'a crate::diag::Edit| Replacement {
        place: stretch(sources, edit.span),
        replacement: &edit.replacement,
    };
    Remedy {
        title: &fix.title,
        applicability: match fix.applicability {
            Applicability::MachineApplicable => "machine-applicable",
            Applicability::MaybeIncorrect => "maybe-incorrect",
        },
        edits: fix.edits.iter().map(replacement).collect(),
    }
}

fn record<'a>(sources: &SourceMap, diagnostic: &'a Diagnostic) -> Record<'a> {
    let place = diagnostic.primary.as_ref().map(|label| stretch(sources, label.span));
    let (file, start, end) = match place {
        Some(Stretch { file, start, end }) => (Some(file), Some(start), Some(end)),
        None => (None, None, None),
    };
    let tag_word = |tag: &Tag| match tag {
        Tag::Unnecessary => "unnecessary",
        Tag::Deprecated => "deprecated",
    };
    Record {
        code: diagnostic.code.as_str(),
        severity: severity_word(diagnostic.severity),
        message: &diagnostic.message,
        file,
        start,
        end,
        label: diagnostic.primary.as_ref().map(|label| label.text.as_str()),
        labels: diagnostic.secondary.iter().map(|label| marked(sources, label)).collect(),
        notes: &diagnostic.notes,
        fixes: diagnostic.fixes.iter().map(|fix| remedy(sources, fix)).collect(),
        tags: diagnostic.tags.iter().map(tag_word).collect(),
    }
}

impl Renderer for Json {
    fn diagnostics(
        &mut self,
        sources: &SourceMap,
        diagnostics: &[Diagnostic],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for diagnostic in diagnostics {
            serde_json::to_writer(&mut *out, &record(sources, diagnostic))?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
