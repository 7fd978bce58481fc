//! What a document declares, as a tree. It only needs the syntax, so it also works for broken code.

use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, Range, SymbolInformation, SymbolKind, Uri,
};

use super::studied::{Places, Studied};
use super::text::Encoding;
use crate::source::{SourceFile, SourceMap, Span};
use crate::syntax::ast::{Block, Expression, Identifier, Statement};
use crate::syntax::{self, Parse};

pub fn symbols(studied: &Studied) -> DocumentSymbolResponse {
    let range = |span| studied.range(span);
    let tree = studied.parse().map(|parse| declared(&range, parse)).unwrap_or_default();
    if studied.client.has_nested_symbols {
        return DocumentSymbolResponse::Nested(tree);
    }
    let mut flat = Vec::new();
    flatten(&studied.document.uri, tree, None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

/// What a text declares that is not open.
pub fn of_text(text: Arc<str>, uri: &Uri, encoding: Encoding) -> Vec<SymbolInformation> {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new(PathBuf::new(), text.clone()));
    let parse = syntax::parse(file, text);
    let places = Places::new(encoding);
    let mut flat = Vec::new();
    flatten(uri, declared(&|span| places.range(&sources, span), &parse), None, &mut flat);
    flat
}

/// Where a part of a text is, as the protocol counts.
type ToRange<'a> = &'a dyn Fn(Span) -> Range;

fn declared(range: ToRange<'_>, parse: &Parse) -> Vec<DocumentSymbol> {
    let mut tree = Vec::new();
    collect(range, parse.module().statements(), false, &mut tree);
    tree
}

fn collect(
    range: ToRange<'_>,
    statements: Vec<Statement<'_>>,
    in_class: bool,
    found: &mut Vec<DocumentSymbol>,
) {
    for statement in statements {
        one(range, statement, in_class, found);
    }
}

fn one(range: ToRange<'_>, statement: Statement<'_>, in_class: bool, found: &mut Vec<DocumentSymbol>) {
    let function = if in_class { SymbolKind::METHOD } else { SymbolKind::FUNCTION };
    let variable = if in_class { SymbolKind::FIELD } else { SymbolKind::VARIABLE };
    let mut add = |name: Option<Identifier<'_>>, kind, children| {
        found.extend(name.and_then(|name| symbol(range, statement, name, kind, children)));
    };
    match statement {
        Statement::Function(def) => add(def.name(), function, Vec::new()),
        Statement::CFunction(def) => add(def.name(), function, Vec::new()),
        Statement::Property(property) => add(property.name(), SymbolKind::PROPERTY, Vec::new()),
        Statement::Class(class) => add(class.name(), SymbolKind::CLASS, members(range, class.body())),
        Statement::CClass(class) => {
            add(class.bound_name(), SymbolKind::CLASS, members(range, class.body()));
        }
        Statement::CppClass(class) => add(class.name(), SymbolKind::CLASS, members(range, class.body())),
        Statement::Struct(decl) => add(decl.name(), SymbolKind::STRUCT, members(range, decl.body())),
        Statement::Fused(decl) => add(decl.name(), SymbolKind::TYPE_PARAMETER, Vec::new()),
        Statement::Typedef(decl) => add(decl.name(), SymbolKind::TYPE_PARAMETER, Vec::new()),
        Statement::Enum(decl) => {
            let items = decl.items().into_iter().filter_map(|item| {
                symbol(range, statement, item.name()?, SymbolKind::ENUM_MEMBER, Vec::new())
            });
            let items: Vec<DocumentSymbol> = items.collect();
            match decl.name() {
                Some(name) => add(Some(name), SymbolKind::ENUM, items),
                None => found.extend(items),
            }
        }
        Statement::CDeclaration(decl) => {
            for declarator in decl.declarators() {
                let is_function = declarator.declarator().is_some_and(|one| one.function().is_some());
                add(declarator.name(), if is_function { function } else { variable }, Vec::new());
            }
        }
        Statement::Assignment(assignment) => {
            for target in assignment.targets() {
                if let Expression::Name(name) = target {
                    add(Some(name), variable, Vec::new());
                }
            }
        }
        other => {
            for block in other.blocks() {
                collect(range, block.statements(), in_class, found);
            }
        }
    }
}

fn members(range: ToRange<'_>, body: Option<Block<'_>>) -> Vec<DocumentSymbol> {
    let mut found = Vec::new();
    collect(range, body.map(Block::statements).unwrap_or_default(), true, &mut found);
    found
}

fn symbol(
    range: ToRange<'_>,
    statement: Statement<'_>,
    name: Identifier<'_>,
    kind: SymbolKind,
    children: Vec<DocumentSymbol>,
) -> Option<DocumentSymbol> {
    // Editors refuse symbols without names.
    let text = Some(name.text()).filter(|text| !text.trim().is_empty())?;
    #[allow(deprecated, reason = "the field has to be given")]
    Some(DocumentSymbol {
        name: text.to_string(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: range(statement.span().to(name.span())),
        selection_range: range(name.span()),
        children: (!children.is_empty()).then_some(children),
    })
}

fn flatten(uri: &Uri, tree: Vec<DocumentSymbol>, within: Option<&str>, flat: &mut Vec<SymbolInformation>) {
    for symbol in tree {
        let location = Location { uri: uri.clone(), range: symbol.range };
        let name = symbol.name;
        let children = symbol.children.unwrap_or_default();
        #[allow(deprecated, reason = "the field has to be given")]
        flat.push(SymbolInformation {
            name: name.clone(),
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location,
            container_name: within.map(str::to_string),
        });
        flatten(uri, children, Some(&name), flat);
    }
}
