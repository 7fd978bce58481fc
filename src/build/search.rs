//! Where programs are searched for.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The program that the shell would run for `name`.
pub fn program(name: &OsStr) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return is_program(Path::new(name)).then(|| PathBuf::from(name));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_program(path))
}

pub fn is_program(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}

/// The entries of `folder` whose names start with `prefix`, in the order of their names.
pub fn entries(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let starts = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(prefix.as_bytes()))
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(starts).collect();
    found.sort();
    found
}

/// The same in the opposite order: of versions, the newest first.
pub fn newest_first(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut found = entries(folder, prefix);
    found.reverse();
    found
}

/// The C compilers of this machine, those that are known to work for offloading first. If the user names one,
/// it is the only candidate.
pub fn compilers(named: Option<&Path>) -> Vec<PathBuf> {
    if let Some(named) = named.map(Path::to_path_buf).or_else(compiler_of_environment) {
        return vec![program(named.as_os_str()).unwrap_or(named)];
    }
    const NAMES: &[&str] = &["clang-19", "clang-20", "clang-21", "clang-22", "clang"];
    let mut found: Vec<PathBuf> = NAMES.iter().filter_map(|name| program(OsStr::new(name))).collect();
    // For builds that should only see what is on the PATH.
    let path_only = std::env::var_os("OFFCY_PATH_ONLY").is_some_and(|value| !value.is_empty());
    let llvm = if path_only { Vec::new() } else { entries(Path::new("/usr/lib"), "llvm-") };
    let of_llvm = llvm.into_iter().map(|folder| folder.join("bin/clang"));
    found.extend(of_llvm.filter(|path| is_program(path)));
    found.extend(["gcc", "cc"].iter().filter_map(|name| program(OsStr::new(name))));
    without_repetitions(found)
}

/// What `OFFCY_CC` names.
pub fn compiler_of_environment() -> Option<PathBuf> {
    std::env::var_os("OFFCY_CC").filter(|name| !name.is_empty()).map(PathBuf::from)
}

/// The same program under several names counts once. A wrapper (ccache) decides by its name what to run: it
/// counts under each name.
fn without_repetitions(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let identity = |path: &PathBuf| {
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains("clang") || name.contains("gcc") { target } else { path.clone() }
    };
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for path in paths {
        let identity = identity(&path);
        if !seen.contains(&identity) {
            seen.push(identity);
            kept.push(path);
        }
    }
    kept
}
