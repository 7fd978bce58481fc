//! One line for each diagnostic, in the form that editors and CI systems match.

use std::io::{self, Write};

use super::plain::one_line;
use super::{Renderer, severity_word};
use crate::diag::Diagnostic;
use crate::source::SourceMap;

pub struct Short;

impl Renderer for Short {
    fn diagnostics(
        &mut self,
        sources: &SourceMap,
        diagnostics: &[Diagnostic],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for diagnostic in diagnostics {
            if let Some(label) = &diagnostic.primary {
                let path = sources.file(label.span.file).path().to_string_lossy().into_owned();
                let place = sources.line_column(label.span);
                write!(out, "{}:{}:{}: ", one_line(&path), place.line, place.column)?;
            }
            let severity = severity_word(diagnostic.severity);
            writeln!(out, "{severity}[{}]: {}", diagnostic.code, one_line(&diagnostic.message))?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
