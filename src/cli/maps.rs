//! `offcy maps`: what each region moves, and why.

use std::path::PathBuf;

use clap::Args;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::{self, Console};
use super::status::Status;
use crate::driver;

pub const EXAMPLES: &str = "\
Examples:
  offcy maps mod.pyx
  offcy maps --json mod.pyx | python3 -m json.tool

For each region its line, and for each variable that it uses: what the region does to it (effect),
which part it can touch (extent), how it is moved (map type), and the reason. Diagnostics go to the
standard error.";

/// Show the data that each region moves to and from the device, and why
#[derive(Args)]
pub struct Arguments {
    /// A Cython source
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub fn run(arguments: Arguments) -> Status {
    let mut console = Console::beside_output(arguments.format.get());
    let maps = driver::maps(&arguments.file, &arguments.front.options(None, &[]), arguments.json);
    let printed = console.outcome(maps).map_or(Status::Success, |text| console::print(&text));
    console.finish().max(printed)
}
