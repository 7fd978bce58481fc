//! `offcy strip`: the expected text, and Cython's word that it compiles.
//!
//! `tests/strip/NAME.pyx` becomes `tests/strip/NAME.stripped`; `UPDATE_EXPECTED=1` writes the latter.

use std::path::{Path, PathBuf};
use std::process::Command;

use offcy::source::{SourceFile, SourceMap};

fn stripped(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new("test.pyx", text.to_string()));
    let parse = offcy::syntax::parse(file, text);
    assert!(parse.diagnostics.is_empty(), "{:?}", parse.diagnostics.iter().collect::<Vec<_>>());
    offcy::strip::strip(&parse)
}

fn cases() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/strip");
    let mut cases = Vec::new();
    for path in std::fs::read_dir(folder).expect("the cases").flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|end| end == "pyx") {
            let text = std::fs::read_to_string(&path).expect("a readable case");
            cases.push((path, text));
        }
    }
    cases.sort();
    cases
}

/// A Python with Cython: `OFFCY_TEST_PYTHON`, or the one of `.venv`.
fn python() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    let python = std::env::var_os("OFFCY_TEST_PYTHON").map_or(here, PathBuf::from);
    let found =
        Command::new(&python).args(["-c", "import Cython"]).output().is_ok_and(|run| run.status.success());
    found.then_some(python)
}

#[test]
fn cases_lose_their_constructs_and_keep_their_lines() {
    for (path, text) in cases() {
        let result = stripped(&text);
        assert_eq!(result.lines().count(), text.lines().count(), "{}:\n{result}", path.display());
        let expected = path.with_extension("stripped");
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&expected, &result).expect("a writable case");
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(result, wanted, "{}", path.display());
        // What is stripped has nothing left to strip.
        assert_eq!(stripped(&result), result, "{}", path.display());
    }
}

#[test]
fn cython_compiles_what_is_left() {
    let Some(python) = python() else {
        eprintln!("skipped: no Python with Cython in OFFCY_TEST_PYTHON or .venv");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in cases() {
        let source = folder.path().join(path.file_name().expect("a file's name"));
        std::fs::write(&source, stripped(&text)).expect("a writable folder");
        let run =
            Command::new(&python).args(["-m", "cython", "-3"]).arg(&source).output().expect("Python runs");
        assert!(run.status.success(), "{}:\n{}", path.display(), String::from_utf8_lossy(&run.stderr));
    }
}

/// Truncated and mutated sources: anything may come out, nothing may panic.
#[test]
fn broken_sources_do_no_harm() {
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below.max(1)
    };
    for (_, text) in cases() {
        for _ in 0..150 {
            let mut bytes = text.clone().into_bytes();
            match random(3) {
                0 => bytes.truncate(random(bytes.len())),
                1 => {
                    let at = random(bytes.len());
                    bytes[at] = b"()[]{}:,.'\"\n\t =@\\#"[random(18)];
                }
                _ => {
                    let at = random(bytes.len());
                    let end = (at + random(40)).min(bytes.len());
                    bytes.drain(at..end);
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mut sources = SourceMap::default();
            let file = sources.add(SourceFile::new("test.pyx", text.clone()));
            let parse = offcy::syntax::parse(file, text.as_str());
            let result = offcy::strip::strip(&parse);
            assert!(
                parse.diagnostics.has_errors() || result.matches('\n').count() == text.matches('\n').count()
            );
        }
    }
}
