//! `offcy compile`: sources to C and extension modules.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::arguments::{FormatArgument, FrontArguments};
use super::console::Console;
use super::status::Status;
use crate::base::OffloadArch;
use crate::driver::{self, Options};

pub const EXAMPLES: &str = "\
Examples:
  offcy compile mod.pyx
  offcy compile --out-dir build --offload-arch x86_64 mod.pyx     try offloading without a GPU
  offcy compile --offload-arch sm_80,sm_90 -X boundscheck=False a.pyx b.pyx
  offcy compile --emit c mod.pyx                                  the C alone; needs no compiler

Without --offload-arch, regions run on the host's cores. Errors of the input end with status 1; a
missing or broken compiler, a missing Python, and a folder that cannot be written with status 3.";

/// Compile modules to C and to extension modules that Python imports
#[derive(Args)]
pub struct Arguments {
    /// Cython sources
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write everything into DIR (made if missing) [default: the folder of each source]
    #[arg(short, long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    /// What to make
    #[arg(long, value_name = "WHAT", default_value = "ext")]
    emit: Emit,
    /// Build the regions for a device: sm_NN (NVIDIA), gfxNNN (AMD), x86_64 (a virtual device with
    /// memory of its own, on the CPU), native (what this machine has). Several make one module that
    /// fits them all
    #[arg(long = "offload-arch", value_name = "ARCH", value_delimiter = ',')]
    offload_archs: Vec<OffloadArch>,
    /// The C compiler [default: OFFCY_CC, else the first clang that passes a test]
    #[arg(long, value_name = "CC")]
    cc: Option<PathBuf>,
    /// The Python to build for [default: that of VIRTUAL_ENV, else python3 on the PATH]
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
    /// How hard the C compiler optimises
    #[arg(short = 'O', value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=3))]
    opt_level: u8,
    /// Compile N files at a time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Show what is being done, also where the standard error is no terminal
    #[arg(long)]
    progress: bool,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// C sources only
    C,
    /// C sources and the extension module
    Ext,
}

pub fn run(arguments: Arguments) -> Status {
    let options = Options { offload_archs: arguments.offload_archs.clone(), ..arguments.front.options() };
    let mut console = Console::new(arguments.format.get());
    for file in &arguments.files {
        console.outcome(driver::compile(file, &options));
    }
    console.finish()
}
