//! Signatures of several lines: one piece of text, which opens to the C of all of its lines.

use std::collections::BTreeMap;

use crate::source::SourceMap;
use crate::syntax::Parse;
use crate::syntax::ast::{Block, Statement};

/// The last line of each by its first.
pub fn of(parse: &Parse, sources: &SourceMap) -> BTreeMap<u32, u32> {
    let mut found = BTreeMap::new();
    add(parse.module().statements(), sources, &mut found);
    found
}

fn add(statements: Vec<Statement<'_>>, sources: &SourceMap, found: &mut BTreeMap<u32, u32>) {
    for statement in statements {
        let parts: [Option<Block<'_>>; 2] = match statement {
            Statement::Function(function) => {
                note(statement, function.body(), sources, found);
                [function.body(), None]
            }
            Statement::CFunction(function) => {
                note(statement, function.body(), sources, found);
                [function.body(), None]
            }
            Statement::Class(class) => [class.body(), None],
            Statement::CClass(class) => [class.body(), None],
            Statement::If(choice) => [choice.body(), choice.else_body()],
            Statement::Try(tried) => [tried.body(), tried.else_body()],
            _ => [None, None],
        };
        parts.into_iter().flatten().for_each(|block| add(block.statements(), sources, found));
    }
}

fn note(
    function: Statement<'_>,
    body: Option<Block<'_>>,
    sources: &SourceMap,
    found: &mut BTreeMap<u32, u32>,
) {
    let Some(body) = body else { return };
    let file = sources.file(function.span().file);
    let first = sources.line(function.span());
    let mut last = sources.line(body.span()).saturating_sub(1);
    // Comments before the first statement are not part of it.
    while last > first && matches!(file.line_text(last).trim().chars().next(), None | Some('#')) {
        last -= 1;
    }
    if last > first {
        found.insert(first, last);
    }
}
