//! `offcy cython`: the command line of Cython, for build systems that run it: one C file for each source.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::FrontArguments;
use super::console::{self, Console};
use super::status::Status;
use crate::build;
use crate::diag::{Diagnostic, Severity};
use crate::driver::{self, Options, Outcome};
use crate::render::MessageFormat;

pub const EXAMPLES: &str = "\
Examples:
  offcy cython -3 mod.pyx -o build/mod.c --module-name pkg.mod -M     build/mod.c and build/mod.c.dep
  offcy cython -V

`offcy-cython` of the Python package is this command. The C file holds the module with all of the runtime that it
needs. gcc and clang compile it; with clang's flags for offloading (-fopenmp -fopenmp-targets=... or
--offload-arch=...) its regions run on devices, with -fopenmp on the host's threads, else on one.";

/// The version of Cython whose command line this is.
const AS_CYTHON: &str = "3.1.0";

/// Accept Cython's command line: one C file for each source, for meson and CMake
#[derive(Args)]
#[command(disable_version_flag = true)]
pub struct Arguments {
    /// Sources
    #[arg(required_unless_present = "version", value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Print the version, as Cython does
    #[arg(short = 'V', long)]
    version: bool,
    /// The C file, or a folder for it [default: beside the source]
    #[arg(short = 'o', long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// The dotted name of the module [default: from the names of the source and its packages]
    #[arg(long, value_name = "NAME", value_parser = super::arguments::module_name)]
    module_name: Option<String>,
    /// Write beside the C file, as FILE.dep, what it was made of
    #[arg(short = 'M', long)]
    depfile: bool,
    /// Work in DIR
    #[arg(short = 'w', long, value_name = "DIR")]
    working: Option<PathBuf>,
    /// Write #line directives
    #[arg(long)]
    line_directives: bool,
    /// Treat warnings as errors
    #[arg(long, visible_alias = "Werror")]
    warning_errors: bool,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    ignored: Ignored,
}

/// Options of Cython that do not concern offcy, or that it does anyway.
#[derive(Args)]
struct Ignored {
    /// Language level 3; offcy has no other
    #[arg(short = '3')]
    level_3: bool,
    #[arg(long = "3str", hide = true)]
    level_3str: bool,
    #[arg(long, hide = true)]
    fast_fail: bool,
    #[arg(short = 'v', long, action = clap::ArgAction::Count, hide = true)]
    verbose: u8,
    #[arg(short = 'f', long, hide = true)]
    force: bool,
    #[arg(short = 't', long, hide = true)]
    timestamps: bool,
    #[arg(short = 'p', long, hide = true)]
    embed_positions: bool,
    #[arg(short = 'l', long, hide = true)]
    create_listing: bool,
    #[arg(short = 'a', long, hide = true)]
    annotate: bool,
    #[arg(long, hide = true)]
    annotate_fullc: bool,
    #[arg(long, hide = true, value_name = "FILE")]
    annotate_coverage: Option<PathBuf>,
    #[arg(long, hide = true)]
    gdb: bool,
    #[arg(long, hide = true, value_name = "DIR")]
    gdb_outdir: Option<PathBuf>,
    #[arg(long, hide = true, value_name = "LEVEL")]
    cleanup: Option<String>,
    #[arg(short = 'D', long, hide = true)]
    no_docstrings: bool,
    #[arg(long, hide = true)]
    lenient: bool,
    #[arg(long, hide = true)]
    capi_reexport_cincludes: bool,
    #[arg(long, visible_alias = "Wextra", hide = true)]
    warning_extra: bool,
}

/// Turns Cython's long options with one dash into those of this command line.
pub fn spelled(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|command| command == "cython") {
        for argument in &mut arguments {
            if argument == "-Werror" || argument == "-Wextra" {
                *argument = format!("-{}", argument.to_string_lossy()).into();
            }
        }
    }
    arguments
}

pub fn run(arguments: Arguments) -> Status {
    if arguments.version {
        return console::print(&format!(
            "Cython version {AS_CYTHON} (offcy {})\n",
            env!("CARGO_PKG_VERSION")
        ));
    }
    let is_folder = arguments.output_file.as_ref().is_some_and(|path| path.is_dir());
    let several = arguments.files.len() > 1;
    if several && (arguments.module_name.is_some() || arguments.output_file.is_some() && !is_folder) {
        let message = "`--output-file` and `--module-name` are for one source".to_string();
        return super::refuse_usage("cython", message);
    }
    if let Some(folder) = &arguments.working
        && let Err(error) = std::env::set_current_dir(folder)
    {
        return super::refuse_usage("cython", format!("cannot work in `{}`: {error}", folder.display()));
    }
    let options = Options {
        line_directives: arguments.line_directives,
        module_name: arguments.module_name.clone(),
        ..arguments.front.options(None, &[])
    };
    let mut console = Console::new(MessageFormat::Human);
    let is_refused = console.environment(arguments.warning_errors);
    for file in arguments.files.iter().filter(|_| !is_refused) {
        one(&arguments, file, &options, &mut console);
    }
    console.finish()
}

fn one(arguments: &Arguments, file: &Path, options: &Options, console: &mut Console) {
    let Outcome { sources, mut diagnostics, value } = driver::compile(file, options);
    if arguments.warning_errors {
        for diagnostic in diagnostics.iter_mut().filter(|one| one.severity == Severity::Warning) {
            diagnostic.severity = Severity::Error;
        }
    }
    let output = output(arguments, file);
    let depfile = arguments.depfile.then(|| with_more(&output, ".dep"));
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    if let Some(emitted) = value.filter(|_| !failed) {
        let lines = options.line_directives;
        let written = build::write_one_file(&emitted, file, &sources, lines, &output, depfile);
        diagnostics.extend(written.err());
    }
    console.diagnostics(&sources, &diagnostics);
}

fn output(arguments: &Arguments, file: &Path) -> PathBuf {
    let name = || PathBuf::from(file.file_stem().unwrap_or(OsStr::new("module"))).with_extension("c");
    match &arguments.output_file {
        Some(folder) if folder.is_dir() => folder.join(name()),
        Some(file) => file.clone(),
        None => file.with_extension("c"),
    }
}

fn with_more(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(end);
    name.into()
}
