//! Which lines the regions and data contexts of a module span.

use std::collections::BTreeMap;

use crate::source::{SourceMap, Span};
use crate::syntax::Parse;
use crate::tir::{Block, ContextId, ContextOrigin, Function, Module, StmtKind, walk};

/// The last line by the line of the header, as reports name it.
#[derive(Debug, Default)]
pub struct Frames {
    pub regions: BTreeMap<u32, u32>,
    pub contexts: BTreeMap<u32, u32>,
}

impl Frames {
    pub fn of(module: &Module, parse: &Parse, sources: &SourceMap) -> Frames {
        let mut frames = Frames::default();
        let note = |known: &mut BTreeMap<u32, u32>, header: Span, parts: &[Span]| {
            if header.file == parse.file() {
                let line = sources.line(header);
                let ends =
                    std::iter::once(&header).chain(parts).map(|part| end(parse.statement(*part), sources));
                let last = known.entry(line).or_insert(line);
                *last = ends.fold(*last, u32::max);
            }
        };
        for (_, function) in module.functions.iter() {
            for (_, region) in function.regions.iter() {
                note(&mut frames.regions, region.span, &[]);
            }
            for (id, context) in function.contexts.iter() {
                // It has no statement in the source: it spans what is inside it.
                let inside = match context.origin {
                    ContextOrigin::NewViews => spans_inside(function, id),
                    ContextOrigin::Written | ContextOrigin::AutoContext => Vec::new(),
                };
                note(&mut frames.contexts, context.span, &inside);
            }
        }
        frames
    }
}

fn end(span: Span, sources: &SourceMap) -> u32 {
    sources.file(span.file).line_column(span.end).line
}

fn spans_inside(function: &Function, id: ContextId) -> Vec<Span> {
    let mut found: Option<&Block> = None;
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Context { context, body } = &stmt.kind
            && *context == id
        {
            found = Some(body);
        }
    });
    let inside = found.into_iter().flatten().map(|stmt| match stmt.kind {
        StmtKind::Offload(region) => function.regions[region].span,
        _ => stmt.span,
    });
    inside.filter(|span| span.file == function.span.file).collect()
}
