//! The runtime's C sources, carried inside this program, and their object files.

use std::path::PathBuf;

/// A file of `runtime-c/`.
#[derive(Debug)]
pub struct RuntimeFile {
    /// Relative to `runtime-c/`: `include/offcy_rt.h`, `src/view.c`.
    pub name: &'static str,
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

impl RuntimeFile {
    pub fn is_source(&self) -> bool {
        self.name.ends_with(".c")
    }

    /// The name of its object file.
    pub fn object_name(&self) -> PathBuf {
        PathBuf::from(self.name.replace('/', "_")).with_extension("o")
    }
}

/// Whether a C text has code for devices, and so has to be compiled for them.
pub fn has_device_code(text: &str) -> bool {
    has_kernels(text) || text.contains("declare target")
}

/// Whether a C text has kernels, not functions alone that kernels of other files call.
pub fn has_kernels(text: &str) -> bool {
    text.contains("omp target")
}

/// Whether every nest of loops that a C text spreads together is in tiles: then what numbers their rounds may have 32
/// bits.
pub fn is_tiled(text: &str) -> bool {
    let nests = text.matches(" collapse(").count();
    let is_nest = |line: &&str| line.contains("offcy_next_tile(") && !line.ends_with(", 1)) {");
    nests > 0 && nests == text.lines().filter(is_nest).count()
}
