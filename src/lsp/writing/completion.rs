//! The names that fit at a place.

use std::collections::HashSet;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionResponse, DocumentSymbolResponse};

use super::members::{self, module_named};
use super::{Written, known, study};
use crate::hir;
use crate::lsp::facts::{Fact, Kind};
use crate::lsp::names::{Workspace, function_around};
use crate::lsp::studied::Studied;
use crate::lsp::symbols;
use crate::source::Span;
use crate::syntax::ast::Statement;
use crate::syntax::keywords;

pub fn completion(studied: &Studied, at: u32, workspace: &Workspace<'_>) -> Option<CompletionResponse> {
    let text = studied.document.text.clone();
    let written = Written::new(&text, at)?;
    let mut items = fitting(studied, &written, workspace);
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(item.label.clone()));
    Some(CompletionResponse::Array(items))
}

pub fn item(name: &str, kind: CompletionItemKind, detail: &str) -> CompletionItem {
    let detail = Some(detail.to_string()).filter(|detail| !detail.is_empty());
    CompletionItem { label: name.to_string(), kind: Some(kind), detail, ..CompletionItem::default() }
}

fn fitting(studied: &Studied, written: &Written<'_>, workspace: &Workspace<'_>) -> Vec<CompletionItem> {
    let line = written.line.trim_start();
    if let Some(comment) = line.strip_prefix('#') {
        return directives(comment);
    }
    if let Some(quote) = written.quote() {
        return maps(written, quote);
    }
    if line.contains('#') {
        return Vec::new();
    }
    if let Some(items) = imported(studied, line, workspace) {
        return items;
    }
    if written.before().ends_with('.') {
        return after_dot(studied, written, workspace);
    }
    let mut items = clauses(written);
    items.extend(names(studied, written, workspace));
    items
}

/// In `# cython: boundscheck=False`.
fn directives(comment: &str) -> Vec<CompletionItem> {
    let Some((head, rest)) = comment.split_once(':') else { return Vec::new() };
    let wants_name = !rest.rsplit(',').next().unwrap_or("").contains('=');
    match head.trim() {
        "cython" | "offcy" if wants_name => hir::directive_names()
            .map(|name| item(name, CompletionItemKind::PROPERTY, "a directive"))
            .collect(),
        "cython" | "offcy" => {
            ["True", "False"].map(|word| item(word, CompletionItemKind::KEYWORD, "")).to_vec()
        }
        _ => Vec::new(),
    }
}

/// In `device={X: 'to'}`.
fn maps(written: &Written<'_>, quote: usize) -> Vec<CompletionItem> {
    let before = written.text[..quote].trim_end();
    let is_value = before.ends_with(':')
        && before.rfind('{').is_some_and(|open| {
            let head = before[..open].trim_end().trim_end_matches(['=', '(']).trim_end();
            head.ends_with("device")
        });
    let schedules = before.ends_with('=') && before.trim_end_matches('=').trim_end().ends_with("schedule");
    if is_value {
        return known::MAPS
            .iter()
            .map(|(name, what)| item(name, CompletionItemKind::ENUM_MEMBER, what))
            .collect();
    }
    if schedules {
        let kinds = ["static", "dynamic", "guided", "runtime"];
        return kinds.map(|name| item(name, CompletionItemKind::ENUM_MEMBER, "")).to_vec();
    }
    Vec::new()
}

/// In a line that imports: modules, or what a module declares. `None` for other lines.
fn imported(studied: &Studied, line: &str, workspace: &Workspace<'_>) -> Option<Vec<CompletionItem>> {
    let modules = |path: &str| {
        let found = members::modules_in(path.trim().trim_end_matches('.'));
        found.iter().map(|name| item(name, CompletionItemKind::MODULE, "")).collect()
    };
    if let Some(rest) = line.strip_prefix("from ") {
        return Some(match rest.split_once(" cimport ").or_else(|| rest.split_once(" import ")) {
            Some((module, _)) if rest.contains(" cimport ") => {
                members::of_module(studied, module.trim(), workspace)
            }
            Some(_) => Vec::new(),
            None => modules(rest),
        });
    }
    line.strip_prefix("cimport ").map(modules)
}

