//! The modules whose declarations are read: the compiled one, its own `.pxd`, and what they cimport. Each has
//! a scope; all share the module's types, functions and externs.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::directives::level_of;
use super::known::FOUND_IN_ANY_MODULE;
use super::loader::{File, Loaded};
use super::scope::{Entry, Scope};
use super::{Collector, Declarations, Reader, Visible, report, string_text, suggest};
use crate::base::{Idx, Name};
use crate::diag::{Diagnostic, codes};
use crate::hir::{Class, Classes, Directives, Level, PyClass, TypeKind, TypeName};
use crate::source::{FileId, Span};
use crate::syntax::ast::{self, Statement};
use crate::syntax::free::{self, Names, Rules};
use crate::syntax::scope::values_in;
use crate::syntax::{Parse, on_device};

/// What the ids of units are of.
pub enum UnitKind {}

pub type UnitId = Idx<UnitKind>;

/// Python's struct of a buffer, and the module that declares it.
/// Structs of Python's that need no declaration: the words that speak of them, and the units that know them.
const UNDECLARED: [(&[&str], &str); 2] =
    [(&["Py_buffer", "buffer__"], "cpython.buffer"), (&["Py_tss_t"], "cpython.pythread")];

/// The module that declares the layouts of memoryviews, and arrays for them.
pub const VIEWS: &str = "cython.view";

/// The limit for nested includes.
const MAX_INCLUDES: usize = 50;

/// One file of declarations, with those that it includes.
pub struct Unit<'t> {
    /// The dotted name of its module.
    pub name: Name,
    /// What a leading dot in an import stands for.
    package: String,
    pub is_library: bool,
    /// Where its scope is stored: the module's own `.pxd` shares that of the module.
    scope_in: UnitId,
    scope: Scope,
    pub statements: Vec<Statement<'t>>,
    names: FileNames<'t>,
    pub imports: Vec<PendingImport>,
    /// The source of its module, if functions are taken from there; for that source, its declarations.
    pub source: Option<UnitId>,
    pub source_of: Option<UnitId>,
    file: FileId,
    is_broken: bool,
    directives: Directives,
}

/// Names in a file, computed on demand.
#[derive(Default)]
struct FileNames<'t> {
    /// Those that the statements declare.
    declared: OnceCell<HashSet<&'t str>>,
    /// How many functions and classes of each name the statements define.
    definitions: OnceCell<HashMap<&'t str, usize>>,
    /// Those that are values somewhere, and not only called.
    values: OnceCell<HashSet<&'t str>>,
    /// The builtins that are bound somewhere.
    rebound: OnceCell<Names>,
}

impl Unit<'_> {
    /// Whether a statement of the file declares a name.
    pub fn declares(&self, name: &str) -> bool {
        let declared = self.names.declared.get_or_init(|| {
            let mut names = Vec::new();
            self.statements.iter().for_each(|statement| declared_names(*statement, &mut names));
            names.into_iter().map(ast::Identifier::text).collect()
        });
        declared.contains(name)
    }

    /// How many functions and classes the file defines of each name.
    pub fn definitions(&self) -> &HashMap<&str, usize> {
        self.names.definitions.get_or_init(|| {
            let mut count = HashMap::new();
            for statement in &self.statements {
                let name = match statement {
                    Statement::Function(function) => function.name(),
                    Statement::Class(class) => class.name(),
                    _ => None,
                };
                name.into_iter().for_each(|name| *count.entry(name.text()).or_default() += 1);
            }
            count
        })
    }

    /// Whether something else may happen to what has a name than that it is called.
    pub fn is_value(&self, name: &str) -> bool {
        let found = self.names.values.get_or_init(|| {
            let statements = self.statements.iter();
            statements.flat_map(|statement| values_in(*statement)).map(ast::Identifier::text).collect()
        });
        found.contains(name)
    }

    /// What nested functions take from code at a language level.
    pub fn rules(&self, level: Level) -> Rules<'_> {
        let rebound = self.names.rebound.get_or_init(|| free::rebound(&self.statements));
        Rules { leaks: level.is_2, rebound }
    }

    pub fn has_errors(&self) -> bool {
        self.is_broken
    }

    pub fn file(&self) -> FileId {
        self.file
    }

    /// The directives that its header sets.
    pub fn directives(&self) -> &Directives {
        &self.directives
    }
}

