//! The programs of `tests/run`: the same results on the host, on the virtual device and from Cython,
//! and the bytes moved that are expected. `tests/run/check.py` says how.

mod common;

use std::path::Path;
use std::process::Command;

#[test]
fn three_results_agree() {
    if let Some(python) = common::python() {
        common::run_script(&python, "run/check.py", &[]);
    }
}

/// The same programs with every access and operation of the emitted C and the runtime checked.
#[test]
fn sanitizers_find_nothing() {
    let library = Command::new("clang-19").arg("-print-file-name=libclang_rt.asan-x86_64.so").output();
    let library = library.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    match (common::python(), library) {
        (Some(python), Ok(library)) if Path::new(&library).is_absolute() => {
            common::run_script(&python, "run/check.py", &["--sanitize"]);
        }
        _ => {
            eprintln!("SKIPPED: no Python with NumPy, or no clang-19 with its sanitizers; run scripts/setup")
        }
    }
}

/// The same programs on the virtual device, where no kernel can touch the host's arrays: a map that is missing shows.
#[test]
fn kernels_use_the_device_s_memory() {
    if let Some(python) = common::python() {
        common::run_script(&python, "run/check.py", &["--guard"]);
    }
}

/// Cross-built, not run: a device image for the architecture must be in the module.
#[test]
fn examples_build_for_nvidia() {
    let Some(python) = common::python() else { return };
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
