//! Functions of other modules whose bodies this one needs: those that the `.pxd` marks for devices or that device code
//! mentions, because it cannot call into another module, and those that take memoryviews, because each compiler has its own
//! layout. The bodies are taken from the source beside the `.pxd`, and become part of this module.

use std::collections::HashSet;

use super::declare::Place;
use super::loader::Loaded;
use super::scope::{Construct, Entry};
use super::units::{PendingImport, Unit, UnitId, declared_names};
use super::{Collector, Declarations, Reader, Visible, blas, report};
use crate::base::Name;
use crate::hir::FunctionId;
use crate::source::Span;
use crate::syntax::ast::{self, CType, Statement};
use crate::syntax::free::used_by_c_function;
use crate::syntax::on_device;

impl<'t> Reader<'t> {
    /// Reads the source of a module whose bodies are needed.
    pub fn read_source(&mut self, declarations: UnitId) {
        let unit = &self.declarations.units[declarations];
        if unit.is_library || blas::MODULES.contains(&unit.name.as_str()) {
            return;
        }
        let (is_needed, is_reached) = self.within(declarations, |reader| {
            let statements = &reader.declarations.units[declarations].statements;
            let declared = statements.iter().filter_map(|statement| match statement {
                Statement::CDeclaration(decl) => Some(*decl),
                _ => None,
            });
            let visible = reader.visible();
            let is_needed = declared.clone().any(|decl| visible.is_for_devices(decl) || takes_views(decl));
            let reached = &reader.declarations.on_device;
            (is_needed, declared.clone().any(|decl| is_named(decl, reached)))
        });
        if !is_needed && !is_reached {
            return;
        }
        match self.loader.source(self.declarations.units[declarations].file()) {
            Loaded::File(file) => {
                let before = self.tables.diagnostics.len();
                self.errors_of(file.parse);
                let name = self.declarations.units[declarations].name.clone();
                let unit = self.add_unit(&name, file, None);
                // What is wrong with it matters where it must be read.
                if !is_needed && self.declarations.units[unit].has_errors() {
                    self.tables.diagnostics.split_off(before);
                    return;
                }
                self.declarations.units[unit].source_of = Some(declarations);
                self.declarations.units[declarations].source = Some(unit);
                let Declarations { units, on_device, .. } = &mut self.declarations;
                on_device::close_over(&units[unit].statements, on_device);
                // The source includes its own `.pxd`.
                let span = Span::whole_file(self.declarations.units[declarations].file());
                let import = PendingImport { from: declarations, name: None, bound: Name::new(""), span };
                self.declarations.units[unit].imports.push(import);
                let level = self.options.level;
                self.within(unit, |reader| {
                    reader.directives_mut().level = level;
                    reader.header_directives(file.parse);
                });
                self.read_imports(unit);
            }
            Loaded::Missing(_) => {}
            Loaded::Unreadable(diagnostic) => self.report(*diagnostic),
        }
    }
}

impl<'t> Collector<'t> {
    /// Takes a function from the module's source, if that has been read; returns false if it does not define
    /// it.
    pub(super) fn take_from_source(&mut self, name: ast::Identifier<'t>) -> bool {
        let Some(source) = self.declarations.units[self.unit].source else { return false };
        let is_defined = self.visible().defines(source, name.text());
        if is_defined {
            let bound = Name::new(name.text());
            let import = PendingImport { from: source, name: Some(bound.clone()), bound, span: name.span() };
            let unit = self.unit;
            self.declarations.units[unit].imports.push(import);
        }
        is_defined
    }

    fn is_stand_in(&self, id: FunctionId) -> bool {
        let known = self.tables.ready.get(&id);
        known.is_some_and(|function| !function.stands_for.is_empty())
    }

