//! `offcy simulate`: runs a program on a simulated NVIDIA GPU.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::status::Status;
use crate::build;
use crate::image;
use crate::simulate::{self, Failure, Gpu, Outcome, PlannedFailure, Record, Tools};

pub const EXAMPLES: &str = "\
Examples:
  offcy compile --offload-arch sm_90 mod.pyx
  offcy simulate -- python script.py
  offcy simulate --check memory,init,race,sync --seed 7 --report found.json -- python script.py
  offcy simulate --counts --check '' -- python script.py
  offcy simulate --devices 2 --memory 1GiB --fail cuMemAlloc:3 -- python script.py

The kernels of the modules that script.py imports run as NVIDIA's GPUs would run them, on the
host's cores, translated from the PTX that modules carry. What the checks find is printed at the
end. The status is that of the program; 1 if that is 0 and something was found; 128 plus the
signal's number if a signal ended it.";

/// The checks while kernels run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Check {
    /// Each access lies in a live block, and is aligned
    Memory,
    /// What is read, or copied back, was written before
    Init,
    /// Threads that touch the same byte are ordered
    Race,
    /// Barriers are reached by all threads, copies wait for kernels
    Sync,
}

impl Check {
    fn name(self) -> &'static str {
        match self {
            Check::Memory => "memory",
            Check::Init => "init",
            Check::Race => "race",
            Check::Sync => "sync",
        }
    }
}

/// Run a program on a simulated NVIDIA GPU: no GPU and no driver is needed
#[derive(Args)]
pub struct Arguments {
    /// How many GPUs there are
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=16))]
    devices: u32,
    /// The memory of each: bytes, or with a unit (512MiB, 4GiB)
    #[arg(long, value_name = "SIZE", default_value = "16GiB", value_parser = size)]
    memory: u64,
    /// The GPU: sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 or sm_120
    #[arg(long, value_name = "ARCH", default_value = "sm_90", value_parser = arch)]
    arch: String,
    /// Permute the order of threads, blocks and stream operations where CUDA leaves it unspecified; 0: in
    /// order
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// What to check while kernels run; `--check ''` for nothing
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', default_value = "memory", value_parser = check)]
    check: Vec<Option<Check>>,
    /// End a kernel that runs longer than this many seconds; 0: never
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    timeout: u64,
    /// Make the N-th use of a call of the driver fail, with a code that it may answer with:
    /// `cuMemAlloc:3`, `cuLaunchKernel:1:LAUNCH_FAILED`
    #[arg(long, value_name = "CALL:N[:CODE]", value_delimiter = ',', value_parser = PlannedFailure::parse)]
    fail: Vec<PlannedFailure>,
    /// Count what kernels do: instructions, branches that diverge, sectors, bank conflicts, bytes that are copied. A table for
    /// each region is printed at the end, with an estimate of the least time; more is in the report
    #[arg(long)]
    counts: bool,
    /// Compile kernels without optimising them: they are ready in an eighth of the time and run slower
    #[arg(long)]
    quick: bool,
    /// Write what was found, and counted, to FILE, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The clang that compiles kernels [default: OFFCY_CC, otherwise the first that is found]
    #[arg(long, value_name = "CC")]
    cc: Option<PathBuf>,
    /// Make a library of the PTX of an image; the simulated driver asks for this
    #[arg(long, value_name = "IMAGE", requires = "output", hide = true)]
    translate: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "translate", hide = true)]
    output: Option<PathBuf>,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", last = true, required_unless_present = "translate")]
    command: Vec<OsString>,
}

pub fn run(arguments: Arguments) -> ExitCode {
    let result = match (&arguments.translate, &arguments.output) {
        (Some(image), Some(output)) => translate(image, output).map(|()| ExitCode::SUCCESS),
        _ => simulate(&arguments),
    };
    result.unwrap_or_else(|(status, message)| {
        eprintln!("offcy simulate: {message}");
        status.into()
    })
}

type Refusal = (Status, String);

fn machine(message: String) -> Refusal {
    (Status::Toolchain, message)
}

fn simulate(arguments: &Arguments) -> Result<ExitCode, Refusal> {
    if let Some(report) = &arguments.report {
        fs::write(report, "")
            .map_err(|error| machine(format!("cannot write {}: {error}", report.display())))?;
    }
    let tools = Tools {
        clang: build::clang(arguments.cc.as_deref()).map_err(machine)?,
        cache: cache()?,
        offcy: std::env::current_exe().map_err(|error| machine(format!("cannot find itself: {error}")))?,
    };
    let gpu = Gpu {
        devices: arguments.devices,
        memory: arguments.memory,
        arch: arguments.arch.clone(),
        seed: arguments.seed,
        checks: arguments.check.iter().flatten().map(|check| check.name()).collect(),
        timeout: arguments.timeout,
        failures: arguments.fail.clone(),
        counts: arguments.counts,
        quick: arguments.quick,
    };
    let outcome = simulate::run(&arguments.command, &gpu, &tools).map_err(|failure| match failure {
        Failure::Machine(message) => machine(message),
        Failure::NoProgram(message) => (Status::Usage, message),
    })?;
    let code = simulate::exit_code(outcome.status);
    // A program that failed has said why.
    let remark = if code == 0 { remark(&outcome.record, &gpu) } else { String::new() };
    eprint!("{}{}{remark}", outcome.record.counts.words(), outcome.record.words());
    if let Some(report) = &arguments.report {
        let text = in_json(&outcome, &gpu);
        fs::write(report, text)
            .map_err(|error| machine(format!("cannot write {}: {error}", report.display())))?;
    }
    let found = !outcome.record.findings.is_empty();
    Ok(ExitCode::from(if code == 0 && found { 1 } else { code }))
}

