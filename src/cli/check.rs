//! `offcy check`: diagnostics without building anything.

use std::path::PathBuf;

use clap::Args;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::Console;
use super::status::Status;
use crate::driver;

pub const EXAMPLES: &str = "\
Examples:
  offcy check mod.pyx
  offcy check --message-format short src/*.pyx      for editors and CI
  offcy check --message-format sarif mod.pyx > mod.sarif

Needs no C compiler and writes no file. Text for people goes to the standard error, JSON and SARIF
to the standard output.";

/// Report what is wrong with modules, and which data their regions move for no good reason
#[derive(Args)]
pub struct Arguments {
    /// Cython sources
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub fn run(arguments: Arguments) -> Status {
    let options = arguments.front.options();
    let mut console = Console::new(arguments.format.get());
    for file in &arguments.files {
        console.outcome(driver::check(file, &options));
    }
    console.finish()
}
