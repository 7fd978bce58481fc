//! The Python that a module is built for.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::cache::{Cache, fingerprint};
use super::{process, search};
use crate::diag::{Diagnostic, codes};

/// Names the Python that modules are built for.
const VARIABLE: &str = "OFFCY_PYTHON";

const OLDEST: (u32, u32) = (3, 11);

/// Run in isolated mode: a build runs nothing from the current folder or PYTHONPATH.
const QUESTION: &str = r#"
import importlib.util, json, os, site, sys, sysconfig
numpy = importlib.util.find_spec("numpy")
folders = (numpy.submodule_search_locations or []) if numpy else []
headers = [os.path.join(folder, core, "include") for folder in folders for core in ("_core", "core")]
print(json.dumps({
    "executable": sys.executable,
    "implementation": sys.implementation.name,
    "version": list(sys.version_info[:3]),
    "include_dirs": sorted({sysconfig.get_path("include"), sysconfig.get_path("platinclude")}),
    "is_free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    "suffix": sysconfig.get_config_var("EXT_SUFFIX") or ".so",
    "site_packages": [p for p in [*sys.path, site.getusersitepackages()] if p.endswith("-packages")],
    "has_numpy": numpy is not None,
    "numpy_headers": next((path for path in headers if os.path.isdir(path)), None),
}))
"#;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Python {
    pub executable: PathBuf,
    implementation: String,
    version: (u32, u32, u32),
    pub include_dirs: Vec<PathBuf>,
    /// It has no GIL.
    #[serde(default)]
    is_free_threaded: bool,
    /// `.cpython-311-x86_64-linux-gnu.so`
    pub suffix: String,
    pub site_packages: Vec<PathBuf>,
    pub has_numpy: bool,
    /// Where NumPy has its headers.
    pub numpy_headers: Option<PathBuf>,
}

/// A part of Python's C interface that later versions keep.
#[derive(Clone, Copy, Debug)]
pub struct StableAbi {
    /// The oldest Python that has all of it, as in `Py_LIMITED_API`.
    pub version: &'static str,
    /// What the names of modules end with.
    pub suffix: &'static str,
}

impl StableAbi {
    /// Of Pythons with a GIL, from the oldest that offcy builds for.
    pub const ABI3: StableAbi = StableAbi { version: "0x030b0000", suffix: ".abi3.so" };
    /// Of free-threaded Pythons (PEP 803).
    pub const ABI3T: StableAbi = StableAbi { version: "0x030f0000", suffix: ".abi3t.so" };
}

impl Python {
    /// The named one, or that of `OFFCY_PYTHON`, or that of the virtual environment, or `python3`, in this
    /// order.
    pub fn find(named: Option<&Path>, cache: &Cache) -> Result<Python, Diagnostic> {
        let refuse = |message: String| {
            Diagnostic::error(codes::NO_PYTHON, message)
                .note("name one with `--python`, or install it: sudo apt-get install python3 python3-dev")
        };
        let program = interpreter(named).ok_or_else(|| refuse("no Python was found".to_string()))?;
        let of_environment =
            named.is_none() && std::env::var_os(VARIABLE).is_some_and(|name| !name.is_empty());
        let from = if of_environment { format!("{VARIABLE}: ") } else { String::new() };
        let ask = || ask(&program).map_err(|why| refuse(format!("{from}`{}` {why}", program.display())));
        let python = match key(&program) {
            Some(key) => cache.get_or(&key, |_| true, ask)?,
            None => ask()?,
        };
        python.refusal().map_or(Ok(python), |why| Err(refuse(format!("{from}`{}` {why}", program.display()))))
    }

    /// Adds packages that it does not know itself, such as those of an isolated build.
    pub fn with_packages(mut self, folders: &[PathBuf]) -> Python {
        let headers =
            |folder: &PathBuf| ["_core", "core"].map(|core| folder.join("numpy").join(core).join("include"));
        let found = folders.iter().flat_map(headers).find(|path| path.is_dir());
        self.has_numpy |= found.is_some();
        self.numpy_headers = found.or(self.numpy_headers);
        self.site_packages.retain(|folder| !folders.contains(folder));
        self.site_packages.splice(0..0, folders.iter().cloned());
        self
    }

    pub fn version(&self) -> String {
        let (major, minor, micro) = self.version;
        format!("{major}.{minor}.{micro}")
    }

