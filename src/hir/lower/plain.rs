//! Python functions of a module that exist before its statements run.

use super::Visible;
use super::scope::Entry;
use crate::syntax::ast::{self, Expression};

impl<'d, 't> Visible<'d, 't> {
    /// Whether a `def` of the module exists when the module's statements begin: no object is created at its place. Those that the
    /// module uses as values may become methods of a class, or get attributes, and those with defaults that are computed
    /// show them: they are made as Python's are. So are coroutines, which others recognise by their code.
    pub(super) fn is_plain(self, function: ast::Function<'t>, name: &str) -> bool {
        let mut decorators = function.decorators().into_iter().filter_map(ast::Decorator::expression);
        let unit = &self.declarations.units[self.unit];
        // A variable of C gets the function where it is defined.
        let is_only = unit.definitions().get(name) == Some(&1)
            && !matches!(self.scope().get(name), Some(Entry::Global(_)));
        let parameters = function.parameters().map(ast::Parameters::list).unwrap_or_default();
        let shows_defaults = parameters.iter().filter_map(|one| one.default()).any(is_computed);
        is_only
            && !unit.is_value(name)
            && !function.is_async()
            && !shows_defaults
            && decorators.all(|decorator| self.is_for_compiler(decorator))
    }
}

/// Whether the value of a default is not a literal.
fn is_computed(default: Expression<'_>) -> bool {
    match default {
        Expression::Unary(unary) => unary.operand().is_some_and(is_computed),
        Expression::None(_)
        | Expression::Null(_)
        | Expression::Boolean(_)
        | Expression::Ellipsis(_)
        | Expression::Integer(_)
        | Expression::Float(_)
        | Expression::Imaginary(_)
        | Expression::String(_)
        | Expression::Character(_)
        | Expression::Error(_) => false,
        _ => true,
    }
}