fn after_dot(studied: &Studied, written: &Written<'_>, workspace: &Workspace<'_>) -> Vec<CompletionItem> {
    let before = &written.before()[..written.before().len() - 1];
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let dotted = &before[before.trim_end_matches(is_part).len()..];
    let (text, at) = written.completed();
    let completed = study(studied, text, workspace);
    let of_value = members::of_value(&completed, at);
    match module_named(&completed, dotted).filter(|_| of_value.is_empty()) {
        Some(module) => members::of_module(studied, &module, workspace),
        None => of_value,
    }
}

/// The keywords of the parallel loop or region in whose parentheses the place is.
fn clauses(written: &Written<'_>) -> Vec<CompletionItem> {
    let open = written.open_brackets();
    let Some((at, '(')) = open.last() else { return Vec::new() };
    let head = written.text[..*at].trim_end();
    if !head.ends_with("prange") && !head.ends_with("parallel") {
        return Vec::new();
    }
    let clause = |(name, what): &(&str, &str)| CompletionItem {
        insert_text: Some(format!("{name}=")),
        ..item(name, CompletionItemKind::KEYWORD, what)
    };
    known::CLAUSES.iter().map(clause).collect()
}

/// What is visible: variables of the functions around, what the module declares and imports, builtins, words.
fn names(studied: &Studied, written: &Written<'_>, workspace: &Workspace<'_>) -> Vec<CompletionItem> {
    // An error stays within its statement: what surrounds it is known.
    let mut items = match studied.analysed() {
        Some(_) => visible(studied, written.at as u32),
        None => {
            let (text, at) = written.completed();
            visible(&study(studied, text, workspace), at)
        }
    };
    items.retain(|item| item.label != super::UNWRITTEN);
    items.extend(hir::builtin_names().map(|name| item(name, CompletionItemKind::FUNCTION, "a builtin")));
    items.extend(hir::type_names().iter().map(|name| item(name, CompletionItemKind::STRUCT, "a type of C")));
    let words = keywords().iter().chain(known::CYTHON_WORDS);
    items.extend(words.map(|word| item(word, CompletionItemKind::KEYWORD, "")));
    items
}

fn visible(studied: &Studied, at: u32) -> Vec<CompletionItem> {
    let mut items = locals(studied, at);
    items.extend(of_document(studied));
    items
}

fn locals(studied: &Studied, at: u32) -> Vec<CompletionItem> {
    let (Some(parse), Some(facts), Some(file)) = (studied.parse(), studied.facts(), studied.file()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut around = function_around(parse, at);
    while let Some(function) = around {
        let is_in = |fact: &Fact, at: Span| {
            fact.is_local && fact.declared == Some(at) && function.start <= at.start && at.end <= function.end
        };
        for at in facts.places(file, is_in) {
            let fact = facts.get(at);
            let kind = match fact.and_then(|fact| fact.kind) {
                Some(Kind::Function | Kind::Method) => CompletionItemKind::FUNCTION,
                _ => CompletionItemKind::VARIABLE,
            };
            let types = fact.map(|fact| fact.types.join(", ")).unwrap_or_default();
            found.push(item(studied.sources().text(at), kind, &types));
        }
        around = function.start.checked_sub(1).and_then(|before| function_around(parse, before));
    }
    found
}

fn of_document(studied: &Studied) -> Vec<CompletionItem> {
    let mut found = Vec::new();
    match symbols::symbols(studied) {
        DocumentSymbolResponse::Nested(tree) => {
            found.extend(tree.into_iter().map(|symbol| item(&symbol.name, members::kind(symbol.kind), "")));
        }
        DocumentSymbolResponse::Flat(flat) => {
            let outer = flat.into_iter().filter(|symbol| symbol.container_name.is_none());
            found.extend(outer.map(|symbol| item(&symbol.name, members::kind(symbol.kind), "")));
        }
    }
    for statement in studied.parse().map(|parse| parse.module().statements()).unwrap_or_default() {
        let (names, is_module) = match statement {
            Statement::Import(import) | Statement::Cimport(import) => (import.names(), true),
            Statement::ImportFrom(import) | Statement::CimportFrom(import) => (import.names(), false),
            _ => continue,
        };
        let kind = if is_module { CompletionItemKind::MODULE } else { CompletionItemKind::REFERENCE };
        for name in names {
            let path = name.name().map(|name| name.path()).unwrap_or_default();
            let bound = name.alias().map_or(path.split('.').next().unwrap_or(""), |alias| alias.text());
            found.push(item(bound, kind, if bound == path { "" } else { &path }));
        }
    }
    found
}
