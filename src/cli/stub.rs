//! `offcy stub`: what type checkers see of a module.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::{self, Console};
use super::products;
use super::status::Status;
use crate::{build, driver};

pub const EXAMPLES: &str = "\
Examples:
  offcy stub mod.pyx                              writes mod.pyi beside it
  offcy stub mod.pyx -o - | less
  offcy stub --out-dir stubs a.pyx b.pyx

Type checkers and editors read the stub where they find it beside the module. It has the functions, extension types, Python
classes, enums and variables of the module, with their docstrings; a function with fused types has an
overload for each combination. A stub that offcy did not write is not written over.";

/// Write a stub (.pyi) of a module, for type checkers and editors
#[derive(Args)]
pub struct Arguments {
    /// Cython sources
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write the stub to FILE, or with `-` to the standard output [default: the source's name with .pyi, beside it]; for
    /// one source
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write all stubs into DIR (made if missing)
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    out_dir: Option<PathBuf>,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub fn run(arguments: Arguments) -> Status {
    let (output, out_dir) = (arguments.output.as_deref(), arguments.out_dir.as_deref());
    let places = match products::places(&arguments.files, output, out_dir, ("stub", "pyi")) {
        Ok(places) => places,
        Err(message) => return super::refuse_usage("stub", message),
    };
    let format = arguments.format.get();
    let to_output = output == Some(Path::new("-"));
    let mut console = if to_output { Console::beside_output(format) } else { Console::new(format) };
    let options = arguments.front.options(None, &[]);
    let mut printed = Status::Success;
    for (file, place) in arguments.files.iter().zip(&places) {
        let mut outcome = driver::stub(file, &options);
        let text = outcome.value.take();
        if let (Some(text), true) = (&text, to_output) {
            printed = printed.max(console::print(text));
        } else if let Some(text) = text {
            match build::write_page(place, &text) {
                Ok(()) if !format.is_for_machines() => printed = printed.max(console::print_path(place)),
                written => outcome.diagnostics.extend(written.err()),
            }
        }
        console.diagnostics(&outcome.sources, &outcome.diagnostics);
    }
    console.finish().max(printed)
}
