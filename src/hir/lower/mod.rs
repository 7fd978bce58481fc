//! From typed views of the syntax to the HIR: names bound, directives applied, constructs of the
//! dialect recognised.

mod annotation;
mod announced;
mod augment;
mod bases;
mod blas;
mod buffers;
mod builder;
mod c_library;
mod c_operators;
mod c_properties;
mod capi;
mod cimports;
mod class;
mod class_body;
mod clauses;
mod compile_time;
mod comprehension;
mod contexts;
mod coroutine;
mod dataclass;
mod declare;
mod defaults;
mod directives;
mod display;
mod doctests;
mod enums;
mod environment;
mod exposed;
mod expr;
mod externs;
mod for_from;
mod function;
mod fused;
mod fused_imports;
mod generator;
mod inner;
mod inner_imports;
mod items;
mod keep;
mod known;
mod lengths;
mod loader;
mod matching;
mod members;
mod modifiers;
mod names;
mod namespaces;
mod numpy;
mod offload;
mod optional;
mod package;
mod params;
mod places;
mod plain;
mod pure;
mod pure_types;
mod python2;
mod python_class;
mod report;
mod scope;
mod signatures;
mod sources;
mod stmt;
mod suggest;
mod targets;
mod types;
mod units;
mod value;
mod with;
mod without_gil;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::{Arena, Name};
use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{
    Class, ClassId, Classes, Directives, EnumDecl, Enums, Extern, Externs, ForeignC, Function, FunctionId,
    Functions, FusedDecl, Global, GlobalId, Globals, Include, Mentions, Methods, Module, Struct, Structs,
    TypeName, Typedef,
};
use crate::source::Span;
use crate::syntax::{Parse, ast};
use enums::OpenEnum;
pub use environment::CompileTimeEnv;
use keep::Forward;
pub(crate) use known::is_exception;
pub use loader::{Alone, File, Loaded, Loader};

/// What a module of the dialect declares: `prange` of `cython.parallel`.
pub fn constructs_of(module: &str) -> impl Iterator<Item = &'static str> {
    scope::Construct::names(module)
}

/// Every name that Python knows without an import.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    known::builtins()
}

/// The types of C that need no cimport.
pub fn type_names() -> &'static [&'static str] {
    known::TYPES
}
pub(crate) use report::not_yet;
use scope::Scope;
pub(crate) use suggest::one_slip;
use units::{Unit, UnitId, UnitKind};

/// What the files declare: collected before the first function is lowered, and read-only from then on.
pub(super) struct Declarations<'t> {
    units: Arena<Unit<'t>, UnitKind>,
    /// The compiled module.
    own: UnitId,
    /// The units by their dotted names.
    by_path: HashMap<String, UnitId>,
    structs: Structs<Struct>,
    enums: Enums<EnumDecl>,
    /// What decorators of classes set for their methods, by the names in their definitions.
    class_directives: HashMap<Span, Directives>,
    dataclasses: HashMap<ClassId, dataclass::Dataclass<'t>>,
    /// The values that `DEF` gave names.
    constants: HashMap<(UnitId, Name), Vec<(Span, value::Value)>>,
    /// Names that have values from outside.
    environment: CompileTimeEnv,
    /// The blocks that `IF` statements have chosen.
    chosen: HashMap<Span, Option<ast::Block<'t>>>,
    /// The `def`s that are statements of the module itself.
    plain: HashSet<Span>,
    /// Definitions of plain Python that the module's `.pxd` declares, by their names in the text.
    augmented: HashMap<Span, augment::Augmented<'t>>,
    /// The module has `from x import *`: what it does not declare may be a name of `x`.
    imports_all: bool,
    /// The names that device code mentions: functions of other modules with such a name are compiled into this one.
    on_device: HashSet<String>,
}

/// What the module holds. Functions add to it: classes with variables that they share, types of `cython` that they are
/// the first to name, functions inside them.
pub(super) struct Tables<'t> {
    typedefs: Arena<Typedef>,
    fused: Arena<FusedDecl>,
    classes: Classes<Class>,
    /// Builtin classes that others inherit from.
    builtin_bases: HashMap<String, ClassId>,
    /// Types of `cython`, by their names: each is declared once.
    library_types: HashMap<String, TypeName>,
    globals: Globals<Global>,
    items: items::Known,
    /// Where the values of parameters' defaults are kept, by the parameters.
    kept_defaults: HashMap<Span, KeptDefault>,
    externs: Externs<Extern>,
    includes: Arena<Include>,
    /// Functions whose bodies wait until every name of the module is known.
    functions: Functions<function::PendingFunction<'t>>,
    /// Functions inside functions and classes: lowered with the enclosing code.
    ready: HashMap<FunctionId, Function>,
    mentions: Mentions,
    diagnostics: Diagnostics,
}

