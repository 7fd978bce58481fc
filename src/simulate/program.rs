//! Runs a program with the simulated GPU instead of NVIDIA's driver.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicI32, Ordering};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::calls::PlannedFailure;
use super::findings::Record;
use super::library;
use super::version::version;

/// The GPU that a program sees.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub devices: u32,
    /// Bytes of each device.
    pub memory: u64,
    /// `sm_90`
    pub arch: String,
    pub seed: u64,
    /// Words of `--check`.
    pub checks: Vec<&'static str>,
    /// Seconds that a kernel may take; 0: no limit.
    pub timeout: u64,
    pub failures: Vec<PlannedFailure>,
    /// Whether kernels count what they do.
    pub counts: bool,
    /// Whether kernels are compiled in less time and run slower.
    pub quick: bool,
}

/// The places of the required tools and folders.
#[derive(Clone, Debug)]
pub struct Tools {
    pub clang: PathBuf,
    pub cache: PathBuf,
    /// This program: the driver asks it to translate images.
    pub offcy: PathBuf,
}

/// How a program ended, and what was found.
#[derive(Debug)]
pub struct Outcome {
    pub status: ExitStatus,
    pub record: Record,
}

/// Why a program could not be run: a sentence.
#[derive(Debug)]
pub enum Failure {
    /// The machine lacks something.
    Machine(String),
    /// There is no such program.
    NoProgram(String),
}

/// Runs the command to its end.
pub fn run(command: &[OsString], gpu: &Gpu, tools: &Tools) -> Result<Outcome, Failure> {
    let driver = library::driver_folder(&tools.clang, &tools.cache).map_err(Failure::Machine)?;
    let folder =
        tempfile::tempdir().map_err(|error| Failure::Machine(format!("no temporary folder: {error}")))?;
    let findings = folder.path().join("findings");
    let (program, arguments) =
        command.split_first().ok_or_else(|| Failure::NoProgram("no command".into()))?;
    let mut command = Command::new(program);
    command.args(arguments).envs(environment(gpu, tools, &driver, &findings));
    let signals = Signals::new([SIGINT, SIGTERM, SIGHUP]);
    let mut child = command.spawn().map_err(|error| {
        let name = program.to_string_lossy();
        Failure::NoProgram(match error.kind() {
            io::ErrorKind::NotFound => format!("there is no program `{name}`"),
            _ => format!("cannot run `{name}`: {error}"),
        })
    })?;
    let status = wait(&mut child, signals.ok()).map_err(|error| Failure::Machine(error.to_string()))?;
    let text = std::fs::read(&findings).unwrap_or_default();
    Ok(Outcome { status, record: Record::read(&String::from_utf8_lossy(&text)) })
}

/// Waits, and meanwhile forwards signals. Signals from the terminal reach the program anyway.
fn wait(child: &mut Child, signals: Option<Signals>) -> io::Result<ExitStatus> {
    static PROCESS: AtomicI32 = AtomicI32::new(0);
    PROCESS.store(Pid::from_child(child).as_raw_nonzero().get(), Ordering::SeqCst);
    let handle = signals.as_ref().map(Signals::handle);
    if let Some(mut signals) = signals {
        let at_terminal = io::stdin().is_terminal();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let signal = match signal {
                    SIGINT if at_terminal => continue,
                    SIGINT => Signal::INT,
                    SIGHUP => Signal::HUP,
                    _ => Signal::TERM,
                };
                if let Some(process) = Pid::from_raw(PROCESS.load(Ordering::SeqCst)) {
                    // It may have ended.
                    let _ = kill_process(process, signal);
                }
            }
        });
    }
    let status = child.wait();
    PROCESS.store(0, Ordering::SeqCst);
    if let Some(handle) = handle {
        handle.close();
    }
    status
}

fn environment(gpu: &Gpu, tools: &Tools, driver: &Path, findings: &Path) -> Vec<(&'static str, OsString)> {
    let inherited = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = std::iter::once(driver.to_path_buf()).chain(std::env::split_paths(&inherited));
    let path = std::env::join_paths(folders).unwrap_or_else(|_| driver.into());
    let failures: Vec<String> = gpu.failures.iter().map(PlannedFailure::as_setting).collect();
    let mut all: Vec<(&'static str, OsString)> = vec![
        ("LD_LIBRARY_PATH", path),
        ("OFFCY_SIMULATOR_DEVICES", gpu.devices.to_string().into()),
        ("OFFCY_SIMULATOR_MEMORY", gpu.memory.to_string().into()),
        ("OFFCY_SIMULATOR_ARCH", gpu.arch.clone().into()),
        ("OFFCY_SIMULATOR_SEED", gpu.seed.to_string().into()),
        ("OFFCY_SIMULATOR_CHECK", gpu.checks.join(",").into()),
        ("OFFCY_SIMULATOR_TIMEOUT", gpu.timeout.to_string().into()),
        ("OFFCY_SIMULATOR_FAIL", failures.join(",").into()),
        ("OFFCY_SIMULATOR_FINDINGS", findings.into()),
        ("OFFCY_SIMULATOR_PROGRAM", tools.offcy.clone().into()),
        ("OFFCY_SIMULATOR_CACHE", tools.cache.clone().into()),
        ("OFFCY_SIMULATOR_CLANG", tools.clang.clone().into()),
        ("OFFCY_SIMULATOR_VERSION", version(&tools.clang).into()),
    ];
    if gpu.counts {
        all.push(("OFFCY_SIMULATOR_COUNTS", "1".into()));
    }
    if gpu.quick {
        all.push(("OFFCY_SIMULATOR_QUICK", "1".into()));
    }
    // Blocks that pools keep for reuse would look like live ones; users who want the pools set the variable.
    let defaults = [
        ("OFFCY_POOL_LIMIT", "0"),
        ("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "0"),
        ("OMP_TARGET_OFFLOAD", "MANDATORY"),
    ];
    let missing = defaults.into_iter().filter(|(name, _)| std::env::var_os(name).is_none());
    all.extend(missing.map(|(name, value)| (name, value.into())));
    all
}

/// The exit code for `status`: the process's own, or 128 plus the number of the signal, as in shells.
pub fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    u8::try_from(code).unwrap_or(u8::MAX)
}