/// Why nothing ran on the GPU, if nothing did.
fn remark(record: &Record, gpu: &Gpu) -> String {
    let why = if !record.started {
        "the program did not start a GPU: it imported no module that was built with --offload-arch"
            .to_string()
    } else if !record.loaded && gpu.devices > 0 {
        format!("no module with code for {0} was loaded: build it with --offload-arch {0}", gpu.arch)
    } else if !record.launched && gpu.devices > 0 {
        "no kernel ran".to_string()
    } else {
        return String::new();
    };
    format!("offcy simulate: {why}\n")
}

fn in_json(outcome: &Outcome, gpu: &Gpu) -> String {
    let mut report = json!({
        "version": 1,
        "status": simulate::exit_code(outcome.status),
        "gpu": {
            "arch": gpu.arch, "devices": gpu.devices, "memory": gpu.memory, "seed": gpu.seed, "checks": gpu.checks,
        },
        "findings": outcome.record.findings,
    });
    if gpu.counts {
        report["counts"] = json!(outcome.record.counts);
    }
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

fn cache() -> Result<PathBuf, Refusal> {
    let folder = build::cache_folder().map(|folder| folder.join("simulator"));
    folder.ok_or_else(|| machine("there is no cache folder: set HOME or XDG_CACHE_HOME".to_string()))
}

/// Handles the driver's request: translates the image in one file to a library in another.
fn translate(from: &Path, to: &Path) -> Result<(), Refusal> {
    let input = |message: String| (Status::Input, message);
    let bytes = fs::read(from).map_err(|error| input(format!("cannot read {}: {error}", from.display())))?;
    let units = image::ptx::of_image(&bytes).map_err(|error| input(error.to_string()))?;
    let named = std::env::var_os("OFFCY_SIMULATOR_CLANG").map(PathBuf::from);
    let options = simulate::Options {
        clang: build::clang(named.as_deref()).map_err(machine)?,
        cache: cache()?,
        mode: simulate::Mode {
            checks: std::env::var("OFFCY_SIMULATOR_CHECK").map_or(0, |words| check_bits(&words)),
            counts: std::env::var_os("OFFCY_SIMULATOR_COUNTS").is_some(),
            quick: std::env::var_os("OFFCY_SIMULATOR_QUICK").is_some(),
        },
    };
    simulate::translate(&units, &options, to).map_err(|error| input(error.to_string()))
}

/// `enum sim_check` of `offcy_sim.h`.
fn check_bits(words: &str) -> u32 {
    let bit = |word: &str| match word {
        "memory" => 1,
        "init" => 2,
        "race" => 4,
        "sync" => 8,
        _ => 0,
    };
    words.split(',').map(bit).fold(0, |bits, bit| bits | bit)
}

fn check(text: &str) -> Result<Option<Check>, String> {
    match text {
        "" => Ok(None),
        _ => Check::from_str(text, false)
            .map(Some)
            .map_err(|_| format!("expected some of memory,init,race,sync, found `{text}`")),
    }
}

/// The GPUs that are simulated.
const ARCHS: [&str; 7] = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"];

fn arch(text: &str) -> Result<String, String> {
    let [others @ .., last] = ARCHS;
    match ARCHS.contains(&text) {
        true => Ok(text.to_string()),
        false => Err(format!("expected {} or {last}, found `{text}`", others.join(", "))),
    }
}

/// Bytes: a number, with or without a unit.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let power = match text[digits.len()..].trim() {
        "" | "B" => Some(0),
        "K" | "KiB" => Some(10),
        "M" | "MiB" => Some(20),
        "G" | "GiB" => Some(30),
        "T" | "TiB" => Some(40),
        _ => None,
    };
    let bytes =
        digits.parse::<u64>().ok().zip(power).and_then(|(number, power)| number.checked_mul(1 << power));
    bytes
        .filter(|bytes| (1 << 20..=1 << 40).contains(bytes))
        .ok_or_else(|| format!("expected a size from 1MiB to 1TiB, as 512MiB or 4GiB, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("512MiB"), Ok(512 << 20));
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("1048576"), Ok(1 << 20));
        for wrong in ["", "G", "4 apples", "-1", "1", "1025G", "99999999999999999999", "4MB", "0x10MiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