    /// Checks that its headers exist; an error says how to get them.
    pub fn check_headers(&self) -> Result<(), Diagnostic> {
        if self.has_headers() {
            return Ok(());
        }
        let folder = self.include_dirs.first().map(|folder| folder.display().to_string()).unwrap_or_default();
        let message = format!("`Python.h` of `{}` is missing", self.executable.display());
        Err(Diagnostic::error(codes::NO_PYTHON_HEADERS, message)
            .note(format!("it is looked for in `{folder}`"))
            .note(format!("install it: {}", self.headers_command())))
    }

    /// The interface with which one module serves it and later versions, if it has one.
    pub fn stable_abi(&self) -> Option<StableAbi> {
        match (self.is_free_threaded, self.version) {
            (false, _) => Some(StableAbi::ABI3),
            (true, (3, 15.., _) | (4.., ..)) => Some(StableAbi::ABI3T),
            (true, _) => None,
        }
    }

    /// Checks that there is one; an error says what to do.
    pub fn check_stable_abi(&self) -> Result<(), Diagnostic> {
        if self.stable_abi().is_some() {
            return Ok(());
        }
        let (name, (major, minor, _)) = (self.executable.display(), self.version);
        let message = format!("`{name}` is a free-threaded Python {major}.{minor}, which has no limited API");
        Err(Diagnostic::error(codes::NO_PYTHON, message)
            .note("free-threaded Pythons have it from 3.15 on")
            .note("leave out `--limited-api`: the module is built for this version alone"))
    }

    pub fn has_headers(&self) -> bool {
        self.include_dirs.iter().any(|folder| folder.join("Python.h").is_file())
    }

    pub fn headers_command(&self) -> String {
        format!("sudo apt-get install python{}.{}-dev", self.version.0, self.version.1)
    }

    fn refusal(&self) -> Option<String> {
        if self.implementation != "cpython" {
            return Some(format!("is {}; offcy builds for CPython", self.implementation));
        }
        let old = (self.version.0, self.version.1) < OLDEST;
        old.then(|| {
            format!("is Python {}; offcy builds for {}.{} and newer", self.version(), OLDEST.0, OLDEST.1)
        })
    }
}

/// Where offcy keeps what can be recreated, if the user has such a folder.
pub fn cache_folder() -> Option<PathBuf> {
    Cache::of_user().folder().map(Path::to_path_buf)
}

/// The folders of `more`, followed by those of a Python's installed packages; only `more` if there is no such
/// Python.
pub fn site_packages(named: Option<&Path>, more: &[PathBuf]) -> Vec<PathBuf> {
    let found = Python::find(named, &Cache::of_user()).map(|python| python.with_packages(more).site_packages);
    found.unwrap_or_else(|_| more.to_vec())
}

fn interpreter(named: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(search::program(named.as_os_str()).unwrap_or_else(|| named.to_path_buf()));
    }
    if let Some(wanted) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
        return Some(search::program(&wanted).unwrap_or_else(|| PathBuf::from(wanted)));
    }
    let of_environment = std::env::var_os("VIRTUAL_ENV").map(|root| PathBuf::from(root).join("bin/python"));
    of_environment
        .filter(|path| search::is_program(path))
        .or_else(|| search::program(OsStr::new("python3")))
        .or_else(|| search::program(OsStr::new("python")))
}

/// `None` for scripts (such as pyenv's): what they run depends on more than their text.
fn key(program: &Path) -> Option<String> {
    let mut start = [0; 4];
    std::fs::File::open(program).ok()?.read_exact(&mut start).ok()?;
    let settings = program.parent()?.parent()?.join("pyvenv.cfg");
    let target = std::fs::canonicalize(program).ok()?;
    (start == *b"\x7fELF")
        .then(|| format!("python {program:?} {} {} {QUESTION}", fingerprint(&target), fingerprint(&settings)))
}

fn ask(program: &Path) -> Result<Python, String> {
    let limit = Duration::from_secs(30);
    let finished = process::run(Command::new(program).args(["-I", "-c", QUESTION]), limit)
        .map_err(|error| format!("does not start: {error}"))?;
    if !finished.succeeded() {
        return Err(format!("does not work: {}", finished.complaint()));
    }
    serde_json::from_str(&finished.stdout).map_err(|_| "does not answer as Python does".to_string())
}
