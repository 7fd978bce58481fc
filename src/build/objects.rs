//! C files to object files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::process::{self, Finished};
use super::python::StableAbi;
use super::request::{FpContract, Request};
use super::toolchain::Toolchain;
use crate::diag::{Diagnostic, codes};
use crate::emit::DeviceCode;

/// A module of a large project takes minutes at most; a compiler that takes this long will not end.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// One C file on its way to an object file.
#[derive(Debug)]
pub struct Unit {
    pub source: PathBuf,
    pub object: PathBuf,
    /// If it is also compiled for devices.
    pub device_code: Option<DeviceCode>,
}

/// Lines without variables. Valgrind of Debian 12 cannot read clang's tables of DWARF 5.
const LINES: [&str; 2] = ["-gdwarf-4", "-g1"];

/// What the units of a build have in common.
pub struct Settings<'a> {
    pub request: &'a Request,
    /// 0 to 3
    pub opt_level: u8,
    pub toolchain: &'a Toolchain,
    /// Where the module is for several Pythons.
    pub stable_abi: Option<StableAbi>,
    /// In the order in which they are searched.
    pub include_dirs: Vec<PathBuf>,
    /// What foreign C requires.
    pub extra: Vec<OsString>,
    /// The temporary folder of the C files, and the folder that debug information names instead.
    pub renamed: (PathBuf, PathBuf),
    /// Whether the compiler should list next to each object file the headers that it includes.
    pub lists_headers: bool,
}

impl Settings<'_> {
    /// The flags of every unit, as they also are in a cache key.
    pub fn flags(&self) -> Vec<String> {
        let tuning = &self.request.tuning;
        let mut flags: Vec<String> = [
            "-std=gnu11",
            "-fPIC",
            "-fopenmp",
            "-fvisibility=hidden",
            // Python resolves all symbols at the import: a call through a table would only be one jump more.
            "-fno-plt",
            // A module keeps only the parts of the runtime that it uses: see `link`.
            "-ffunction-sections",
            "-fdata-sections",
            "-DNDEBUG",
            // As Python builds extension modules: signed integers wrap around.
            "-fwrapv",
            // Nothing reads errno after sqrt, and setting it prevents vectorisation.
            "-fno-math-errno",
        ]
        .map(str::to_string)
        .to_vec();
        if self.request.debug {
            flags.extend(LINES.map(str::to_string));
        }
        flags.push(format!("-O{}", self.opt_level));
        flags.push(format!("-ffp-contract={}", tuning.fp_contract));
        let is_for_speed = self.opt_level == 3;
        flags.extend(self.toolchain.compiler.flags.iter().filter(|_| is_for_speed).cloned());
        flags.extend(tuning.march.iter().map(|march| format!("-march={march}")));
        // The versions of loops compute the same: for one processor there is one, and with AVX-512 contraction
        // across statements cannot be kept from a single function.
        match (&tuning.march, tuning.fp_contract) {
            (Some(_), _) => flags.push("-DOFFCY_WIDEST=128".to_string()),
            (None, FpContract::Fast) => flags.push("-DOFFCY_WIDEST=256".to_string()),
            (None, FpContract::On | FpContract::Off) => {}
        }
        // The headers of a free-threaded Python say which of the two it is.
        flags.extend(self.stable_abi.map(|abi| format!("-DPy_LIMITED_API={}", abi.version)));
        if self.toolchain.offloads() {
            flags.push(format!("-DOFFCY_OFFLOAD={}", self.toolchain.device.code_key()));
            flags.push(format!("-DOFFCY_OFFLOAD_FOR=\"{}\"", self.toolchain.device.archs));
        }
        let library = self.toolchain.offload_library.iter();
        flags.extend(library.map(|name| format!("-DOFFCY_OFFLOAD_LIBRARY=\"{name}\"")));
        let folder =
            self.toolchain.offload_library.as_ref().and(self.toolchain.compiler.library_dir.as_ref());
        flags.extend(folder.map(|folder| format!("-DOFFCY_OFFLOAD_FOLDER=\"{}\"", folder.display())));
        flags
    }

    fn command(&self, unit: &Unit) -> Command {
        let mut command = self.toolchain.compiler.command();
        command.args(self.flags());
        if let Some(code) = unit.device_code {
            if self.toolchain.offloads() {
                // What runs on a device keeps its lines: the tools of its maker show them, and the simulator.
                command.args(LINES);
            }
            self.toolchain.device.apply(&mut command);
            command.args(self.toolchain.device.kernel_flags(code));
            if code.numbers_tiles {
                // Assumes that the product of the counters fits into their width.
                command.arg("-fopenmp-optimistic-collapse");
            }
            command.args(self.toolchain.device.march_flags(self.request.tuning.march.as_deref()));
        }
        command.args(&self.extra);
        if self.lists_headers {
            command.arg("-MMD").arg("-MF").arg(unit.object.with_extension("d"));
        }
        for folder in &self.include_dirs {
            command.arg("-I").arg(folder);
        }
        let (from, to) = &self.renamed;
        let mut prefix_map = OsString::from("-ffile-prefix-map=");
        prefix_map.push(from);
        prefix_map.push("=");
        prefix_map.push(to);
        command.arg(prefix_map).arg("-c").arg(&unit.source).arg("-o").arg(&unit.object);
        command
    }
}

