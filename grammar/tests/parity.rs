//! Plain Python has the same tree under this grammar as under tree-sitter-python's.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Enough to meet every construct, few enough for a quick test.
const FILES: usize = 400;

fn standard_library() -> Option<PathBuf> {
    let output = Command::new("python3")
        .args(["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"])
        .output()
        .ok()?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    folder.is_dir().then_some(folder)
}

fn modules(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir()
            && path.file_name().is_none_or(|name| name != "site-packages" && name != "dist-packages")
        {
            modules(&path, found);
        } else if path.extension().is_some_and(|end| end == "py") {
            found.push(path);
        }
    }
}

fn parser(language: tree_sitter_language::LanguageFn) -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.into()).expect("the language fits the library");
    parser
}

#[test]
fn standard_library_has_the_same_trees() {
    let Some(folder) = standard_library() else {
        eprintln!("skipped: no python3 with a standard library");
        return;
    };
    let mut paths = Vec::new();
    modules(&folder, &mut paths);
    let step = (paths.len() / FILES).max(1);
    let mut python = parser(tree_sitter_python::LANGUAGE);
    let mut offcy = parser(tree_sitter_offcy::LANGUAGE);
    let mut different = Vec::new();
    for path in paths.iter().step_by(step).take(FILES) {
        let Ok(text) = std::fs::read(path) else { continue };
        let (Some(theirs), Some(ours)) = (python.parse(&text, None), offcy.parse(&text, None)) else {
            continue;
        };
        if theirs.root_node().has_error() {
            continue;
        }
        if theirs.root_node().to_sexp() != ours.root_node().to_sexp() {
            different.push(path.display().to_string());
        }
    }
    assert!(different.is_empty(), "different trees:\n{}", different.join("\n"));
}
