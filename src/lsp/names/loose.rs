//! Uses of a module's names that no stage resolves: in annotations, in decorators, in the bodies of classes.

use super::entity::{self, Entity};
use super::{Place, Target, Workspace};
use crate::lsp::facts::Fact;
use crate::lsp::studied::Studied;
use crate::source::{FileId, Span};
use crate::syntax::ast::{Block, Identifier, Statement};

/// The names in a file that mean what a target names, though nothing is known about them: Python's rules of scopes leave
/// nothing else.
pub fn uses(studied: &Studied, file: FileId, target: &Target) -> Vec<Span> {
    let path = studied.sources().file(file).path();
    let is_own = match &target.entity {
        Entity::Shared { module, .. } => !target.entity.is_member() && path.with_extension("") == *module,
        Entity::Local { path: own, .. } => path == own,
    };
    let Some(facts) = studied.facts_of(file).filter(|_| is_own) else { return Vec::new() };
    let locals = facts.places(file, |fact, at| fact.is_local && fact.declared == Some(at));
    studied.with_parse(file, |parse| {
        let same = |at: &Span| parse.text().get(at.range()) == Some(&target.name);
        let scope = |at: Span| entity::scope(parse, at, &target.name);
        let binding: Vec<Option<Span>> = locals.into_iter().filter(same).map(scope).collect();
        let is_unknown = |at: &Span| facts.get(*at).is_none_or(|fact| fact.declared.is_none());
        // The innermost function that binds the name.
        let means = |at: Span| {
            let mut around = scope(at);
            while let Some(function) = around {
                if binding.contains(&Some(function)) {
                    break;
                }
                around = entity::scope_around(parse, function, &target.name);
            }
            around
        };
        let wanted = target.entity.function(studied);
        let names = parse.plain_names().into_iter().chain(entity::defined(parse.module().statements()));
        let names = names.map(Identifier::span).filter(same).filter(is_unknown);
        names.filter(|at| means(*at) == wanted).collect()
    })
}

/// Where the body of a class binds a target's name: what the name means there is decided when the program runs.
pub fn bound_by_class(studied: &Studied, target: &Target) -> Option<Span> {
    let parse = studied.parse()?;
    let Entity::Shared { name, .. } = &target.entity else { return None };
    let mut bodies = Vec::new();
    class_bodies(parse.module().statements(), &mut bodies);
    let same = |name: &Identifier<'_>| name.text() == target.name;
    let binds = |body: &&Block<'_>| body.statements().into_iter().flat_map(bound).any(|name| same(&name));
    // A use by its bare name in a body of a class that has such a name.
    let bodies: Vec<Span> = bodies.iter().filter(binds).map(|body| body.span()).collect();
    let of_class = name.contains('.');
    let is_open = |at: Span| {
        bodies.iter().any(|body| holds(*body, at))
            && entity::function_around(parse, at.start).is_none()
            && (!of_class || !is_declared(studied, at))
    };
    let mut names = parse.plain_names().into_iter().filter(same);
    names.find(|name| is_open(name.span())).map(Identifier::span)
}

/// A member is found by its name when the program runs wherever the class of an object is not known, and members of other
/// classes may override it: such uses are not part of a rename.
pub fn refuse_open_members(
    studied: &Studied,
    target: &Target,
    places: &[Place],
    workspace: &Workspace<'_>,
) -> Result<(), String> {
    if !target.entity.is_member() {
        return Ok(());
    }
    let mut open = None;
    let mut look = |studied: &Studied| {
        for (file, source) in studied.sources().files().filter(|(_, file)| !file.is_builtin()) {
            let Some(facts) = studied.facts_of(file).filter(|_| source.text().contains(&target.name)) else {
                continue;
            };
            let is_open = |at: &Span| {
                let range = studied.range(*at);
                let is_place = places.iter().any(|place| place.range == range && place.path == source.path());
                // A variable of that name is something else.
                let is_other =
                    |fact: &Fact| entity::of(studied, fact).is_some_and(|entity| !entity.is_member());
                !is_place && !facts.get(*at).is_some_and(is_other)
            };
            let found = studied.with_parse(file, |parse| {
                let plain = parse.plain_names();
                let is_member =
                    |name: &Identifier<'_>| !plain.iter().any(|plain| plain.span() == name.span());
                let names = parse.identifiers().into_iter().filter(|name| name.text() == target.name);
                names.filter(is_member).map(Identifier::span).find(is_open)
            });
            open = open
                .take()
                .or_else(|| Some((source.path().to_path_buf(), studied.range(found?).start.line + 1)));
        }
    };
    look(studied);
    workspace.others(studied, &target.name, &mut look);
    match open {
        None => Ok(()),
        Some((path, line)) => Err(format!(
            "`{}` in line {line} of {} may be the same or override it: that is decided when the program runs",
            target.name,
            path.display()
        )),
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn is_declared(studied: &Studied, at: Span) -> bool {
    studied.facts().is_some_and(|facts| facts.get(at).is_some_and(|fact| fact.declared.is_some()))
}

fn class_bodies<'t>(statements: Vec<Statement<'t>>, found: &mut Vec<Block<'t>>) {
    for statement in statements {
        if matches!(statement, Statement::Class(_) | Statement::CClass(_)) {
            found.extend(statement.blocks());
        }
        statement.blocks().into_iter().for_each(|block| class_bodies(block.statements(), found));
    }
}

/// The names that a statement of a class' body binds in the class.
fn bound(statement: Statement<'_>) -> Vec<Identifier<'_>> {
    use crate::syntax::ast::Expression;
    match statement {
        Statement::Assignment(assignment) => {
            let name = |target| if let Expression::Name(name) = target { Some(name) } else { None };
            assignment.targets().into_iter().filter_map(name).collect()
        }
        Statement::Function(def) => def.name().into_iter().collect(),
        Statement::CFunction(def) => def.name().into_iter().collect(),
        Statement::CDeclaration(decl) => {
            decl.declarators().into_iter().filter_map(|declarator| declarator.name()).collect()
        }
        Statement::Property(property) => property.name().into_iter().collect(),
        other => other.blocks().into_iter().flat_map(Block::statements).flat_map(bound).collect(),
    }
}
