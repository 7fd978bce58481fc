//! Examines the machine: what can be built and run here, and what is missing for the rest.
//!
//! Everything is tried again; the cache is not used.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::cache::Cache;
use super::compiler::{Compiler, Family};
use super::cuda::{self, Nvidia, Toolkit};
use super::interrupt;
use super::offload::{self, Kits};
use super::python::Python;
use super::request::Request;
use super::rocm;
use super::search;
use super::toolchain::INSTALL_COMMAND;
use crate::base::OffloadArch;
use crate::diag::Diagnostic;

/// What was found.
#[derive(Debug, Serialize)]
pub struct Report {
    pub version: &'static str,
    pub compilers: Vec<CompilerReport>,
    pub cuda: Finding,
    pub nvidia_driver: Finding,
    pub amd_driver: Finding,
    pub python: PythonReport,
    pub cache: Option<PathBuf>,
    pub missing: Vec<Missing>,
}

/// Whether something exists or works, with details.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub good: bool,
    pub words: String,
}

#[derive(Debug, Serialize)]
pub struct CompilerReport {
    pub path: PathBuf,
    pub version: String,
    pub host: Finding,
    pub virtual_device: Finding,
    pub nvidia: Finding,
    pub amd: Finding,
    #[serde(skip)]
    compiler: Option<Compiler>,
}

#[derive(Debug, Serialize)]
pub struct PythonReport {
    pub executable: Option<PathBuf>,
    pub interpreter: Finding,
    pub headers: Finding,
    pub numpy: Finding,
}

/// Something to install.
#[derive(Debug, Serialize)]
pub struct Missing {
    pub what: String,
    /// What cannot be done without it.
    pub needed_for: &'static str,
    pub command: String,
}

impl Finding {
    fn yes(words: impl Into<String>) -> Finding {
        Finding { good: true, words: words.into() }
    }

    fn no(words: impl Into<String>) -> Finding {
        Finding { good: false, words: words.into() }
    }
}

impl Missing {
    fn new(what: &str, needed_for: &'static str, command: impl Into<String>) -> Missing {
        Missing { what: what.to_string(), needed_for, command: command.into() }
    }
}

impl Report {
    /// Modules can be built and loaded, at least for the host.
    pub fn can_build(&self) -> bool {
        let python = &self.python;
        self.compilers.iter().any(|compiler| compiler.host.good)
            && python.interpreter.good
            && python.headers.good
    }
}

/// Examines everything that `compile` would use for this request.
pub fn examine(request: &Request) -> Report {
    interrupt::clean_up_on_signals();
    let nothing = Cache::in_folder(None);
    let python = Python::find(request.python.as_deref(), &nothing);
    let site_packages = python.as_ref().map(|python| python.site_packages.clone()).unwrap_or_default();
    let nvidia = Nvidia::find(request, &site_packages, &nothing);
    let compilers: Vec<CompilerReport> = search::compilers(request.compiler.as_deref())
        .iter()
        .map(|path| compiler(path, &nvidia, &nothing))
        .collect();
    let cuda = cuda_finding(&nvidia);
    let mut missing = missing_compilers(&compilers, &cuda);
    let python = python_report(python, &mut missing);
    Report {
        version: env!("CARGO_PKG_VERSION"),
        compilers,
        cuda,
        nvidia_driver: nvidia_driver(),
        amd_driver: amd_driver(),
        python,
        cache: Cache::of_user().folder().map(Path::to_path_buf),
        missing,
    }
}

fn compiler(path: &Path, nvidia: &Nvidia, cache: &Cache) -> CompilerReport {
    let untried = || Finding::no("not tried");
    let compiler = match Compiler::identify(path) {
        Ok(compiler) => compiler,
        Err(why) => {
            return CompilerReport {
                path: path.to_path_buf(),
                version: String::new(),
                host: Finding::no(why),
                virtual_device: untried(),
                nvidia: untried(),
                amd: untried(),
                compiler: None,
            };
        }
    };
    let host = match compiler.prove_host() {
        Ok(()) => Finding::yes("builds and runs"),
        Err(why) => Finding::no(why),
    };
    let virtual_device = match offload::prove(&compiler, &OffloadArch::Host, Kits::default(), cache) {
        _ if !host.good => untried(),
        Ok(proof) => Finding::yes(format!("builds and runs, {} devices", proof.devices)),
        Err(why) => Finding::no(why),
    };
    let newest = |family: &str, wanted: &str| {
        let archs = compiler.device_runtimes(family);
        let arch = archs.iter().find(|arch| *arch == wanted).or(archs.last());
        arch.map_or(wanted, String::as_str).parse().ok()
    };
    let prove_nvidia = |arch: OffloadArch| match offload::prove_nvidia(&compiler, &[&arch], nvidia, cache) {
        _ if !host.good => untried(),
        Ok((_, toolkit)) => Finding::yes(format!("builds, with CUDA {}", version(toolkit))),
        Err(why) => Finding::no(why),
    };
    let prove_amd = |arch: OffloadArch| match offload::prove_amd(&compiler, &[&arch], cache) {
        _ if !host.good => untried(),
        Ok(Some(folder)) => Finding::yes(format!("builds, with {}", folder.display())),
        Ok(None) => Finding::yes("builds"),
        Err(why) => Finding::no(why),
    };
    CompilerReport {
        path: path.to_path_buf(),
        version: compiler.version.clone(),
        virtual_device,
        nvidia: newest("nvptx", "sm_80").map_or_else(untried, prove_nvidia),
        amd: newest("amdgpu", "gfx90a").map_or_else(untried, prove_amd),
        host,
        compiler: Some(compiler),
    }
}

