//! The dotted name under which Python imports a module, from where its file lies.

use std::path::Path;

use super::Session;
use crate::base::Name;
use crate::diag::{Diagnostic, codes};

/// Folders with an `__init__` are packages, as for Cython. A file whose name Python could not
/// import is an error.
pub fn of(session: &mut Session<'_>, path: &Path) -> Option<Name> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if !is_identifier(stem) {
        session.diagnostics.push(bad_name(path));
        return None;
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut parts = vec![stem.to_string()];
    for folder in absolute.ancestors().skip(1).take_while(|folder| is_package(folder)) {
        match folder.file_name().and_then(|name| name.to_str()) {
            Some(name) if is_identifier(name) => parts.insert(0, name.to_string()),
            _ => break,
        }
    }
    Some(parts.join(".").into())
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
    Diagnostic::error(codes::BAD_MODULE_NAME, format!("`{name}` is no name for a module"))
        .note("Python imports a module by its file's name: ASCII letters, digits and `_`, not a digit first")
}
