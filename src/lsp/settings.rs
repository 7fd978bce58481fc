//! What the user has set in the editor.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Environment;
use crate::driver::Options;
use crate::hir::Directives;

/// Reads the settings, however the client has sent them: bare, or in a section `offcy`. Errors are returned as messages
/// and do not affect the other settings.
pub fn options(settings: &Value, root: Option<&Path>, environment: &Environment) -> (Options, Vec<String>) {
    let settings = settings.get("offcy").unwrap_or(settings);
    let mut wrong = Vec::new();
    let python = text(settings, "python", &mut wrong).filter(|python| !python.is_empty());
    let python = python.map(|python| resolved(&python, root));
    let mut options = Options { installed: (environment.installed)(python), ..Options::default() };
    options.include_dirs =
        texts(settings, "includePaths", &mut wrong).iter().map(|folder| resolved(folder, root)).collect();
    options.directives = directives(settings, &mut wrong);
    for name in texts(settings, "compileTimeEnv", &mut wrong) {
        if let Err(error) = options.compile_time_env.set(&name) {
            wrong.push(format!("`offcy.compileTimeEnv`: {error}"));
        }
    }
    for arch in texts(settings, "offloadArchs", &mut wrong) {
        match arch.parse() {
            Ok(arch) => options.offload_archs.push(arch),
            Err(error) => wrong.push(format!("`offcy.offloadArchs`: {error}")),
        }
    }
    (options, wrong)
}

/// Relative to the workspace's folder.
fn resolved(path: &str, root: Option<&Path>) -> PathBuf {
    root.map_or_else(|| PathBuf::from(path), |root| root.join(path))
}

fn of_kind<'v>(settings: &'v Value, name: &str) -> Option<&'v Value> {
    settings.get(name).filter(|value| !value.is_null())
}

fn text(settings: &Value, name: &str, wrong: &mut Vec<String>) -> Option<String> {
    let value = of_kind(settings, name)?;
    if !value.is_string() {
        wrong.push(format!("`offcy.{name}` is not a string"));
    }
    value.as_str().map(str::to_string)
}

fn texts(settings: &Value, name: &str, wrong: &mut Vec<String>) -> Vec<String> {
    let Some(value) = of_kind(settings, name) else { return Vec::new() };
    let list = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    match list {
        Some(list) => list.into_iter().map(str::to_string).collect(),
        None => {
            wrong.push(format!("`offcy.{name}` is not a list of strings"));
            Vec::new()
        }
    }
}

fn directives(settings: &Value, wrong: &mut Vec<String>) -> Directives {
    let mut directives = Directives::default();
    let Some(value) = of_kind(settings, "directives") else { return directives };
    let Some(values) = value.as_object() else {
        wrong.push("`offcy.directives` is not an object of names and values".to_string());
        return directives;
    };
    for (name, value) in values {
        let value = match value {
            Value::Bool(true) => "True".to_string(),
            Value::Bool(false) => "False".to_string(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if let Some(refusal) = directives.set(name, &value).refusal(name, &value) {
            wrong.push(format!("`offcy.directives`: {refusal}"));
        }
    }
    directives
}
