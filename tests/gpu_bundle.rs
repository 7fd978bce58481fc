//! What `scripts/gpu-bundle` packs works where only Python and the driver are, tried on the virtual device.

mod common;

use std::path::Path;
use std::process::Command;

#[test]
fn a_bundle_checks_and_measures() {
    let Some(python) = common::python() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let bundle = folder.path().join("bundle");
    let packed = Command::new(&python)
        .arg("-P")
        .arg(root.join("tests/gpu/bundle.py"))
        .arg(env!("CARGO_BIN_EXE_offcy"))
        .arg(&bundle)
        .args(["x86_64", "pairwise", "modules"])
        .output()
        .expect("Python starts");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let results = folder.path().join("results");
    let run = || {
        let mut command = Command::new("sh");
        command.arg(bundle.join("run.sh")).arg(&results).current_dir(folder.path());
        command.env("OFFCY_PYTHON", &python).env("TMPDIR", folder.path());
        command.env("OFFCY_LARGE", "1000002").env("OFFCY_BENCH_OPTIONS", "--scale 0.0001 --runs 1 triad");
        common::finish(&mut command)
    };
    let ran = run();
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("2 passed, 0 failed") && ran.out.contains("| triad |"), "{}", ran.out);
    assert!(ran.out.contains("arrays moved around one triad, GB/s"), "{}", ran.out);
    assert!(ran.out.contains("11 passed, 0 failed"), "{}", ran.out);
    assert!(results.join("kernels.json").is_file());

    // Another result than Cython's is reported.
    let expected = bundle.join("programs/pairwise/expected.json");
    let text = std::fs::read_to_string(&expected).expect("Cython's results");
    std::fs::write(&expected, text.replacen("\"<f8\"", "\"<f4\"", 1)).expect("written");
    let ran = run();
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("pairwise: FAILED") && ran.out.contains("1 passed, 1 failed"), "{}", ran.out);
}
