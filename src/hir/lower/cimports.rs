//! `cimport`, and the imports that mean one.

use std::collections::HashSet;

use super::known::{self, FOUND_IN_ANY_MODULE};
use super::package::PACKAGE;
use super::scope::{Construct, Entry, Scope};
use super::units::{Found, PendingImport, UnitId};
use super::{Declarations, FunctionLowerer, Reader, Visible, report, suggest};
use crate::base::Name;
use crate::hir::{Class, Classes, Directives, SetDirective, TypeExpr, TypeKind, TypeName, Typedef, library};
use crate::source::Span;
use crate::syntax::ast::{self, Statement};

/// Modules that can be cimported although no `.pxd` declares them.
pub const MODULES: &[&str] = &[
    "cython",
    "cython.dataclasses",
    "cython.operator",
    "cython.parallel",
    "offcy",
    "offcy.parallel",
    "libc",
    "libcpp",
    "posix",
];

/// The constructs that `from offcy import atomic` takes for names of the package: the name that it binds, and where.
pub fn constructs_of_package(import: ast::ImportFrom<'_>) -> Vec<(Name, Construct, Span)> {
    if import.level() != 0 || import.module_path() != "offcy" {
        return Vec::new();
    }
    let construct = |imported: ast::ImportedName<'_>| {
        let name = imported.name()?;
        let construct = Construct::of("offcy.parallel", &name.path())?;
        let bound = imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
        Some((Name::new(bound), construct, name.span()))
    };
    import.names().into_iter().filter_map(construct).collect()
}

impl<'t> Reader<'t> {
    /// `cimport a.b as c`
    pub fn cimport(&mut self, import: ast::Import<'t>) {
        for imported in import.names() {
            let Some(name) = imported.name() else { continue };
            let path = name.path();
            let is_bound = imported.alias().is_some_and(|alias| alias.text() != "cython");
            if name.is_of_cimports() && (path.is_empty() || !is_bound) {
                self.report(report::cimports_as_module(&path, name.span()));
                continue;
            }
            self.note_cimport(&path, name.span());
            if path.starts_with("libcpp.") {
                self.refuse_cplusplus(&path, name.span());
                continue;
            }
            let (bound, target) = match imported.alias() {
                Some(alias) => (alias.text().to_string(), path.clone()),
                None => {
                    let top = path.split('.').next().unwrap_or(&path).to_string();
                    (top.clone(), top)
                }
            };
            if let Some(places) = self.missing(&path, name.span()) {
                let missing = report::unknown_cimport(&path, &places, name.span());
                self.report(suggest::with_module(missing, &path, name.span()));
                // Its uses are the same mistake.
                if self.scope().get(&bound).is_none() {
                    self.scope_mut().insert(Name::new(bound), Entry::Unusable(None), name.span());
                }
                continue;
            }
            let file = self.visible().file_of(&path);
            self.lowerer().note_mention(file, name.span());
            self.bind_c_module(&bound, &target, name.span());
        }
    }

    /// C++ in the declarations of others does no harm by itself.
    fn refuse_cplusplus(&mut self, path: &str, span: Span) {
        if self.visible().is_own() {
            self.report(report::cplusplus(&format!("`{path}`"), span));
        }
    }

    /// `from libcpp cimport bool` is C's `bool`; the rest is C++.
    fn cimport_cplusplus(&mut self, import: ast::ImportFrom<'t>, module: &str, span: Span) {
        let mut is_refused = import.names().is_empty();
        for imported in import.names() {
            let Some(name) = imported.name() else { continue };
            let bound = imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
            let entry = match known::module_type(module, &name.path()) {
                Some(ty) => Entry::Type(ty),
                None => {
                    is_refused = true;
                    let why = (report::cplusplus(&format!("`{module}`"), span), span);
                    Entry::Unusable((!self.visible().is_own()).then(|| Box::new(why)))
                }
            };
            self.scope_mut().insert(Name::new(bound), entry, name.span());
        }
        if is_refused {
            self.refuse_cplusplus(module, span);
        }
    }

    /// Where a missing module was searched for.
    pub(super) fn missing(&mut self, path: &str, span: Span) -> Option<Vec<String>> {
        if MODULES.contains(&path) {
            return None;
        }
        match self.unit_of(path, span) {
            Found::Unit => None,
            Found::Missing(places) => Some(places),
        }
    }

    /// A Python import of `cython` or similar modules is also a cimport.
    pub fn import_of_known(&mut self, path: &str, alias: Option<&str>, span: Span) -> bool {
        let top = path.split('.').next().unwrap_or(path);
        if top != "cython" && top != "offcy" || !MODULES.contains(&path) {
            return false;
        }
        match alias {
            Some(alias) => self.bind_c_module(alias, path, span),
            None => self.bind_c_module(top, top, span),
        }
        if path == PACKAGE {
            self.scope_mut().insert(Name::new(alias.unwrap_or(top)), Entry::Python, span);
        }
        true
    }

