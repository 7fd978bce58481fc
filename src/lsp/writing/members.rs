//! What follows a dot: members of values, and what modules declare.

use std::path::PathBuf;

use lsp_types::{CompletionItem, CompletionItemKind, SymbolKind};

use super::completion::item;
use super::known;
use crate::hir::{self, ExprKind, MethodRole, PyClass};
use crate::lsp::names::Workspace;
use crate::lsp::studied::Studied;
use crate::lsp::{symbols, uri};
use crate::syntax::ast::{ImportFrom, ImportedName, Statement};
use crate::ty::Ty;

/// The members of the value whose member ends at a byte of the study's document.
pub fn of_value(studied: &Studied, at: u32) -> Vec<CompletionItem> {
    let Some(ty) = value_type(studied, at) else { return Vec::new() };
    let mut found = Vec::new();
    add(studied, &ty, &mut found);
    found
}

fn value_type(studied: &Studied, at: u32) -> Option<Ty> {
    let (analysed, file) = (studied.analysed()?, studied.file()?);
    let typed = &analysed.typed;
    let bodies = typed.module.functions.iter().map(|(id, function)| (&function.body, &typed.functions[id]));
    let bodies = bodies.chain([(&typed.module.init.body, &typed.init)]);
    for (body, types) in bodies {
        for (_, expr) in body.exprs.iter().filter(|(_, expr)| expr.span.file == file && expr.span.end == at) {
            if let ExprKind::Attribute { base, .. } = &expr.kind {
                return Some(types.expr(*base)).filter(|ty| !ty.is_error());
            }
        }
    }
    None
}

fn add(studied: &Studied, ty: &Ty, found: &mut Vec<CompletionItem>) {
    let Some(analysed) = studied.analysed() else { return };
    let typed = &analysed.typed;
    match ty {
        Ty::Pointer { to, .. } => add(studied, to, found),
        Ty::Struct(id) => {
            let fields = typed.table.structs[*id].fields.iter();
            found.extend(
                fields.map(|field| {
                    item(&field.name, CompletionItemKind::FIELD, &typed.table.display(&field.ty))
                }),
            );
        }
        Ty::Complex(_) => {
            found.extend(["real", "imag", "conjugate"].map(|name| item(name, CompletionItemKind::FIELD, "")))
        }
        Ty::Memoryview(_) => {
            found.extend(
                known::OF_VIEWS.iter().map(|(name, what)| item(name, CompletionItemKind::PROPERTY, what)),
            );
        }
        Ty::Object(PyClass::Extension(class)) => of_class(&typed.module, *class, found),
        Ty::Object(class) => {
            let methods = known::methods(class.name());
            found.extend(methods.map(|name| item(name, CompletionItemKind::METHOD, class.name())));
        }
        _ => {}
    }
}

fn of_class(module: &hir::Module, class: hir::ClassId, found: &mut Vec<CompletionItem>) {
    for class in hir::lineage(&module.classes, class) {
        let name = module.classes[class].name.as_str();
        let fields = module.classes[class].fields.iter();
        found.extend(fields.map(|field| item(&field.name, CompletionItemKind::FIELD, name)));
        for (_, function) in module.functions.iter() {
            let Some(method) = function.method.filter(|method| method.class == class) else { continue };
            let kind = match method.role {
                MethodRole::Getter => CompletionItemKind::PROPERTY,
                MethodRole::Setter | MethodRole::Deleter | MethodRole::Dispatcher | MethodRole::Closure => {
                    continue;
                }
                _ => CompletionItemKind::METHOD,
            };
            let is_special = function.name.starts_with("__");
            if !is_special && !found.iter().any(|known| known.label == function.name.as_str()) {
                found.push(item(&function.name, kind, name));
            }
        }
    }
}

/// The module that a dotted name stands for in a document: what its imports say.
pub fn module_named(studied: &Studied, dotted: &str) -> Option<String> {
    let parse = studied.parse()?;
    let (head, rest) = dotted.split_once('.').map_or((dotted, None), |(head, rest)| (head, Some(rest)));
    let mut found = None;
    for statement in parse.module().statements() {
        match statement {
            Statement::Import(import) | Statement::Cimport(import) => {
                for name in import.names() {
                    let path = name.name().map(|name| name.path()).unwrap_or_default();
                    match name.alias() {
                        Some(alias) if alias.text() == head => found = Some(path),
                        None if path.split('.').next() == Some(head) => found = Some(head.to_string()),
                        _ => {}
                    }
                }
            }
            Statement::ImportFrom(import) | Statement::CimportFrom(import) => {
                found = found
                    .or_else(|| import.names().into_iter().find_map(|name| bound_to(import, name, head)));
            }
            _ => {}
        }
    }
    let module = found?;
    Some(rest.map_or(module.clone(), |rest| format!("{module}.{rest}")))
}

