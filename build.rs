//! Lists the C sources that the program carries: the runtime's for `src/build/runtime.rs`, the simulated GPU's for
//! `src/simulate/files.rs`. Tells translators of PTX apart for `src/simulate/version.rs`, and ways to
//! merge the runtime's sources for `src/build/builder.rs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    embed("runtime-c", "RuntimeFile", "runtime_files.rs");
    embed("simulator", "SimulatorFile", "simulator_files.rs");
    println!("cargo:rustc-env=OFFCY_MERGING={:016x}", hash_of("src/build/merged.rs"));
    println!("cargo:rustc-env=OFFCY_TRANSLATOR={:016x}", hash_of("src/simulate"));
}

/// Tells states of a source, or of the sources of a folder, apart (FNV-1a).
fn hash_of(place: &str) -> u64 {
    println!("cargo:rerun-if-changed={place}");
    let mut open = vec![PathBuf::from(place)];
    let mut files: Vec<PathBuf> = open.iter().filter(|path| path.is_file()).cloned().collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let texts = files.iter().flat_map(|file| fs::read(file).unwrap_or_default());
    texts.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Writes a list of every header and source of the folder's `include` and `src`.
fn embed(folder: &str, kind: &str, output: &str) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(folder);
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = format!("pub const FILES: &[{kind}] = &[\n");
    for folder in ["include", "src"] {
        for file in c_files(&root.join(folder)) {
            let name = format!("{folder}/{}", file.file_name().expect("a file").to_string_lossy());
            let _ = writeln!(list, "    {kind} {{ name: {name:?}, text: include_str!({file:?}) }},");
        }
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join(output), list).expect("OUT_DIR can be written");
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_c =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c" || extension == "h");
    let mut files: Vec<PathBuf> = entries.filter(is_c).collect();
    files.sort();
    files
}