    /// Whether device functions may use what the statement of another module's source declares: its C functions.
    /// Functions that the `.pxd` declares but does not mark are called in their module, and the rest stays there.
    pub(super) fn is_taken(&mut self, statement: Statement<'t>, place: Place) -> bool {
        let Some(declarations) = self.declarations.units[self.unit].source_of else { return true };
        match statement {
            Statement::CFunction(function) => {
                let announced =
                    |name: ast::Identifier<'t>| self.visible().scope_of(declarations).get(name.text());
                return match function.name().and_then(announced) {
                    Some(Entry::Extern(_)) => false,
                    Some(Entry::Function(id)) => !self.is_stand_in(*id),
                    _ => true,
                };
            }
            Statement::CDeclaration(_) if place.is_extern() => return true,
            _ => {}
        }
        let names = self.visible().names_left_by(statement);
        for (name, span) in names {
            if self.scope().get(&name).is_none() && !self.visible().defines(self.unit, &name) {
                let why = Box::new((report::stays_in_its_module(span), span));
                self.scope_mut().insert(name, Entry::Unusable(Some(why)), span);
            }
        }
        false
    }
}

impl<'d, 't> Visible<'d, 't> {
    fn is_for_devices(self, decl: ast::CDeclaration<'t>) -> bool {
        let mut marks = decl.decorators().into_iter().filter_map(ast::Decorator::expression);
        marks.any(|mark| self.construct(mark, &|_| false) == Some(Construct::Device))
    }

    /// Whether a C function of this name is defined there.
    fn defines(self, unit: UnitId, name: &str) -> bool {
        self.declarations.units[unit].statements.iter().any(|statement| match statement {
            Statement::CFunction(function) => function.name().is_some_and(|other| other.text() == name),
            _ => false,
        })
    }

    /// Whether the current statements are those of another module's source.
    pub fn is_source(self) -> bool {
        self.declarations.units[self.unit].source_of.is_some()
    }

    /// What a function of the module's source needs that stays there: a variable, a Python name, a class.
    pub(super) fn held_in_its_module(self, name: ast::Identifier<'t>) -> Option<Name> {
        let source = self.declarations.units[self.unit].source?;
        let Unit { statements, imports, .. } = &self.declarations.units[source];
        let names =
            statements.iter().flat_map(|statement| self.names_left_by(*statement)).map(|(name, _)| name);
        // Something cimported by the same name is found by the module that needs the function.
        let staying: HashSet<Name> =
            names.filter(|name| imports.iter().all(|import| import.bound != *name)).collect();
        let (mut open, mut seen) = (vec![name.text().to_string()], HashSet::new());
        while let Some(name) = open.pop() {
            let defined = statements.iter().find_map(|statement| match statement {
                Statement::CFunction(function) => {
                    function.name().is_some_and(|other| other.text() == name).then_some(*function)
                }
                _ => None,
            });
            match defined {
                None if staying.contains(name.as_str())
                    && !self.declarations.units[self.unit].declares(&name) =>
                {
                    return Some(Name::new(name));
                }
                Some(function) if seen.insert(name) => open.extend(used_by_c_function(function)),
                _ => {}
            }
        }
        None
    }

    /// The names declared by a statement that stay in the source; functions are taken.
    fn names_left_by(self, statement: Statement<'t>) -> Vec<(Name, Span)> {
        let mut names = Vec::new();
        if matches!(statement, Statement::CDeclaration(_) | Statement::CClass(_)) {
            declared_names(statement, &mut names);
        }
        let names = names.into_iter().map(|name| (Name::new(name.text()), name.span()));
        names.chain(self.assigned_names(&[statement])).collect()
    }
}

/// Whether one of the names is that of a function that is declared.
fn is_named(decl: ast::CDeclaration<'_>, names: &HashSet<String>) -> bool {
    let declarators = decl.declarators().into_iter().filter_map(ast::InitDeclarator::declarator);
    let functions = declarators.filter(|declarator| declarator.function().is_some());
    functions.filter_map(ast::Declarator::name).any(|name| names.contains(name.text()))
}

fn takes_views(decl: ast::CDeclaration<'_>) -> bool {
    let declarators = decl.declarators().into_iter().filter_map(ast::InitDeclarator::declarator);
    let functions = declarators.filter_map(ast::Declarator::function);
    let mut parameters =
        functions.filter_map(ast::FunctionDeclarator::parameters).flat_map(ast::Parameters::list);
    parameters.any(|parameter| {
        let inner = match parameter.c_type() {
            Some(CType::Qualified(qualified)) => qualified.inner(),
            other => other,
        };
        matches!(inner, Some(CType::MemoryView(_)))
    })
}
