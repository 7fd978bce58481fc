//! What names stand for, in terms that are the same in every study: a declaration of a module has one place in its
//! `.pyx` and another in its `.pxd`.

use std::path::PathBuf;

use super::Target;
use crate::lsp::facts::{Fact, statements_around};
use crate::lsp::studied::Studied;
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{Argument, Block, Call, Expression, Identifier, Statement};

/// Something that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// The variables of a function that have one name, those of comprehensions among them, whose types depend on those
    /// around them. The function is where it begins.
    Local { path: PathBuf, function: u32, name: String },
    /// A declaration of a module or a class: `Class.method`. The module is its file without the ending.
    Shared { module: PathBuf, name: String },
}

impl Entity {
    /// Whether other files may mention it.
    pub fn is_shared(&self) -> bool {
        matches!(self, Entity::Shared { .. })
    }

    /// Whether it is looked up in an object.
    pub fn is_member(&self) -> bool {
        matches!(self, Entity::Shared { name, .. } if name.contains('.'))
    }

    /// The function that has a variable, in its file.
    pub fn function(&self, studied: &Studied) -> Option<Span> {
        let Entity::Local { path, function, .. } = self else { return None };
        let (file, _) = studied.sources().files().find(|(_, file)| file.path() == path)?;
        studied.with_parse(file, |parse| function_around(parse, *function))
    }
}

/// What a name stands for, if it is declared in a file of the user's.
pub fn of(studied: &Studied, fact: &Fact) -> Option<Entity> {
    let declared = fact.declared.filter(|declared| declared.end > declared.start)?;
    let source = studied.sources().file(declared.file);
    if source.is_builtin() {
        return None;
    }
    // The body of a class is a function to the stages; what it binds are members.
    let is_local = fact.is_local
        && !studied.with_parse(declared.file, |parse| {
            matches!(scope_of(parse, declared), Some(Statement::Class(_) | Statement::CClass(_)))
        });
    if is_local {
        let (path, name) = (source.path().to_path_buf(), studied.sources().text(declared).to_string());
        let around = studied.with_parse(declared.file, |parse| scope(parse, declared, &name));
        return Some(match around {
            Some(function) => Entity::Local { path, function: function.start, name },
            None => Entity::Shared { module: path.with_extension(""), name },
        });
    }
    let name = studied.with_parse(declared.file, |parse| qualified(parse, declared))?;
    Some(Entity::Shared { module: source.path().with_extension(""), name })
}

/// The places in a study where what a target stands for is declared.
pub fn declarations(studied: &Studied, target: &Target) -> Vec<Span> {
    let mut found = Vec::new();
    for (file, _) in studied.sources().files().filter(|(_, file)| !file.is_builtin()) {
        let Some(facts) = studied.facts_of(file) else { continue };
        let declares = |fact: &Fact, at: Span| {
            fact.declared == Some(at) && of(studied, fact).as_ref() == Some(&target.entity)
        };
        found.extend(facts.places(file, declares));
    }
    found
}

/// The name of a declaration with those of the classes around it.
fn qualified(parse: &Parse, declared: Span) -> Option<String> {
    let own = parse.text().get(declared.range())?;
    let around = statements_around(parse, declared.start).into_iter().filter_map(class_name);
    let classes = around.filter(|class| class.span() != declared);
    let name: String = classes.map(|class| format!("{}.", class.text())).collect();
    Some(name + own)
}

/// The names that the statements of a module define: functions, classes, structs. A class can be announced before.
pub fn defined<'t>(statements: Vec<Statement<'t>>) -> Vec<Identifier<'t>> {
    let of_one = |statement: Statement<'t>| match function_name(statement).or_else(|| class_name(statement)) {
        Some(name) => vec![name],
        None => statement.blocks().into_iter().flat_map(|block| defined(block.statements())).collect(),
    };
    statements.into_iter().flat_map(of_one).collect()
}

fn class_name(statement: Statement<'_>) -> Option<Identifier<'_>> {
    match statement {
        Statement::Class(class) => class.name(),
        Statement::CClass(class) => class.bound_name(),
        Statement::CppClass(class) => class.name(),
        Statement::Struct(decl) => decl.name(),
        Statement::Enum(decl) => decl.name(),
        _ => None,
    }
}

/// The function whose variable a name is that a place binds: `None` is the module.
pub fn scope(parse: &Parse, at: Span, name: &str) -> Option<Span> {
    let functions =
        statements_around(parse, at.start).into_iter().filter(|found| function_name(*found).is_some());
    let functions: Vec<_> = functions.collect();
    bound_in(&functions, name)
}

/// The same outside of a function.
pub fn scope_around(parse: &Parse, function: Span, name: &str) -> Option<Span> {
    let functions =
        statements_around(parse, function.start).into_iter().filter(|found| function_name(*found).is_some());
    let outer: Vec<_> = functions.take_while(|found| found.span() != function).collect();
    bound_in(&outer, name)
}

fn bound_in(functions: &[Statement<'_>], name: &str) -> Option<Span> {
    for function in functions.iter().rev() {
        match declared_elsewhere(*function, name) {
            None => return Some(function.span()),
            Some(Elsewhere::Module) => return None,
            Some(Elsewhere::Outside) => {}
        }
    }
    None
}

/// Where a function says that a variable is.
enum Elsewhere {
    /// `global x`
    Module,
    /// `nonlocal x`
    Outside,
}

fn declared_elsewhere(statement: Statement<'_>, name: &str) -> Option<Elsewhere> {
    let has = |names: Vec<Identifier<'_>>| names.iter().any(|one| one.text() == name);
    statement.blocks().into_iter().flat_map(Block::statements).find_map(|inner| match inner {
        Statement::Global(global) if has(global.names()) => Some(Elsewhere::Module),
        Statement::Nonlocal(nonlocal) if has(nonlocal.names()) => Some(Elsewhere::Outside),
        _ if function_name(inner).is_some() || class_name(inner).is_some() => None,
        other => declared_elsewhere(other, name),
    })
}

/// The name of a function, and the keywords of its decorators: `@cython.locals(x=cython.double)`.
pub fn head_of(parse: &Parse, function: Span) -> Option<(Span, Vec<Identifier<'_>>)> {
    let statement =
        statements_around(parse, function.start).into_iter().rev().find(|found| found.span() == function)?;
    let decorators = match statement {
        Statement::Function(def) => def.decorators(),
        Statement::CFunction(def) => def.decorators(),
        _ => Vec::new(),
    };
    let calls = decorators.into_iter().filter_map(|decorator| match decorator.expression()? {
        Expression::Call(call) => Some(call),
        _ => None,
    });
    let keywords = calls.flat_map(Call::arguments).filter_map(Argument::name).collect();
    Some((function_name(statement)?.span(), keywords))
}

/// The innermost function that holds a byte, from its head to its end.
pub fn function_around(parse: &Parse, at: u32) -> Option<Span> {
    statements_around(parse, at)
        .into_iter()
        .rev()
        .find(|statement| function_name(*statement).is_some())
        .map(Statement::span)
}

/// The innermost function or class in which a declaration is, except for what it declares itself.
fn scope_of(parse: &Parse, declared: Span) -> Option<Statement<'_>> {
    let mut around = statements_around(parse, declared.start).into_iter().rev();
    around.find(|statement| {
        let name = function_name(*statement).or_else(|| class_name(*statement));
        name.is_some_and(|name| name.span() != declared)
    })
}

fn function_name(statement: Statement<'_>) -> Option<Identifier<'_>> {
    match statement {
        Statement::Function(def) => def.name(),
        Statement::CFunction(def) => def.name(),
        _ => None,
    }
}
