//! Which names functions inside a block take from around them.

use std::collections::HashSet;

use super::ast::{Block, Function, Lambda, Parameters, Statement};
use super::node::Node;
use super::scope;

type Names = HashSet<String>;

/// The names that functions inside the block, at any depth, may take from the code around them.
pub fn used_by_inner(block: Block<'_>) -> Names {
    let mut found = Names::new();
    inner(block.0, &mut found);
    found
}

/// The same of a lambda's value.
pub fn used_by_inner_of(lambda: Lambda<'_>) -> Names {
    let mut found = Names::new();
    if let Some(body) = lambda.0.field("body") {
        inner(body, &mut found);
    }
    found
}

fn inner(node: Node<'_>, found: &mut Names) {
    match node.kind() {
        "function_definition" | "lambda" => of_function(node, found),
        _ => node.children().into_iter().for_each(|child| inner(child, found)),
    }
}

/// What the function, the defaults of its parameters aside, does not bind itself.
fn of_function(node: Node<'_>, found: &mut Names) {
    let (mut used, mut bound, mut elsewhere) = (Names::new(), Names::new(), Names::new());
    if let Some(parameters) = node.field("parameters").and_then(Parameters::cast) {
        parameters.0.children().into_iter().for_each(|parameter| inner(parameter, found));
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
    found.extend(used);
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

/// Every name that code mentions; of functions inside, what these take from it.
fn uses(node: Node<'_>, found: &mut Names) {
    match node.kind() {
        "identifier" => {
            found.insert(node.text().to_string());
        }
        "attribute" => node.field("object").into_iter().for_each(|object| uses(object, found)),
        "keyword_argument" => node.field("value").into_iter().for_each(|value| uses(value, found)),
        "function_definition" | "lambda" => of_function(node, found),
        "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => {
            let (mut used, mut bound) = (Names::new(), Names::new());
            for child in node.children() {
                if let Some(target) = child.field("left").filter(|_| child.kind() == "for_in_clause") {
                    uses(target, &mut bound);
                }
                uses(child, &mut used);
            }
            used.retain(|name| !bound.contains(name));
            found.extend(used);
        }
        _ => node.children().into_iter().for_each(|child| uses(child, found)),
    }
}
