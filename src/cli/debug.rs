//! `offcy debug`: what stages of the compiler hand on, as text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::{self, Console};
use super::status::Status;
use crate::driver;

pub const EXAMPLES: &str = "\
Examples:
  offcy debug tir mod.pyx       the typed IR: checks, temporaries, conversions, regions taken out
  offcy debug effects mod.pyx   of each region its loops, what it reads and writes with index forms
                                and the conditions under which they hold, and the maps made of it
  offcy debug lines mod.pyx     the lines of each file that coverage.py counts, as JSON
  offcy debug lir mod.pyx       the statements of each C function: labels with the numbers of their
                                blocks, where steps go that fail, clauses, lines of the source

The text is for people who change offcy; but for `lines` it has no fixed form. Diagnostics go to the standard error.";

/// Show what the compiler makes of a module on the way to C
#[derive(Args)]
pub struct Arguments {
    /// What to show
    #[arg(value_name = "WHAT", value_enum)]
    what: What,
    /// A Cython source
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The typed IR
    Tir,
    /// The lines that the directive `linetrace` reports
    Lines,
    /// What regions do to their data, and their maps
    Effects,
    /// The statements of C functions before they are printed
    Lir,
}

pub fn run(arguments: Arguments) -> Status {
    let mut console = Console::beside_output(arguments.format.get());
    let options = arguments.front.options(None, &[]);
    let file = &arguments.file;
    let shown = match arguments.what {
        What::Tir => console.outcome(driver::tir(file, &options)),
        What::Lines => {
            console.outcome(driver::lines(file, &options)).map(|lines| format!("{}\n", json!(lines)))
        }
        What::Effects => console.outcome(driver::effects(file, &options)),
        What::Lir => console.outcome(driver::lir(file, &options)),
    };
    let printed = shown.map_or(Status::Success, |text| console::print(&text));
    console.finish().max(printed)
}
