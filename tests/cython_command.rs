//! `offcy cython`: Cython's command line, and the one C file that it writes.

mod common;

use std::path::Path;
use std::process::Command;

use common::{folder, run, write};

/// Functions go by names that the runtime's files have for themselves.
const MODULE: &str = "from cython.parallel import prange\n\
    cdef extern from *:\n    '''\n    #define status -1\n    #define offset_of(x) nothing\n    '''\n    int status\n\
    cdef inline double find(double x) noexcept nogil:\n    return 2 * x\n\
    cdef int dealloc(int x) except -1:\n    return x + 1\n\
    def call(double[::1] x):\n    cdef Py_ssize_t i\n\
    \x20   for i in prange(x.shape[0], nogil=True, device={}):\n        x[i] = find(x[i])\n\
    \x20   return dealloc(status)\n";
const USE: &str = "import array, m\nx = array.array('d', range(100))\nassert m.call(x) == 0\n\
    assert list(x) == [2.0 * i for i in range(100)], x\n";

fn include_dir(python: &str) -> String {
    let asked = "import sysconfig; print(sysconfig.get_path('include'), end='')";
    let told = Command::new(python).args(["-c", asked]).output().expect("Python");
    String::from_utf8(told.stdout).expect("UTF-8")
}

/// Compiles the C file as a project would, with warnings for errors; false where there is no such compiler.
fn compile(at: &Path, compiler: &str, python: &str, flags: &[&str]) -> bool {
    let always =
        ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "out/m.c", "-o", "m.so", "-lm", "-I"];
    let built = Command::new(compiler)
        .args(always)
        .arg(include_dir(python))
        .args(flags)
        .current_dir(at)
        .output()
        .ok();
    let Some(built) = built else { return false };
    assert!(built.status.success(), "{compiler} {flags:?}\n{}", String::from_utf8_lossy(&built.stderr));
    true
}

fn trace_of_use(at: &Path, python: &str, policy: &str) -> String {
    let mut command = Command::new(python);
    command.args(["-c", USE]).env("OFFCY_TRACE", "1").env("OMP_TARGET_OFFLOAD", policy).current_dir(at);
    let used = command.output().expect("Python");
    let trace = String::from_utf8_lossy(&used.stderr).into_owned();
    assert!(used.status.success(), "{trace}");
    trace
}

#[test]
fn one_file_is_enough_for_every_compiler() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    write(at, "m.pyx", MODULE);
    std::fs::create_dir(at.join("out")).expect("made");
    let words =
        ["cython", "-M", "--fast-fail", "-3", "m.pyx", "-o", "out/m.c", "-Wextra", "-X", "boundscheck=False"];
    let made = run(at, &words);
    assert_eq!((made.code, made.out.as_str(), made.err.as_str()), (Some(0), "", ""));
    let rule = std::fs::read_to_string(at.join("out/m.c.dep")).expect("a depfile");
    assert_eq!(rule, "out/m.c: \\\n  m.pyx\n");
    // What gcc warns about depends on what it puts into what: projects build with -O3.
    for flags in [&["-O3"][..], &["-fopenmp"]] {
        if compile(at, "gcc", &python, flags) {
            assert!(trace_of_use(at, &python, "DEFAULT").contains("call: region on the host"));
        }
    }
    let run_path = "-Wl,-rpath,/usr/lib/llvm-19/lib";
    if compile(at, "clang-19", &python, &["-fopenmp", run_path]) {
        assert!(trace_of_use(at, &python, "DEFAULT").contains("call: region on the host"));
    }
    let targets = "-fopenmp-targets=x86_64-pc-linux-gnu";
    if compile(at, "clang-19", &python, &["-fopenmp", targets, run_path]) {
        assert!(trace_of_use(at, &python, "MANDATORY").contains("call: region on device 0"));
    }
}

/// What each file of the runtime names for itself does not get in another's way.
#[test]
fn every_part_of_the_runtime_fits_into_one_file() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    for name in ["python_classes", "generators", "fused", "updates"] {
        let source = format!("{}/tests/run/{name}.pyx", env!("CARGO_MANIFEST_DIR"));
        let made = run(at, &["cython", &source, "-o", "m.c", "--line-directives"]);
        assert_eq!(made.code, Some(0), "{name}: {made:?}");
        let mut gcc = Command::new("gcc");
        gcc.args(["-fsyntax-only", "-Wall", "-Werror", "m.c", "-I"])
            .arg(include_dir(&python))
            .current_dir(at);
        let Ok(checked) = gcc.output() else { return };
        assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn the_words_are_cythons() {
    let folder = folder();
    let at = folder.path();
    for option in ["-V", "--version"] {
        let told = run(at, &["cython", option]);
        let version = format!("Cython version 3.1.0 (offcy {})\n", env!("CARGO_PKG_VERSION"));
        assert_eq!((told.code, told.out), (Some(0), version));
    }
    write(at, "m.pyx", "x = 1\n");
    write(at, "bad.pyx", "def f(:\n");
    write(at, "advice.pyx", "def f():\n    return 1\n    return 2\n");
    std::fs::create_dir(at.join("sub")).expect("made");
    assert_eq!(run(at, &["cython", "m.pyx", "-o", "sub", "--module-name", "a.b", "-v", "-f"]).code, Some(0));
    let text = std::fs::read_to_string(at.join("sub/m.c")).expect("there");
    assert!(text.contains("OFFCY_DEFINE_MODULE(b, ") && text.contains("written by offcy"));
    assert_eq!(run(at, &["cython", "-w", "sub", "../m.pyx"]).code, Some(0));
    assert!(at.join("m.c").exists());
    let bad = run(at, &["cython", "bad.pyx"]);
    assert!(
        bad.code == Some(1) && bad.err.contains("error[OFC0001]") && !at.join("bad.c").exists(),
        "{bad:?}"
    );
    assert_eq!(run(at, &["cython", "advice.pyx"]).code, Some(0));
    let strict = run(at, &["cython", "-Werror", "advice.pyx"]);
    assert_eq!(strict.code, Some(1), "{strict:?}");
    for wrong in
        [&["cython"][..], &["cython", "m.pyx", "bad.pyx", "-o", "x.c"], &["cython", "--cplus", "m.pyx"]]
    {
        assert_eq!(run(at, wrong).code, Some(2), "{wrong:?}");
    }
}
