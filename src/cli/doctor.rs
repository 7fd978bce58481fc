//! `offcy doctor`: what this machine can build.

use std::fmt::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::console::{self, Console};
use super::status::Status;
use crate::build::{self, Finding, Report, Request};
use crate::render::MessageFormat;

pub const EXAMPLES: &str = "\
Examples:
  offcy doctor
  offcy doctor --json

Every compiler is tried on a small program, and on a region for each kind of device. The status is 0
if modules can be built, at least for the host's cores, otherwise 3.";

/// Show the compilers, device runtimes and devices of this machine, and what is missing
#[derive(Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Examine only this C compiler
    #[arg(long, value_name = "CC")]
    cc: Option<PathBuf>,
    /// Examine this Python [default: OFFCY_PYTHON, otherwise that of VIRTUAL_ENV, otherwise python3 on the
    /// PATH]
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
}

pub fn run(arguments: Arguments) -> Status {
    let mut console = Console::beside_output(MessageFormat::Human);
    console.environment(false);
    let request = Request { compiler: arguments.cc, python: arguments.python, ..Request::default() };
    let report = build::examine(&request);
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&report).map(|json| json + "\n").unwrap_or_default(),
        false => in_words(&report).unwrap_or_default(),
    };
    let status = if report.can_build() { Status::Success } else { Status::Toolchain };
    status.max(console.finish()).max(console::print(&text))
}

fn in_words(report: &Report) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "offcy {}\n\nC compilers", report.version)?;
    if report.compilers.is_empty() {
        writeln!(text, "  none")?;
    }
    for compiler in &report.compilers {
        writeln!(text, "  {}", compiler.path.display())?;
        if !compiler.version.is_empty() {
            writeln!(text, "    {}", compiler.version)?;
        }
        line(&mut text, "the host's cores", &compiler.host)?;
        if compiler.host.good {
            line(&mut text, "virtual device, x86_64", &compiler.virtual_device)?;
            line(&mut text, "NVIDIA GPUs, sm_NN", &compiler.nvidia)?;
            line(&mut text, "AMD GPUs, gfxNNN", &compiler.amd)?;
        }
    }
    writeln!(text, "\nNVIDIA and AMD")?;
    line(&mut text, "ptxas and company", &report.cuda)?;
    line(&mut text, "NVIDIA driver", &report.nvidia_driver)?;
    line(&mut text, "AMD driver", &report.amd_driver)?;
    writeln!(text, "\nPython")?;
    if let Some(executable) = &report.python.executable {
        writeln!(text, "  {}", executable.display())?;
    }
    line(&mut text, "interpreter", &report.python.interpreter)?;
    line(&mut text, "C headers", &report.python.headers)?;
    line(&mut text, "numpy", &report.python.numpy)?;
    if let Some(cache) = &report.cache {
        writeln!(text, "\nCache: {}", cache.display())?;
    }
    missing(&mut text, report)?;
    Ok(text)
}

fn line(text: &mut String, what: &str, finding: &Finding) -> fmt::Result {
    let mark = if finding.good { "yes" } else { "no " };
    writeln!(text, "    {mark}  {what:<24}{}", finding.words)
}

fn missing(text: &mut String, report: &Report) -> fmt::Result {
    if report.missing.is_empty() {
        return writeln!(text, "\nNothing is missing.");
    }
    writeln!(text, "\nMissing")?;
    for missing in &report.missing {
        writeln!(text, "  {}, for {}:", missing.what, missing.needed_for)?;
        writeln!(text, "    {}", missing.command)?;
    }
    Ok(())
}
