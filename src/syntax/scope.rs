//! What names are bound to: the constructs of the dialect, or the user's own definitions.

use std::collections::HashMap;

use crate::syntax::ast::{
    Block, Comprehension, ComprehensionClause, Declarator, Expression, Identifier, ImportFrom, ImportedName,
    Lambda, Parameter, Statement,
};
use crate::syntax::node::{Node, descendants};

/// The constructs of the dialect and of `cython.parallel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    Parallel,
    Prange,
    Device,
    Atomic,
    Update,
    /// A directive that Cython does not know.
    Directive,
    /// Something else of the `offcy` package.
    Offcy,
}

/// The keywords that offcy adds to `parallel` and `prange`.
pub const CLAUSES: &[&str] =
    &["device", "num_teams", "thread_limit", "simd", "collapse", "if_", "device_num"];

/// The keywords that they have in Cython.
pub const HOST_CLAUSES: &[&str] = &["nogil", "schedule", "chunksize", "num_threads", "use_threads_if"];

/// Whether a keyword belongs to a parallel loop.
pub fn is_clause(name: &str) -> bool {
    CLAUSES.contains(&name) || HOST_CLAUSES.contains(&name)
}

/// The names bound in one block of code; `None` where the user bound it.
pub type Names = HashMap<String, Option<String>>;

/// The innermost scope is the last.
pub struct Scopes {
    stack: Vec<Names>,
}

/// Names that mean the construct if nothing binds them.
const BARE: &[&str] = &["device", "atomic", "update", "parallel", "prange"];

impl Scopes {
    pub fn new(module: Names) -> Scopes {
        Scopes { stack: vec![module] }
    }

    pub fn push(&mut self, names: Names) {
        self.stack.push(names);
    }

    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// Whether one of the enclosing functions binds a name.
    pub fn is_local(&self, name: &str) -> bool {
        self.stack.iter().skip(1).any(|names| names.contains_key(name))
    }

    /// What the module `cython` is called here, where an import says so.
    pub fn cython(&self) -> Option<String> {
        let mut known: Vec<&String> = self.stack.iter().flat_map(HashMap::keys).collect();
        known.sort();
        known.into_iter().find(|name| self.name(name).as_deref() == Some("cython")).cloned()
    }

    /// The dotted name that an expression stands for: `cython.parallel.prange`.
    pub fn path(&self, expression: Expression<'_>) -> Option<String> {
        let mut attributes = Vec::new();
        let mut expression = expression;
        while let Expression::Attribute(attribute) = expression {
            attributes.push(attribute.name()?.text());
            expression = attribute.object()?;
        }
        let Expression::Name(name) = expression else { return None };
        let mut path = self.name(name.text())?;
        for attribute in attributes.into_iter().rev() {
            path.push('.');
            path.push_str(attribute);
        }
        Some(path)
    }

    fn name(&self, name: &str) -> Option<String> {
        match self.stack.iter().rev().find_map(|names| names.get(name)) {
            Some(bound) => bound.clone(),
            None if BARE.contains(&name) => Some(format!("cython.parallel.{name}")),
            None if matches!(name, "cython" | "offcy") => Some(name.to_string()),
            None => None,
        }
    }

    /// How a construct can be spelled here, if it can.
    pub fn spelling(&self, wanted: Construct, bare: &str) -> Option<String> {
        if self.name(bare).and_then(|path| construct(&path)) == Some(wanted) {
            return Some(bare.to_string());
        }
        let mut known: Vec<&String> = self.stack.iter().flat_map(HashMap::keys).collect();
        known.sort();
        known.into_iter().find_map(|name| {
            let path = self.name(name)?;
            if construct(&path) == Some(wanted) {
                return Some(name.clone());
            }
            let attribute = format!("{path}.{bare}");
            (construct(&attribute) == Some(wanted)).then(|| format!("{name}.{bare}"))
        })
    }

    pub fn construct(&self, expression: Expression<'_>) -> Option<Construct> {
        construct(&self.path(expression)?)
    }
}