/// `from a cimport b as head`: `a.b`.
fn bound_to(import: ImportFrom<'_>, name: ImportedName<'_>, head: &str) -> Option<String> {
    let path = name.name()?.path();
    let bound = name.alias().map_or(path.as_str(), |alias| alias.text());
    (bound == head).then(|| format!("{}.{path}", import.module_path()))
}

/// What a module declares that `cimport` can take, and the modules in it.
pub fn of_module(studied: &Studied, module: &str, workspace: &Workspace<'_>) -> Vec<CompletionItem> {
    let mut found: Vec<CompletionItem> = Vec::new();
    if module == "cython" {
        let types =
            hir::type_names().iter().map(|name| item(name, CompletionItemKind::STRUCT, "a type of C"));
        let all = known::OF_CYTHON.iter().map(|name| item(name, CompletionItemKind::FUNCTION, "cython"));
        let directives =
            hir::directive_names().map(|name| item(name, CompletionItemKind::FUNCTION, "a directive"));
        found.extend(types.chain(all).chain(directives));
    }
    let constructs = hir::constructs_of(module);
    found.extend(constructs.map(|name| item(name, CompletionItemKind::FUNCTION, module)));
    if let Some(text) = declarations(studied, module, workspace)
        && let Some(uri) = uri::of(&studied.document.path)
    {
        let declared = symbols::of_text(text, &uri, studied.client.encoding).into_iter();
        let declared = declared.filter(|symbol| symbol.container_name.is_none());
        found.extend(declared.map(|symbol| item(&symbol.name, kind(symbol.kind), module)));
    }
    found.extend(modules_in(module).into_iter().map(|name| item(&name, CompletionItemKind::MODULE, module)));
    found
}

/// The modules of offcy's library below one, or all that have no dot in their names.
pub fn modules_in(module: &str) -> Vec<String> {
    let prefix = if module.is_empty() { String::new() } else { format!("{module}.") };
    let parallel = ["cython.parallel", "cython.operator", "cython"];
    let all = hir::library_modules().chain(parallel);
    let mut found: Vec<String> = all
        .filter_map(|known| known.strip_prefix(&prefix)?.split('.').next())
        .filter(|name| !name.is_empty())
        .map(str::to_string)
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The declarations of a module: offcy's own, or those of a `.pxd` that the document can cimport.
fn declarations(studied: &Studied, module: &str, workspace: &Workspace<'_>) -> Option<std::sync::Arc<str>> {
    if let Some(text) = hir::library(module) {
        return Some(text.into());
    }
    let folder = studied.document.path.parent().map(PathBuf::from);
    let up = module.bytes().take_while(|byte| *byte == b'.').count().saturating_sub(1);
    let beside = folder.as_deref().and_then(|folder| folder.ancestors().nth(up)).map(PathBuf::from);
    let options = workspace.shared.options();
    let folders = beside.into_iter().chain(workspace.shared.root());
    let folders = folders
        .chain(options.include_dirs.iter().cloned())
        .chain(options.installed.folders().iter().cloned());
    let parts: PathBuf = module.trim_start_matches('.').split('.').collect();
    let files = folders.flat_map(|folder| {
        let path = folder.join(&parts);
        [path.with_extension("pxd"), path.join("__init__.pxd")]
    });
    files.into_iter().find_map(|path| workspace.text(&path))
}

pub fn kind(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::FUNCTION => CompletionItemKind::FUNCTION,
        SymbolKind::METHOD => CompletionItemKind::METHOD,
        SymbolKind::CLASS => CompletionItemKind::CLASS,
        SymbolKind::STRUCT | SymbolKind::TYPE_PARAMETER => CompletionItemKind::STRUCT,
        SymbolKind::ENUM => CompletionItemKind::ENUM,
        SymbolKind::ENUM_MEMBER => CompletionItemKind::ENUM_MEMBER,
        SymbolKind::FIELD => CompletionItemKind::FIELD,
        SymbolKind::PROPERTY => CompletionItemKind::PROPERTY,
        _ => CompletionItemKind::VARIABLE,
    }
}