/// Compiles all units at once; the first failure, in their order, is returned.
pub fn compile(units: &[Unit], settings: &Settings<'_>) -> Result<(), CompileError> {
    let results: Vec<Result<(), CompileError>> = thread::scope(|scope| {
        let started: Vec<_> = units.iter().map(|unit| scope.spawn(|| compile_one(unit, settings))).collect();
        let lost = |_| Err(CompileError::NotStarted(stopped("a thread of the build panicked")));
        started.into_iter().map(|handle| handle.join().unwrap_or_else(lost)).collect()
    });
    results.into_iter().collect()
}

#[derive(Debug)]
pub enum CompileError {
    NotStarted(Diagnostic),
    Failed(Finished),
}

fn compile_one(unit: &Unit, settings: &Settings<'_>) -> Result<(), CompileError> {
    let finished = run(&mut settings.command(unit)).map_err(CompileError::NotStarted)?;
    if finished.succeeded() { Ok(()) } else { Err(CompileError::Failed(finished)) }
}

/// Links object files to a module. `arguments` are those of the sources and of the request.
pub fn link(
    objects: &[PathBuf],
    arguments: &[OsString],
    toolchain: &Toolchain,
    request: &Request,
    module: &Path,
) -> Result<(), CompileError> {
    let mut command = toolchain.compiler.command();
    command.args(["-shared", "-fPIC"]);
    if request.debug || toolchain.offloads() {
        // Device code may be compiled only now.
        command.args(LINES);
    }
    command.arg("-fopenmp");
    toolchain.device.apply(&mut command);
    if !request.keeps_names() {
        command.arg("-Wl,--strip-all");
    }
    // Only the compiler's tables refer to what a device registers; some linkers would drop it.
    if !toolchain.offloads() {
        command.arg("-Wl,--gc-sections");
        // In a small module, gaps between pages would be a fifth of the size.
        command.arg("-Wl,-z,noseparate-code");
    }
    command.args(objects).arg("-o").arg(module).args(toolchain.compiler.run_path_flags()).args(arguments);
    // For what follows: loading the OpenMP runtime is half the import time of a module that does not use it. The
    // offload runtime is loaded by the module itself (`rt_offload.c`).
    command.arg("-Wl,--as-needed");
    let finished = run(command.arg("-lm")).map_err(CompileError::NotStarted)?;
    if finished.succeeded() { Ok(()) } else { Err(CompileError::Failed(finished)) }
}

fn run(command: &mut Command) -> Result<Finished, Diagnostic> {
    let program = command.get_program().to_string_lossy().into_owned();
    process::run(command, LIMIT).map_err(|error| stopped(&format!("`{program}` does not start: {error}")))
}

fn stopped(why: &str) -> Diagnostic {
    Diagnostic::error(codes::COMPILER_FAILED, format!("the C compiler could not do its work: {why}"))
}