/// A name that another unit declares, bound after that unit is read.
#[derive(Clone)]
pub struct PendingImport {
    pub from: UnitId,
    /// `None` for all names.
    pub name: Option<Name>,
    pub bound: Name,
    pub span: Span,
}

/// The files that a unit includes, while they are read.
#[derive(Default)]
struct Includes {
    /// Those around the current statement, with the file of the unit.
    open: Vec<FileId>,
    /// One is missing, or could not be read to its end.
    are_broken: bool,
}

/// What a dotted name refers to.
pub enum Found {
    Unit,
    /// Where it was looked for.
    Missing(Vec<String>),
}

impl Declarations<'_> {
    /// The names that a unit sees, to add to them: those of the module, if it is its `.pxd`.
    pub(super) fn scope_mut(&mut self, unit: UnitId) -> &mut Scope {
        let of = self.units[unit].scope_in;
        &mut self.units[of].scope
    }

    /// An extension type with a field that cannot be compiled: nobody can use it, also where its name is known already.
    fn spoil(&mut self, classes: &Classes<Class>, (unit, name): (UnitId, &str), why: &(Diagnostic, Span)) {
        let entry = self.scope_mut(unit).get(name);
        let Some(&Entry::Type(ty @ TypeName::Object(PyClass::Extension(class)))) = entry else { return };
        if classes[class].fields.iter().any(|field| matches!(field.ty.kind, TypeKind::Error)) {
            self.units.iter_mut().for_each(|(_, unit)| unit.scope.spoil(ty, why));
        }
    }
}

