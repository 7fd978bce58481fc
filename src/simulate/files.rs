//! The C sources of the simulated GPU, embedded in this program.

/// A file of `simulator/`.
#[derive(Debug)]
pub struct SimulatorFile {
    /// Relative to `simulator/`: `include/offcy_sim.h`, `src/launch.c`.
    pub name: &'static str,
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/simulator_files.rs"));
