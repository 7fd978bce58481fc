//! Runs the command line as its users do, but never for long.
#![allow(dead_code, reason = "each test program uses a part")]

use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// What became of a run.
#[derive(Debug)]
pub struct Ran {
    /// `None`: ended by a signal.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// `offcy` in `folder`, with nothing of the caller's environment that changes what it prints.
pub fn offcy(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_offcy"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "OFFCY_CC", "OFFCY_PATH_ONLY"] {
        command.env_remove(name);
    }
    command.env("XDG_CACHE_HOME", cache());
    command
}

pub fn run(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Ran {
    finish(&mut offcy(folder, arguments))
}

/// Tests beside this one build wheels; Cargo puts the program in its place again then, and for a moment there is none.
fn started(command: &mut Command) -> std::io::Result<std::process::Child> {
    for _ in 0..100 {
        match command.spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                std::thread::sleep(Duration::from_millis(100))
            }
            other => return other,
        }
    }
    command.spawn()
}

/// Runs the command to its end; a minute is more than any of them may take.
pub fn finish(command: &mut Command) -> Ran {
    let description = format!("{command:?}");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = started(command).expect("offcy starts");
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        // The receiver is gone if the time is over.
        let _ = sender.send(child.wait_with_output());
    });
    let output: Output = receiver
        .recv_timeout(Duration::from_secs(60))
        .unwrap_or_else(|_| panic!("{description} does not end"))
        .expect("the output can be read");
    assert_eq!(output.status.signal(), None, "{description}: {}", String::from_utf8_lossy(&output.stderr));
    Ran {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A cache of the tests' own.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

pub fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("written");
    path
}

/// A program in `folder` made of a shell script.
pub fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = write(folder, name, format!("#!/bin/sh\n{text}"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("made executable");
    path
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A Python with NumPy and Cython: `OFFCY_TEST_PYTHON`, or the `.venv` that `scripts/setup` makes. `None` if there is
/// none, or no clang-19: the test is skipped, and says so.
pub fn python() -> Option<String> {
    let found = python_alone();
    if found.is_none() {
        eprintln!("SKIPPED: no Python with NumPy and Cython; run scripts/setup");
    } else if Command::new("clang-19").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return None;
    }
    found
}

fn python_alone() -> Option<String> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    let named = std::env::var("OFFCY_TEST_PYTHON").ok();
    let python = named.or_else(|| venv.exists().then(|| venv.display().to_string()))?;
    let found = Command::new(&python).args(["-c", "import numpy, Cython"]).status().ok()?;
    found.success().then_some(python)
}

/// Runs a script of `tests` with this program's path, and shows what it prints; it must succeed. All scripts share the tests'
/// cache, so that the runtime is compiled once for each way of building.
pub fn run_script(python: &str, script: &str, arguments: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let offcy = env!("CARGO_BIN_EXE_offcy");
    let output = Command::new(python)
        .arg("-P")
        .arg(path)
        .args(arguments)
        .arg(offcy)
        .env("XDG_CACHE_HOME", cache())
        .output();
    let output = output.expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}");
}

/// A small generator of numbers (xorshift), the same for the same seed, which is not 0.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.next() % limit.max(1)
    }

    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}