impl<'t> Reader<'t> {
    /// Does some work in another unit: with its names, and the directives of its file.
    pub fn within<R>(&mut self, unit: UnitId, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.unit, unit);
        let result = work(self);
        self.unit = before;
        result
    }

    /// The names of the current unit, to add to them.
    pub fn scope_mut(&mut self) -> &mut Scope {
        self.declarations.scope_mut(self.unit)
    }

    /// Reads the module itself, and its `.pxd`, with everything that they cimport, each after what it needs.
    pub fn read_units(&mut self, parse: &'t Parse, name: &Name) {
        let is_package = self.loader.is_package();
        self.add_unit(name, File { parse, is_package, is_library: false }, None);
        self.declarations.by_path.insert(name.to_string(), self.declarations.own);
        self.within(self.declarations.own, |reader| reader.header_directives(parse));
        let Declarations { units, own, on_device, .. } = &mut self.declarations;
        on_device::named_by_regions(&units[*own].statements, on_device);
        on_device::close_over(&units[*own].statements, on_device);
        match self.loader.own() {
            Loaded::File(file) => {
                self.tables.diagnostics.extend(file.parse.diagnostics.iter().cloned());
                let own = self.add_unit(name, file, Some(self.declarations.own));
                self.within(own, |reader| reader.header_directives(file.parse));
                self.read_imports(own);
                if self.loader.is_python() {
                    self.augment(own);
                }
            }
            Loaded::Missing(_) => {}
            Loaded::Unreadable(diagnostic) => self.report(*diagnostic),
        }
        self.read_imports(self.declarations.own);
        for unit in std::mem::take(&mut self.spoken_of) {
            self.unit_of(unit, Span::whole_file(parse.file()));
        }
        // `cython` has it without a separate cimport.
        if parse.text().contains(".view.") {
            self.unit_of(VIEWS, Span::whole_file(parse.file()));
        }
        self.unit = self.declarations.own;
    }

    pub fn add_unit(&mut self, name: &Name, file: File<'t>, scope_in: Option<UnitId>) -> UnitId {
        let id = self.declarations.units.next_id();
        let parent = name.rsplit_once('.').map_or("", |(parent, _)| parent);
        let package = if file.is_package { name.as_str() } else { parent };
        self.declarations.units.alloc(Unit {
            name: name.clone(),
            package: package.to_string(),
            is_library: file.is_library,
            scope_in: scope_in.unwrap_or(id),
            scope: Scope::default(),
            statements: Vec::new(),
            names: FileNames::default(),
            imports: Vec::new(),
            source: None,
            source_of: None,
            file: file.parse.file(),
            is_broken: file.parse.has_errors(),
            directives: self.options_of(&file),
        });
        let mut includes = Includes::default();
        let statements = self.with_includes(file.parse, id, &mut includes);
        self.declarations.units[id].statements = statements;
        self.declarations.units[id].is_broken |= includes.are_broken;
        id
    }

    /// What a file begins with. As in Cython, what the module cimports is read at its language level.
    fn options_of(&self, file: &File<'t>) -> Directives {
        let mut directives = self.options.clone();
        let own = &self.declarations.units;
        if !file.is_library && own.next_id() != self.declarations.own {
            directives.level = own[self.declarations.own].directives.level;
        }
        // `DEF` and `IF` are read before the rest of the header.
        directives.level = level_of(file.parse, directives.level);
        directives
    }

    /// The statements of a file, with those of included files in their places.
    fn with_includes(
        &mut self,
        parse: &'t Parse,
        unit: UnitId,
        includes: &mut Includes,
    ) -> Vec<Statement<'t>> {
        includes.open.push(parse.file());
        for (words, unit) in UNDECLARED {
            if words.iter().any(|word| parse.text().contains(word)) && !self.spoken_of.contains(&unit) {
                self.spoken_of.push(unit);
            }
        }
        let mut all = Vec::new();
        self.read_statements(parse.module().statements(), parse.file(), unit, includes, &mut all);
        includes.open.pop();
        all
    }

    fn read_statements(
        &mut self,
        statements: Vec<Statement<'t>>,
        file: FileId,
        unit: UnitId,
        includes: &mut Includes,
        all: &mut Vec<Statement<'t>>,
    ) {
        for statement in statements {
            match statement {
                Statement::Include(include) => all.extend(self.included(include, file, unit, includes)),
                Statement::CompileTimeIf(_) => {
                    self.read_compile_time(statement, unit);
                    let chosen = self.visible().chosen_by(statement);
                    self.read_statements(chosen, file, unit, includes, all);
                }
                other => {
                    self.read_compile_time(other, unit);
                    all.push(other);
                }
            }
        }
    }

    fn included(
        &mut self,
        include: ast::Include<'t>,
        by: FileId,
        unit: UnitId,
        includes: &mut Includes,
    ) -> Vec<Statement<'t>> {
        let span = include.path().map_or(include.span(), |path| path.span());
        let Some(name) = include.path().and_then(string_text) else { return Vec::new() };
        match self.loader.include(&name, by) {
            Loaded::File(file)
                if includes.open.contains(&file.parse.file()) || includes.open.len() > MAX_INCLUDES =>
            {
                self.report(report::includes_itself(&name, span));
            }
            Loaded::File(file) => {
                includes.are_broken |= file.parse.has_errors();
                self.tables.diagnostics.extend(file.parse.diagnostics.iter().cloned());
                return self.with_includes(file.parse, unit, includes);
            }
            Loaded::Missing(places) => self.report(report::no_include(&name, &places, span)),
            Loaded::Unreadable(diagnostic) => {
                self.report(report::reached_from(*diagnostic, "included here", span));
            }
        }
        includes.are_broken = true;
        Vec::new()
    }

    /// Reads what the unit cimports, and puts the unit after that in the order of declaration.
    pub fn read_imports(&mut self, unit: UnitId) {
        self.within(unit, |reader| {
            for statement in reader.declarations.units[unit].statements.clone() {
                reader.declare_imports(statement);
                reader.declare_imports_within(statement);
            }
            // Only now it is known which names belong to `cython`.
            let mut statements = std::mem::take(&mut reader.declarations.units[unit].statements);
            statements
                .iter_mut()
                .for_each(|statement| *statement = reader.visible().pure().as_decorated(*statement));
            reader.declarations.units[unit].statements = statements;
        });
        self.order.push(unit);
    }

    /// The errors in a file of another module; its style is not reported here.
    pub(super) fn errors_of(&mut self, parse: &Parse) {
        self.tables.diagnostics.extend(parse.diagnostics.iter().filter(|found| found.is_error()).cloned());
    }

    /// The declarations of a module, read when first needed.
    pub fn unit_of(&mut self, path: &str, span: Span) -> Found {
        if self.declarations.by_path.contains_key(path) {
            return Found::Unit;
        }
        match self.loader.declarations(path) {
            Loaded::File(file) => {
                self.errors_of(file.parse);
                let unit = self.add_unit(&Name::new(path), file, None);
                self.declarations.by_path.insert(path.to_string(), unit);
                self.within(unit, |reader| reader.header_directives(file.parse));
                self.read_imports(unit);
                self.read_source(unit);
                Found::Unit
            }
            Loaded::Missing(places) => Found::Missing(places),
            Loaded::Unreadable(diagnostic) => {
                self.report(report::reached_from(*diagnostic, "cimported here", span));
                let unit = self.declarations.units.next_id();
                self.declarations.units.alloc(Unit {
                    name: Name::new(path),
                    package: String::new(),
                    is_library: false,
                    scope_in: unit,
                    scope: Scope::default(),
                    statements: Vec::new(),
                    names: FileNames::default(),
                    imports: Vec::new(),
                    source: None,
                    source_of: None,
                    file: span.file,
                    is_broken: true,
                    directives: Directives::default(),
                });
                self.declarations.by_path.insert(path.to_string(), unit);
                Found::Unit
            }
        }
    }

    /// The directives of the current unit, while its header is read.
    pub fn directives_mut(&mut self) -> &mut Directives {
        &mut self.declarations.units[self.unit].directives
    }
}

