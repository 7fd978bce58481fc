//! Finds the files and folders that comments name for foreign C.

use std::path::{Path, PathBuf};

use super::Session;
use crate::base::Name;
use crate::diag::{Diagnostic, codes};
use crate::hir::{ForeignC, ForeignKind};
use crate::source::Span;

/// Resolves their paths so that they are valid from the module's folder; reports missing sources.
pub fn settle(foreign: &mut ForeignC, module: &Path, session: &mut Session<'_>) {
    for setting in &mut foreign.settings {
        setting.values =
            setting.values.iter().flat_map(|value| meant(value, &session.options.aliases)).collect();
        for value in &mut setting.values {
            let found = match setting.kind {
                ForeignKind::HostSources | ForeignKind::Sources => {
                    source(value, setting.span, module, session)
                }
                ForeignKind::IncludeDirs | ForeignKind::LibraryDirs => {
                    let folder = session.sources.file(setting.span.file).path().parent();
                    Some(absolute(&folder.unwrap_or(Path::new("")).join(value.as_str())))
                }
                // A file that is missing now may exist when it is linked: then it is searched for where the
                // compiler runs.
                ForeignKind::Objects => {
                    let folder = session.sources.file(setting.span.file).path().parent();
                    Some(folder.unwrap_or(Path::new("")).join(value.as_str())).filter(|path| path.is_file())
                }
                _ => None,
            };
            if let Some(path) = found {
                *value = Name::new(path.to_string_lossy());
            }
        }
    }
    leave_out_repeated(foreign, module);
}

/// Modules whose functions are compiled into this one may name the same sources. Those for devices count.
fn leave_out_repeated(foreign: &mut ForeignC, module: &Path) {
    let folder = module.parent().unwrap_or(Path::new(""));
    let place = |value: &Name| absolute(&folder.join(value.as_str()));
    let mut known = Vec::new();
    for wanted in [ForeignKind::Sources, ForeignKind::HostSources, ForeignKind::Objects] {
        for setting in foreign.settings.iter_mut().filter(|setting| setting.kind == wanted) {
            setting.values.retain(|value| {
                let place = place(value);
                let is_new = !known.contains(&place);
                known.extend(is_new.then_some(place));
                is_new
            });
        }
    }
}

/// What the caller's aliases replace a value by; the value itself if there is none.
fn meant(value: &Name, aliases: &[(String, String)]) -> Vec<Name> {
    let of_name: Vec<&String> =
        aliases.iter().filter(|(name, _)| name == value.as_str()).map(|(_, value)| value).collect();
    if of_name.is_empty() {
        return vec![value.clone()];
    }
    of_name.into_iter().filter(|value| !value.is_empty()).map(Name::new).collect()
}

/// The path of a source beside the file that names it is kept unchanged if the module lies in the same
/// folder.
fn source(name: &str, span: Span, module: &Path, session: &mut Session<'_>) -> Option<PathBuf> {
    let folder = session.sources.file(span.file).path().parent().unwrap_or(Path::new("")).to_path_buf();
    let is_near = module.parent() == Some(folder.as_path());
    let here = PathBuf::new();
    let folders = std::iter::once(&folder).chain(&session.options.include_dirs).chain([&here]);
    let mut places = Vec::new();
    for (at, folder) in folders.enumerate() {
        let path = folder.join(name);
        if path.is_file() {
            // `m.c` would be the name of the module's own C.
            let is_own_name = path.file_stem() == module.file_stem();
            return (at > 0 || !is_near || is_own_name).then(|| absolute(&path));
        }
        places.push(format!("`{}`", path.display()));
    }
    places.dedup();
    let missing = format!("there is no C source `{name}`");
    let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, missing).at(span, "named here");
    session.diagnostics.push(diagnostic.note(format!("looked for {}", places.join(", "))));
    None
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
