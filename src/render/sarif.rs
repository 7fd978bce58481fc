//! One SARIF 2.1.0 document for a run, as code-scanning services and editors read it.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::Renderer;
use crate::diag::{Diagnostic, Edit, Fix, Label, Severity, codes};
use crate::source::{FileId, SourceMap, Span};

/// Collects the results; the document is written at the end.
#[derive(Default)]
pub struct Sarif {
    results: Vec<Value>,
    failed: bool,
}

impl Renderer for Sarif {
    fn diagnostics(
        &mut self,
        sources: &SourceMap,
        diagnostics: &[Diagnostic],
        _: &mut dyn Write,
    ) -> io::Result<()> {
        self.failed |= diagnostics.iter().any(Diagnostic::is_error);
        self.results.extend(diagnostics.iter().map(|diagnostic| result(sources, diagnostic)));
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "offcy",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": codes::ALL.iter().map(rule).collect::<Vec<Value>>(),
                }},
                "columnKind": "unicodeCodePoints",
                "invocations": [{ "executionSuccessful": !self.failed }],
                "results": std::mem::take(&mut self.results),
            }],
        });
        serde_json::to_writer_pretty(&mut *out, &document)?;
        out.write_all(b"\n")
    }
}

fn rule(info: &codes::CodeInfo) -> Value {
    json!({
        "id": info.code.as_str(),
        "shortDescription": { "text": info.title },
        "help": { "text": info.page, "markdown": info.page },
    })
}

fn result(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Advice => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        text.push('\n');
        text.push_str(note);
    }
    let mut result = json!({
        "ruleId": diagnostic.code.as_str(),
        "ruleIndex": codes::ALL.iter().position(|info| info.code == diagnostic.code),
        "level": level,
        "message": { "text": text },
        "locations": diagnostic.primary.iter().map(|label| location(sources, label)).collect::<Vec<Value>>(),
    });
    if !diagnostic.secondary.is_empty() {
        let related = diagnostic.secondary.iter().map(|label| location(sources, label));
        result["relatedLocations"] = related.collect();
    }
    if !diagnostic.fixes.is_empty() {
        result["fixes"] = diagnostic.fixes.iter().map(|fix| remedy(sources, fix)).collect();
    }
    result
}

fn location(sources: &SourceMap, label: &Label) -> Value {
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": artifact(sources, label.span),
        "region": region(sources, label.span),
    }});
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}

fn remedy(sources: &SourceMap, fix: &Fix) -> Value {
    let replacement = |edit: &Edit| {
        json!({
            "deletedRegion": region(sources, edit.span),
            "insertedContent": { "text": edit.replacement },
        })
    };
    let mut files: Vec<FileId> = fix.edits.iter().map(|edit| edit.span.file).collect();
    files.sort();
    files.dedup();
    let change = |file: FileId| {
        let edits = fix.edits.iter().filter(|edit| edit.span.file == file);
        json!({
            "artifactLocation": artifact(sources, Span::whole_file(file)),
            "replacements": edits.map(replacement).collect::<Vec<Value>>(),
        })
    };
    json!({
        "description": { "text": fix.title },
        "artifactChanges": files.into_iter().map(change).collect::<Vec<Value>>(),
    })
}

fn artifact(sources: &SourceMap, span: Span) -> Value {
    json!({ "uri": uri(sources.file(span.file).path()) })
}

/// Lines and columns only: SARIF's `charOffset` counts UTF-16 units, its `byteOffset` is for
/// binary files.
fn region(sources: &SourceMap, span: Span) -> Value {
    let file = sources.file(span.file);
    let (start, end) = (file.line_column(span.start), file.line_column(span.end));
    json!({
        "startLine": start.line, "startColumn": start.column,
        "endLine": end.line, "endColumn": end.column,
    })
}

/// A relative reference stays relative, an absolute path becomes a `file:` URI; bytes outside the
/// unreserved set are percent-encoded, so that any path name is a valid reference.
fn uri(path: &Path) -> String {
    let mut uri = String::from(if path.is_absolute() { "file://" } else { "" });
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(byte as char)
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;
    use std::path::Path;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri(Path::new("a b/é.pyx")), "a%20b/%C3%A9.pyx");
        assert_eq!(uri(Path::new("/x/m.pyx")), "file:///x/m.pyx");
    }
}
