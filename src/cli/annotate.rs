//! `offcy annotate`: a page about a module.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{FormatArgument, FrontArguments};
use super::console::{self, Console};
use super::products;
use super::status::Status;
use crate::driver::RegionCounts;
use crate::simulate::{Copies, Counts, Kernel};
use crate::{build, driver};

pub const EXAMPLES: &str = "\
Examples:
  offcy annotate mod.pyx                          writes mod.html beside it
  offcy annotate mod.pyx -o page.html
  offcy annotate --out-dir pages a.pyx b.pyx
  offcy annotate --counts report.json mod.pyx     of offcy simulate --counts --report report.json

The page is one file that needs nothing else. Lines are tinted by what they have to do with Python; a
line opens to its C; regions and data contexts show their maps, as `offcy maps` does; diagnostics
are at their lines. A module with errors gets a page without C, and status 1.";

/// Write a page that shows what each line costs, its C, the maps of regions, and diagnostics
#[derive(Args)]
pub struct Arguments {
    /// Cython sources
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write the page to FILE [default: the source's name with .html, beside it]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write all pages into DIR (made if missing)
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    out_dir: Option<PathBuf>,
    /// Show what a run has counted beside the regions: a report of `offcy simulate --counts --report FILE`
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub fn run(arguments: Arguments) -> Status {
    let (output, out_dir) = (arguments.output.as_deref(), arguments.out_dir.as_deref());
    let pages = match products::places(&arguments.files, output, out_dir, ("page", "html")) {
        Ok(pages) => pages,
        Err(message) => return super::refuse_usage("annotate", message),
    };
    let counts = match arguments.counts.as_deref().map(counts).transpose() {
        Ok(counts) => counts.unwrap_or_default(),
        Err(message) => return super::refuse_usage("annotate", message),
    };
    let format = arguments.format.get();
    let mut console = Console::new(format);
    let options = arguments.front.options(None, &[]);
    let mut printed = Status::Success;
    for (file, page) in arguments.files.iter().zip(&pages) {
        let mut outcome = driver::annotate(file, &options, &of_file(&counts, file));
        let written = outcome.value.map(|text| build::write_page(page, &text));
        let is_written = matches!(written, Some(Ok(())));
        outcome.diagnostics.extend(written.and_then(Result::err));
        console.diagnostics(&outcome.sources, &outcome.diagnostics);
        if is_written && !format.is_for_machines() {
            printed = printed.max(console::print_path(page));
        }
    }
    console.finish().max(printed)
}

fn counts(report: &Path) -> Result<Counts, String> {
    let text = std::fs::read_to_string(report).map_err(|error| error.to_string());
    let counts = text.and_then(|text| Counts::of_report(&text));
    counts.map_err(|message| format!("cannot use {}: {message}", report.display()))
}

/// What was counted of a file.
fn of_file(counts: &Counts, file: &Path) -> Vec<RegionCounts> {
    let is_of = |counted: &Option<String>| {
        let counted = counted.as_deref().map(Path::new);
        let same = |one: &Path| match (one.canonicalize(), file.canonicalize()) {
            (Ok(one), Ok(file)) => one == file,
            // The module was built elsewhere.
            _ => one.file_name() == file.file_name(),
        };
        counted.is_some_and(same)
    };
    let kernels = counts.kernels.iter().filter(|kernel| is_of(&kernel.file));
    let mut all: Vec<RegionCounts> = kernels.map(|kernel| of_kernel(counts, kernel)).collect();
    for copies in counts.copies.iter().filter(|copies| is_of(&copies.file)) {
        if !counts.kernels.iter().any(|kernel| copies.is_of(kernel)) {
            all.push(RegionCounts { line: copies.line, rows: vec![copies.row()], ..Default::default() });
        }
    }
    all
}

fn of_kernel(counts: &Counts, kernel: &Kernel) -> RegionCounts {
    let copies = counts.copies.iter().filter(|copies| copies.is_of(kernel)).map(Copies::row);
    let own = kernel.lines.iter().filter(|line| line.file == kernel.file);
    RegionCounts {
        line: kernel.line,
        title: kernel.title(),
        rows: kernel.rows(counts.gpu.as_ref()).into_iter().chain(copies).collect(),
        heads: &["instructions", "lanes", "sectors per load", "per store", "divergent", "bank conflicts"],
        lines: own.map(|line| (line.line, line.tally.cells())).collect(),
    }
}
