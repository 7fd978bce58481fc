//! From typed views of the syntax to the HIR: names bound, directives applied, constructs of the
//! dialect recognised.

mod cimports;
mod class;
mod clauses;
mod declare;
mod directives;
mod expr;
mod function;
mod fused;
mod known;
mod names;
mod offload;
mod report;
mod scope;
mod stmt;
mod targets;
mod types;
mod with;

use std::collections::HashMap;

use crate::base::{Arena, Name};
use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{
    Class, Directives, EnumDecl, Extern, Function, FusedDecl, Global, Module, StructDecl, TypeName, Typedef,
};
use crate::source::{FileId, Span};
use crate::syntax::Parse;
use crate::syntax::ast;
pub(crate) use known::is_exception;
pub(crate) use report::not_yet;
use scope::Scope;

/// What is being declared, while the module's statements are read.
pub(super) struct Lowerer<'t> {
    file: FileId,
    /// The parser has reported errors.
    is_broken: bool,
    directives: Directives,
    scope: Scope,
    structs: Arena<StructDecl>,
    enums: Arena<EnumDecl>,
    typedefs: Arena<Typedef>,
    fused: Arena<FusedDecl>,
    classes: Arena<Class>,
    /// Types of libraries, by their dotted names: each is declared once.
    library_types: HashMap<String, TypeName>,
    globals: Arena<Global>,
    externs: Arena<Extern>,
    /// Functions whose bodies wait until every name of the module is known, in the order of their
    /// ids.
    functions: Vec<function::Pending<'t>>,
    diagnostics: Diagnostics,
}

/// Lowers a module. Broken parts become `Error` nodes; what could be read stands. `directives` are what
/// the module starts with: its own comments win.
pub fn lower(parse: &Parse, name: Name, directives: &Directives) -> (Module, Diagnostics) {
    let file = parse.file();
    let module = parse.module();
    let mut lowerer = Lowerer {
        file,
        is_broken: parse.has_errors(),
        directives: directives.clone(),
        scope: Scope::default(),
        structs: Arena::default(),
        enums: Arena::default(),
        typedefs: Arena::default(),
        fused: Arena::default(),
        classes: Arena::default(),
        library_types: HashMap::new(),
        globals: Arena::default(),
        externs: Arena::default(),
        functions: Vec::new(),
        diagnostics: Diagnostics::default(),
    };
    lowerer.header_directives(parse);
    let doc = module.docstring().and_then(|string| lowerer.string_text(string));
    let statements = module.statements();
    // Names first: a function may use what is declared below it.
    let mut init = lowerer.module_body();
    lowerer.declare_all(&statements, &mut init);
    let init = lowerer.finish_module_body(init, &statements);
    let mut functions: Arena<Function> = Arena::default();
    for at in 0..lowerer.functions.len() {
        functions.alloc(lowerer.function(lowerer.functions[at]));
    }
    let Lowerer { structs, enums, typedefs, fused, classes, globals, externs, diagnostics, .. } = lowerer;
    let fused_functions = Arena::default();
    let module = Module {
        name,
        file,
        doc,
        structs,
        enums,
        typedefs,
        fused,
        classes,
        functions,
        fused_functions,
        globals,
        externs,
        init,
    };
    (module, diagnostics)
}

impl Lowerer<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn not_yet(&mut self, what: &str, span: Span) {
        self.report(report::not_yet(what, span));
    }

    /// The text of a string literal that holds plain text.
    fn string_text(&self, literal: ast::StringLiteral<'_>) -> Option<String> {
        literal.plain_text()
    }
}
