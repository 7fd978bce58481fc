//! What a document declares, as a tree. It only needs the syntax, so it also works for broken code.

use lsp_types::{DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind};

use super::studied::Studied;
use crate::syntax::ast::{Block, Expression, Identifier, Statement};

pub fn symbols(studied: &Studied) -> DocumentSymbolResponse {
    let statements = studied.parse().map(|parse| parse.module().statements()).unwrap_or_default();
    let mut tree = Vec::new();
    collect(studied, statements, false, &mut tree);
    if studied.client.has_nested_symbols {
        return DocumentSymbolResponse::Nested(tree);
    }
    let mut flat = Vec::new();
    flatten(studied, tree, None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

fn collect(
    studied: &Studied,
    statements: Vec<Statement<'_>>,
    in_class: bool,
    found: &mut Vec<DocumentSymbol>,
) {
    for statement in statements {
        one(studied, statement, in_class, found);
    }
}

fn one(studied: &Studied, statement: Statement<'_>, in_class: bool, found: &mut Vec<DocumentSymbol>) {
    let function = if in_class { SymbolKind::METHOD } else { SymbolKind::FUNCTION };
    let variable = if in_class { SymbolKind::FIELD } else { SymbolKind::VARIABLE };
    let mut add = |name: Option<Identifier<'_>>, kind, children| {
        found.extend(name.and_then(|name| symbol(studied, statement, name, kind, children)));
    };
    match statement {
        Statement::Function(def) => add(def.name(), function, Vec::new()),
        Statement::CFunction(def) => add(def.name(), function, Vec::new()),
        Statement::Property(property) => add(property.name(), SymbolKind::PROPERTY, Vec::new()),
        Statement::Class(class) => add(class.name(), SymbolKind::CLASS, members(studied, class.body())),
        Statement::CClass(class) => {
            add(class.bound_name(), SymbolKind::CLASS, members(studied, class.body()));
        }
        Statement::CppClass(class) => add(class.name(), SymbolKind::CLASS, members(studied, class.body())),
        Statement::Struct(decl) => add(decl.name(), SymbolKind::STRUCT, members(studied, decl.body())),
        Statement::Fused(decl) => add(decl.name(), SymbolKind::TYPE_PARAMETER, Vec::new()),
        Statement::Typedef(decl) => add(decl.name(), SymbolKind::TYPE_PARAMETER, Vec::new()),
        Statement::Enum(decl) => {
            let items = decl.items().into_iter().filter_map(|item| {
                symbol(studied, statement, item.name()?, SymbolKind::ENUM_MEMBER, Vec::new())
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
                collect(studied, block.statements(), in_class, found);
            }
        }
    }
}

fn members(studied: &Studied, body: Option<Block<'_>>) -> Vec<DocumentSymbol> {
    let mut found = Vec::new();
    collect(studied, body.map(Block::statements).unwrap_or_default(), true, &mut found);
    found
}

fn symbol(
    studied: &Studied,
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
        range: studied.range(statement.span().to(name.span())),
        selection_range: studied.range(name.span()),
        children: (!children.is_empty()).then_some(children),
    })
}

fn flatten(
    studied: &Studied,
    tree: Vec<DocumentSymbol>,
    within: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in tree {
        let location = Location { uri: studied.document.uri.clone(), range: symbol.range };
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
        flatten(studied, children, Some(&name), flat);
    }
}
