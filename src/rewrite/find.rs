//! The statement at a place, and what names mean there.

use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{Block, Parameter, Statement};
use crate::syntax::scope::{Scopes, bind_parameters, names};

pub struct Found<'t> {
    pub statement: Statement<'t>,
    pub scopes: Scopes,
}

/// The loop that starts at a place.
pub fn loop_at(parse: &Parse, at: Span) -> Option<Found<'_>> {
    let found = innermost(parse, at)?;
    let is_loop = matches!(found.statement, Statement::For(_) | Statement::While(_));
    (is_loop && found.statement.span().start == at.start).then_some(found)
}

/// The innermost statement that a place is in, if code put before the statement runs exactly once before the
/// code at the place. This does not hold for the condition of a `while`.
pub fn statement_with(parse: &Parse, at: Span) -> Option<Found<'_>> {
    let found = innermost(parse, at)?;
    let repeats = matches!(found.statement, Statement::While(_)) && found.statement.span().start < at.start;
    (!repeats).then_some(found)
}

/// Where one more import goes.
pub enum Imports<'t> {
    After(Statement<'t>),
    Before(Statement<'t>),
}

/// Where to import a name that the module does not bind yet.
pub fn imports<'t>(parse: &'t Parse, at: Span, name: &str) -> Option<Imports<'t>> {
    let statements = parse.module().statements();
    if at.file != parse.file() || names(&statements).contains_key(name) {
        return None;
    }
    let is_import = |statement: &&Statement<'t>| {
        matches!(
            statement,
            Statement::Import(_)
                | Statement::ImportFrom(_)
                | Statement::Cimport(_)
                | Statement::CimportFrom(_)
        )
    };
    let before = statements.iter().take_while(|statement| statement.span().start < at.start);
    if let Some(last) = before.filter(is_import).last() {
        return Some(Imports::After(*last));
    }
    // A docstring stays first.
    let first = statements.iter().find(|statement| !matches!(statement, Statement::Expression(_)))?;
    let is_decorated = match first {
        Statement::Function(function) => !function.decorators().is_empty(),
        Statement::CFunction(function) => !function.decorators().is_empty(),
        Statement::Class(class) => !class.decorators().is_empty(),
        Statement::CClass(_) => true,
        _ => false,
    };
    (!is_decorated).then_some(Imports::Before(*first))
}

/// The end of the header of the C function whose name is at a place.
pub fn c_function(parse: &Parse, name: Span) -> Option<Span> {
    let Statement::CFunction(function) = innermost(parse, name)?.statement else { return None };
    let is_it = function.name().is_some_and(|known| known.span().start == name.start);
    function.function().filter(|_| is_it).map(|function| function.span())
}

fn innermost(parse: &Parse, at: Span) -> Option<Found<'_>> {
    if at.file != parse.file() {
        return None;
    }
    let mut statements = parse.module().statements();
    let mut scopes = Scopes::new(names(&statements));
    let mut innermost = None;
    loop {
        let holds = |span: Span| span.start <= at.start && at.start < span.end;
        let Some(&statement) = statements.iter().find(|statement| holds(statement.span())) else {
            return innermost.map(|statement| Found { statement, scopes });
        };
        innermost = Some(statement);
        // A `cdef:` block may contain only declarations.
        let Some(block) = statement.blocks().into_iter().find(|block| holds(block.span())) else {
            return Some(Found { statement, scopes });
        };
        if matches!(statement, Statement::CdefBlock(_)) {
            return Some(Found { statement, scopes });
        }
        enter(statement, block, &mut scopes);
        statements = block.statements();
    }
}

fn enter<'t>(statement: Statement<'t>, body: Block<'t>, scopes: &mut Scopes) {
    let parameters: Vec<Parameter<'t>> = match statement {
        Statement::Function(function) => {
            function.parameters().map(|parameters| parameters.list()).unwrap_or_default()
        }
        Statement::CFunction(function) => function
            .function()
            .and_then(|signature| signature.parameters())
            .map(|parameters| parameters.list())
            .unwrap_or_default(),
        _ => return,
    };
    let mut local = names(&body.statements());
    bind_parameters(parameters, &mut local);
    scopes.push(local);
}
