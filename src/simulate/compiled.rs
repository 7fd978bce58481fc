//! The library that is made of the C, kept by the hash of what it was made from.

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use super::version::version;
use super::{Error, FILES, Options};

/// Of the machine's own code, without what would round otherwise than PTX says.
const FLAGS: &[&str] = &[
    "-x",
    "c",
    "-std=gnu11",
    "-O2",
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

/// A pass that takes a sixth of the time and finds nothing in integers.
#[cfg(target_arch = "x86_64")]
const PROCESSOR_FLAGS: &[&str] = &["-mllvm", "-disable-x86-domain-reassignment"];
#[cfg(not(target_arch = "x86_64"))]
const PROCESSOR_FLAGS: &[&str] = &[];

/// The library of these units, made if the cache does not have it.
pub fn cached(
    units: &[String],
    options: &Options,
    text: impl FnOnce() -> Result<String, Error>,
) -> Result<PathBuf, Error> {
    let library = options.cache.join(format!("{}.so", key(units, options)));
    if library.is_file() {
        return Ok(library);
    }
    let text = text()?;
    std::fs::create_dir_all(&options.cache)
        .map_err(|error| Error::of_all(format!("{} cannot be made: {error}", options.cache.display())))?;
    let folder = tempfile::Builder::new()
        .prefix("translate")
        .tempdir_in(&options.cache)
        .map_err(|error| Error::of_all(format!("{} cannot be written: {error}", options.cache.display())))?;
    let made = compile(folder.path(), &text, &options.clang)?;
    std::fs::rename(&made, &library)
        .map_err(|error| Error::of_all(format!("{} cannot be written: {error}", library.display())))?;
    Ok(library)
}

/// What the compiler is told.
pub fn flags() -> impl Iterator<Item = &'static &'static str> {
    FLAGS.iter().chain(PROCESSOR_FLAGS)
}

/// What the library depends on: the PTX, and how and by whom it is translated.
fn key(units: &[String], options: &Options) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    units.iter().for_each(|unit| add(unit.as_bytes()));
    add(&options.checks.to_le_bytes());
    add(&[u8::from(options.counts)]);
    add(version(&options.clang).as_bytes());
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn compile(folder: &Path, text: &str, clang: &Path) -> Result<PathBuf, Error> {
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
    let output = Command::new(clang)
        .args(flags())
        .arg(folder.join("module.c"))
        .arg("-o")
        .arg(&library)
        .arg("-lm")
        .output()
        .map_err(|error| Error::of_all(format!("{} does not start: {error}", clang.display())))?;
    if output.status.success() {
        return Ok(library);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let first = complaint.lines().find(|line| line.contains("error")).unwrap_or("no message").to_string();
    Err(Error::of_all(format!("{} does not compile the translated PTX: {first}", clang.display())))
}
