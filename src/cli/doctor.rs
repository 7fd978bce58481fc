//! `offcy doctor`: what this machine can build.

use clap::Args;

use super::console;
use super::status::Status;

pub const EXAMPLES: &str = "\
Examples:
  offcy doctor
  offcy doctor --json";

/// Show the compilers, device runtimes and devices of this machine, and what is missing
#[derive(Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(_arguments: Arguments) -> Status {
    console::print("not examined yet\n")
}
