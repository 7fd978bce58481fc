//! Renaming: only where every use is known, and where the new name means nothing yet.

use std::collections::{BTreeMap, HashMap};

use lsp_types::{PrepareRenameResponse, TextEdit, Uri, WorkspaceEdit};

use super::{Entity, Place, Target, Workspace, everywhere, loose, target, trial};
use crate::lsp::facts::name_at;
use crate::lsp::studied::Studied;
use crate::source::Span;
use crate::syntax::{Parse, is_keyword, parse};

/// The name that would be changed, or why it cannot be.
pub fn prepare(
    studied: &Studied,
    at: u32,
    workspace: &Workspace<'_>,
) -> Result<PrepareRenameResponse, String> {
    let target = allowed(studied, at, workspace)?;
    Ok(PrepareRenameResponse::RangeWithPlaceholder {
        range: studied.range(target.at),
        placeholder: target.name,
    })
}

/// The edits that give another name to what the name at a byte stands for, or why there are none.
pub fn rename(
    studied: &Studied,
    at: u32,
    new_name: &str,
    workspace: &Workspace<'_>,
) -> Result<WorkspaceEdit, String> {
    let target = allowed(studied, at, workspace)?;
    let is_name = new_name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && new_name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if !is_name {
        return Err(format!("`{new_name}` is not a name"));
    }
    if is_keyword(new_name) {
        return Err(format!("`{new_name}` is a keyword"));
    }
    let places = everywhere(studied, &target, workspace);
    refuse_meanings(studied, &target, new_name, &places, workspace)?;
    if let Some(at) = loose::bound_by_class(studied, &target) {
        let line = studied.range(at).start.line + 1;
        let name = &target.name;
        return Err(format!(
            "line {line}: what `{name}` means in the body of this class is decided when the program runs"
        ));
    }
    loose::refuse_open_members(studied, &target, &places, workspace)?;
    trial::try_out(new_name, &places, workspace)?;
    #[allow(clippy::mutable_key_type, reason = "the protocol's type; nothing changes in a URI that is a key")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for place in places {
        let edit = TextEdit { range: place.range, new_text: new_name.to_string() };
        changes.entry(place.uri).or_default().push(edit);
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

fn allowed(studied: &Studied, at: u32, workspace: &Workspace<'_>) -> Result<Target, String> {
    let name = studied.parse().and_then(|parse| name_at(parse, at)).ok_or("there is no name here")?;
    let text = name.text();
    if text.starts_with("__") && text.ends_with("__") {
        return Err(format!("`{text}` has its meaning by its name"));
    }
    let target = target(studied, at).ok_or_else(|| {
        format!("it is unknown what else `{text}` stands for: nothing in the workspace declares it")
    })?;
    let path = match &target.entity {
        Entity::Local { path, .. } => path.clone(),
        Entity::Shared { module, .. } => module.with_extension("pyx"),
    };
    match workspace.holds(&path) {
        true => Ok(target),
        false => Err(format!(
            "`{text}` is declared outside of the workspace: {}",
            path.with_extension("").display()
        )),
    }
}

/// A name that something else has where the target is used would then mean two things.
fn refuse_meanings(
    studied: &Studied,
    target: &Target,
    new_name: &str,
    places: &[Place],
    workspace: &Workspace<'_>,
) -> Result<(), String> {
    let taken = |parse: &Parse, within: Option<Span>| {
        let is_within =
            |at: Span| within.is_none_or(|within| within.start <= at.start && at.end <= within.end);
        let mut names = parse.identifiers().into_iter();
        names.any(|name| name.text() == new_name && is_within(name.span()))
    };
    if let (Entity::Local { .. }, Some(own)) = (&target.entity, studied.parse()) {
        return match taken(own, target.entity.function(studied)) {
            true => Err(format!("`{new_name}` is used in the same function already")),
            false => Ok(()),
        };
    }
    let texts: BTreeMap<_, _> =
        places.iter().filter_map(|place| Some((&place.path, workspace.text(&place.path)?))).collect();
    for (path, text) in texts {
        if text.contains(new_name) && taken(&parse(target.at.file, text), None) {
            return Err(format!("`{new_name}` is used in {} already", path.display()));
        }
    }
    Ok(())
}
