//! Where a name occurs: in its document, and in the other modules of the workspace.

mod entity;
mod loose;
mod rename;
mod trial;
mod workspace;

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use lsp_types::{DocumentHighlight, Location, Range, Uri};

pub use entity::{Entity, function_around};
pub use rename::{prepare, rename};
pub use workspace::{Workspace, symbols};

use super::facts::{Fact, name_at};
use super::studied::{Studied, uri_of};
use crate::source::{FileId, Span};
use crate::syntax::ast::{Expression, Identifier};

/// What a name stands for, and how it is spelt.
pub struct Target {
    pub entity: Entity,
    pub name: String,
    /// The name that was asked about.
    pub at: Span,
}

/// The target of the name at a byte of a document; `None` if nothing is known about it.
pub fn target(studied: &Studied, at: u32) -> Option<Target> {
    let name = name_at(studied.parse()?, at)?;
    let (facts, file) = (studied.facts()?, studied.file()?);
    let target = |entity| Target { entity, name: name.text().to_string(), at: name.span() };
    if let Some(entity) = facts.get(name.span()).and_then(|fact| entity::of(studied, fact)) {
        return Some(target(entity));
    }
    // One that no stage resolves is a use of something that has this name elsewhere in the document.
    let others = facts.places(file, |_, at| studied.sources().text(at) == name.text());
    let others: HashSet<Entity> =
        others.into_iter().filter_map(|at| entity::of(studied, facts.get(at)?)).collect();
    let mut means = others
        .into_iter()
        .map(target)
        .filter(|other| loose::uses(studied, file, other).contains(&name.span()));
    means.next()
}

/// The places of a target in one study, in all files that the study has read.
fn places(studied: &Studied, target: &Target) -> BTreeSet<(FileId, u32, u32)> {
    let mut found = BTreeSet::new();
    for (file, source) in studied.sources().files().filter(|(_, file)| !file.is_builtin()) {
        // Other files are asked only if they could have it.
        let may_have = target.entity.is_shared() || Some(file) == studied.file();
        if !may_have || !source.text().contains(&target.name) {
            continue;
        }
        let Some(facts) = studied.facts_of(file) else { continue };
        found.extend(loose::uses(studied, file, target).into_iter().map(|at| (file, at.start, at.end)));
        // Few names are spelt so; only these are looked at closely.
        let is_spelt_so = |at: Span| studied.sources().text(at) == target.name;
        let is_it = |fact: &Fact| entity::of(studied, fact).as_ref() == Some(&target.entity);
        let at = facts.places(file, |fact, at| is_spelt_so(at) && is_it(fact)).into_iter();
        let declared = facts.declared(|fact| {
            fact.declared.is_some_and(|at| at.file == file && is_spelt_so(at)) && is_it(fact)
        });
        found.extend(at.chain(declared).map(|at| (file, at.start, at.end)));
    }
    found.extend(arguments(studied, target).into_iter().map(|at| (at.file, at.start, at.end)));
    found
}

/// The keywords in a document that name a variable of a function: `scale(x, factor=2)`, `@cython.locals(factor=int)`.
fn arguments(studied: &Studied, target: &Target) -> Vec<Span> {
    let find = || {
        let (parse, facts) = (studied.parse()?, studied.facts()?);
        let (function, keywords) = entity::head_of(parse, target.entity.function(studied)?)?;
        let function = entity::of(studied, facts.get(function)?)?;
        let means_it = |callee: Option<Expression<'_>>| {
            let name = match callee? {
                Expression::Name(name) => name,
                Expression::Attribute(attribute) => attribute.name()?,
                _ => return None,
            };
            (entity::of(studied, facts.get(name.span())?)? == function).then_some(())
        };
        let calls = parse.calls().into_iter().filter(|call| means_it(call.function()).is_some());
        let of_calls = calls.flat_map(|call| call.arguments()).filter_map(|argument| argument.name());
        let all = keywords.into_iter().chain(of_calls).filter(|name| name.text() == target.name);
        Some(all.map(Identifier::span).collect())
    };
    find().unwrap_or_default()
}

/// Where a document mentions what the name at a byte stands for.
pub fn highlights(studied: &Studied, at: u32) -> Vec<DocumentHighlight> {
    let Some(target) = target(studied, at) else { return Vec::new() };
    let here = places(studied, &target).into_iter().filter(|(file, ..)| Some(*file) == studied.file());
    let range = |(file, start, end)| studied.range(Span { file, start, end });
    here.map(|place| DocumentHighlight { range: range(place), kind: None }).collect()
}

/// A place in a file of the workspace.
#[derive(Clone, Debug)]
pub struct Place {
    pub path: PathBuf,
    pub uri: Uri,
    pub range: Range,
}

/// Every place of a target that the workspace has, each once.
pub fn everywhere(studied: &Studied, target: &Target, workspace: &Workspace<'_>) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    let mut add = |studied: &Studied| {
        for (file, start, end) in places(studied, target) {
            let source = studied.sources().file(file);
            let range = studied.range(Span { file, start, end });
            let is_known = |place: &Place| place.path == source.path() && place.range == range;
            if let Some(uri) = uri_of(source, workspace.shared).filter(|_| !found.iter().any(is_known)) {
                found.push(Place { path: source.path().to_path_buf(), uri, range });
            }
        }
    };
    add(studied);
    if target.entity.is_shared() {
        workspace.others(studied, &target.name, &mut add);
    }
    found
}

/// The places where the name at a byte occurs; with its declarations if they are wanted.
pub fn references(
    studied: &Studied,
    at: u32,
    with_declarations: bool,
    workspace: &Workspace<'_>,
) -> Option<Vec<Location>> {
    let target = target(studied, at)?;
    let mut places = everywhere(studied, &target, workspace);
    if !with_declarations {
        let declared = entity::declarations(studied, &target);
        let ranges: Vec<_> = declared
            .iter()
            .map(|&at| (studied.sources().file(at.file).path().to_path_buf(), studied.range(at)))
            .collect();
        places.retain(|place| !ranges.contains(&(place.path.clone(), place.range)));
    }
    Some(places.into_iter().map(|place| Location { uri: place.uri, range: place.range }).collect())
}
