//! What the caller may choose about a build.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::base::OffloadArch;

/// The same for every module of a run.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The only compiler to try; `OFFCY_CC` if not given.
    pub compiler: Option<PathBuf>,
    /// offcy itself, which replaces NVIDIA's tools; this process if not given.
    pub program: Option<PathBuf>,
    /// The Python to build for.
    pub python: Option<PathBuf>,
    /// Folders of packages that this Python does not know itself.
    pub site_packages: Vec<PathBuf>,
    /// Use only the part of Python's C interface that later versions keep.
    pub limited_api: bool,
    /// 0 to 3, as the compiler's `-O`.
    pub opt_level: u8,
    /// Keep the lines and the names of C functions, for debuggers and profilers.
    pub debug: bool,
    /// Empty: regions run on the host's cores.
    pub offload_archs: Vec<OffloadArch>,
    /// Where the user's C headers are.
    pub include_dirs: Vec<PathBuf>,
    pub tuning: Tuning,
    pub additions: Additions,
}

/// What a project adds to a module's C and to the commands that build it.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// After offcy's own, for all C of the module except the runtime's.
    pub compile_arguments: Vec<OsString>,
    /// After all objects.
    pub link_arguments: Vec<OsString>,
    /// C sources that become part of the module.
    pub sources: Vec<PathBuf>,
    /// Object files and static libraries.
    pub objects: Vec<PathBuf>,
}

impl Request {
    /// Whether the module keeps its names: `-g` among the compiler's arguments asks for that, too.
    pub fn keeps_names(&self) -> bool {
        let given = self.additions.compile_arguments.iter().filter_map(|argument| argument.to_str());
        self.debug || given.filter(|argument| argument.starts_with("-g")).any(|argument| argument != "-g0")
    }
}

/// Choices of code generation that change speed or the last bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// The compiler's `-march`; its own default makes a module that runs everywhere.
    pub march: Option<String>,
    pub fp_contract: FpContract,
}

/// Whether `a * b + c` may be one instruction, rounded once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FpContract {
    /// Never: host and devices agree to the last bit.
    Off,
    /// Within an expression, where the machine has the instruction.
    #[default]
    On,
    /// Also across statements.
    Fast,
}

impl FromStr for FpContract {
    type Err = String;

    fn from_str(text: &str) -> Result<FpContract, String> {
        match text {
            "off" | "False" => Ok(FpContract::Off),
            "on" | "True" => Ok(FpContract::On),
            "fast" => Ok(FpContract::Fast),
            _ => Err(format!("`{text}` is not a value for `fp_contract`: off, on or fast")),
        }
    }
}

impl fmt::Display for FpContract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FpContract::Off => "off",
            FpContract::On => "on",
            FpContract::Fast => "fast",
        })
    }
}

/// What a build is doing, for progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    FindingToolchain,
    CompilingRuntime,
    CompilingModule,
    Linking,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::FindingToolchain => "looking for a compiler",
            Step::CompilingRuntime => "compiling the runtime (once)",
            Step::CompilingModule => "compiling the C",
            Step::Linking => "linking",
        })
    }
}
