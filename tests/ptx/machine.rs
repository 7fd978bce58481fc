//! Translates PTX and runs kernels of it with `simulator/tests/run_kernel.c`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use offcy::simulate::{Mode, Options, translate};
use tempfile::TempDir;

pub struct Machine {
    runner: PathBuf,
    library: PathBuf,
    folder: TempDir,
}

pub struct Launch {
    kernel: &'static str,
    grid: u32,
    block: u32,
    shared: u32,
    seed: u64,
    argument: u32,
}

impl Launch {
    pub fn of(kernel: &'static str) -> Launch {
        Launch { kernel, grid: 1, block: 1, shared: 0, seed: 0, argument: 0 }
    }

    pub fn grid(self, grid: u32) -> Launch {
        Launch { grid, ..self }
    }

    pub fn block(self, block: u32) -> Launch {
        Launch { block, ..self }
    }

    pub fn shared(self, shared: u32) -> Launch {
        Launch { shared, ..self }
    }

    pub fn seed(self, seed: u64) -> Launch {
        Launch { seed, ..self }
    }

    pub fn argument(self, argument: u32) -> Launch {
        Launch { argument, ..self }
    }
}

/// The runner, compiled once; `None` without clang.
fn runner() -> Option<&'static Path> {
    static RUNNER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("simulator");
        if Command::new("clang-19").arg("--version").output().is_err() {
            eprintln!("skipped: there is no clang-19");
            return None;
        }
        let runner = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run_kernel");
        let sources =
            fs::read_dir(root.join("src")).expect("the sources").flatten().map(|entry| entry.path());
        let made = Command::new("clang-19")
            .args(["-std=gnu11", "-O1", "-g1", "-Wall", "-Wextra", "-Werror", "-pthread"])
            .arg("-I")
            .arg(root.join("include"))
            .arg(root.join("tests/run_kernel.c"))
            .args(sources.filter(|path| path.extension().is_some_and(|extension| extension == "c")))
            .arg("-o")
            .arg(&runner)
            .args(["-ldl", "-lm"])
            .output()
            .expect("clang starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Some(runner)
    };
    RUNNER.get_or_init(build).as_deref()
}

impl Machine {
    pub fn of(text: &str) -> Option<Machine> {
        Machine::of_units(&[text.to_string()])
    }

    pub fn of_units(units: &[String]) -> Option<Machine> {
        Machine::with(units, Mode::default())
    }

    /// With all checks.
    pub fn checking(text: &str) -> Option<Machine> {
        Machine::with(&[text.to_string()], Mode { checks: 15, ..Mode::default() })
    }

    /// With counts of instructions and sectors.
    pub fn counting(text: &str) -> Option<Machine> {
        Machine::with(&[text.to_string()], Mode { counts: true, ..Mode::default() })
    }

    fn with(units: &[String], mode: Mode) -> Option<Machine> {
        let runner = runner()?.to_path_buf();
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
        let options = Options { clang: "clang-19".into(), cache, mode };
        let folder = crate::common::folder();
        let library = folder.path().join("module.so");
        translate(units, &options, &library).unwrap_or_else(|error| panic!("{error}"));
        Some(Machine { runner, library, folder })
    }

    /// Runs a kernel with these buffers; what it prints, and what is in the buffers then.
    fn run(&self, launch: &Launch, buffers: &[Vec<u8>]) -> (String, Vec<Vec<u8>>) {
        let mut command = Command::new(&self.runner);
        command.arg(&self.library).arg(launch.kernel);
        command.args([format!("{},1,1", launch.grid), format!("{},1,1", launch.block)]);
        command.args([launch.shared.to_string(), launch.seed.to_string()]);
        let mut files = Vec::new();
        for (number, bytes) in buffers.iter().enumerate() {
            let file = self.folder.path().join(format!("buffer{number}"));
            fs::write(&file, bytes).expect("written");
            command.arg(format!("buffer:{}", file.display()));
            files.push(file);
        }
        command.arg(format!("4:{}", launch.argument)).env("COUNTS", "1");
        let output = command.output().expect("the runner starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.code().is_some_and(|code| code < 2), "{said}{:?}", output);
        (said, files.iter().map(|file| fs::read(file).expect("read")).collect())
    }

    /// What a kernel leaves in a buffer of so many zeros.
    pub fn words(&self, launch: Launch, count: usize) -> Vec<u32> {
        let (said, buffers) = self.run(&launch, &[vec![0; 4 * count]]);
        assert!(said.starts_with("error 0\n"), "{}: {said}", launch.kernel);
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        buffers[0].chunks(4).map(word).collect()
    }

    /// What is said of a kernel that fails.
    pub fn fault(&self, launch: Launch) -> String {
        self.run(&launch, &[vec![0; 64]]).0
    }

    /// What checks find in a kernel that comes to its end: `4: reads 4 bytes ...`, the bit of the check first.
    pub fn findings(&self, launch: Launch, count: usize) -> Vec<String> {
        let (said, _) = self.run(&launch, &[vec![0; 4 * count]]);
        assert!(said.starts_with("error 0\n") || said.contains("\nerror 0\n"), "{}: {said}", launch.kernel);
        said.lines().filter_map(|line| line.strip_prefix("finding ")).map(String::from).collect()
    }

    /// What is counted of a kernel that has a buffer of so many bytes.
    pub fn counts(&self, launch: Launch, bytes: usize) -> String {
        let (said, _) = self.run(&launch, &[vec![0; bytes]]);
        assert!(said.starts_with("error 0\n"), "{said}");
        said
    }

    /// The results of `cases` instructions for these inputs.
    pub fn instructions(&self, inputs: &[[u64; 3]], cases: usize) -> Vec<u64> {
        let bytes = inputs.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let blocks = inputs.len().div_ceil(128) as u32;
        let launch = Launch::of("instructions").grid(blocks).block(128).argument(inputs.len() as u32);
        let (said, buffers) = self.run(&launch, &[bytes, vec![0; 8 * inputs.len() * cases]]);
        assert!(said.starts_with("error 0\n"), "{said}");
        let value = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        buffers[1].chunks(8).map(value).collect()
    }
}