/// The construct that a dotted name means.
pub fn construct(path: &str) -> Option<Construct> {
    let name = path
        .strip_prefix("cython.parallel.")
        .or_else(|| path.strip_prefix("offcy.parallel."))
        .or_else(|| path.strip_prefix("cython."))
        .or_else(|| path.strip_prefix("offcy."))?;
    match name {
        "parallel" => Some(Construct::Parallel),
        "prange" => Some(Construct::Prange),
        "device" => Some(Construct::Device),
        "atomic" => Some(Construct::Atomic),
        "update" => Some(Construct::Update),
        "fastmath" | "ordered_sums" | "auto_context" | "device_blas" => Some(Construct::Directive),
        _ if path.starts_with("offcy.") => Some(Construct::Offcy),
        _ => None,
    }
}

/// The names that the statements of a function or a module bind, without those of nested functions.
pub fn names(statements: &[Statement<'_>]) -> Names {
    let mut names = Names::new();
    for &statement in statements {
        bind_statement(statement, &mut names);
    }
    names
}

/// The names that `:=` binds in the expressions of a statement, excluding those of its blocks.
pub fn named_in(statement: Statement<'_>) -> Vec<Identifier<'_>> {
    let mut found = Vec::new();
    statement.node().children().into_iter().for_each(|child| named(child, &mut found));
    found
}

/// The targets of list comprehensions in the expressions of a statement whose variables leak in Python 2.
pub fn leaked_in(statement: Statement<'_>) -> Vec<Expression<'_>> {
    let mut found = Vec::new();
    statement.node().children().into_iter().for_each(|child| leaked(child, &mut found));
    found
}

fn leaked<'t>(node: Node<'t>, found: &mut Vec<Expression<'t>>) {
    match node.kind() {
        "block" | "lambda" | "function_definition" | "class_definition" => return,
        "list_comprehension" => {
            let comprehension = Comprehension(node);
            let clauses = if comprehension.leaks() { comprehension.clauses() } else { Vec::new() };
            found.extend(clauses.into_iter().filter_map(|clause| match clause {
                ComprehensionClause::For { target, .. } => target,
                ComprehensionClause::If(_) => None,
            }));
        }
        _ => {}
    }
    node.children().into_iter().for_each(|child| leaked(child, found));
}

/// Every name in a statement, attributes and keywords included.
pub fn mentioned_in(statement: Statement<'_>) -> Vec<Identifier<'_>> {
    let found = descendants(statement.node(), "identifier");
    found.into_iter().filter_map(Identifier::cast).collect()
}

/// Those among them that are values in their places, and not only called.
pub fn values_in(statement: Statement<'_>) -> impl Iterator<Item = Identifier<'_>> {
    mentioned_in(statement).into_iter().filter(|name| {
        let Some(parent) = name.0.parent() else { return false };
        match (parent.kind(), name.0.field_name()) {
            ("call", Some("function")) | ("attribute", Some("attribute")) => false,
            // Of definitions, arguments and parameters.
            (_, Some("name")) => false,
            ("decorator" | "dotted_name" | "parameters" | "global_statement" | "nonlocal_statement", _) => {
                false
            }
            _ => true,
        }
    })
}

/// The names that `:=` binds in a lambda's value; they are local to the lambda.
pub fn named_in_lambda(lambda: Lambda<'_>) -> Vec<Identifier<'_>> {
    let mut found = Vec::new();
    lambda.0.field("body").into_iter().for_each(|body| named(body, &mut found));
    found
}

fn named<'t>(node: Node<'t>, found: &mut Vec<Identifier<'t>>) {
    match node.kind() {
        // The patterns and guards of a `match` are in a block.
        "block" if node.parent().is_some_and(|around| around.kind() == "match_statement") => {}
        "block" | "lambda" | "function_definition" | "class_definition" => return,
        // `{x:=10}` has a format that begins with `=`.
        "named_expression" if node.parent().is_some_and(|around| around.kind() == "interpolation") => {}
        "named_expression" => found.extend(node.field("name").and_then(Identifier::cast)),
        _ => {}
    }
    node.children().into_iter().for_each(|child| named(child, found));
}

pub fn bind_parameters(parameters: Vec<Parameter<'_>>, names: &mut Names) {
    for name in parameters.into_iter().filter_map(Parameter::name) {
        names.insert(name.text().to_string(), None);
    }
}

fn bind_block(block: Block<'_>, names: &mut Names) {
    for statement in block.statements() {
        bind_statement(statement, names);
    }
}

fn bind_statement(statement: Statement<'_>, names: &mut Names) {
    let mut own = |name: &str| {
        names.insert(name.to_string(), None);
    };
    named_in(statement).into_iter().for_each(|name| own(name.text()));
    match statement {
        Statement::Assignment(assignment) => bind_targets(assignment.targets(), names),
        Statement::AugmentedAssignment(assignment) => bind_targets(assignment.target(), names),
        Statement::Delete(delete) => bind_targets(delete.targets(), names),
        Statement::CDeclaration(declaration) => {
            let declared = declaration.declarators().into_iter().filter_map(|one| one.name());
            declared.for_each(|name| own(name.text()));
        }
        Statement::Define(define) => define.name().into_iter().for_each(|name| own(name.text())),
        Statement::Typedef(typedef) => {
            typedef.declarator().and_then(Declarator::name).into_iter().for_each(|name| own(name.text()));
        }
        Statement::Function(function) => {
            return function.name().into_iter().for_each(|name| own(name.text()));
        }
        Statement::CFunction(function) => {
            return function.name().into_iter().for_each(|name| own(name.text()));
        }
        Statement::Class(class) => return class.name().into_iter().for_each(|name| own(name.text())),
        Statement::CClass(class) => return class.name().into_iter().for_each(|name| own(&name.path())),
        Statement::Struct(item) => return item.name().into_iter().for_each(|name| own(name.text())),
        Statement::Enum(item) => return item.name().into_iter().for_each(|name| own(name.text())),
        Statement::Import(import) | Statement::Cimport(import) => {
            import.names().into_iter().for_each(|name| bind_import(name, names));
        }
        Statement::ImportFrom(import) | Statement::CimportFrom(import) => bind_import_from(import, names),
        Statement::For(loop_) => bind_targets(loop_.target(), names),
        Statement::With(with) => {
            with.items().into_iter().for_each(|item| bind_targets(item.target(), names));
        }
        Statement::Match(match_) => {
            let names = match_.cases().into_iter().flat_map(|case| case.pattern().names());
            names.for_each(|name| own(name.text()));
        }
        Statement::Try(try_) => {
            try_.except_clauses().into_iter().for_each(|clause| bind_targets(clause.alias(), names));
        }
        _ => {}
    }
    statement.blocks().into_iter().for_each(|block| bind_block(block, names));
}

fn bind_targets<'t>(targets: impl IntoIterator<Item = Expression<'t>>, names: &mut Names) {
    for target in targets {
        match target {
            Expression::Name(name) => {
                names.insert(name.text().to_string(), None);
            }
            Expression::Tuple(elements) | Expression::List(elements) => {
                bind_targets(elements.elements(), names)
            }
            Expression::Starred(starred) => bind_targets(starred.value(), names),
            Expression::Comprehension(comprehension) => {
                for clause in comprehension.clauses() {
                    if let ComprehensionClause::For { target, .. } = clause {
                        bind_targets(target, names);
                    }
                }
            }
            _ => {}
        }
    }
}

fn bind_import(import: ImportedName<'_>, names: &mut Names) {
    let Some(name) = import.name() else { return };
    let path = name.path();
    let known =
        |path: &str| matches!(path.split('.').next(), Some("cython" | "offcy")).then(|| path.to_string());
    match import.alias() {
        Some(alias) => names.insert(alias.text().to_string(), known(&path)),
        // `import a.b` binds `a`.
        None => {
            let root = path.split('.').next().unwrap_or_default();
            names.insert(root.to_string(), known(root))
        }
    };
}

fn bind_import_from(import: ImportFrom<'_>, names: &mut Names) {
    let module = import.module_path();
    let is_known = matches!(module.split('.').next(), Some("cython" | "offcy"));
    for imported in import.names() {
        let Some(name) = imported.name() else { continue };
        let path = is_known.then(|| format!("{module}.{}", name.path()));
        let bound = imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
        names.insert(bound, path);
    }
}
