//! Inlay hints: the inferred maps after `device={}` and `device()`.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind};

use super::studied::Studied;
use crate::offload::CaptureMaps;
use crate::source::Span;

/// The hints in a part of a document.
pub fn hints(studied: &Studied, within: Span) -> Vec<InlayHint> {
    let Some(report) = studied.maps() else { return Vec::new() };
    let regions = report.regions.iter().map(|region| {
        let inferred = region.captures.iter().filter(|capture| !capture.explicit).collect::<Vec<_>>();
        (region.place.clause, label(&inferred), region.to_text())
    });
    let contexts = report.contexts.iter().filter(|context| context.made_by.is_none() && context.inferred);
    let contexts = contexts.map(|context| {
        (context.place.clause, label(&context.entries.iter().collect::<Vec<_>>()), context.to_text())
    });
    let mut hints: Vec<(Span, Vec<String>, String)> = Vec::new();
    let is_within =
        |span: Span| span.file == within.file && within.start <= span.end && span.end <= within.end;
    for (clause, label, text_of_maps) in regions.chain(contexts).filter(|(clause, ..)| is_within(*clause)) {
        let Some(label) = label else { continue };
        match hints.iter_mut().find(|(known, ..)| *known == clause) {
            // Specialisations that move different things.
            Some((_, labels, text)) => {
                if !labels.contains(&label) {
                    labels.push(label);
                }
                *text = format!("{text}\n{text_of_maps}");
            }
            None => hints.push((clause, vec![label], text_of_maps)),
        }
    }
    let hint = |(clause, labels, text_of_maps): (Span, Vec<String>, String)| InlayHint {
        position: studied.range(Span { start: clause.end, ..clause }).start,
        label: InlayHintLabel::String(labels.join(" | ")),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: format!("```text\n{text_of_maps}```"),
        })),
        padding_left: Some(true),
        padding_right: Some(false),
        data: None,
    };
    hints.into_iter().map(hint).collect()
}

/// `X: to, D: from if M == D.shape[0], else tofrom`
fn label(captures: &[&CaptureMaps]) -> Option<String> {
    let mapped = captures.iter().filter(|capture| capture.is_mapped());
    let said: Vec<String> =
        mapped.map(|capture| format!("{}: {}", capture.name, capture.map_text())).collect();
    (!said.is_empty()).then(|| said.join(", "))
}
