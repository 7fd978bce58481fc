//! Code actions: the fixes of diagnostics, and the inferred maps written out.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionTriggerKind,
    NumberOrString, TextEdit, Uri, WorkspaceEdit,
};

use super::state::Shared;
use super::studied::{Studied, uri_of};
use crate::diag::{Applicability, Diagnostic, Edit, Fix};
use crate::offload::{CaptureMaps, ContextMaps, RegionMaps};
use crate::rewrite;
use crate::source::Span;

/// What can be done about a part of a document.
pub fn actions(
    studied: &Studied,
    at: Span,
    context: &CodeActionContext,
    shared: &Shared,
) -> Vec<CodeActionOrCommand> {
    let wanted = |kind: &CodeActionKind| match &context.only {
        Some(only) => only.iter().any(|only| is_of(kind, only)),
        // A whole file is fixed only when the client asks for that.
        None => *kind != CodeActionKind::SOURCE_FIX_ALL,
    };
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        for diagnostic in studied.outcome.diagnostics.iter().filter(|one| touches(one, at)) {
            let fixes = diagnostic.fixes.iter();
            actions.extend(fixes.filter_map(|fix| of_fix(studied, diagnostic, fix, context, shared)));
        }
    }
    let asks_for_all = wanted(&CodeActionKind::SOURCE_FIX_ALL);
    if asks_for_all && let Some(file) = studied.file() {
        let fixes = rewrite::sure_fixes(file, &studied.outcome.diagnostics);
        let edits = fixes.iter().flat_map(|fix| &fix.edits);
        if let (false, Some(edit)) = (fixes.is_empty(), workspace_edit(studied, edits, shared)) {
            let title = "Apply all fixes that keep the meaning".to_string();
            let kind = Some(CodeActionKind::SOURCE_FIX_ALL);
            actions.push(CodeAction { title, kind, edit: Some(edit), ..CodeAction::default() });
        }
    }
    if wanted(&CodeActionKind::REFACTOR_REWRITE)
        && context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC)
        || context.only.as_ref().is_some_and(|only| only.contains(&CodeActionKind::REFACTOR_REWRITE))
    {
        actions.extend(written_out(studied, at, shared));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Whether a kind is another one, or a kind of it: `refactor.rewrite` is a `refactor`.
fn is_of(kind: &CodeActionKind, other: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(other.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn touches(diagnostic: &Diagnostic, at: Span) -> bool {
    let place = diagnostic.primary.as_ref().map(|label| label.span);
    place.is_some_and(|span| span.file == at.file && span.start <= at.end && at.start <= span.end)
}

fn of_fix(
    studied: &Studied,
    diagnostic: &Diagnostic,
    fix: &Fix,
    context: &CodeActionContext,
    shared: &Shared,
) -> Option<CodeAction> {
    let range = diagnostic.primary.as_ref().map(|label| studied.range(label.span));
    let code = NumberOrString::String(diagnostic.code.as_str().to_string());
    let is_same =
        |known: &&lsp_types::Diagnostic| known.code.as_ref() == Some(&code) && Some(known.range) == range;
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(context.diagnostics.iter().filter(is_same).cloned().collect()),
        edit: Some(workspace_edit(studied, &fix.edits, shared)?),
        is_preferred: Some(fix.applicability == Applicability::MachineApplicable),
        ..CodeAction::default()
    })
}

/// Edits by files; `None` if one of them is in a file that cannot be edited.
fn workspace_edit<'e>(
    studied: &Studied,
    edits: impl IntoIterator<Item = &'e Edit>,
    shared: &Shared,
) -> Option<WorkspaceEdit> {
    #[allow(clippy::mutable_key_type, reason = "the protocol's type; nothing changes in a URI that is a key")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in edits {
        let uri = uri_of(studied.sources().file(edit.span.file), shared)?;
        let edit = TextEdit { range: studied.range(edit.span), new_text: edit.replacement.clone() };
        changes.entry(uri).or_default().push(edit);
    }
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// The inferred maps of a region or a data context whose header is at the place, as they could be written in
/// the source.
fn written_out(studied: &Studied, at: Span, shared: &Shared) -> Option<CodeAction> {
    let report = studied.maps()?;
    let is_here = |header: Span| header.file == at.file && header.start <= at.end && at.start <= header.end;
    let regions: Vec<&RegionMaps> =
        report.regions.iter().filter(|region| is_here(region.place.header)).collect();
    let contexts: Vec<&ContextMaps> =
        report.contexts.iter().filter(|context| is_here(context.place.header)).collect();
    let (clause, maps) = match (regions.as_slice(), contexts.as_slice()) {
        // Specialisations that differ each need their own maps.
        ([region], []) => (region.place.clause, of_region(region)?),
        ([], [context]) => (context.place.clause, of_context(context)?),
        _ => return None,
    };
    let edit = written_into(studied.sources().text(clause), &maps)?;
    let edit = Edit { span: clause, replacement: edit };
    Some(CodeAction {
        title: "Write out the inferred maps".to_string(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        edit: Some(workspace_edit(studied, [&edit], shared)?),
        ..CodeAction::default()
    })
}

/// What an enclosing context keeps does not concern the region.
fn of_region(region: &RegionMaps) -> Option<Vec<String>> {
    let is_kept = |capture: &&CaptureMaps| capture.kept_since.is_some() || capture.resident_since.is_some();
    if region.captures.iter().any(|capture| is_kept(&capture)) {
        return None;
    }
    Some(entries(&region.captures))
}

/// Only if host code does not access what is kept: a written context moves data only at its ends.
fn of_context(context: &ContextMaps) -> Option<Vec<String>> {
    let is_plain = context.made_by.is_none()
        && context.inferred
        && context.host.is_empty()
        && context.left_out.is_empty()
        && context.kept_inside.is_empty();
    is_plain.then(|| entries(&context.entries))
}

fn entries(captures: &[CaptureMaps]) -> Vec<String> {
    captures.iter().filter(|capture| !capture.explicit).filter_map(CaptureMaps::entry).collect()
}

/// `device={...}` or `device(...)` with more entries.
fn written_into(clause: &str, maps: &[String]) -> Option<String> {
    if maps.is_empty() {
        return None;
    }
    let maps = maps.join(", ");
    if let Some(open) = clause.strip_suffix('}') {
        let before = open.trim_end();
        let separator = if before.ends_with(['{', ',']) { "" } else { "," };
        let space = if before.ends_with('{') { "" } else { " " };
        return Some(format!("{before}{separator}{space}{maps}}}"));
    }
    if let Some(value) = clause.strip_suffix("True") {
        return Some(format!("{value}{{{maps}}}"));
    }
    let open = clause.strip_suffix("()")?;
    Some(format!("{open}({{{maps}}})"))
}

#[cfg(test)]
mod tests {
    use super::written_into;

    #[test]
    fn maps_go_where_the_clause_takes_them() {
        let maps = ["X: 'to'".to_string(), "p: ('from', n)".to_string()];
        let written = |clause| written_into(clause, &maps);
        assert_eq!(written("device={}").as_deref(), Some("device={X: 'to', p: ('from', n)}"));
        assert_eq!(written("device = True").as_deref(), Some("device = {X: 'to', p: ('from', n)}"));
        assert_eq!(
            written("device={Y: 'to', }").as_deref(),
            Some("device={Y: 'to', X: 'to', p: ('from', n)}")
        );
        assert_eq!(written("device({Y: 'to'})"), None);
        assert_eq!(written("device()").as_deref(), Some("device({X: 'to', p: ('from', n)})"));
        assert_eq!(written_into("device={}", &[]), None);
    }
}
