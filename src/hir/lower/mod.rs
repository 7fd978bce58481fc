//! From typed views of the syntax to the HIR: names bound, directives applied, constructs of the
//! dialect recognised.

mod annotation;
mod announced;
mod bases;
mod buffers;
mod builder;
mod capi;
mod cimports;
mod class;
mod class_body;
mod clauses;
mod compile_time;
mod comprehension;
mod declare;
mod defaults;
mod directives;
mod display;
mod doctests;
mod exposed;
mod expr;
mod externs;
mod for_from;
mod function;
mod fused;
mod fused_imports;
mod generator;
mod inner;
mod keep;
mod known;
mod loader;
mod members;
mod names;
mod numpy;
mod offload;
mod optional;
mod params;
mod places;
mod pure;
mod pure_types;
mod python_class;
mod report;
mod scope;
mod sources;
mod stmt;
mod suggest;
mod targets;
mod types;
mod units;
mod value;
mod with;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::{Arena, Name};
use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{
    Class, ClassId, Classes, Directives, EnumDecl, Enums, Extern, Externs, ForeignC, Function, FunctionId,
    Functions, FusedDecl, Global, GlobalId, Globals, Include, IncludeId, Mentions, Methods, Module, Struct,
    Structs, TypeName, Typedef,
};
use crate::source::{FileId, Span};
use crate::syntax::{Parse, ast};
use keep::Forward;
pub(crate) use known::is_exception;
pub use loader::{Alone, File, Loaded, Loader};
pub(crate) use report::not_yet;
use scope::Scope;
pub(crate) use suggest::one_slip;
use units::{OWN, Unit, UnitId};

/// The declarations so far, while the module's statements are read.
pub(super) struct Lowerer<'t> {
    loader: &'t dyn Loader,
    /// The directives that every file starts with.
    options: Directives,
    units: Vec<Unit<'t>>,
    /// The units by their dotted names.
    names: HashMap<String, UnitId>,
    /// Each unit after those that it needs.
    order: Vec<UnitId>,
    /// The current unit; the next four fields are its state.
    unit: UnitId,
    file: FileId,
    /// The parser has reported errors.
    is_broken: bool,
    directives: Directives,
    scope: Scope,
    structs: Structs<Struct>,
    enums: Enums<EnumDecl>,
    typedefs: Arena<Typedef>,
    fused: Arena<FusedDecl>,
    classes: Classes<Class>,
    /// What decorators of classes set for their methods, by the names in their definitions.
    class_directives: HashMap<Span, Directives>,
    /// Builtin classes that others inherit from.
    builtin_bases: HashMap<String, ClassId>,
    /// C methods that no subclass may override, with their names in the text.
    final_methods: HashMap<(ClassId, Name), Span>,
    /// The values that `DEF` gave names.
    constants: HashMap<(UnitId, Name), Vec<(Span, value::Value)>>,
    /// The blocks that `IF` statements have chosen.
    chosen: HashMap<Span, Option<ast::Block<'t>>>,
    /// Types of `cython`, by their names: each is declared once.
    library_types: HashMap<String, TypeName>,
    globals: Globals<Global>,
    /// Where the values of parameters' defaults are kept, by the parameters.
    kept_defaults: HashMap<Span, KeptDefault>,
    externs: Externs<Extern>,
    includes: Arena<Include>,
    foreign: ForeignC,
    /// A file that has been read names Python's struct of a buffer, or a method that takes one.
    speaks_of_buffers: bool,
    /// Where the module cimports NumPy.
    numpy: Option<Span>,
    /// The extern block around the current declarations.
    extern_include: Option<IncludeId>,
    /// Declarations of a header are being read: a typedef that they mention counts as used only if the module
    /// uses it.
    declares_extern: bool,
    /// Functions whose bodies wait until every name of the module is known, in the order of their
    /// ids.
    functions: Functions<function::PendingFunction<'t>>,
    /// The `def`s among them that are statements of the module itself.
    plain: HashSet<Span>,
    /// Functions inside functions and classes: lowered with the enclosing code.
    ready: HashMap<FunctionId, Function>,
    /// Functions that the module's own `.pxd` declares.
    forwards: Vec<Forward>,
    mentions: Mentions,
    diagnostics: Diagnostics,
}

