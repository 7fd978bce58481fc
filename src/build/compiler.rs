//! A C compiler: what it is, and the proof that it builds OpenMP programs that run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::cache::{Cache, fingerprint};
use super::process::{self, Finished};
use super::search;
use super::workspace::Workspace;
use crate::image::{Elf, Reader};

/// The file name of the offload runtime.
pub const OFFLOAD_LIBRARY: &str = "libomptarget.so";

/// The time limit for anything that a probe runs.
const PROBE_LIMIT: Duration = Duration::from_secs(60);

/// What a compiler must be able to do on the host.
const HOST_PROBE: &str = r#"#include <omp.h>
#include <stdio.h>

int main(void)
{
    int sum = 0;
    #pragma omp parallel for reduction(+: sum) num_threads(2)
    for (int i = 0; i < 100; i++) {
        sum += i;
    }
    printf("%d\n", sum);
    return omp_get_max_threads() < 1;
}
"#;
const HOST_PROBE_ANSWER: &str = "4950\n";

/// What is left of a loop after its vectors of 4 or more is done by shorter vectors, not one by one: rows of 10 to 30 elements
/// take half of the time. By default clang asks for vectors of 16. It is a switch of LLVM's own, which other versions need
/// not have.
const SHORT_VECTORS: &str = "-mllvm=-epilogue-vectorization-minimum-VF=4";

/// Elements of different rows are loaded one by one. With AVX-512 clang gathers eight of them by one instruction, which takes
/// twice as long on AMD's Zen 5. Only compilers for x86 know the flag.
const NO_GATHER: &str = "-mno-gather";

/// Clang's flags for faster code, each if the compiler knows it.
const FOR_SPEED: [&str; 2] = [SHORT_VECTORS, NO_GATHER];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Family {
    Clang,
    Gcc,
}

/// The clang to compile with: the named one, otherwise the first that works. An error is a sentence.
pub fn clang(named: Option<&Path>) -> Result<PathBuf, String> {
    let cache = Cache::of_user();
    let mut refusals = Vec::new();
    for path in search::compilers(named) {
        match Compiler::examine(&path, &cache) {
            Ok(compiler) if compiler.family == Family::Clang => return Ok(path),
            Ok(_) => refusals.push(format!("{} is not clang", path.display())),
            Err(why) => refusals.push(format!("{} {why}", path.display())),
        }
    }
    let found = if refusals.is_empty() { String::new() } else { format!(" ({})", refusals.join("; ")) };
    Err(format!("no clang was found{found}: sudo apt-get install clang-19, or name one by --cc or OFFCY_CC"))
}

/// A compiler that passed the host probe.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compiler {
    pub path: PathBuf,
    pub family: Family,
    pub major: u32,
    /// The version line that it prints.
    pub version: String,
    /// The folder of LLVM's OpenMP libraries; modules find them there when they are loaded.
    pub library_dir: Option<PathBuf>,
    /// The flags for faster code that it knows ([`FOR_SPEED`]).
    #[serde(default)]
    pub flags: Vec<String>,
    /// The OpenMP libraries that the probes relied on, with their fingerprints.
    libraries: Vec<(PathBuf, String)>,
}

impl Compiler {
    /// Examines the program at `path`; an error says why it cannot be used.
    pub fn examine(path: &Path, cache: &Cache) -> Result<Compiler, String> {
        let key = format!("compiler {} {HOST_PROBE} {FOR_SPEED:?}", fingerprint(path));
        cache.get_or(&key, Compiler::is_current, || {
            let compiler = Compiler::identify(path)?;
            compiler.prove_host()?;
            Ok(compiler.with_flags())
        })
    }

    /// A command that compiles or links with it.
    pub fn command(&self) -> Command {
        Command::new(&self.path)
    }

    /// Identifies the exact compiler and libraries in a cache key.
    pub fn key(&self) -> String {
        format!("{} {:?}", fingerprint(&self.path), self.libraries)
    }

    /// The flags that let a linked program find the OpenMP libraries.
    pub fn run_path_flags(&self) -> Vec<String> {
        self.library_dir.iter().map(|folder| format!("-Wl,-rpath,{}", folder.display())).collect()
    }

    /// The architectures for which it has LLVM's device runtime, as bitcode: `sm_80` of
    /// `libomptarget-nvptx-sm_80.bc`.
    pub fn device_runtimes(&self, family: &str) -> Vec<String> {
        let prefix = format!("libomptarget-{family}-");
        let arch = |path: PathBuf| {
            let name = path.file_name()?.to_str()?.strip_prefix(&prefix)?.strip_suffix(".bc")?.to_string();
            Some(name)
        };
        let folder = self.library_dir.as_deref();
        folder.map(|folder| search::entries(folder, &prefix)).into_iter().flatten().filter_map(arch).collect()
    }

    /// Which images its offload runtime accepts; modules are linked with that runtime.
    pub fn image_reader(&self) -> Result<Reader, String> {
        Ok(Reader::of_library(&self.offload_library()?))
    }

    /// The name by which modules request its offload runtime when they are loaded.
    pub fn offload_soname(&self) -> Option<String> {
        let library = self.offload_library().ok()?;
        Elf::parse(&library).ok()?.soname().map(str::to_string)
    }

