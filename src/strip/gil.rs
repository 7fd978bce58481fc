//! The state of the GIL at statements, and the words for it.

use crate::syntax::ast::{CFunction, Decorator, Expression, Function};
use crate::syntax::scope::Scopes;

/// What the text says about the GIL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Gil {
    Held,
    /// In a `nogil` function: its caller may hold the GIL.
    Unknown,
    Released,
}

impl Gil {
    fn of_function(is_nogil: bool, takes: bool) -> Gil {
        if is_nogil && !takes { Gil::Unknown } else { Gil::Held }
    }
}

/// `nogil`, `gil(condition)`, `cython.nogil` as an item of a `with`: what holds in its block.
pub fn of_item(item: Expression<'_>, scopes: &Scopes) -> Option<Gil> {
    let named = item.named()?;
    let path = scopes.path(named);
    match (path.as_deref(), named) {
        (Some("cython.nogil"), _) => Some(Gil::Released),
        (Some("cython.gil"), _) => Some(Gil::Held),
        (None, Expression::Name(name)) if name.text() == "nogil" => Some(Gil::Released),
        (None, Expression::Name(name)) if name.text() == "gil" => Some(Gil::Held),
        _ => None,
    }
}

pub fn of_c_function(function: CFunction<'_>, scopes: &Scopes) -> Gil {
    let signature = function.function();
    let (is_nogil, takes) = marks(function.decorators(), scopes);
    Gil::of_function(
        is_nogil || signature.is_some_and(|one| one.is_nogil()),
        takes || signature.is_some_and(|one| one.is_with_gil()),
    )
}

/// Decorators may make it a C function.
pub fn of_function(function: Function<'_>, scopes: &Scopes) -> Gil {
    let (is_nogil, takes) = marks(function.decorators(), scopes);
    Gil::of_function(is_nogil, takes)
}

/// Whether `@cython.nogil` and `@cython.with_gil` are among the decorators.
fn marks(decorators: Vec<Decorator<'_>>, scopes: &Scopes) -> (bool, bool) {
    let (mut is_nogil, mut takes) = (false, false);
    for expression in decorators.into_iter().filter_map(Decorator::expression) {
        let (callee, first) = match expression {
            Expression::Call(call) => (call.function(), call.arguments().into_iter().next()),
            other => (Some(other), None),
        };
        let is_on = first.is_none_or(|value| value.text() != "False");
        match callee.and_then(|callee| scopes.path(callee)).as_deref() {
            Some("cython.nogil") => is_nogil = is_on,
            Some("cython.with_gil") => takes = is_on,
            _ => {}
        }
    }
    (is_nogil, takes)
}