fn cuda_finding(nvidia: &Nvidia) -> Finding {
    let found: Vec<String> = nvidia.toolkits().iter().map(Toolkit::description).collect();
    if found.is_empty() { Finding::no(nvidia.lack()) } else { Finding::yes(found.join("; ")) }
}

fn version(toolkit: &Toolkit) -> String {
    let (major, minor) = toolkit.version;
    format!("{major}.{minor}")
}

/// The kernel's driver, and its library for programs.
fn nvidia_driver() -> Finding {
    let version = fs::read_to_string("/proc/driver/nvidia/version").ok();
    let version = version.as_deref().and_then(|text| text.lines().next());
    let gpus = search::entries(Path::new("/proc/driver/nvidia/gpus"), "");
    let model = |gpu: &PathBuf| {
        let facts = fs::read_to_string(gpu.join("information")).ok()?;
        Some(facts.lines().find_map(|line| line.strip_prefix("Model:"))?.trim().to_string())
    };
    let models: Vec<String> = gpus.iter().filter_map(model).collect();
    const FOLDERS: [&str; 4] = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/wsl/lib"];
    let has_library = FOLDERS.iter().any(|folder| Path::new(folder).join("libcuda.so.1").exists());
    match (version, has_library) {
        (Some(version), true) => Finding::yes(format!("{}; {version}", models.join(", "))),
        (Some(version), false) => Finding::no(format!("{version}, but libcuda.so.1 was not found")),
        (None, true) => Finding::no("libcuda.so.1 is there, but no driver is loaded"),
        (None, false) => Finding::no("no driver"),
    }
}

fn amd_driver() -> Finding {
    match Path::new("/dev/kfd").exists() {
        true => Finding::yes("/dev/kfd"),
        false => Finding::no("no driver"),
    }
}

/// The report; what is missing is added to `missing`.
fn python_report(python: Result<Python, Diagnostic>, missing: &mut Vec<Missing>) -> PythonReport {
    const NEEDED_FOR: &str = "building modules";
    let python = match python {
        Ok(python) => python,
        Err(diagnostic) => {
            let command = "sudo apt-get install python3 python3-dev";
            missing.push(Missing::new("Python", NEEDED_FOR, command));
            let untried = || Finding::no("not tried");
            let interpreter = Finding::no(diagnostic.message);
            return PythonReport { executable: None, interpreter, headers: untried(), numpy: untried() };
        }
    };
    let found = |good: bool| if good { Finding::yes("found") } else { Finding::no("missing") };
    let headers = found(python.has_headers());
    if !headers.good {
        missing.push(Missing::new("Python's C headers", NEEDED_FOR, python.headers_command()));
    }
    let numpy = found(python.has_numpy);
    if !numpy.good {
        let command = format!("{} -m pip install numpy", python.executable.display());
        missing.push(Missing::new("numpy", "running the examples", command));
    }
    let interpreter = Finding::yes(format!("CPython {}", python.version()));
    PythonReport { executable: Some(python.executable), interpreter, headers, numpy }
}

fn missing_compilers(compilers: &[CompilerReport], found: &Finding) -> Vec<Missing> {
    let mut missing = Vec::new();
    let any = |good: fn(&CompilerReport) -> bool| compilers.iter().any(good);
    let clang = compilers
        .iter()
        .filter_map(|report| report.compiler.as_ref())
        .find(|compiler| compiler.family == Family::Clang);
    // A clang that exists but lacks its runtime is repaired, not replaced.
    let command = match clang {
        Some(clang) => offload::install_runtime(clang),
        None => INSTALL_COMMAND.to_string(),
    };
    if !any(|report| report.host.good) {
        let what = "a C compiler that builds OpenMP programs";
        missing.push(Missing::new(what, "building modules", command.clone()));
    }
    if !any(|report| report.virtual_device.good) {
        let what = "clang with its offload runtime";
        missing.push(Missing::new(what, "every device (--offload-arch)", command));
    }
    // A compiler that otherwise has everything for offloading: it lacks a different version of CUDA.
    let is_refused = compilers.iter().any(|report| report.virtual_device.good && !report.nvidia.good);
    if !found.good || is_refused && !any(|report| report.nvidia.good) {
        let what = "ptxas, nvlink and libdevice of CUDA 12";
        missing.push(Missing::new(what, "NVIDIA GPUs (--offload-arch sm_NN)", cuda::INSTALL_COMMAND));
    }
    if !any(|report| report.amd.good) {
        let what = "ROCm's device libraries";
        missing.push(Missing::new(what, "AMD GPUs (--offload-arch gfxNNN)", rocm::INSTALL_COMMAND));
    }
    missing
}