impl<'t> Collector<'t> {
    /// Does some work in another unit: with its names, and the directives of its file.
    pub fn within<R>(&mut self, unit: UnitId, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.unit, unit);
        let result = work(self);
        self.unit = before;
        result
    }

    /// The names of the current unit, to add to them.
    pub fn scope_mut(&mut self) -> &mut Scope {
        self.declarations.scope_mut(self.unit)
    }

    /// Binds the names that units take from each other, as far as they are declared.
    pub fn settle_imports(&mut self) {
        loop {
            let mut progress = false;
            for unit in self.declarations.units.ids() {
                for import in std::mem::take(&mut self.declarations.units[unit].imports) {
                    let from = self.visible().scope_of(import.from);
                    let found = match &import.name {
                        Some(name) => from
                            .get(name)
                            .cloned()
                            .map(|entry| vec![(import.bound.clone(), entry, from.declared(name))]),
                        None => Some(self.visible().all_names(import.from, unit)),
                    };
                    let is_wildcard = import.name.is_none();
                    progress |= found.as_ref().is_some_and(|found| !found.is_empty());
                    self.within(unit, |collector| {
                        for (bound, entry, declared) in found.iter().flatten() {
                            let own = collector.scope_mut().import(
                                bound.clone(),
                                entry.clone(),
                                import.span,
                                *declared,
                            );
                            if let Some(own) = own.filter(|_| !is_wildcard) {
                                collector.report(report::redeclared(bound, own, import.span));
                            }
                            if !is_wildcard {
                                collector.lowerer().note_mention(*declared, import.span);
                            }
                        }
                    });
                    if found.is_none() || is_wildcard {
                        self.declarations.units[unit].imports.push(import);
                    }
                }
            }
            if !progress {
                return;
            }
        }
    }

    /// Reports the names that are not declared.
    pub fn report_unsettled(&mut self) {
        while self.declarations.bind_builtins() {
            self.settle_imports();
        }
        for unit in self.declarations.units.ids() {
            for import in std::mem::take(&mut self.declarations.units[unit].imports) {
                let Some(name) = &import.name else { continue };
                if *name == import.bound && FOUND_IN_ANY_MODULE.contains(&name.as_str()) {
                    continue;
                }
                let from = &self.declarations.units[import.from];
                if !from.is_broken {
                    let module = from.name.clone();
                    let unknown = report::unknown_cimport_name(&module, name, import.span);
                    self.report(suggest::with_name_of_module(unknown, &module, name));
                }
                let nothing = Entry::Unusable(None);
                self.within(unit, |collector| {
                    collector.scope_mut().insert(import.bound.clone(), nothing, import.span);
                });
            }
        }
    }

    /// Declares something of a unit that is not the module itself. A declaration there that offcy cannot
    /// compile does no harm until its name is used.
    pub fn tolerant<R>(&mut self, statement: Statement<'t>, work: impl FnOnce(&mut Self) -> R) -> R {
        if self.visible().is_own() {
            return work(self);
        }
        let before = self.tables.diagnostics.len();
        let result = work(self);
        let said = self.tables.diagnostics.split_off(before);
        let is_harmless = |code| code == codes::NOT_YET_SUPPORTED || code == codes::CPLUSPLUS;
        let first = said.iter().next().filter(|_| said.iter().all(|one| is_harmless(one.code))).cloned();
        match first {
            Some(first) => {
                let why = Box::new((first, statement.span()));
                let mut names = Vec::new();
                declared_names(statement, &mut names);
                for name in names {
                    self.declarations.spoil(&self.tables.classes, (self.unit, name.text()), &why);
                    self.scope_mut().replace(
                        Name::new(name.text()),
                        Entry::Unusable(Some(why.clone())),
                        name.span(),
                    );
                }
            }
            None => self.tables.diagnostics.append(said),
        }
        result
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// A struct of Python's that needs no declaration.
    pub fn undeclared_struct(self, name: &str) -> Option<TypeName> {
        let (_, unit) = UNDECLARED.iter().find(|(words, _)| words.contains(&name))?;
        match self.scope_of(*self.declarations.by_path.get(*unit)?).get(name)? {
            Entry::Type(name) => Some(*name),
            _ => None,
        }
    }

    /// In the module itself, or in its `.pxd`.
    pub fn is_own_unit(self) -> bool {
        self.declarations.units[self.unit].scope_in == self.declarations.own
    }

    /// Whether a unit is the module itself, or its `.pxd`.
    pub fn is_own_file(self, unit: UnitId) -> bool {
        self.declarations.units[unit].scope_in == self.declarations.own
    }

    pub fn scope_of(self, unit: UnitId) -> &'d Scope {
        &self.declarations.units[self.declarations.units[unit].scope_in].scope
    }

    /// Whether the current statements are those of the module itself, and not of declaration files.
    pub fn is_own(self) -> bool {
        self.unit == self.declarations.own
    }

    /// Whether the current statements are those of the module's own `.pxd`.
    pub fn unit_is_own_declarations(self) -> bool {
        self.unit != self.declarations.own
            && self.declarations.units[self.unit].scope_in == self.declarations.own
    }

    /// The absolute name of a module that an import names with leading dots.
    pub fn absolute(self, import: ast::ImportFrom<'t>) -> Option<String> {
        let rest = import.module().map(|module| module.path()).unwrap_or_default();
        let level = import.level();
        if level == 0 {
            return Some(rest);
        }
        let mut package = self.declarations.units[self.unit].package.as_str();
        if package.is_empty() {
            return None;
        }
        for _ in 1..level {
            package = package.rsplit_once('.')?.0;
        }
        Some(if rest.is_empty() { package.to_string() } else { format!("{package}.{rest}") })
    }

    /// What `cimport *` of `from` adds to a unit.
    fn all_names(self, from: UnitId, unit: UnitId) -> Vec<(Name, Entry, Option<Span>)> {
        let (known, from) = (self.scope_of(unit), self.scope_of(from));
        let mut names: Vec<(Name, Entry, Option<Span>)> = from
            .entries()
            .filter(|(name, entry)| known.get(name).is_none() && !matches!(entry, Entry::Python))
            .map(|(name, entry)| (name.clone(), entry.clone(), from.declared(name)))
            .collect();
        names.sort_by(|left, right| left.0.cmp(&right.0));
        names
    }
}

/// The names that a statement of a `.pxd` declares.
pub fn declared_names<'t>(statement: Statement<'t>, names: &mut Vec<ast::Identifier<'t>>) {
    match statement {
        Statement::CDeclaration(decl) => {
            names.extend(decl.declarators().into_iter().filter_map(ast::InitDeclarator::name));
        }
        Statement::Typedef(decl) => names.extend(decl.name()),
        Statement::CFunction(function) => names.extend(function.name()),
        Statement::Struct(decl) => names.extend(decl.name()),
        Statement::Enum(decl) => {
            names.extend(decl.name());
            names.extend(decl.items().into_iter().filter_map(ast::EnumItem::name));
        }
        Statement::Fused(decl) => names.extend(decl.name()),
        Statement::CppClass(decl) => names.extend(decl.name()),
        Statement::CClass(class) => {
            let last = class.name().and_then(|name| name.parts().last().copied());
            names.extend(class.alias().or(last));
        }
        Statement::Define(define) => names.extend(define.name()),
        other => {
            for inner in other.blocks().into_iter().flat_map(ast::Block::statements) {
                declared_names(inner, names);
            }
        }
    }
}
