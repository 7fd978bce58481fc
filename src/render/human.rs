//! Diagnostics for a person at a terminal, drawn by codespan-reporting.

use std::borrow::Cow;
use std::io::{self, Write};

use codespan_reporting::diagnostic as drawn;
use codespan_reporting::files::{self, Files};
use codespan_reporting::term;
use codespan_reporting::term::termcolor::{Ansi, NoColor};

use super::plain::{LONGEST_DRAWN_LINE, one_line, visible};
use super::{Renderer, outcome};
use crate::diag::{Diagnostic, Fix, Label, Severity};
use crate::source::{FileId, SourceFile, SourceMap, Span};

/// How many diagnostics are drawn for one compilation; the rest are only counted. Nobody reads the thousandth
/// error of a file that is not Cython at all.
const MOST_DRAWN: usize = 100;

pub struct Human {
    colour: bool,
    errors: usize,
    warnings: usize,
    not_shown: usize,
}

impl Human {
    pub fn new(colour: bool) -> Human {
        Human { colour, errors: 0, warnings: 0, not_shown: 0 }
    }

    fn count(&mut self, diagnostic: &Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Advice => {}
        }
    }
}

impl Renderer for Human {
    fn diagnostics(
        &mut self,
        sources: &SourceMap,
        diagnostics: &[Diagnostic],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        diagnostics.iter().for_each(|diagnostic| self.count(diagnostic));
        self.not_shown += diagnostics.len().saturating_sub(MOST_DRAWN);
        let drawing = Drawing::new(sources);
        for diagnostic in diagnostics.iter().take(MOST_DRAWN) {
            let result = draw(&drawing, diagnostic, self.colour, out);
            if let Err(files::Error::Io(error)) = result {
                return Err(error);
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let counted = |count: usize, noun: &str| match count {
            0 => None,
            1 => Some(format!("1 {noun}")),
            _ => Some(format!("{count} {noun}s")),
        };
        let parts: Vec<String> = [counted(self.errors, "error"), counted(self.warnings, "warning")]
            .into_iter()
            .flatten()
            .collect();
        if parts.is_empty() {
            return Ok(());
        }
        let rest = match self.not_shown {
            0 => String::new(),
            count => format!(" ({count} not shown)"),
        };
        writeln!(out, "{}{rest}", parts.join(", "))
    }
}

fn draw(
    drawing: &Drawing<'_>,
    diagnostic: &Diagnostic,
    colour: bool,
    out: &mut dyn Write,
) -> Result<(), files::Error> {
    let config = term::Config::default();
    let drawn = drawing.diagnostic(diagnostic);
    if colour {
        term::emit_to_write_style(&mut Ansi::new(out), &config, drawing, &drawn)
    } else {
        term::emit_to_write_style(&mut NoColor::new(out), &config, drawing, &drawn)
    }
}

/// The sources as codespan-reporting asks for them, with nothing in them that a terminal acts on.
struct Drawing<'a> {
    sources: &'a SourceMap,
    texts: Vec<(FileId, Cow<'a, str>)>,
}

impl<'a> Drawing<'a> {
    fn new(sources: &'a SourceMap) -> Drawing<'a> {
        let texts = sources.files().map(|(id, file)| (id, visible(file.text()))).collect();
        Drawing { sources, texts }
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> drawn::Diagnostic<FileId> {
        let severity = match diagnostic.severity {
            Severity::Advice => drawn::Severity::Help,
            Severity::Warning => drawn::Severity::Warning,
            Severity::Error => drawn::Severity::Error,
        };
        let mut labels = Vec::new();
        let mut notes = Vec::new();
        let primary = diagnostic.primary.iter().map(|label| (drawn::LabelStyle::Primary, label));
        let secondary = diagnostic.secondary.iter().map(|label| (drawn::LabelStyle::Secondary, label));
        for (style, label) in primary.chain(secondary) {
            match self.label(style, label) {
                Some(label) => labels.push(label),
                None => notes.push(self.place_in_words(label)),
            }
        }
        notes.extend(diagnostic.notes.iter().map(|note| format!("note: {}", visible(note))));
        notes.extend(diagnostic.fixes.iter().map(|fix| self.help(fix)));
        notes.push(format!("for more: offcy explain {}", diagnostic.code));
        drawn::Diagnostic::new(severity)
            .with_code(diagnostic.code.as_str())
            .with_message(visible(&diagnostic.message))
            .with_labels(labels)
            .with_notes(notes)
    }

    /// `None` if the line is too long to be drawn.
    fn label(&self, style: drawn::LabelStyle, label: &Label) -> Option<drawn::Label<FileId>> {
        let file = self.sources.file(label.span.file);
        let first = file.line_column(label.span.start).line;
        let last = file.line_column(label.span.end).line;
        let too_long = |line: u32| file.line_text(line).len() > LONGEST_DRAWN_LINE;
        if too_long(first) || too_long(last) {
            return None;
        }
        let range = drawable_range(file, label.span);
        Some(drawn::Label::new(style, label.span.file, range).with_message(visible(&label.text)))
    }

    fn place_in_words(&self, label: &Label) -> String {
        let path = one_line(&self.sources.file(label.span.file).path().to_string_lossy());
        let place = self.sources.line_column(label.span);
        let text = if label.text.is_empty() { "here" } else { &label.text };
        format!("at {path}:{}:{}: {}", place.line, place.column, visible(text))
    }

    /// A fix as a `help:` line: what to do, and the edits or the resulting lines.
    fn help(&self, fix: &Fix) -> String {
        let mut help = format!("help: {}", visible(&fix.title));
        if let Some(lines) = outcome::lines(self.sources, fix) {
            for line in lines {
                help.push_str(&format!("\n  {}", visible(&line)));
            }
            return help;
        }
        for edit in &fix.edits {
            let line = self.sources.line(edit.span);
            let old = self.sources.text(edit.span);
            let new = visible(edit.replacement.trim_end_matches('\n'));
            let step = match (old.is_empty(), new.is_empty()) {
                (true, true) => continue,
                (true, false) => format!("insert `{new}`"),
                (false, true) => format!("remove `{}`", visible(old)),
                (false, false) => format!("replace `{}` by `{new}`", visible(old)),
            };
            help.push_str(&format!("\nline {line}: {step}"));
        }
        help
    }
}

/// `span` clamped to the text and to character boundaries, as drawing needs it.
fn drawable_range(file: &SourceFile, span: Span) -> std::ops::Range<usize> {
    let text = file.text();
    let boundary = |offset: u32| {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = boundary(span.start);
    start..boundary(span.end).max(start)
}

impl<'a> Files<'a> for Drawing<'_> {
    type FileId = FileId;
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<String, files::Error> {
        Ok(one_line(&self.sources.file(id).path().to_string_lossy()))
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, files::Error> {
        let text = self.texts.iter().find(|(known, _)| *known == id);
        text.map(|(_, text)| text.as_ref()).ok_or(files::Error::FileMissing)
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, files::Error> {
        let offset = u32::try_from(byte_index).unwrap_or(u32::MAX);
        Ok(self.sources.file(id).line_index(offset))
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<std::ops::Range<usize>, files::Error> {
        let file = self.sources.file(id);
        file.line_range(line_index)
            .ok_or(files::Error::LineTooLarge { given: line_index, max: file.line_count() as usize })
    }
}
