//! Looking names up: dotted names of cimported modules, constructs.

use std::collections::HashMap;

use super::scope::{Construct, Entry};
use super::units::UnitId;
use super::{FunctionLowerer, Visible};
use super::{known, report};
use crate::base::Name;
use crate::diag::Diagnostic;
use crate::hir::{Binding, LocalId};
use crate::source::Span;
use crate::syntax::ast::Expression;

impl<'d, 't> Visible<'d, 't> {
    /// The dotted name of an expression, with its head resolved to the module that it is bound to:
    /// `cy.parallel.prange` is `cython.parallel.prange` after `cimport cython as cy`.
    pub fn module_path_of(self, expr: Expression<'t>) -> Option<String> {
        match expr {
            Expression::Name(name) => match self.scope().get(name.text()) {
                Some(Entry::CModule { path, .. }) => Some(path.to_string()),
                _ => None,
            },
            Expression::Attribute(attribute) if self.may_be_in_module(expr) => {
                let base = self.module_path_of(attribute.object()?)?;
                Some(format!("{base}.{}", attribute.name()?.text()))
            }
            _ => None,
        }
    }

    /// Whether an expression begins with the name of a cimported module: its first word decides, however long the
    /// chain of attributes is.
    pub fn may_be_in_module(self, expr: Expression<'t>) -> bool {
        let text = expr.text();
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
        matches!(self.scope().get(&text[..end]), Some(Entry::CModule { .. }))
    }

    /// The construct that an expression names; `is_local` says which plain names the function binds.
    pub fn construct(self, expr: Expression<'t>, is_local: &dyn Fn(&str) -> bool) -> Option<Construct> {
        match expr {
            Expression::Name(name) if is_local(name.text()) => None,
            Expression::Name(name) => match self.scope().get(name.text()) {
                Some(Entry::Construct(construct)) => Some(*construct),
                Some(_) => None,
                None => Construct::bare(name.text()),
            },
            Expression::Attribute(_) => {
                let path = self.module_path_of(expr)?;
                let (module, name) = path.rsplit_once('.')?;
                match (module, name) {
                    ("cython" | "offcy", "device") => Some(Construct::Device),
                    _ => Construct::of(module, name),
                }
            }
            _ => None,
        }
    }

    pub fn is_c_module(self, name: &str) -> bool {
        matches!(self.scope().get(name), Some(Entry::CModule { .. }))
    }

    fn declaration(self, name: &str, entry: &Entry, unit: UnitId) -> Option<Span> {
        match entry {
            Entry::CModule { path, also_python: false } => self.file_of(path),
            _ => self.scope_of(unit).declared(name),
        }
    }

    /// The beginning of a cimported module's declarations.
    pub fn file_of(self, module: &str) -> Option<Span> {
        self.declarations
            .by_path
            .get(module)
            .map(|&unit| Span::whole_file(self.declarations.units[unit].file()))
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// Records that a name of the current unit occurs at a place.
    pub fn mention(&mut self, name: &str, at: Span) {
        let known =
            self.scope().get(name).and_then(|entry| self.visible().declaration(name, entry, self.unit));
        self.note_mention(known, at);
    }

    /// The same for a name that another unit declares; it ends the text there.
    pub fn mention_of(&mut self, unit: UnitId, name: &str, at: Span) {
        let known = self
            .visible()
            .scope_of(unit)
            .get(name)
            .and_then(|entry| self.visible().declaration(name, entry, unit));
        let start = at.end.saturating_sub(name.len() as u32).max(at.start);
        self.note_mention(known, Span { start, ..at });
    }

    pub fn note_mention(&mut self, declared: Option<Span>, at: Span) {
        // Jumps never lead to offcy's own declarations.
        if let Some(declared) = declared.filter(|_| !self.declarations.units[self.unit].is_library) {
            self.tables.mentions.note(at, declared);
        }
    }

    /// The meaning of a name that no function binds. `locals` are the function's names, one of which may be
    /// meant.
    pub fn module_binding(&mut self, name: &Name, locals: &HashMap<Name, LocalId>, span: Span) -> Binding {
        self.mention(name, span);
        if let Some(binding) = self.scope().binding(name) {
            return binding;
        }
        match self.scope().get(name) {
            Some(Entry::CModule { path, .. }) => {
                let usage = format!("`{path}` is cimported: it has no Python object");
                self.report(report::construct_misused(name, &usage, span));
                return Binding::Error;
            }
            Some(Entry::Construct(construct)) => {
                self.report(report::construct_misused(construct.name(), construct.usage(), span));
                return Binding::Error;
            }
            Some(Entry::Unusable(why)) => {
                let why = why.clone();
                self.report_unusable(name, why, span);
                return Binding::Error;
            }
            _ => {}
        }
        let name = match name.as_str() {
            "long" if self.directives().level.is_2 => &Name::new("int"),
            name => &Name::new(known::todays(name)),
        };
        if known::is_builtin(name) {
            return match known::basic_type(name) {
                // `int(x)` and `float(x)` call Python's types, whatever the names mean in C.
                Some(crate::hir::TypeName::Object(class)) => {
                    Binding::Type(crate::hir::TypeName::Object(class))
                }
                _ => Binding::Builtin(name.clone()),
            };
        }
        if self.declarations.imports_all && self.visible().is_own() {
            return Binding::ModuleName(name.clone());
        }
        let unknown = report::unknown_name(name, span);
        let unknown = self.visible().with_suggestion(unknown, name, locals, span);
        self.report(unknown.about(format!("name {name}")));
        Binding::Error
    }

    /// Reports why a name of another module cannot be used, unless that has been reported.
    pub fn report_unusable(&mut self, name: &str, why: Option<Box<(Diagnostic, Span)>>, span: Span) {
        if let Some(why) = why {
            let wrong = report::unusable(name, &why.0, why.1, span);
            self.report(wrong.about(format!("unusable {name}")));
        }
    }
}
