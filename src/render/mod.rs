//! Diagnostics as text: for a person, for editors and CI, and for machines.
//!
//! [`MessageFormat`] names the outputs; [`renderer`] creates the requested one. Nothing here knows where the
//! text goes, and nothing outside `human.rs` knows codespan-reporting.

mod human;
mod json;
mod outcome;
mod plain;
mod sarif;
mod short;

use std::io::{self, Write};

pub use plain::visible;

use crate::diag::{Diagnostic, Severity};
use crate::source::SourceMap;

/// The output formats for diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageFormat {
    /// Source excerpts with the places marked.
    Human,
    /// `file:line:column: error[OFC0601]: message`, one line each.
    Short,
    /// One JSON object per line.
    Json,
    /// One SARIF 2.1.0 document for the whole run.
    Sarif,
}

impl MessageFormat {
    /// Whether it is meant for programs (and so belongs on standard output).
    pub fn is_for_machines(self) -> bool {
        matches!(self, MessageFormat::Json | MessageFormat::Sarif)
    }
}

/// Turns diagnostics into one of the formats. Call [`Renderer::diagnostics`] for every compilation, then
/// [`Renderer::finish`] once.
pub trait Renderer: Send {
    fn diagnostics(
        &mut self,
        sources: &SourceMap,
        diagnostics: &[Diagnostic],
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// What comes after the last diagnostic: the summary line, or the whole document.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// Creates the renderer for a format; `colour` only matters to [`MessageFormat::Human`].
pub fn renderer(format: MessageFormat, colour: bool) -> Box<dyn Renderer> {
    match format {
        MessageFormat::Human => Box::new(human::Human::new(colour)),
        MessageFormat::Short => Box::new(short::Short),
        MessageFormat::Json => Box::new(json::Json),
        MessageFormat::Sarif => Box::new(sarif::Sarif::default()),
    }
}

/// The word for a severity in every output but SARIF, which has its own.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Advice => "advice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

#[cfg(test)]
mod tests;
