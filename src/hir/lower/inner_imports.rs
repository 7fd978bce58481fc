//! `cimport` inside of other statements. Those of the module bind its names whatever their conditions are; in functions
//! only the constructs of `cython` can be cimported. Both as in Cython, for which they are names of the module, too.

use super::cimports::is_for_compiler;
use super::declare::is_construct_module;
use super::scope::{Construct, Entry};
use super::targets::runs_its_blocks;
use super::{Reader, Visible};
use crate::base::Name;
use crate::syntax::ast::{self, Statement};

impl<'t> Reader<'t> {
    /// What the statements in a statement of the module cimport.
    pub fn declare_imports_within(&mut self, statement: Statement<'t>) {
        if self.visible().is_own() && statement.text().contains("import") {
            self.within_blocks(statement, runs_its_blocks(statement));
        }
    }

    fn within_blocks(&mut self, statement: Statement<'t>, runs_with_module: bool) {
        for block in statement.blocks() {
            for inner in chosen(self.visible(), block.statements()) {
                match inner {
                    inner if runs_with_module => self.declare_imports(inner),
                    Statement::Cimport(_) | Statement::CimportFrom(_) | Statement::ImportFrom(_) => {
                        self.cimport_inside(inner);
                    }
                    _ => {}
                }
                self.within_blocks(inner, runs_with_module && runs_its_blocks(inner));
            }
        }
    }

    fn cimport_inside(&mut self, statement: Statement<'t>) {
        match statement {
            _ if !may_be_inside(statement) => self.bind_refused(statement),
            Statement::Cimport(import) => self.cimport(import),
            Statement::CimportFrom(import) | Statement::ImportFrom(import) => {
                for imported in import.names() {
                    let Some(name) = imported.name() else { continue };
                    let bound =
                        imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
                    if self.scope().get(&bound).is_none() {
                        self.cimport_name(&import.module_path(), &name.path(), &bound, name.span());
                    }
                }
            }
            _ => {}
        }
    }

    /// The names of a `cimport` that is an error: their uses are the same mistake.
    fn bind_refused(&mut self, statement: Statement<'t>) {
        let imported = match statement {
            Statement::Cimport(import) => import.names(),
            Statement::CimportFrom(import) => import.names(),
            _ => return,
        };
        for imported in imported {
            let Some(name) = imported.name() else { continue };
            let first = || name.path().split('.').next().unwrap_or_default().to_string();
            let bound = imported.alias().map_or_else(first, |alias| alias.text().to_string());
            if self.scope().get(&bound).is_none() {
                self.scope_mut().insert(Name::new(bound), Entry::Unusable(None), name.span());
            }
        }
    }
}

/// The statements, with each `IF` replaced by what it has chosen.
fn chosen<'t>(visible: Visible<'_, 't>, statements: Vec<Statement<'t>>) -> Vec<Statement<'t>> {
    let chosen = statements.into_iter().flat_map(|statement| match statement {
        Statement::CompileTimeIf(_) => chosen(visible, visible.chosen_by(statement)),
        other => vec![other],
    });
    chosen.collect()
}

/// Whether a function or class may have an import of names for the compiler.
pub(super) fn may_be_inside(statement: Statement<'_>) -> bool {
    match statement {
        Statement::Cimport(import) => {
            let is_known = |imported: ast::ImportedName<'_>| {
                imported
                    .name()
                    .is_some_and(|name| matches!(name.path().as_str(), "cython.parallel" | "offcy.parallel"))
            };
            import.names().into_iter().all(is_known)
        }
        Statement::CimportFrom(import) | Statement::ImportFrom(import) => {
            let module = import.module_path();
            let is_construct = |imported: ast::ImportedName<'_>| {
                let name = imported.name().map(|name| name.path()).unwrap_or_default();
                Construct::of(&module, &name).is_some() || module == "cython" && is_for_compiler(&name)
            };
            is_construct_module(&module)
                && !import.is_wildcard()
                && import.names().into_iter().all(is_construct)
        }
        _ => false,
    }
}
