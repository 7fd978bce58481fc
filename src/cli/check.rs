//! `offcy check`: diagnostics without building anything.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::Console;
use super::status::Status;
use crate::build;
use crate::driver::{self, Options};
use crate::source::SourceMap;

pub const EXAMPLES: &str = "\
Examples:
  offcy check mod.pyx
  offcy check --message-format short src/*.pyx      for editors and CI
  offcy check --message-format sarif mod.pyx > mod.sarif
  offcy check --fix mod.pyx                         fixes mod.pyx where that is safe

Needs no C compiler, and writes no file except with --fix. Text for people goes to standard error, JSON and SARIF
to standard output.";

/// Report what is wrong with modules, and which data their regions move for no good reason
#[derive(Args)]
pub struct Arguments {
    /// Cython sources
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Apply the fixes that keep a module's meaning to the files, and report what is left. A file is
    /// replaced as a whole, after the result has been checked
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub fn run(arguments: Arguments) -> Status {
    let options = arguments.front.options(None, &[]);
    let mut console = Console::new(arguments.format.get());
    for file in &arguments.files {
        if arguments.fix {
            fix(file, &options, &mut console);
        } else {
            console.outcome(driver::check(file, &options));
        }
    }
    console.finish()
}

fn fix(file: &Path, options: &Options, console: &mut Console) {
    let fixed = driver::fix(file, options);
    let written = fixed.bytes.map(|(before, after)| build::replace(file, &before, &after));
    match written {
        Some(Err(problem)) => {
            // The file is unchanged, and so are its diagnostics.
            console.outcome(driver::check(file, options));
            console.diagnostics(&SourceMap::default(), &[problem]);
        }
        Some(Ok(())) => {
            console.outcome(fixed.outcome);
            let fixes = if fixed.count == 1 { "fix" } else { "fixes" };
            console.remark(&format!("{}: {} {fixes} applied", file.display(), fixed.count));
        }
        None => {
            console.outcome(fixed.outcome);
        }
    }
}
