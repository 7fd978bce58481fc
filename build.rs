//! Lists the runtime's C sources for `src/build/runtime.rs`, which carries them in the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    embed_runtime();
}

/// Writes `runtime_files.rs`: every header and source of `runtime-c/include` and `runtime-c/src`.
fn embed_runtime() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("runtime-c");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = String::from("pub const FILES: &[RuntimeFile] = &[\n");
    for folder in ["include", "src"] {
        for file in c_files(&root.join(folder)) {
            let name = format!("{folder}/{}", file.file_name().expect("a file").to_string_lossy());
            let _ = writeln!(list, "    RuntimeFile {{ name: {name:?}, text: include_str!({file:?}) }},");
        }
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("runtime_files.rs"), list).expect("OUT_DIR can be written");
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_c =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c" || extension == "h");
    let mut files: Vec<PathBuf> = entries.filter(is_c).collect();
    files.sort();
    files
}