    fn bind_c_module(&mut self, bound: &str, path: &str, span: Span) {
        let entry = Entry::CModule { path: Name::new(path), also_python: false };
        self.scope_mut().insert(Name::new(bound), entry, span);
    }

    /// `from a.b cimport c as d`
    pub fn cimport_from(&mut self, import: ast::ImportFrom<'t>) {
        let shown = import.module_path();
        let span = import.module().map_or(import.span(), |module| module.span());
        if shown == "libcpp" || shown.starts_with("libcpp.") {
            return self.cimport_cplusplus(import, &shown, span);
        }
        let Some(path) = self.visible().absolute(import) else {
            self.report(report::outside_package(&shown, span));
            return;
        };
        self.note_cimport(&path, span);
        let missing = self.missing(&path, span);
        let file = self.visible().file_of(&path);
        self.lowerer().note_mention(file, span);
        if import.is_wildcard() {
            if Construct::names(&path).next().is_some() {
                return self.cimport_constructs(&path, span);
            }
            match (missing, self.visible().unit_of_known(&path)) {
                (Some(places), _) => self.report(report::unknown_cimport(&shown, &places, span)),
                (None, Some(from)) => self.import_later(from, None, Name::new(""), span),
                (None, None) => self.not_yet("`cimport *` of this module", span),
            }
            return;
        }
        let mut is_reported = false;
        for imported in import.names() {
            let Some(name) = imported.name() else { continue };
            let bound = imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
            if let (Some(places), false) = (&missing, self.is_module(&path, &name.path(), name.span())) {
                if !is_reported {
                    let missing = report::unknown_cimport(&shown, places, span);
                    self.report(suggest::with_module(missing, &shown, span));
                }
                is_reported = true;
                self.scope_mut().insert(Name::new(bound), Entry::Unusable(None), name.span());
                continue;
            }
            self.cimport_name(&path, &name.path(), &bound, name.span());
        }
    }

    /// `cimport *` of a module of constructs.
    pub fn cimport_constructs(&mut self, path: &str, span: Span) {
        for name in Construct::names(path) {
            self.cimport_name(path, name, name, span);
        }
    }

    fn import_later(&mut self, from: UnitId, name: Option<Name>, bound: Name, span: Span) {
        let unit = self.unit;
        self.declarations.units[unit].imports.push(PendingImport { from, name, bound, span });
    }

    /// Whether `name` of a package is a module, and not a declaration in the package.
    fn is_module(&mut self, package: &str, name: &str, span: Span) -> bool {
        let path = format!("{package}.{name}");
        if MODULES.contains(&path.as_str()) || self.declarations.by_path.contains_key(&path) {
            return true;
        }
        let unit = self.declarations.by_path.get(package).map(|&unit| &self.declarations.units[unit]);
        if unit.is_some_and(|unit| unit.declares(name)) {
            return false;
        }
        let is_carried = MODULES.contains(&package) || unit.is_some_and(|unit| unit.is_library);
        (!is_carried || library(&path).is_some()) && matches!(self.unit_of(&path, span), Found::Unit)
    }

    /// Binds `bound` to what `module` calls `name`.
    pub fn cimport_name(&mut self, module: &str, name: &str, bound: &str, span: Span) {
        if let (Some(ty), true) = (known::module_type(module, name), module.starts_with("cpython")) {
            self.scope_mut().insert(Name::new(bound), Entry::Type(ty), span);
        } else if self.is_module(module, name, span) {
            let entry = Entry::CModule { path: Name::new(format!("{module}.{name}")), also_python: false };
            let file = self.visible().file_of(&format!("{module}.{name}"));
            self.lowerer().note_mention(file, span);
            self.scope_mut().insert(Name::new(bound), entry, span);
        } else if let Some(from) = self.visible().unit_of_known(module) {
            self.import_later(from, Some(Name::new(name)), Name::new(bound), span);
        } else if let Some(entry) = self.lowerer().entry_of(module, name, span) {
            self.scope_mut().insert(Name::new(bound), entry, span);
        } else if let Some(construct) = Construct::of("offcy.parallel", name) {
            self.report(report::construct_elsewhere(module, construct, span));
            self.scope_mut().insert(Name::new(bound), Entry::Construct(construct), span);
        } else {
            let unknown = report::unknown_cimport_name(module, name, span);
            self.report(suggest::with_name_of_module(unknown, module, name));
            self.scope_mut().insert(Name::new(bound), Entry::Unusable(None), span);
        }
    }
}

