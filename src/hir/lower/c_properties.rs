//! Properties in C of classes that headers declare: `@property cdef inline int x(self) noexcept: ...`. A C compiler puts them
//! where they are used, and they report errors as C functions do.

use std::collections::HashSet;

use super::report;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Getter,
    Setter,
    Deleter,
}

/// The part of a property that a function is, the property's name if the decorator says it, and the decorator.
struct Accessor<'t> {
    part: Part,
    of: Option<&'t str>,
    decorator: Span,
    function: ast::CFunction<'t>,
}

/// What is wrong with the properties of a class.
pub(super) fn mistakes(statements: &[Statement<'_>]) -> Vec<Diagnostic> {
    let accessors = statements.iter().filter_map(|statement| match statement {
        Statement::CFunction(function) => accessor(*function),
        _ => None,
    });
    let mut known = HashSet::new();
    accessors.filter_map(|accessor| mistake(&accessor, &mut known)).collect()
}

fn accessor(function: ast::CFunction<'_>) -> Option<Accessor<'_>> {
    function.decorators().into_iter().find_map(|decorator| {
        let (part, of) = match decorator.expression()? {
            Expression::Name(name) if name.text() == "property" => (Part::Getter, None),
            Expression::Attribute(attribute) => {
                let Expression::Name(of) = attribute.object()? else { return None };
                let part = match attribute.name()?.text() {
                    "getter" => Part::Getter,
                    "setter" => Part::Setter,
                    "deleter" => Part::Deleter,
                    _ => return None,
                };
                (part, Some(of.text()))
            }
            _ => return None,
        };
        Some(Accessor { part, of, decorator: decorator.span(), function })
    })
}

fn mistake<'t>(accessor: &Accessor<'t>, known: &mut HashSet<(Part, &'t str)>) -> Option<Diagnostic> {
    let &Accessor { part, of, decorator, function } = accessor;
    let name = function.name()?.text();
    let wrong = |message: &str, way: &str| Some(report::property_in_c(message, way, decorator));
    let count = function.parameters().map_or(0, |parameters| parameters.list().len());
    if part == Part::Deleter {
        return wrong("a property in C cannot be deleted", "leave it out");
    }
    if let Some(of) = of.filter(|of| *of != name) {
        return Some(report::other_property(of, name, decorator));
    }
    if !known.insert((part, name)) {
        return wrong("this part of the property is declared twice", "leave one out");
    }
    if !function.is_inline() {
        return wrong("a property in C must be `inline`", "write `cdef inline`");
    }
    let result = function.return_type().map_or("object", |ty| ty.text());
    let clause = function.function().and_then(|part| part.exception_clause());
    match (part, result) {
        (Part::Getter, _) if count != 1 => wrong("a property is read with `self` alone", "write `(self)`"),
        (Part::Getter, "void") => wrong("a property that is read needs a value", "declare its type"),
        (Part::Getter, _) => None,
        _ if count != 2 => wrong("a property is set with `self` and a value", "write `(self, value)`"),
        (_, "void") if !clause.is_some_and(|clause| clause.is_noexcept()) => wrong(
            "a setter that returns nothing cannot report errors",
            "write `noexcept`, or `int` and `except -1`",
        ),
        (_, "int")
            if clause.is_some_and(|clause| clause.value().is_none_or(|value| value.text() != "-1")) =>
        {
            wrong("a setter that returns an `int` reports errors by -1", "write `except -1` or `except? -1`")
        }
        (_, "void" | "int") => None,
        _ => wrong(
            "a setter returns nothing, or an `int` that says whether it failed",
            "write `void` or `int`",
        ),
    }
}
