//! The library that is built from the C, cached by the hash of its sources.

use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::canonical::mark;
use super::translate::PATH_ROOM;
use super::version::version;
use super::{Error, FILES, Options};

/// The total size of the libraries in the cache: a few hundred modules.
const MOST_BYTES: u64 = 1 << 30;

/// Native code, without optimisations that would round differently from PTX.
const FLAGS: &[&str] = &[
    "-x",
    "c",
    "-std=gnu11",
    "-march=native",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-fno-math-errno",
    "-fwrapv",
    "-fPIC",
    "-shared",
    "-fvisibility=hidden",
    "-fno-stack-protector",
    "-w",
];

/// A pass that takes a sixth of the time and finds nothing in integer code.
#[cfg(target_arch = "x86_64")]
const PROCESSOR_FLAGS: &[&str] = &["-mllvm", "-disable-x86-domain-reassignment"];
#[cfg(not(target_arch = "x86_64"))]
const PROCESSOR_FLAGS: &[&str] = &[];

/// The library of these units, built if it is not in the cache.
pub fn cached(
    units: &[String],
    options: &Options,
    text: impl FnOnce() -> Result<String, Error>,
) -> Result<PathBuf, Error> {
    let library = options.cache.join(format!("{}.so", key(units, options)));
    if let Ok(file) = File::options().append(true).open(&library) {
        // Libraries in use stay; it does not matter if another user owns them.
        let _ = file.set_modified(SystemTime::now());
        return Ok(library);
    }
    let text = text()?;
    std::fs::create_dir_all(&options.cache)
        .map_err(|error| Error::of_all(format!("{} cannot be made: {error}", options.cache.display())))?;
    let folder = tempfile::Builder::new()
        .prefix("translate")
        .tempdir_in(&options.cache)
        .map_err(|error| Error::of_all(format!("{} cannot be written: {error}", options.cache.display())))?;
    let made = compile(folder.path(), &text, options)?;
    std::fs::rename(&made, &library)
        .map_err(|error| Error::of_all(format!("{} cannot be written: {error}", library.display())))?;
    trim(&options.cache, MOST_BYTES);
    Ok(library)
}

/// Copies a library and replaces the marks by paths.
pub fn give(library: &Path, paths: &[String], output: &Path) -> Result<(), Error> {
    let cannot = |path: &Path, error| Error::of_all(format!("{}: {error}", path.display()));
    let mut bytes = std::fs::read(library).map_err(|error| cannot(library, error))?;
    for (number, path) in paths.iter().enumerate() {
        let mark = mark(number);
        let places: Vec<usize> = places_of(&bytes, mark.as_bytes()).collect();
        for at in places {
            // A path that is too long loses its beginning.
            let room = PATH_ROOM - 1;
            let shown = &path.as_bytes()[path.len().saturating_sub(room)..];
            bytes[at..at + PATH_ROOM].fill(0);
            bytes[at..at + shown.len()].copy_from_slice(shown);
        }
    }
    let _ = std::fs::remove_file(output);
    std::fs::write(output, bytes).map_err(|error| cannot(output, error))
}

/// The places where a text begins in `bytes`.
fn places_of(bytes: &[u8], text: &[u8]) -> impl Iterator<Item = usize> {
    let starts = (0..bytes.len().saturating_sub(text.len())).filter(|at| bytes[*at] == text[0]);
    starts.filter(|at| bytes[*at..].starts_with(text))
}

/// Removes the least recently used libraries, until the others have at most `most` bytes. Processes that have loaded
/// them keep them.
fn trim(cache: &Path, most: u64) {
    let Ok(entries) = std::fs::read_dir(cache) else { return };
    let mut libraries: Vec<(SystemTime, u64, PathBuf)> = entries
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "so"))
        .filter_map(|entry| {
            let facts = entry.metadata().ok().filter(Metadata::is_file)?;
            Some((facts.modified().ok()?, facts.len(), entry.path()))
        })
        .collect();
    libraries.sort();
    let mut bytes: u64 = libraries.iter().map(|(_, size, _)| size).sum();
    // The newest one is about to be loaded.
    libraries.pop();
    for (_, size, path) in libraries {
        if bytes <= most {
            break;
        }
        // Another process may have been faster.
        let _ = std::fs::remove_file(path);
        bytes -= size;
    }
}

/// The flags for the compiler.
pub fn flags() -> impl Iterator<Item = &'static &'static str> {
    FLAGS.iter().chain(PROCESSOR_FLAGS)
}

/// What the library depends on: the PTX, and how and by what it is translated.
fn key(units: &[String], options: &Options) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    units.iter().for_each(|unit| add(unit.as_bytes()));
    add(&options.mode.checks.to_le_bytes());
    add(&[u8::from(options.mode.counts), u8::from(options.mode.quick)]);
    add(version(&options.clang).as_bytes());
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn compile(folder: &Path, text: &str, options: &Options) -> Result<PathBuf, Error> {
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text)
            .map_err(|error| Error::of_all(format!("{} cannot be written: {error}", folder.display())))
    };
    for file in FILES {
        if let Some(name) = file.name.strip_prefix("include/") {
            write(name, file.text)?;
        }
    }
    write("module.c", text)?;
    let library = folder.join("module.so");
    let output = Command::new(&options.clang)
        .args(flags())
        .arg(if options.mode.quick { "-O0" } else { "-O2" })
        .arg(folder.join("module.c"))
        .arg("-o")
        .arg(&library)
        .arg("-lm")
        .output()
        .map_err(|error| Error::of_all(format!("{} does not start: {error}", options.clang.display())))?;
    if output.status.success() {
        return Ok(library);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let first = complaint.lines().find(|line| line.contains("error")).unwrap_or("no message").to_string();
    Err(Error::of_all(format!("{} does not compile the translated PTX: {first}", options.clang.display())))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let now = SystemTime::now();
        for (age, name) in [(3, "old.so"), (1, "new.so"), (2, "older.so"), (9, "not.c")] {
            std::fs::write(folder.path().join(name), [0; 100]).expect("a file");
            let file = File::options().append(true).open(folder.path().join(name)).expect("a file");
            file.set_modified(now - Duration::from_secs(age)).expect("a time");
        }
        let left = || {
            let mut names: Vec<String> = (std::fs::read_dir(folder.path()).expect("a folder"))
                .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        };
        trim(folder.path(), 300);
        assert_eq!(left(), ["new.so", "not.c", "old.so", "older.so"]);
        trim(folder.path(), 199);
        assert_eq!(left(), ["new.so", "not.c"]);
    }
}
