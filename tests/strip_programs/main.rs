//! What offcy accepts, Cython accepts when it is stripped: programs with statements of all kinds in places of all kinds, in
//! the syntax of Cython and of Python.
//!
//! `OFFCY_STRIP_PROGRAMS=20000 OFFCY_STRIP_SEED=7 cargo test --test strip_programs` looks longer.

#[path = "../common/mod.rs"]
mod common;
mod places;
mod pure;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::Numbers;
use offcy::driver::{self, Options};

/// Cython in a process of its own, stopped before it writes C.
struct Cython {
    process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Cython {
    fn start(python: &str) -> Cython {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/strip_programs/cython_worker.py");
        let mut process = Command::new(python)
            .arg("-P")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python starts");
        let answers = BufReader::new(process.stdout.take().expect("its output"));
        Cython { process, answers }
    }

    /// The errors of a program.
    fn errors(&mut self, ending: &str, text: &str) -> Vec<String> {
        let input = self.process.stdin.as_mut().expect("its input");
        writeln!(input, "{}", serde_json::json!([ending, text])).expect("Python listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("Python answers");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no answer to:\n{text}"))
    }
}

impl Drop for Cython {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Short programs of other tests, but for those that Cython does not compile: they have a model (`tests/run/check.py`).
fn others() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths: Vec<PathBuf> = ["ui", "maps", "strip", "run", "random/found"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "pyx"))
        .filter(|path| {
            let beside = std::fs::read_to_string(path.with_extension("py")).unwrap_or_default();
            !beside.lines().any(|line| line.starts_with("def model("))
        })
        .collect();
    paths.sort();
    let texts = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    texts.filter(|text| text.len() < 6000).collect()
}

/// Whether Cython refuses what is right: a parameter of a function in `cdef extern` that has the name of a variable to which the
/// module has given a value. Of any other function it takes that.
fn is_unfounded(error: &str, stripped: &str) -> bool {
    let line = error.split(':').rev().nth(2).and_then(|line| line.trim().parse::<usize>().ok());
    let text = line.and_then(|line| stripped.lines().nth(line.checked_sub(1)?)).unwrap_or_default();
    error.ends_with("declared after it is used")
        && text.starts_with(' ')
        && text.contains('(')
        && !text.trim_start().starts_with("cdef ")
}

/// What is wrong with the stripped text of a program, if it is one for offcy.
fn wrong(cython: &mut Cython, path: &Path, ending: &str, text: &str) -> Option<Vec<String>> {
    if driver::check(path, &Options::default()).has_errors() {
        return None;
    }
    let outcome = driver::strip(path, &Options::default());
    let Some(stripped) = outcome.value else {
        let told = |code: &str| outcome.diagnostics.iter().any(|one| one.code.as_str() == code);
        return Some(if told("OFC0012") {
            vec![]
        } else {
            vec!["0:0: nothing stripped".to_string(), String::new()]
        });
    };
    let mut errors = Vec::new();
    if stripped.lines().count() < text.lines().count() {
        errors.push("0:0: lines are gone".to_string());
    }
    let told = cython.errors(ending, &stripped).into_iter();
    errors.extend(told.filter(|error| !is_unfounded(error, &stripped)));
    if !errors.is_empty() {
        errors.push(stripped);
    }
    Some(errors)
}

#[test]
fn cython_accepts_what_is_stripped() {
    let Some(python) = common::python() else { return };
    let (count, seed) = (number("OFFCY_STRIP_PROGRAMS", 80), number("OFFCY_STRIP_SEED", 1));
    let mut cython = Cython::start(&python);
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let folder = common::folder();
    let others = others();
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    let mut accepted = 0;
    for _ in 0..count {
        let (ending, text) = match numbers.below(8) {
            0 | 1 => ("pyx", places::changed(&others[numbers.below(others.len())], &mut numbers)),
            2 | 3 => ("py", pure::program(&mut numbers)),
            _ => ("pyx", places::program(&mut numbers)),
        };
        let path = common::write(folder.path(), &format!("m.{ending}"), &text);
        let Some(errors) = wrong(&mut cython, &path, ending, &text) else { continue };
        accepted += 1;
        if let [first, .., stripped] = errors.as_slice() {
            let message = first.splitn(3, ':').last().unwrap_or(first).to_string();
            let kind = message.split_once(": ").map_or(message.as_str(), |(_, words)| words).to_string();
            refused.entry(kind).or_insert_with(|| format!("{first}\n{text}\nstripped:\n{stripped}"));
        }
    }
    println!("seed {seed}: {count} programs, {accepted} accepted");
    assert!(accepted * 5 >= count, "{accepted} of {count} programs are none");
    let shown: Vec<&str> = refused.values().map(String::as_str).collect();
    assert!(shown.is_empty(), "{} kinds refused\n{}", shown.len(), shown.join("\n======\n"));
}
