//! The simulated GPU: units of PTX become a library of native code, which `libcuda.so.1` of `simulator/`
//! loads and runs.

mod calls;
mod canonical;
mod compiled;
mod counts;
mod files;
mod findings;
mod library;
mod program;
mod roofline;
mod version;

mod ptx;
mod translate;

use std::fmt;
use std::path::{Path, PathBuf};

pub use calls::{PlannedFailure, calls, documented};
pub use counts::{Copies, Counts, KINDS, Kernel, Line, Tally};
pub use files::{FILES, SimulatorFile};
pub use findings::{Finding, Record, readable};
pub use program::{Failure, Gpu, Outcome, Tools, exit_code, run};

/// How kernels are compiled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mode {
    /// `enum sim_check` of `offcy_sim.h`, or-ed: what kernels check while they run.
    pub checks: u32,
    /// Whether kernels count their instructions and the sectors that they touch.
    pub counts: bool,
    /// Whether kernels are compiled without optimisation, in an eighth of the time, and run slower.
    pub quick: bool,
}

/// How units are translated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The clang that compiles the C.
    pub clang: PathBuf,
    /// The folder that keeps libraries by what they were made from.
    pub cache: PathBuf,
    pub mode: Mode,
}

/// Why units could not be translated: one sentence, and where in the PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Which unit, counted from 0; `None` if it is not a single one.
    pub unit: Option<usize>,
    /// The line of the unit, counted from 1; 0 if there is none.
    pub line: usize,
    pub message: String,
}

impl Error {
    fn of_all(message: impl Into<String>) -> Error {
        Error { unit: None, line: 0, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.unit, self.line) {
            (Some(unit), line) if line > 0 => {
                write!(f, "PTX unit {}, line {line}: {}", unit + 1, self.message)
            }
            (Some(unit), _) => write!(f, "PTX unit {}: {}", unit + 1, self.message),
            (None, _) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

/// Builds a library from the units of one image, linked with each other. Its one symbol is `offcy_sim_module`
/// (`simulator/include/offcy_sim.h`).
pub fn translate(units: &[String], options: &Options, output: &Path) -> Result<(), Error> {
    if units.is_empty() {
        return Err(Error::of_all("the image has no PTX"));
    }
    let canonical = canonical::canonical(units);
    let library = compiled::cached(&canonical.units, options, || c_text(&canonical.units, options.mode))?;
    compiled::give(&library, &canonical.paths, output)
}

/// The C translation of the units.
pub fn c_text(units: &[String], mode: Mode) -> Result<String, Error> {
    let mut trees = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let tree = ptx::parse(unit).map_err(|fault| Error {
            unit: Some(number),
            line: fault.line,
            message: fault.message,
        })?;
        trees.push(tree);
    }
    translate::c_text(&trees, mode).map_err(|found| Error {
        unit: found.unit,
        line: found.fault.line,
        message: found.fault.message,
    })
}
