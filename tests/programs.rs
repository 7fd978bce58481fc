//! The programs of `tests/run`: the same results on the host, on the virtual device and from Cython,
//! and the bytes moved that are expected. `tests/run/check.py` says how.

use std::path::Path;
use std::process::Command;

/// A Python with NumPy and Cython: `OFFCY_TEST_PYTHON`, or the `.venv` that `scripts/setup` makes.
fn python() -> Option<String> {
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    let named = std::env::var("OFFCY_TEST_PYTHON").ok();
    let python = named.or_else(|| venv.exists().then(|| venv.display().to_string()))?;
    let found = Command::new(&python).args(["-c", "import numpy, Cython"]).status().ok()?;
    found.success().then_some(python)
}

#[test]
fn three_results_agree() {
    let Some(python) = python() else {
        eprintln!("SKIPPED: no Python with NumPy and Cython; run scripts/setup");
        return;
    };
    if Command::new("clang-19").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return;
    }
    check(&python, &[]);
}

/// Runs `tests/run/check.py`.
fn check(python: &str, options: &[&str]) {
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/check.py");
    let offcy = env!("CARGO_BIN_EXE_offcy");
    let output =
        Command::new(python).arg("-P").arg(check).args(options).arg(offcy).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}");
}

/// The same programs with every access and operation of the emitted C and the runtime checked.
#[test]
fn sanitizers_find_nothing() {
    let library = Command::new("clang-19").arg("-print-file-name=libclang_rt.asan-x86_64.so").output();
    let library = library.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    match (python(), library) {
        (Some(python), Ok(library)) if Path::new(&library).is_absolute() => check(&python, &["--sanitize"]),
        _ => {
            eprintln!("SKIPPED: no Python with NumPy, or no clang-19 with its sanitizers; run scripts/setup")
        }
    }
}

/// Cross-built, not run: a device image for the architecture must be in the module.
#[test]
fn examples_build_for_nvidia() {
    let Some(python) = python() else {
        eprintln!("SKIPPED: no Python with NumPy and Cython; run scripts/setup");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nvidia");
    let output = Command::new(env!("CARGO_BIN_EXE_offcy"))
        .args(["compile", "--offload-arch", "sm_90", "--message-format", "short", "--python", &python])
        .args([root.join("examples/pairwise.pyx"), root.join("examples/inside_polygon.pyx")])
        .arg("--out-dir")
        .arg(&out_dir)
        .output()
        .expect("it starts");
    let words = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(3) && words.contains("nvidia-cuda-nvcc") {
        eprintln!("SKIPPED: the CUDA compiler's wheels are not installed; run scripts/setup --cuda");
        return;
    }
    assert!(output.status.success(), "{words}");
    let modules = std::fs::read_dir(&out_dir).expect("the folder").flatten().map(|entry| entry.path());
    let modules: Vec<_> = modules.filter(|path| path.extension().is_some_and(|end| end == "so")).collect();
    assert_eq!(modules.len(), 2);
    for module in modules {
        let bytes = std::fs::read(&module).expect("it can be read");
        assert!(bytes.windows(5).any(|part| part == b"sm_90"), "{}: no image for sm_90", module.display());
    }
}