impl Declarations<'_> {
    /// Binds other names for Python's functions: Cython finds these in any module that does not declare the name. Whether
    /// one does has been settled. Returns whether there were any.
    pub(super) fn bind_builtins(&mut self) -> bool {
        let is_renamed = |import: &PendingImport| {
            let is_other = |name: &&Name| **name != import.bound;
            let found = import.name.as_ref().filter(is_other);
            found.is_some_and(|name| FOUND_IN_ANY_MODULE.contains(&name.as_str()))
        };
        let mut any = false;
        for unit in self.units.ids() {
            let imports = std::mem::take(&mut self.units[unit].imports);
            let (renamed, others): (Vec<_>, Vec<_>) = imports.into_iter().partition(is_renamed);
            self.units[unit].imports = others;
            for PendingImport { name, bound, span, .. } in renamed {
                let Some(name) = name else { continue };
                self.scope_mut(unit).insert(bound, Entry::Builtin(name), span);
                any = true;
            }
        }
        any
    }
}

impl<'d, 't> Visible<'d, 't> {
    /// The names of a cimported module.
    pub(super) fn scope_of_module(self, path: &str) -> Option<&'d Scope> {
        Some(self.scope_of(self.unit_of_known(path)?))
    }

    fn unit_of_known(self, path: &str) -> Option<UnitId> {
        self.declarations.by_path.get(path).copied()
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// What a cimported module declares under a name.
    pub fn entry_of(&mut self, module: &str, name: &str, span: Span) -> Option<Entry> {
        if let Some(unit) = self.visible().unit_of_known(module) {
            self.mention_of(unit, name, span);
            if let Some(entry) = self.visible().scope_of(unit).get(name) {
                return Some(entry.clone());
            }
        } else if let Some(construct) = Construct::of(module, name) {
            return Some(Entry::Construct(construct));
        } else if matches!((module, name), ("cython" | "offcy", "device")) {
            return Some(Entry::Construct(Construct::Device));
        }
        let nested = format!("{module}.{name}");
        let is_known = MODULES.contains(&nested.as_str())
            || module == "cython" && is_for_compiler(name)
            || module == "cython.dataclasses" && matches!(name, "dataclass" | "field");
        if is_known || self.declarations.by_path.contains_key(&nested) {
            return Some(Entry::CModule { path: Name::new(nested), also_python: false });
        }
        self.known_type(module, name, span).map(Entry::Type)
    }

    /// A type that `cython` or `offcy` declares. Pointers stay typedefs: fused types are distinguished and
    /// indexed by the names of their types.
    fn known_type(&mut self, module: &str, name: &str, span: Span) -> Option<TypeName> {
        let path = format!("{module}.{name}");
        if let Some(known) = self.tables.library_types.get(&path) {
            return Some(*known);
        }
        let named = |name| TypeExpr { kind: TypeKind::Named(name), span };
        let ty = match (module, known::pointer_type(name)) {
            ("cython", Some((depth, to))) => {
                let pointer = |to, _| TypeExpr { kind: TypeKind::Pointer(Box::new(to)), span };
                let target = (0..depth).fold(named(known::module_type(module, to)?), pointer);
                self.typedef(&format!("{to} {}", "*".repeat(depth)), target, span)
            }
            ("cython", None) => match self.cython_fused(name, span) {
                Some(fused) => fused,
                None => known::module_type(module, name)?,
            },
            _ => known::module_type(module, name)?,
        };
        self.tables.library_types.insert(path, ty);
        Some(ty)
    }

    fn typedef(&mut self, name: &str, target: TypeExpr, span: Span) -> TypeName {
        TypeName::Typedef(self.tables.typedefs.alloc(Typedef {
            name: Name::new(name),
            home: Name::new("cython"),
            in_header: None,
            is_used: true,
            target,
            span,
        }))
    }
}

/// Whether `cython.name` is a directive, or otherwise addresses the compiler.
pub(super) fn is_for_compiler(name: &str) -> bool {
    super::pure::is_pure_name(name) || Directives::default().set(name, "True") != SetDirective::UnknownName
}

/// Where `from m import C` names a class that the module also cimports from there: the name stays the type.
pub fn classes_imported_again(
    scope: &Scope,
    classes: &Classes<Class>,
    statements: &[Statement<'_>],
) -> HashSet<Span> {
    let mut found = HashSet::new();
    for statement in statements {
        let Statement::ImportFrom(import) = statement else { continue };
        let path = import.module_path();
        for imported in import.names() {
            let Some(name) = imported.name().and_then(|name| name.parts().first().copied()) else { continue };
            let bound = imported.alias().unwrap_or(name);
            let Some(Entry::Type(TypeName::Object(class))) = scope.get(bound.text()) else { continue };
            let foreign = class.extension().and_then(|id| classes[id].decl.foreign.as_ref());
            if foreign
                .is_some_and(|class| class.name.as_str() == name.text() && is_home(&class.module, &path))
            {
                found.insert(bound.span());
            }
        }
    }
    found
}

/// Whether an import's path, relative ones with their dots, names the module.
fn is_home(module: &str, path: &str) -> bool {
    let within = path.trim_start_matches('.');
    let is_below = module.strip_suffix(within).is_some_and(|above| above.is_empty() || above.ends_with('.'));
    module == path || path.starts_with('.') && is_below
}
