//! Diagnostics in the form of the protocol.

use std::collections::BTreeMap;

use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range, Uri,
};

use super::pages::Pages;
use super::state::{Client, Document, Shared};
use super::studied::{Places, uri_of};
use crate::diag::{Diagnostic, Severity, Tag};
use crate::source::SourceMap;

/// The diagnostics about several files, by their URIs.
pub type ByFile = BTreeMap<String, Vec<lsp_types::Diagnostic>>;

/// Turns diagnostics about some files into those of the protocol.
pub struct Writer<'a> {
    pub client: Client,
    pub shared: &'a Shared,
    pub pages: &'a Pages,
    pub sources: &'a SourceMap,
    pub places: Places,
    /// Diagnostics without a place are reported here.
    pub document: &'a Document,
}

impl Writer<'_> {
    /// Sorts them by file. Diagnostics that cannot be placed anywhere are left out.
    pub fn by_file<'d>(&self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> ByFile {
        let mut files = ByFile::new();
        for diagnostic in diagnostics {
            let uri = match &diagnostic.primary {
                Some(label) => uri_of(self.sources.file(label.span.file), self.shared),
                None => Some(self.document.uri.clone()),
            };
            if let Some(uri) = uri {
                files.entry(uri.as_str().to_string()).or_default().push(self.one(diagnostic, &uri));
            }
        }
        files
    }

    /// The same, with the document itself even if nothing is reported about it: the client may wait for that.
    pub fn of_document<'d>(&self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> ByFile {
        let mut files = self.by_file(diagnostics);
        files.entry(self.document.uri.as_str().to_string()).or_default();
        files
    }

    fn one(&self, diagnostic: &Diagnostic, uri: &Uri) -> lsp_types::Diagnostic {
        let primary = diagnostic.primary.as_ref();
        let range = primary.map_or(Range::default(), |label| self.places.range(self.sources, label.span));
        let code = diagnostic.code.as_str();
        let page = self.pages.uri(code).filter(|_| self.client.has_code_links);
        let related = self.client.has_related_places.then(|| self.related(diagnostic));
        lsp_types::Diagnostic {
            range,
            severity: Some(match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Advice => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(code.to_string())),
            code_description: page.map(|href| CodeDescription { href }),
            source: Some("offcy".to_string()),
            message: self.message(diagnostic, uri),
            related_information: related.filter(|related| !related.is_empty()),
            tags: tags(diagnostic),
            data: None,
        }
    }

    /// The message with the text at its place, and the notes. Also the other places, if the client does not
    /// show them.
    fn message(&self, diagnostic: &Diagnostic, uri: &Uri) -> String {
        let mut lines = vec![diagnostic.message.clone()];
        let at_place = diagnostic.primary.as_ref().map(|label| label.text.clone());
        lines.extend(at_place.filter(|text| !text.is_empty()));
        if !self.client.has_related_places {
            for label in diagnostic.secondary.iter().filter(|label| !label.text.is_empty()) {
                let file = self.sources.file(label.span.file);
                let line = self.sources.line(label.span);
                let is_here = uri_of(file, self.shared).is_some_and(|other| other == *uri);
                let path = file.path().display();
                let place = if is_here { format!("line {line}") } else { format!("{path}:{line}") };
                lines.push(format!("{place}: {}", label.text));
            }
        }
        lines.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
        lines.join("\n")
    }

    fn related(&self, diagnostic: &Diagnostic) -> Vec<DiagnosticRelatedInformation> {
        let related = |label: &crate::diag::Label| {
            let uri = uri_of(self.sources.file(label.span.file), self.shared)?;
            let range = self.places.range(self.sources, label.span);
            let message = label.text.clone();
            Some(DiagnosticRelatedInformation { location: Location { uri, range }, message })
        };
        diagnostic.secondary.iter().filter_map(related).collect()
    }
}

fn tags(diagnostic: &Diagnostic) -> Option<Vec<DiagnosticTag>> {
    let tag = |tag: &Tag| match tag {
        Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
        Tag::Deprecated => DiagnosticTag::DEPRECATED,
    };
    (!diagnostic.tags.is_empty()).then(|| diagnostic.tags.iter().map(tag).collect())
}
