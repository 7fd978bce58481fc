//! The dotted name under which Python imports a module, from the location of its file.

use std::path::Path;

use super::Session;
use crate::base::Name;
use crate::diag::{Diagnostic, codes};

/// Folders with an `__init__` are packages, as for Cython. A file name that Python could not import is an
/// error if no other name is given.
pub fn of(session: &mut Session<'_>, path: &Path) -> Option<Name> {
    if let Some(name) = &session.options.module_name {
        if name.split('.').all(is_identifier) {
            // Importlib calls a package by its own name.
            return Some(name.strip_suffix(".__init__").unwrap_or(name).into());
        }
        session.diagnostics.push(bad_name(Path::new(name)));
        return None;
    }
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if !is_identifier(stem) {
        session.diagnostics.push(bad_name(path));
        return None;
    }
    let mut parts = packages(path);
    if parts.is_empty() || !is_init(path) {
        parts.push(stem.to_string());
    }
    Some(parts.join(".").into())
}

/// How many packages deep the module of this name lies at `path`. An explicit name need not match the folders.
pub fn depth(name: &str, path: &Path) -> usize {
    let mut parts: Vec<&str> = name.split('.').collect();
    if !is_init(path) {
        parts.pop();
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let folders = absolute.ancestors().skip(1).filter_map(Path::file_name);
    let alike = folders.zip(parts.iter().rev()).take_while(|(folder, part)| *folder == **part).count();
    if alike == parts.len() { alike } else { packages(path).len() }
}

/// Whether a file is what makes its folder a package.
pub fn is_init(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "__init__")
}

fn packages(path: &Path) -> Vec<String> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut parts = Vec::new();
    for folder in absolute.ancestors().skip(1).take_while(|folder| is_package(folder)) {
        match folder.file_name().and_then(|name| name.to_str()) {
            Some(name) if is_identifier(name) => parts.insert(0, name.to_string()),
            _ => break,
        }
    }
    parts
}

fn is_package(folder: &Path) -> bool {
    ["__init__.py", "__init__.pyx", "__init__.pxd"].iter().any(|name| folder.join(name).is_file())
}

/// ASCII only: the C symbol `PyInit_m` carries the name.
fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn bad_name(path: &Path) -> Diagnostic {
    let name = path.file_name().unwrap_or(path.as_os_str()).display().to_string();
    Diagnostic::error(codes::BAD_MODULE_NAME, format!("`{name}` is not a valid module name"))
        .note("Python imports a module by its file's name: ASCII letters, digits and `_`, not a digit first")
}
