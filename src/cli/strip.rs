//! `offcy strip`: back to Cython.

use std::path::PathBuf;

use clap::Args;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::{self, Console};
use super::status::Status;
use crate::driver;

pub const EXAMPLES: &str = "\
Example:
  offcy strip mod.pyx > plain/mod.pyx && cythonize -i plain/mod.pyx

The lines keep their numbers; functions that Cython needs may follow them. Diagnostics go to the standard error.";

/// Print a module without its offload constructs: plain Cython, for Cython
#[derive(Args)]
pub struct Arguments {
    /// A Cython source
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub fn run(arguments: Arguments) -> Status {
    let mut console = Console::beside_output(arguments.format.get());
    let text = console.outcome(driver::strip(&arguments.file, &arguments.front.options(None, &[])));
    let printed = text.map_or(Status::Success, |text| console::print(&text));
    console.finish().max(printed)
}