/// Reads the files that the module consists of, and those that it cimports: their headers, what they take from each
/// other, and what is known when they are compiled.
pub(super) struct Reader<'t> {
    declarations: Declarations<'t>,
    tables: Tables<'t>,
    loader: &'t dyn Loader,
    /// The directives that every file starts with.
    options: Directives,
    /// Each unit after those that it needs.
    order: Vec<UnitId>,
    /// The unit that is read.
    unit: UnitId,
    foreign: ForeignC,
    /// The units that know structs which the files read so far name without a declaration.
    spoken_of: Vec<&'static str>,
    /// Where the module cimports NumPy.
    numpy: Option<Span>,
}

/// Collects what the files declare.
pub(super) struct Collector<'t> {
    declarations: Declarations<'t>,
    tables: Tables<'t>,
    /// Each unit after those that it needs.
    order: Vec<UnitId>,
    /// The unit whose statements are read.
    unit: UnitId,
    /// The extern block around the current declarations.
    extern_place: declare::Place,
    /// Declarations of a header are being read: a typedef that they mention counts as used only if the module
    /// uses it.
    declares_extern: bool,
    /// C methods that no subclass may override, with their names in the text.
    final_methods: HashMap<(ClassId, Name), Span>,
    /// Functions that the module's own `.pxd` declares.
    forwards: Vec<Forward>,
    /// Enums with values that other modules declare.
    open_enums: Vec<OpenEnum<'t>>,
}

/// Collects the fields and methods of a class.
pub(super) struct ClassCollector<'c, 't> {
    collector: &'c mut Collector<'t>,
    class: ClassId,
}

/// Lowers the functions that the module consists of, and compares them with what its `.pxd` declares.
pub(super) struct Finisher<'t> {
    declarations: Declarations<'t>,
    tables: Tables<'t>,
    forwards: Vec<Forward>,
    /// Where the module cimports NumPy.
    numpy: Option<Span>,
}

/// Lowers one function, with what is inside it, or the module's own statements. The body under construction is in a
/// [`builder::BodyBuilder`].
pub(super) struct FunctionLowerer<'a, 't> {
    declarations: &'a Declarations<'t>,
    tables: &'a mut Tables<'t>,
    /// The unit that the function is in.
    unit: UnitId,
    /// The extern block that it is declared in.
    extern_place: declare::Place,
    declares_extern: bool,
}

/// What is declared, as one unit sees it.
#[derive(Clone, Copy)]
pub(super) struct Visible<'d, 't> {
    declarations: &'d Declarations<'t>,
    unit: UnitId,
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
    (directives, environment): (&Directives, &CompileTimeEnv),
    loader: &dyn Loader,
) -> (Module, Diagnostics) {
    let module = parse.module();
    let mut reader = Reader::new(directives, loader);
    reader.declarations.environment = environment.clone();
    reader.read_units(parse, &name);
    let (foreign, numpy) = (std::mem::take(&mut reader.foreign), reader.numpy);
    let doc = module.docstring().and_then(string_text);
    // Names first: a function may use what is declared after it.
    let mut collector = Collector::new(reader);
    let mut init = collector.lowerer().module_body();
    collector.declare_all(&mut init);
    let has_tests = collector.declare_test_dict();
    let tests = has_tests.then(|| parse.text());
    let mut finisher = Finisher::new(collector, numpy);
    let own = finisher.declarations.own;
    let statements = &finisher.declarations.units[own].statements.clone();
    let init = finisher.lowerer(own).finish_module_body(init, statements, tests);
    let (functions, init) = finisher.used_functions(init);
    finisher.rely_on_numpy();
    let Finisher { declarations: Declarations { structs, enums, .. }, tables, .. } = finisher;
    let Tables { typedefs, fused, classes, globals, externs, includes, mentions, diagnostics, .. } = tables;
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
    package::drop_unused_imports(&mut module);
    keep::used_externs(&mut module);
    keep::reach_device_sources(&mut module);
    (module, diagnostics)
}

/// Cython's pure mode: what plain Python says to the compiler, by decorators and calls of `cython`.
#[derive(Clone, Copy)]
pub(super) struct PureMode<'d, 't> {
    visible: Visible<'d, 't>,
}

