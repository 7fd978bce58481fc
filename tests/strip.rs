//! `offcy strip`: the expected text, and Cython's word that it compiles.
//!
//! `tests/strip/NAME.pyx` becomes `tests/strip/NAME.stripped`; `UPDATE_EXPECTED=1` writes the latter.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use offcy::driver::{self, Options};
use offcy::source::{SourceFile, SourceMap};

fn stripped(path: &Path) -> String {
    let outcome = driver::strip(path, &Options::default());
    outcome.value.unwrap_or_else(|| panic!("{}: {:?}", path.display(), outcome.diagnostics))
}

fn cases() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/strip");
    let mut cases = Vec::new();
    for path in std::fs::read_dir(folder).expect("the cases").flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|end| end == "pyx" || end == "py") {
            let text = std::fs::read_to_string(&path).expect("a readable case");
            cases.push((path, text));
        }
    }
    cases.sort();
    cases
}

/// The line of each text that stands in one line.
fn lines(text: &str) -> HashMap<&str, usize> {
    let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
    text.lines().enumerate().for_each(|(number, line)| found.entry(line).or_default().push(number));
    found
        .into_iter()
        .filter(|(_, places)| places.len() == 1)
        .map(|(line, places)| (line, places[0]))
        .collect()
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
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in cases() {
        let result = stripped(&path);
        let (before, count) = (lines(&text), text.lines().count());
        assert!(result.lines().count() >= count, "{}:\n{result}", path.display());
        // Functions may be added below.
        let kept: String = result.split_inclusive('\n').take(count).collect();
        for (line, number) in lines(&kept) {
            assert!(before.get(line).is_none_or(|known| *known == number), "{}: {line}", path.display());
        }
        let expected = path.with_extension("stripped");
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&expected, &result).expect("a writable case");
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(result, wanted, "{}", path.display());
        // What is stripped has nothing left to strip.
        let again = folder.path().join(path.file_name().expect("a file's name"));
        std::fs::write(&again, &result).expect("a writable folder");
        assert_eq!(stripped(&again), result, "{}", path.display());
    }
}

#[test]
fn cython_compiles_what_is_left() {
    let Some(python) = python() else {
        eprintln!("skipped: no Python with Cython in OFFCY_TEST_PYTHON or .venv");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let written = |(path, _): (PathBuf, String)| {
        let source = folder.path().join(path.file_name().expect("a file's name"));
        std::fs::write(&source, stripped(&path)).expect("a writable folder");
        source
    };
    let sources: Vec<PathBuf> = cases().into_iter().map(written).collect();
    let run =
        Command::new(&python).args(["-m", "cython", "-3"]).args(&sources).output().expect("Python runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(sources.iter().all(|source| source.with_extension("c").exists()));
}

/// What no words of Cython's mean is an error, at its place.
#[test]
fn what_cython_cannot_say_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("m.pyx");
    let union = "cdef union U:\n    int a\ncdef struct S:\n    U u\ndef f(S[:] v, U u):\n    pass\n";
    let raising = "from cython.parallel import prange\ndef f(int n):\n    cdef int i\n    \
                   for i in prange(n, nogil=True): raise ValueError(f\"{n}\")\n";
    for (text, line) in [(union, 5), (raising, 4)] {
        std::fs::write(&path, text).expect("a writable folder");
        assert!(!driver::check(&path, &Options::default()).has_errors(), "{text}");
        let outcome = driver::strip(&path, &Options::default());
        assert!(outcome.value.is_none(), "{text}");
        let told: Vec<String> = outcome.diagnostics.iter().map(|one| one.code.to_string()).collect();
        assert_eq!(told, ["OFC0012"], "{text}");
        let place = outcome.diagnostics[0].primary.as_ref().expect("a place").span;
        assert_eq!(text[..place.start as usize].matches('\n').count() + 1, line, "{text}");
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
            let (result, _) = offcy::strip::strip(&parse, &offcy::strip::Facts::default());
            assert!(
                parse.diagnostics.has_errors() || result.matches('\n').count() >= text.matches('\n').count()
            );
        }
    }
}
