//! The programs of `tests/run`: the same results in every build of offcy's and from Cython,
//! and the bytes moved that are expected. `tests/run/check.py` says how.

mod common;

use std::path::Path;
use std::process::Command;

/// On the host, on the virtual device, there also where no kernel can touch the host's arrays (a map that is missing shows), under
/// sanitizers, and compiled with warnings as errors.
#[test]
fn programs_agree_in_every_build() {
    let library = Command::new("clang-19").arg("-print-file-name=libclang_rt.asan-x86_64.so").output();
    let library = library.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    let Some(python) = common::python() else { return };
    let way: &[&str] = match library {
        Ok(library) if Path::new(&library).is_absolute() => &["--every"],
        _ => {
            eprintln!("SKIPPED: sanitized builds, for clang-19 lacks its sanitizers; run scripts/setup");
            &[]
        }
    };
    common::run_script(&python, "run/check.py", way);
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