/// Where the value of a parameter's default is kept.
#[derive(Clone, Copy)]
enum KeptDefault {
    Global(GlobalId),
    /// In the function's object.
    InFunction(usize),
}

/// Lowers a module. Broken parts become `Error` nodes; everything else is kept. `directives` are those that
/// the module starts with: its own comments win. `loader` finds the files that it cimports and includes.
pub fn lower(
    parse: &Parse,
    name: Name,
    directives: &Directives,
    loader: &dyn Loader,
) -> (Module, Diagnostics) {
    let module = parse.module();
    let mut lowerer = Lowerer::new(parse, directives, loader);
    lowerer.read_units(parse, &name);
    let doc = module.docstring().and_then(|string| lowerer.string_text(string));
    // Names first: a function may use what is declared after it.
    let mut init = lowerer.module_body();
    lowerer.declare_all(&mut init);
    let statements = lowerer.units[OWN].statements.clone();
    let has_tests = lowerer.declare_test_dict();
    let tests = has_tests.then(|| parse.text());
    let init = lowerer.finish_module_body(init, &statements, tests);
    let (functions, init) = lowerer.used_functions(init);
    lowerer.rely_on_numpy();
    let Lowerer { structs, enums, typedefs, fused, classes, globals, externs, includes, .. } = lowerer;
    let (foreign, mentions, diagnostics) = (lowerer.foreign, lowerer.mentions, lowerer.diagnostics);
    let fused_functions = Arena::default();
    let mut module = Module {
        name,
        file: parse.file(),
        doc,
        structs,
        enums: Arc::new(enums),
        typedefs,
        fused,
        classes,
        functions,
        methods: Methods::default(),
        fused_functions,
        globals,
        externs,
        includes: Arc::new(includes),
        foreign,
        mentions,
        init,
    };
    keep::used_externs(&mut module);
    keep::reach_device_sources(&mut module);
    (module, diagnostics)
}

impl<'t> Lowerer<'t> {
    fn new(parse: &Parse, directives: &Directives, loader: &'t dyn Loader) -> Lowerer<'t> {
        Lowerer {
            loader,
            options: directives.clone(),
            units: Vec::new(),
            names: HashMap::new(),
            order: Vec::new(),
            unit: OWN,
            file: parse.file(),
            is_broken: parse.has_errors(),
            directives: directives.clone(),
            scope: Scope::default(),
            structs: Arena::default(),
            enums: Arena::default(),
            typedefs: Arena::default(),
            fused: Arena::default(),
            classes: Arena::default(),
            class_directives: HashMap::new(),
            builtin_bases: HashMap::new(),
            final_methods: HashMap::new(),
            constants: HashMap::new(),
            chosen: HashMap::new(),
            library_types: HashMap::new(),
            globals: Arena::default(),
            kept_defaults: HashMap::new(),
            externs: Arena::default(),
            includes: Arena::default(),
            foreign: ForeignC::default(),
            speaks_of_buffers: false,
            numpy: None,
            extern_include: None,
            declares_extern: false,
            functions: Arena::default(),
            plain: HashSet::new(),
            ready: HashMap::new(),
            forwards: Vec::new(),
            mentions: Mentions::default(),
            diagnostics: Diagnostics::default(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn not_yet(&mut self, what: &str, span: Span) {
        self.report(report::not_yet(what, span));
    }

    /// The text of a string literal that contains plain text.
    fn string_text(&self, literal: ast::StringLiteral<'_>) -> Option<String> {
        match literal.value() {
            Ok(ast::StringValue::Text(text)) => Some(text),
            _ => None,
        }
    }
}