    fn offload_library(&self) -> Result<Vec<u8>, String> {
        let path = self.library_dir.as_ref().map(|folder| folder.join(OFFLOAD_LIBRARY)).unwrap_or_default();
        std::fs::read(&path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))
    }

    pub fn has_library(&self, name: &str) -> bool {
        self.library_dir.as_ref().is_some_and(|folder| folder.join(name).exists())
    }

    /// The first of some of its own programs that it does not find.
    pub fn lacks_program<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        let is_found = |name: &str| {
            ask(&self.path, &[&format!("-print-prog-name={name}")]).is_ok_and(|answer| answer.trim() != name)
        };
        names.iter().find(|name| !is_found(name)).copied()
    }

    fn is_current(&self) -> bool {
        self.libraries.iter().all(|(path, facts)| fingerprint(path) == *facts)
    }

    /// What the program says about itself, without proof.
    pub fn identify(path: &Path) -> Result<Compiler, String> {
        let answer = ask(path, &["--version"])?;
        let version = answer.lines().next().unwrap_or_default().trim().to_string();
        let family = match version.to_ascii_lowercase() {
            words if words.contains("clang") => Family::Clang,
            words if words.contains("gcc") || words.contains("free software foundation") => Family::Gcc,
            _ if answer.contains("Free Software Foundation") => Family::Gcc,
            _ => return Err("is neither clang nor gcc".to_string()),
        };
        let major = major_version(&version).ok_or("does not report its version")?;
        let mut compiler = Compiler {
            path: path.to_path_buf(),
            family,
            major,
            version,
            library_dir: None,
            flags: Vec::new(),
            libraries: Vec::new(),
        };
        if family == Family::Clang {
            compiler.find_libraries();
        }
        Ok(compiler)
    }

    fn find_libraries(&mut self) {
        // A bare name is the answer for a file that it does not have. Older ones still link the file next to them.
        let folder_of = |name: &str| {
            let answer = ask(&self.path, &[&format!("-print-file-name={name}")]).ok()?;
            let path = Path::new(answer.trim());
            path.parent().filter(|_| path.is_absolute()).map(Path::to_path_buf)
        };
        // Debian has both runtimes in one folder, but links in others to the first alone.
        let both = folder_of(OFFLOAD_LIBRARY).filter(|folder| folder.join("libomp.so").exists());
        let named = both.or_else(|| folder_of("libomp.so"));
        let program = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let beside = program.ancestors().nth(2).map(|root| root.join("lib"));
        let beside = beside.filter(|folder| folder.join("libomp.so").exists());
        self.library_dir = named.or(beside).and_then(|folder| std::fs::canonicalize(folder).ok());
        let Some(folder) = &self.library_dir else { return };
        let paths = ["libomp.so", OFFLOAD_LIBRARY].map(|name| folder.join(name));
        self.libraries = paths.map(|path| (path.clone(), fingerprint(&path))).to_vec();
    }

    fn with_flags(mut self) -> Compiler {
        let takes = |flag: &str| {
            let workspace = Workspace::new().ok()?;
            self.build_probe(&workspace, HOST_PROBE, &["-O3", "-fopenmp", flag]).ok()
        };
        if self.family == Family::Clang {
            self.flags =
                FOR_SPEED.into_iter().filter(|flag| takes(flag).is_some()).map(str::to_string).collect();
        }
        self
    }

    /// Builds an OpenMP program and runs it.
    pub fn prove_host(&self) -> Result<(), String> {
        let workspace = Workspace::new().map_err(|error| format!("no temporary folder: {error}"))?;
        let program = self.build_probe(&workspace, HOST_PROBE, &["-O1", "-fopenmp"])?;
        let finished = self.run_probe(&mut Command::new(&program))?;
        match finished.stdout == HOST_PROBE_ANSWER {
            true => Ok(()),
            false => Err("builds an OpenMP program that computes nonsense".to_string()),
        }
    }

    /// Builds a program from `source`.
    pub fn build_probe(
        &self,
        workspace: &Workspace,
        source: &str,
        flags: &[impl AsRef<std::ffi::OsStr>],
    ) -> Result<PathBuf, String> {
        let file =
            workspace.write("probe.c", source).map_err(|error| format!("no temporary file: {error}"))?;
        let program = workspace.path().join("probe");
        let mut command = self.command();
        command.args(flags).arg(&file).arg("-o").arg(&program).args(self.run_path_flags()).arg("-lm");
        let finished =
            process::run(&mut command, PROBE_LIMIT).map_err(|error| format!("does not start: {error}"))?;
        match finished.succeeded() {
            true => Ok(program),
            false => Err(format!("does not build a small OpenMP program: {}", finished.complaint())),
        }
    }

    /// Runs a built probe; anything but success is an error.
    pub fn run_probe(&self, command: &mut Command) -> Result<Finished, String> {
        let failed = |how: String| format!("builds an OpenMP program that does not run: {how}");
        let finished = process::run(command, PROBE_LIMIT).map_err(|error| failed(error.to_string()))?;
        match finished.succeeded() {
            true => Ok(finished),
            false => Err(failed(finished.complaint())),
        }
    }
}

/// What `program` prints for `arguments`.
fn ask(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let finished = process::run(Command::new(program).args(arguments), PROBE_LIMIT)
        .map_err(|error| format!("does not start: {error}"))?;
    match finished.succeeded() {
        true => Ok(finished.stdout),
        false => Err(format!("does not answer `{}`: {}", arguments.join(" "), finished.complaint())),
    }
}

/// The first number of the first word like `19.1.7`.
fn major_version(line: &str) -> Option<u32> {
    line.split_whitespace().find_map(|word| {
        let (major, rest) = word.trim_start_matches('(').split_once('.')?;
        rest.starts_with(|first: char| first.is_ascii_digit()).then(|| major.parse().ok()).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::major_version;

    #[test]
    fn versions() {
        assert_eq!(major_version("Debian clang version 19.1.7 (3~deb12u1)"), Some(19));
        assert_eq!(major_version("gcc (Debian 12.2.0-14) 12.2.0"), Some(12));
        assert_eq!(major_version("clang version 23.0.0git"), Some(23));
        assert_eq!(major_version("clang"), None);
    }
}
