//! Names of Python's own modules that say something to the compiler: `typing.ClassVar`, `dataclasses.InitVar`,
//! `functools.total_ordering`. The module imports them as Python does, under whatever name.

use super::Visible;
use crate::syntax::ast::{self, CType, Expression, Statement};

/// What is said of a variable in a class beside its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    /// `ClassVar[T]`: an attribute of the class.
    ClassVar,
    /// `InitVar[T]`: a dataclass passes it to `__post_init__`.
    InitVar,
}

/// What names mean that the statements of a unit import.
#[derive(Clone, Copy)]
pub(super) struct Imported<'d, 't>(pub Visible<'d, 't>);

impl<'d, 't> Imported<'d, 't> {
    /// What an annotation, or the type of a C declaration, begins with. Annotations may be texts.
    pub(super) fn modifier(self, text: &str) -> Option<Modifier> {
        let name = text.trim_matches(['"', '\'']).split('[').next().unwrap_or_default().trim();
        let meant = match name.split_once('.') {
            Some((base, leaf)) => (base.trim(), Some(leaf.trim())),
            None => (name, None),
        };
        let statements = &self.0.declarations.units[self.0.unit].statements;
        if imports(statements, meant, "typing", "ClassVar") {
            return Some(Modifier::ClassVar);
        }
        imports(statements, meant, "dataclasses", "InitVar").then_some(Modifier::InitVar)
    }

    /// Whether a variable is annotated with `typing.ClassVar`.
    pub(super) fn is_of_class(self, assignment: ast::Assignment<'t>) -> bool {
        let text = assignment.annotation().map_or("", |annotation| annotation.text());
        self.modifier(text) == Some(Modifier::ClassVar)
    }

    /// What the type of a C declaration begins with: `cdef InitVar[int] x`.
    pub(super) fn modifier_of_c(self, ty: Option<CType<'t>>) -> Option<Modifier> {
        match ty? {
            CType::Template(template) => self.modifier(template.text()),
            _ => None,
        }
    }

    /// Whether an expression is a name that Python imports from a module.
    pub(super) fn is_imported(self, expr: Expression<'t>, module: &str, name: &str) -> bool {
        let meant = match expr {
            Expression::Name(name) => (name.text(), None),
            Expression::Attribute(attribute) => match (attribute.object(), attribute.name()) {
                (Some(Expression::Name(base)), Some(leaf)) => (base.text(), Some(leaf.text())),
                _ => return false,
            },
            _ => return false,
        };
        imports(&self.0.declarations.units[self.0.unit].statements, meant, module, name)
    }
}

/// Whether `leaf`, or `base.leaf`, is what statements import as `name` from a module, also in a `try`.
fn imports(
    statements: &[Statement<'_>],
    (base, leaf): (&str, Option<&str>),
    module: &str,
    name: &str,
) -> bool {
    statements.iter().any(|statement| match (statement, leaf) {
        (Statement::Import(import), Some(leaf)) if leaf == name => import.names().into_iter().any(|one| {
            let path = one.name().map(|name| name.path());
            let bound = one.alias().map(|alias| alias.text().to_string()).or(path.clone());
            path.as_deref() == Some(module) && bound.as_deref() == Some(base)
        }),
        (Statement::ImportFrom(import), None) if import.module_path() == module => {
            import.names().into_iter().any(|one| {
                let path = one.name().map(|name| name.path());
                let bound = one.alias().map(|alias| alias.text().to_string()).or(path.clone());
                path.as_deref() == Some(name) && bound.as_deref() == Some(base)
            })
        }
        (Statement::Try(_), _) => {
            let mut blocks = statement.blocks().into_iter();
            blocks.any(|block| imports(&block.statements(), (base, leaf), module, name))
        }
        _ => false,
    })
}
