//! Hovers: C types, declarations, and what regions and contexts do to their captures.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::facts::{Fact, name_at, statement_at};
use super::studied::Studied;
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{Block, Statement, StringLiteral, StringValue};

/// A part of a hover: code in a language, or text.
enum Part {
    Code(&'static str, String),
    Text(String),
}

/// The hover for a byte of a document.
pub fn hover(studied: &Studied, at: u32) -> Option<Hover> {
    let parse = studied.parse()?;
    let name = name_at(parse, at);
    let place = name.map(|name| name.span());
    let mut parts = Vec::new();
    if let Some(name) = name {
        let facts = studied.facts();
        if let Some(fact) = facts.as_ref().and_then(|facts| facts.get(name.span())) {
            parts.extend(of_fact(studied, name.text(), fact));
        }
    }
    let maps = of_maps(studied, parse, at, place);
    parts.extend(maps.into_iter().map(|text| Part::Code("text", text)));
    let range = place.map(|place| studied.range(place));
    let contents = HoverContents::Markup(written(&parts, studied.client.has_markdown)?);
    Some(Hover { contents, range })
}

fn written(parts: &[Part], markdown: bool) -> Option<MarkupContent> {
    let part = |part: &Part| match part {
        Part::Code(language, code) if markdown => format!("```{language}\n{}\n```", code.trim_end()),
        Part::Code(_, text) | Part::Text(text) => text.trim_end().to_string(),
    };
    let value = parts.iter().map(part).collect::<Vec<_>>().join("\n\n");
    let kind = if markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    (!value.is_empty()).then_some(MarkupContent { kind, value })
}

fn of_fact(studied: &Studied, name: &str, fact: &Fact) -> Vec<Part> {
    let mut parts = Vec::new();
    let declared = fact.declared.filter(|_| !fact.is_local);
    let declaration = declared.and_then(|declared| declaration(studied, declared));
    match declaration {
        Some((header, doc)) => {
            parts.push(Part::Code("cython", header));
            parts.extend(doc.map(Part::Text));
        }
        None if !fact.types.is_empty() => {
            let typed = fact.types.iter().map(|ty| format!("{name}: {ty}")).collect::<Vec<_>>();
            parts.push(Part::Code("cython", typed.join("\n")));
        }
        None => {}
    }
    parts
}

/// The head of the declaration at a place, and its documentation.
pub fn declaration(studied: &Studied, at: Span) -> Option<(String, Option<String>)> {
    studied.with_parse(at.file, |parse| declaration_in(studied, parse, at))
}

fn declaration_in(studied: &Studied, parse: &Parse, at: Span) -> Option<(String, Option<String>)> {
    if at == Span::whole_file(at.file) {
        let path = studied.sources().file(at.file).path().display().to_string();
        return Some((path, text_of(parse.module().docstring())));
    }
    let statement = statement_at(parse, at.start)?;
    let body: Option<Block<'_>> = statement.blocks().first().copied();
    let end = body.map_or(statement.span().end, |body| body.span().start);
    let head = parse.text().get(statement.span().start as usize..end as usize)?;
    let head = head.trim_end().trim_end_matches(':');
    let doc = match statement {
        Statement::Function(_) | Statement::CFunction(_) | Statement::Class(_) | Statement::CClass(_) => {
            body.and_then(|body| text_of(body.docstring()))
        }
        _ => None,
    };
    Some((head.to_string(), doc))
}

fn text_of(literal: Option<StringLiteral<'_>>) -> Option<String> {
    match literal?.value() {
        Ok(StringValue::Text(text)) => Some(text),
        _ => None,
    }
}

/// What `offcy maps` says about the name at a place in a region or context, or about the whole of it if the place is
/// in its clause.
fn of_maps(studied: &Studied, parse: &Parse, at: u32, name: Option<Span>) -> Vec<String> {
    let Some(report) = studied.maps() else { return Vec::new() };
    let holds = |span: Span| span.file == parse.file() && span.start <= at && at <= span.end;
    let inside = |header: Span| {
        header.file == parse.file()
            && holds(header.to(statement_at(parse, header.start).map_or(header, Statement::span)))
    };
    // With what precedes it: `self.x`.
    let shown = name.map(|name| {
        let before = parse.text().get(..name.start as usize).unwrap_or("");
        let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.').len();
        parse.text().get(start..name.end as usize).unwrap_or("")
    });
    let mut texts: Vec<String> = Vec::new();
    let mut add = |text: String| {
        if !texts.contains(&text) {
            texts.push(text);
        }
    };
    for region in report.regions.iter().filter(|region| inside(region.place.header)) {
        let capture = region.captures.iter().find(|capture| Some(capture.name.as_str()) == shown);
        match capture {
            Some(capture) => add(capture.to_text()),
            None if holds(region.place.clause) => add(region.to_text()),
            None => {}
        }
    }
    for context in report.contexts.iter().filter(|context| inside(context.place.header)) {
        let is_written = context.made_by.is_none();
        let entry = context.entries.iter().find(|entry| Some(entry.name.as_str()) == shown);
        match entry {
            Some(entry) => add(entry.to_text()),
            None if is_written && holds(context.place.clause) => add(context.to_text()),
            None => {}
        }
    }
    texts
}