impl<'t> Reader<'t> {
    fn new(directives: &Directives, loader: &'t dyn Loader) -> Reader<'t> {
        let units = Arena::default();
        let own = units.next_id();
        let declarations = Declarations {
            units,
            own,
            by_path: HashMap::new(),
            structs: Arena::default(),
            enums: Arena::default(),
            class_directives: HashMap::new(),
            dataclasses: HashMap::new(),
            constants: HashMap::new(),
            chosen: HashMap::new(),
            plain: HashSet::new(),
            augmented: HashMap::new(),
            environment: CompileTimeEnv::default(),
            imports_all: false,
            on_device: HashSet::new(),
        };
        let tables = Tables {
            typedefs: Arena::default(),
            fused: Arena::default(),
            classes: Arena::default(),
            builtin_bases: HashMap::new(),
            library_types: HashMap::new(),
            globals: Arena::default(),
            items: items::Known::default(),
            kept_defaults: HashMap::new(),
            externs: Arena::default(),
            includes: Arena::default(),
            functions: Arena::default(),
            ready: HashMap::new(),
            mentions: Mentions::default(),
            diagnostics: Diagnostics::default(),
        };
        Reader {
            declarations,
            tables,
            loader,
            options: directives.clone(),
            order: Vec::new(),
            unit: own,
            foreign: ForeignC::default(),
            spoken_of: Vec::new(),
            numpy: None,
        }
    }

    fn visible(&self) -> Visible<'_, 't> {
        Visible { declarations: &self.declarations, unit: self.unit }
    }

    fn scope(&self) -> &Scope {
        self.visible().scope()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.tables.diagnostics.push(diagnostic);
    }

    fn not_yet(&mut self, what: &str, span: Span) {
        self.report(report::not_yet(what, span));
    }

    /// Lowers what is in the current unit.
    fn lowerer(&mut self) -> FunctionLowerer<'_, 't> {
        FunctionLowerer::new(&self.declarations, &mut self.tables, self.unit)
    }
}

impl<'t> Collector<'t> {
    fn new(read: Reader<'t>) -> Collector<'t> {
        let Reader { declarations, tables, order, .. } = read;
        Collector {
            unit: declarations.own,
            declarations,
            tables,
            order,
            extern_place: declare::Place::default(),
            declares_extern: false,
            final_methods: HashMap::new(),
            forwards: Vec::new(),
            open_enums: Vec::new(),
        }
    }

    fn members_of(&mut self, class: ClassId) -> ClassCollector<'_, 't> {
        ClassCollector { collector: self, class }
    }

    fn spelling(&self) -> capi::CythonSpelling<'_, 't> {
        capi::CythonSpelling::new(&self.declarations, &self.tables)
    }

    fn visible(&self) -> Visible<'_, 't> {
        Visible { declarations: &self.declarations, unit: self.unit }
    }

    /// Lowers what is in the current unit.
    fn lowerer(&mut self) -> FunctionLowerer<'_, 't> {
        FunctionLowerer {
            extern_place: self.extern_place,
            declares_extern: self.declares_extern,
            ..FunctionLowerer::new(&self.declarations, &mut self.tables, self.unit)
        }
    }

    fn scope(&self) -> &Scope {
        self.visible().scope()
    }

    /// The directives that hold in all of the current unit.
    fn directives(&self) -> &Directives {
        self.visible().directives()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.tables.diagnostics.push(diagnostic);
    }

    fn not_yet(&mut self, what: &str, span: Span) {
        self.report(report::not_yet(what, span));
    }
}

impl<'t> Finisher<'t> {
    fn new(collected: Collector<'t>, numpy: Option<Span>) -> Finisher<'t> {
        let Collector { declarations, tables, forwards, .. } = collected;
        Finisher { declarations, tables, forwards, numpy }
    }

    /// Lowers what is in a unit.
    fn lowerer(&mut self, unit: UnitId) -> FunctionLowerer<'_, 't> {
        FunctionLowerer::new(&self.declarations, &mut self.tables, unit)
    }

    /// What a unit sees.
    fn visible(&self, unit: UnitId) -> Visible<'_, 't> {
        Visible { declarations: &self.declarations, unit }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.tables.diagnostics.push(diagnostic);
    }
}

impl<'a, 't> FunctionLowerer<'a, 't> {
    fn new(
        declarations: &'a Declarations<'t>,
        tables: &'a mut Tables<'t>,
        unit: UnitId,
    ) -> FunctionLowerer<'a, 't> {
        FunctionLowerer {
            declarations,
            tables,
            unit,
            extern_place: declare::Place::default(),
            declares_extern: false,
        }
    }

    fn visible(&self) -> Visible<'a, 't> {
        Visible { declarations: self.declarations, unit: self.unit }
    }

    /// The names of the unit.
    fn scope(&self) -> &'a Scope {
        self.visible().scope()
    }

    /// The directives that hold in all of the unit.
    fn directives(&self) -> &'a Directives {
        self.visible().directives()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.tables.diagnostics.push(diagnostic);
    }

    fn not_yet(&mut self, what: &str, span: Span) {
        self.report(report::not_yet(what, span));
    }
}

impl<'d, 't> Visible<'d, 't> {
    fn of_unit(self) -> &'d Unit<'t> {
        &self.declarations.units[self.unit]
    }

    fn scope(self) -> &'d Scope {
        self.scope_of(self.unit)
    }

    fn directives(self) -> &'d Directives {
        self.of_unit().directives()
    }

    fn pure(self) -> PureMode<'d, 't> {
        PureMode { visible: self }
    }
}

/// The text of a string literal that contains plain text.
fn string_text(literal: ast::StringLiteral<'_>) -> Option<String> {
    match literal.value() {
        Ok(ast::StringValue::Text(text)) => Some(text),
        _ => None,
    }
}
