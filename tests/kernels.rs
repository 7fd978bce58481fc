//! How regions run on NVIDIA's devices, read off what the compiler makes of them; no device is needed.

use std::fs;
use std::path::Path;
use std::process::Command;

/// In the compiler's description of a kernel: all threads run it from its begin (SPMD), none waits for
/// another to start it (generic).
const SPMD: &str = "i8 2";

/// The same, where the compiler had to find out.
const GENERIC_SPMD: &str = "i8 3";

/// The execution mode of each kernel of a module, by the kernel's name.
fn modes(module: &str, directives: &[&str]) -> Option<Vec<(String, String)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let options = directives.iter().flat_map(|directive| ["-X", directive]);
    let made = Command::new(env!("CARGO_BIN_EXE_offcy"))
        .args(["compile", "--emit", "c", "--out-dir"])
        .arg(folder.path())
        .args(options)
        .arg(root.join(module))
        .output()
        .expect("it starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let code = folder.path().join("kernels.ll");
    let compiled = Command::new("clang-19")
        .args([
            "-O3",
            "-fopenmp",
            "--offload-arch=sm_90",
            "--offload-device-only",
            "-nogpulib",
            "-S",
            "-emit-llvm",
        ])
        .args(["-fno-math-errno", "-DOFFCY_OFFLOAD=1", "-o"])
        .arg(&code)
        .arg(folder.path().join(Path::new(module).with_extension("kernels.c").file_name().expect("a file")))
        .arg("-I")
        .arg(root.join("runtime-c/include"))
        .status();
    let Ok(compiled) = compiled else {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return None;
    };
    assert!(compiled.success());
    let text = fs::read_to_string(code).expect("the compiler's code");
    let environments = text.lines().filter(|line| line.contains("_kernel_environment = "));
    let mode = |line: &str| {
        let name = line.split("_kernel_environment").next().unwrap_or_default();
        // The third of a kernel's settings.
        let setting = line.split("ConfigurationEnvironmentTy {").nth(1)?.split(',').nth(2)?;
        Some((name.to_string(), setting.trim().to_string()))
    };
    Some(environments.map(|line| mode(line).expect("a kernel's settings")).collect())
}

/// Names that clang's headers for GPUs define, and no header of C's.
const NAMES: &[&str] = &[
    "max",
    "min",
    "norm",
    "normf",
    "norm3d",
    "rsqrt",
    "rcbrt",
    "rhypot",
    "erfinv",
    "normcdf",
    "powi",
    "umax",
    "llmin",
    "sinpi",
    "sincospi",
    "cyl_bessel_i0",
    "fdivide",
    "clock64",
];

#[test]
fn functions_may_have_the_names_of_the_devices() {
    let mut text = "from cython.parallel import prange\n".to_string();
    for name in NAMES {
        text += &format!(
            "cdef double {name}(double a, double *b, int c) noexcept nogil:\n    return a + b[0] + c\n"
        );
    }
    text +=
        "def f(double[::1] x):\n    cdef int i\n    for i in prange(x.shape[0], nogil=True, device={}):\n";
    for name in NAMES {
        text += &format!("        x[i] = {name}(x[i], &x[0], 2)\n");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("names.pyx");
    fs::write(&module, text).expect("written");
    let Some(modes) = modes(&module.to_string_lossy(), &["boundscheck=False"]) else { return };
    assert_eq!(modes.len(), 1, "{modes:?}");
}

#[test]
fn all_threads_run_the_benchmarks_kernels() {
    for boundscheck in ["boundscheck=False", "boundscheck=True"] {
        let Some(modes) =
            modes("benches/kernels/kernels.pyx", &[boundscheck, "wraparound=False", "cdivision=True"])
        else {
            return;
        };
        assert!(modes.len() >= 15, "{modes:?}");
        for (kernel, mode) in modes {
            assert_eq!(mode, SPMD, "{kernel}, {boundscheck}");
        }
    }
}

/// Loops that a team's threads run: where nothing beside them can fail, all threads come to them together.
#[test]
fn all_threads_run_kernels_of_two_levels() {
    let nests: &[&str] = &["last_counters", "ragged", "chosen"];
    let values: &[&str] = &["changed", "counted", "structs", "checked"];
    for (program, functions) in [("nests", nests), ("team_values", values)] {
        let Some(modes) = modes(&format!("tests/run/{program}.pyx"), &[]) else { return };
        for function in functions {
            let of_function =
                |(kernel, _): &&(String, String)| kernel.contains(&format!("_{function}_region_"));
            let found: Vec<_> = modes.iter().filter(of_function).map(|(_, mode)| mode.as_str()).collect();
            assert!(found.contains(&GENERIC_SPMD), "{function}: {modes:?}");
            assert!(found.iter().all(|mode| [SPMD, GENERIC_SPMD].contains(mode)), "{function}: {modes:?}");
        }
    }
}
