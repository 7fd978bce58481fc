//! Which names a list of statements binds by Python's rules: they are the function's locals.

use super::Visible;
use crate::base::Name;
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};
use crate::syntax::scope;

impl<'d, 't> Visible<'d, 't> {
    /// Names bound by assignments, `del`, loops, imports and definitions, in the order of the text. C
    /// declarations are not among them.
    pub fn assigned_names(self, statements: &[Statement<'t>]) -> Vec<(Name, Span)> {
        let mut found = Vec::new();
        self.collect(statements, &mut found);
        found
    }

    fn collect(self, statements: &[Statement<'t>], found: &mut Vec<(Name, Span)>) {
        for &statement in statements {
            scope::named_in(statement).into_iter().for_each(|name| push(name, found));
            if self.directives().level.is_2 {
                scope::leaked_in(statement).into_iter().for_each(|target| names_of(target, found));
            }
            match statement {
                Statement::Assignment(assignment) => {
                    assignment.targets().into_iter().for_each(|target| names_of(target, found));
                }
                Statement::AugmentedAssignment(assignment) => {
                    assignment.target().into_iter().for_each(|target| names_of(target, found));
                }
                // A function that deletes a name owns it, by Python's rules.
                Statement::Delete(delete) => {
                    delete.targets().into_iter().for_each(|target| names_of(target, found));
                }
                Statement::Import(import) => import.names().into_iter().for_each(|imported| {
                    let first = imported.name().and_then(|name| name.parts().first().copied());
                    // Imports of these two are cimports in disguise.
                    if first.is_none_or(|first| matches!(first.text(), "cython" | "offcy")) {
                        return;
                    }
                    imported.alias().or(first).into_iter().for_each(|name| push(name, found));
                }),
                Statement::ImportFrom(import)
                    if !import.is_future() && !super::declare::is_construct_module(&import.module_path()) =>
                {
                    import.names().into_iter().for_each(|imported| {
                        let name = imported.name().and_then(|name| name.parts().first().copied());
                        imported.alias().or(name).into_iter().for_each(|name| push(name, found));
                    });
                }
                Statement::For(looped) => {
                    looped.target().into_iter().for_each(|target| names_of(target, found));
                }
                Statement::With(with) => {
                    for item in with.items() {
                        item.target().into_iter().for_each(|target| names_of(target, found));
                    }
                }
                Statement::Try(tried) => {
                    for clause in tried.except_clauses() {
                        clause.alias().into_iter().for_each(|target| names_of(target, found));
                    }
                }
                Statement::Match(matched) => {
                    let names = matched.cases().into_iter().flat_map(|case| case.pattern().names());
                    names.for_each(|name| push(name, found));
                }
                Statement::Function(function) => {
                    function.name().into_iter().for_each(|name| push(name, found))
                }
                Statement::Class(class) => class.name().into_iter().for_each(|name| push(name, found)),
                _ => {}
            }
            if runs_its_blocks(statement) {
                for block in statement.blocks() {
                    self.collect(&self.live(block.statements()), found);
                }
            }
        }
    }
}

/// Whether one of the statements that the module runs is `from x import *`.
pub fn imports_all<'t>(visible: Visible<'_, 't>, statements: &[Statement<'t>]) -> bool {
    statements.iter().any(|&statement| match statement {
        Statement::ImportFrom(import) => {
            import.is_wildcard() && !super::declare::is_construct_module(&import.module_path())
        }
        _ if runs_its_blocks(statement) => {
            let mut blocks = statement.blocks().into_iter();
            blocks.any(|block| imports_all(visible, &visible.live(block.statements())))
        }
        _ => false,
    })
}

/// The names that a target binds.
pub fn names_in(target: Option<Expression<'_>>) -> Vec<(Name, Span)> {
    let mut found = Vec::new();
    target.into_iter().for_each(|target| names_of(target, &mut found));
    found
}

/// The names of the module that functions declare `global`.
pub fn global_names(statements: &[Statement<'_>]) -> Vec<(Name, Span)> {
    let mut found = Vec::new();
    let mut open = statements.to_vec();
    while let Some(statement) = open.pop() {
        if let Statement::Global(names) = statement {
            names.names().into_iter().for_each(|name| push(name, &mut found));
        }
        open.extend(statement.blocks().into_iter().flat_map(ast::Block::statements));
    }
    found
}

/// Whether the blocks of a statement run in place, in the same scope: those of definitions do not.
pub fn runs_its_blocks(statement: Statement<'_>) -> bool {
    use Statement::*;
    matches!(statement, For(_) | While(_) | If(_) | With(_) | Try(_) | Match(_))
}

fn push(name: ast::Identifier<'_>, found: &mut Vec<(Name, Span)>) {
    found.push((Name::new(name.text()), name.span()));
}

fn names_of(target: Expression<'_>, found: &mut Vec<(Name, Span)>) {
    match target {
        Expression::Name(name) => push(name, found),
        Expression::Tuple(items) | Expression::List(items) => {
            items.elements().into_iter().for_each(|item| names_of(item, found));
        }
        Expression::Starred(starred) => starred.value().into_iter().for_each(|value| names_of(value, found)),
        _ => {}
    }
}
