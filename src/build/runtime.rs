//! The runtime's C sources, embedded in this program, and their object files.

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

    /// The name of a source without folder and ending: `py_view`.
    pub fn stem(&self) -> &'static str {
        self.name.trim_start_matches("src/").trim_end_matches(".c")
    }
}

/// Whether a C text has code for devices, and so has to be compiled for them.
pub fn has_device_code(text: &str) -> bool {
    has_kernels(text) || text.contains("declare target")
}

/// Whether a C text has kernels, not only functions that kernels of other files call.
pub fn has_kernels(text: &str) -> bool {
    text.contains("omp target")
}

/// Whether every collapsed loop nest of a C text is tiled: then iteration numbers may have 32 bits.
pub fn is_tiled(text: &str) -> bool {
    let nests = text.matches(" collapse(").count();
    let is_nest = |line: &&str| line.contains("offcy_next_tile(") && !line.ends_with(", 1)) {");
    // Grids are also tiled, and are one loop each.
    nests > 0 && nests <= text.lines().filter(is_nest).count()
}

/// Whether each kernel of a C text is one construct, without parallel loops inside: then its threads share none of
/// their variables, and a flag for clang can say so.
pub fn is_flat(text: &str) -> bool {
    let is_whole = |(at, found): (usize, &str)| text[at + found.len()..].starts_with(" parallel for");
    !text.contains("omp teams") && text.match_indices(" teams distribute").all(is_whole)
}

/// Whether a kernel of a flat C text needs OpenMP's functions on the device, as reductions do.
pub fn calls_openmp(text: &str) -> bool {
    text.contains(" teams distribute") || text.contains("OFFCY_GRID_OF_THREADS")
}

#[cfg(test)]
mod tests {
    use super::{calls_openmp, is_flat};

    #[test]
    fn reductions_need_functions() {
        assert!(!calls_openmp("#pragma omp target teams OFFCY_GRID(_tile.teams) map(to: x[:0])\n"));
        assert!(calls_openmp("#pragma omp target teams OFFCY_GRID_OF_THREADS(_threads) reduction(+:t)\n"));
        assert!(calls_openmp("#pragma omp target teams distribute parallel for reduction(+:t)\n"));
    }

    #[test]
    fn kernels_of_one_construct_are_flat() {
        let flat = "#pragma omp target teams OFFCY_GRID(_tile.teams) map(to: x[:0])\n\
                    #pragma omp target teams distribute parallel for reduction(+:t)\n#pragma omp parallel for\n";
        assert!(is_flat(flat));
        for other in [
            "#pragma omp target teams distribute map(to: x[:0])\n#pragma omp parallel for\n",
            "#pragma omp target map(to: x[:0])\n#pragma omp teams distribute parallel for\n",
        ] {
            assert!(!is_flat(&format!("{flat}{other}")), "{other}");
        }
    }
}
