//! Which names nested functions take from the enclosing scopes.

use std::collections::HashSet;

use super::ast::{Block, CFunction, Class, Comprehension, Function, Lambda, Parameters, Statement};
use super::node::Node;
use super::scope;

pub type Names = HashSet<String>;

/// Builtins that consume an iterable completely before they return anything.
pub const CONSUMERS: &[&str] = &["dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"];

/// What a module says of all its code.
#[derive(Clone, Copy)]
pub struct Rules<'r> {
    /// Variables of list comprehensions are those of the code.
    pub leaks: bool,
    /// The names of [`rebound`].
    pub rebound: &'r Names,
}

/// What functions inside some code take from it.
#[derive(Default)]
pub struct Inner {
    /// The names that functions inside, at any depth, may take from the enclosing code.
    pub used: Names,
    /// Some take variables of comprehensions, which the code itself runs.
    pub in_comprehensions: bool,
}

impl Inner {
    /// What functions inside a block take.
    pub fn of_block(block: Block<'_>, rules: Rules<'_>) -> Inner {
        Inner::of(&[block.0], rules)
    }

    /// The same for statements.
    pub fn of_statements(statements: &[Statement<'_>], rules: Rules<'_>) -> Inner {
        Inner::of(&statements.iter().map(|statement| statement.node()).collect::<Vec<_>>(), rules)
    }

    /// The same for a lambda's value.
    pub fn of_lambda(lambda: Lambda<'_>, rules: Rules<'_>) -> Inner {
        Inner::of(lambda.0.field("body").as_slice(), rules)
    }

    /// The same for what a generator expression runs, or a comprehension after its first iterable.
    pub fn of_comprehension(comprehension: Comprehension<'_>, rules: Rules<'_>) -> Inner {
        let first = first_iterable(comprehension.0);
        Inner::of(&own_parts(comprehension.0, first), rules)
    }

    fn of(parts: &[Node<'_>], rules: Rules<'_>) -> Inner {
        let mut found = Inner::default();
        parts.iter().for_each(|part| inner(*part, rules, &mut found));
        found
    }
}

/// The names of consumers that code binds somewhere, at any depth: there they may be something else.
pub fn rebound(statements: &[Statement<'_>]) -> Names {
    let mut found: Names = scope::names(statements).into_keys().collect();
    statements.iter().for_each(|statement| bound_inside(statement.node(), &mut found));
    found.retain(|name| consumes(name));
    found
}

fn consumes(name: &str) -> bool {
    CONSUMERS.contains(&name) || matches!(name, "any" | "all")
}

fn bound_inside(node: Node<'_>, found: &mut Names) {
    let parameters = node.field("parameters").and_then(Parameters::cast);
    let parameters = parameters.map(Parameters::list).unwrap_or_default();
    found.extend(parameters.iter().filter_map(|parameter| Some(parameter.name()?.text().to_string())));
    if let Some(lambda) = Lambda::cast(node) {
        found.extend(scope::named_in_lambda(lambda).iter().map(|name| name.text().to_string()));
    }
    let body = Function::cast(node).and_then(Function::body);
    let body = body.or_else(|| CFunction::cast(node).and_then(CFunction::body));
    if let Some(body) = body.or_else(|| Class::cast(node).and_then(Class::body)) {
        found.extend(scope::names(&body.statements()).into_keys());
        not_bound(&body.statements(), found);
    }
    if is_comprehension(node.kind()) {
        targets(node, found);
    }
    node.children().into_iter().for_each(|child| bound_inside(child, found));
}

/// The names that a C function takes from the module.
pub fn used_by_c_function(function: CFunction<'_>) -> Names {
    let statements = function.body().map(Block::statements).unwrap_or_default();
    let (mut used, mut elsewhere) = (Names::new(), Names::new());
    let mut bound: Names = scope::names(&statements).into_keys().collect();
    let parameters = function.parameters().map(Parameters::list).unwrap_or_default();
    bound.extend(parameters.iter().filter_map(|parameter| Some(parameter.name()?.text().to_string())));
    not_bound(&statements, &mut elsewhere);
    function.body().into_iter().for_each(|body| uses(body.0, &mut used));
    used.retain(|name| elsewhere.contains(name) || !bound.contains(name));
    used
}

fn inner(node: Node<'_>, rules: Rules<'_>, found: &mut Inner) {
    match node.kind() {
        "function_definition" | "lambda" => of_function(node, rules, found),
        "generator_expression" if !is_consumed(node, rules.rebound) => {
            let first = first_iterable(node);
            let (mut used, mut bound) = (Names::new(), Names::new());
            for part in own_parts(node, first) {
                uses(part, &mut used);
            }
            targets(node, &mut bound);
            used.retain(|name| !bound.contains(name));
            found.used.extend(used);
            first.into_iter().for_each(|first| inner(first, rules, found));
        }
        kind if is_comprehension(kind) && !(rules.leaks && kind == "list_comprehension") => {
            let first = first_iterable(node);
            let (mut own, mut bound) = (Inner::default(), Names::new());
            own_parts(node, first).into_iter().for_each(|part| inner(part, rules, &mut own));
            targets(node, &mut bound);
            found.in_comprehensions |= own.in_comprehensions || !own.used.is_disjoint(&bound);
            found.used.extend(own.used.into_iter().filter(|name| !bound.contains(name)));
            first.into_iter().for_each(|first| inner(first, rules, found));
        }
        _ => node.children().into_iter().for_each(|child| inner(child, rules, found)),
    }
}

fn is_comprehension(kind: &str) -> bool {
    matches!(
        kind,
        "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression"
    )
}

/// The part of a generator expression that is evaluated immediately.
fn first_iterable(generator: Node<'_>) -> Option<Node<'_>> {
    generator.child("for_in_clause")?.field("right")
}

/// The parts of a generator expression that run lazily, inside it.
fn own_parts<'t>(generator: Node<'t>, first: Option<Node<'t>>) -> Vec<Node<'t>> {
    let first = first.map(Node::span);
    let parts = |node: Node<'t>| match node.kind() {
        "for_in_clause" => node.children(),
        _ => vec![node],
    };
    let all = generator.children().into_iter().flat_map(parts);
    all.filter(|part| Some(part.span()) != first).collect()
}

fn targets(comprehension: Node<'_>, bound: &mut Names) {
    for child in comprehension.children() {
        if let Some(target) = child.field("left").filter(|_| child.kind() == "for_in_clause") {
            bound_by(target, bound);
        }
    }
}

/// The names that a target binds: not those in `x.y` or `x[y]`.
fn bound_by(target: Node<'_>, bound: &mut Names) {
    match target.kind() {
        "identifier" => drop(bound.insert(target.text().to_string())),
        "attribute" | "subscript" => {}
        _ => target.children().into_iter().for_each(|part| bound_by(part, bound)),
    }
}

/// Whether a generator expression is the first argument of a call that consumes it immediately: then it is a
/// loop.
fn is_consumed(generator: Node<'_>, rebound: &Names) -> bool {
    let is_first = |list: &Node<'_>| {
        list.kind() != "argument_list"
            || list.children().first().map(|first| first.span()) == Some(generator.span())
    };
    let mut parent = generator.parent();
    while let Some(list) =
        parent.filter(|node| matches!(node.kind(), "argument_list" | "parenthesized_expression"))
    {
        if !is_first(&list) {
            return false;
        }
        parent = list.parent();
    }
    let Some(function) = parent.filter(|node| node.kind() == "call").and_then(|call| call.field("function"))
    else {
        return false;
    };
    match function.kind() {
        "identifier" => consumes(function.text()) && !rebound.contains(function.text()),
        "attribute" => {
            let is_text = function.field("object").is_some_and(|object| object.kind().ends_with("string"));
            is_text && function.field("attribute").is_some_and(|name| name.text() == "join")
        }
        _ => false,
    }
}

/// The names that the function (without the defaults of its parameters) does not bind itself.
fn of_function(node: Node<'_>, rules: Rules<'_>, found: &mut Inner) {
    let (mut used, mut bound, mut elsewhere) = (Names::new(), Names::new(), Names::new());
    if let Some(parameters) = node.field("parameters").and_then(Parameters::cast) {
        parameters.0.children().into_iter().for_each(|parameter| inner(parameter, rules, found));
        for parameter in parameters.list() {
            bound.extend(parameter.name().map(|name| name.text().to_string()));
        }
    }
    if let Some(lambda) = Lambda::cast(node) {
        bound.extend(scope::named_in_lambda(lambda).iter().map(|name| name.text().to_string()));
    }
    if let Some(function) = Function::cast(node) {
        let statements = function.body().map(Block::statements).unwrap_or_default();
        bound.extend(scope::names(&statements).into_keys());
        not_bound(&statements, &mut elsewhere);
    }
    if let Some(body) = node.field("body") {
        uses(body, &mut used);
    }
    used.retain(|name| elsewhere.contains(name) || !bound.contains(name));
    found.used.extend(used);
}

/// Names that `global` and `nonlocal` say are bound elsewhere.
fn not_bound(statements: &[Statement<'_>], found: &mut Names) {
    for statement in statements {
        match statement {
            Statement::Global(names) => {
                found.extend(names.names().iter().map(|name| name.text().to_string()))
            }
            Statement::Nonlocal(names) => {
                found.extend(names.names().iter().map(|name| name.text().to_string()));
            }
            Statement::Function(_) | Statement::Class(_) => {}
            other => {
                other.blocks().into_iter().for_each(|block| not_bound(&block.statements(), found));
            }
        }
    }
}

/// Every name that code mentions; for nested functions, the names that they take from it.
fn uses(node: Node<'_>, found: &mut Names) {
    match node.kind() {
        "identifier" => {
            found.insert(node.text().to_string());
        }
        "attribute" => node.field("object").into_iter().for_each(|object| uses(object, found)),
        "dotted_name" => node.children().into_iter().take(1).for_each(|head| uses(head, found)),
        "keyword_pattern" => node.children().into_iter().skip(1).for_each(|pattern| uses(pattern, found)),
        "keyword_argument" => node.field("value").into_iter().for_each(|value| uses(value, found)),
        "function_definition" | "lambda" => {
            // Where they are consumed, the code around uses their names as well.
            let (mut own, rebound) = (Inner::default(), Names::new());
            of_function(node, Rules { leaks: false, rebound: &rebound }, &mut own);
            found.extend(own.used);
            let parameters = node.field("parameters").and_then(Parameters::cast);
            let parameters = parameters.map(|parameters| parameters.0.children()).unwrap_or_default();
            let defaults = parameters.into_iter().filter_map(|parameter| parameter.field("value"));
            defaults.for_each(|default| uses(default, found));
        }
        kind if is_comprehension(kind) => {
            let (mut used, mut bound) = (Names::new(), Names::new());
            node.children().into_iter().for_each(|child| uses(child, &mut used));
            targets(node, &mut bound);
            used.retain(|name| !bound.contains(name));
            found.extend(used);
        }
        _ => node.children().into_iter().for_each(|child| uses(child, found)),
    }
}
