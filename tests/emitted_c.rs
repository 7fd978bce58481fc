//! The C that is written, from the programs of `tests/run` and `examples`: compilers have nothing to say of it, with and without
//! OpenMP and devices (of most programs of `tests/run`, `tests/common/strict.py` asks them); it is the same each time; it stays short.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;

use offcy::driver::{self, HeaderTypes, Options};
use offcy::emit::{Emitted, ForeignKind};

const FOLDERS: &[&str] = &["tests/run", "examples"];

/// Warnings are errors in each of these, of which the last has `#line`: that makes no other difference.
const MODES: &[&[&str]] = &[&[], &["-fopenmp"], &["-fopenmp", "-DOFFCY_OFFLOAD=1"]];

fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<PathBuf> = FOLDERS
        .iter()
        .filter_map(|folder| fs::read_dir(root.join(folder)).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        // A program of several files has a folder.
        .map(|path| match path.is_dir() {
            true => path.join(path.file_name().expect("a name")).with_extension("pyx"),
            false => path,
        })
        .filter(|path| path.is_file())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pyx"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

fn emitted(source: &Path, line_directives: bool) -> Emitted {
    let mut options = Options { line_directives, ..Options::default() };
    let text = fs::read_to_string(source).expect("a source");
    // What the program is given from outside.
    let names = text.lines().filter_map(|line| line.strip_prefix("# compile-time-env: "));
    for name in names.flat_map(|line| line.split(',')).filter(|name| !name.trim().is_empty()) {
        options.compile_time_env.set(name).expect("a name with a value");
    }
    // What a build learns of its headers.
    let types = text.lines().find_map(|line| line.strip_prefix("# header-types: ")).unwrap_or_default();
    options.header_types = HeaderTypes::of(types.split(", ").filter_map(|one| {
        let (name, letter) = one.split_once('=')?;
        Some((name.into(), letter.chars().next()?))
    }));
    let outcome = driver::compile(source, &options);
    let messages: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    outcome.value.unwrap_or_else(|| panic!("{}: {messages:?}", source.display()))
}

/// The folder of Python.h, where there is one; then that of NumPy's headers, which some programs need.
fn headers() -> Option<Vec<String>> {
    let python = std::env::var("OFFCY_TEST_PYTHON").unwrap_or_else(|_| ".venv/bin/python".to_string());
    let print = "import sysconfig, numpy; print(sysconfig.get_path('include')); print(numpy.get_include())";
    let output = Command::new(python).args(["-c", print]).output().ok()?;
    let folders: Vec<String> = String::from_utf8(output.stdout).ok()?.lines().map(str::to_string).collect();
    folders.first().is_some_and(|folder| Path::new(folder).join("Python.h").exists()).then_some(folders)
}

#[test]
fn compilers_have_nothing_to_say() {
    if Command::new("clang-19").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return;
    }
    let Some(headers) = headers() else {
        eprintln!("SKIPPED: no Python.h or NumPy; run scripts/setup");
        return;
    };
    let sources: Vec<_> = sources().into_iter().filter(|source| is_asked_here(source)).collect();
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for part in sources.chunks(sources.len().div_ceil(cores)) {
            scope.spawn(|| part.iter().for_each(|source| silent(source, &headers)));
        }
    });
}

/// Whether no test of programs asks: of examples, and of what a build learns of its headers.
fn is_asked_here(source: &Path) -> bool {
    source.parent().is_some_and(|folder| folder.ends_with("examples"))
        || fs::read_to_string(source).expect("a source").contains("# header-types: ")
}

/// In each mode that the module's C knows of.
fn silent(source: &Path, headers: &[String]) {
    let runtime = concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-c/include");
    let stem = source.file_stem().expect("a name").to_string_lossy();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted_c").join(&*stem);
    fs::create_dir_all(&folder).expect("a folder");
    for (number, mode) in MODES.iter().enumerate() {
        let is_last = number + 1 == MODES.len();
        let emitted = emitted(source, is_last);
        // Of its own sources: the headers of the runtime have tests of their own.
        let knows_modes = |word| emitted.files.iter().any(|file| file.text.contains(word));
        if !is_last && !["#pragma omp", "_OPENMP", "OFFCY_OFFLOAD"].into_iter().any(knows_modes) {
            continue;
        }
        let macros = emitted.foreign.settings.iter().filter(|one| one.kind == ForeignKind::Macros);
        let macros: Vec<String> =
            macros.flat_map(|one| one.values.iter().map(|value| format!("-D{value}"))).collect();
        for file in &emitted.files {
            fs::write(folder.join(&file.name), &file.text).expect("it can be written");
        }
        let output = Command::new("clang-19")
            .args(["-fsyntax-only", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", runtime])
            .args(headers.iter().flat_map(|folder| ["-isystem", folder]))
            .arg("-I")
            .arg(source.parent().expect("a folder"))
            .args(*mode)
            .args(&macros)
            .args(sources_of(&emitted).map(|name| folder.join(name)))
            .output()
            .expect("clang-19 starts");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stem} {mode:?}\n{complaints}");
    }
}

/// The C that offcy wrote, without what the module names in comments.
fn sources_of(emitted: &Emitted) -> impl Iterator<Item = &str> {
    let is_own =
        |name: &&str| name.ends_with(".c") && name.trim_end_matches(".kernels.c").matches('.').count() < 2;
    emitted.files.iter().map(|file| file.name.as_str()).filter(is_own)
}

/// A result that no statement gives is a parameter all the same.
#[test]
fn functions_that_always_raise_have_nothing_unused() {
    let Some(headers) = headers() else { return };
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("always.pyx");
    let text = "\
cimport cython
from cython.parallel import prange

@cython.device
cdef double on_device(double by) except? -1 nogil:
    raise KeyError(\"on a device\")

cdef double on_host(double by) except? -1 nogil:
    raise KeyError(\"on the host\")

def f(double[:] x, int k):
    cdef int i
    if k:
        return on_host(k)
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = on_device(x[i])
";
    fs::write(&source, text).expect("it can be written");
    silent(&source, &headers);
}

/// Text of the source stands in comments and strings of the C.
#[test]
fn nothing_in_a_line_of_the_source_disturbs_the_c() {
    let Some(headers) = headers() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("we* ??").join("*%s ??").join("é\"\\n \u{202e}");
    fs::create_dir_all(&folder).expect("a folder");
    let lines = [
        "/* not closed",
        "*/ #error closed",
        "/*/ /**/ *//*/**/ // \\",
        "??/",
        "%s %n %d \\",
        "\u{202e}\u{2066} \u{1}\u{7f}\u{85}",
        &"*/*??/ ".repeat(2000),
    ];
    let mut text = "from cython.parallel import prange, parallel\n".to_string();
    for (number, line) in lines.iter().enumerate() {
        let message: String = line.chars().filter(|c| !c.is_control()).take(300).collect();
        text += &format!(
            "def f{number}(double[:] x, int n):\n    \"\"\"{message} \"\"\"\n    cdef Py_ssize_t i\n\
             \x20   for i in prange(n // 2, x.shape[0], nogil=True, device={{}}):  # {line}\n        x[i] = 1\n\
             \x20       if x[i] > 2:\n            raise ValueError('{message} ')\n\
             def g{number}(int n):\n    cdef Py_ssize_t i\n    cdef int s = 0\n\
             \x20   with nogil, parallel(device={{}}):  # {line}\n\
             \x20       for i in prange(4):\n            s += 1\n    return s, '{message} ', b'%s'\n"
        );
    }
    let source = folder.join("lines.pyx");
    fs::write(&source, text).expect("it can be written");
    silent(&source, &headers);
    let emitted = emitted(&source, false);
    let longest = emitted
        .files
        .iter()
        .flat_map(|file| file.text.lines())
        .filter(|line| line.contains("for i in"))
        .max_by_key(|line| line.len());
    assert!(longest.is_some_and(|line| line.len() < 1200), "{longest:?}");
}

#[test]
fn the_same_source_gives_the_same_bytes() {
    for source in sources() {
        assert_eq!(emitted(&source, true), emitted(&source, true), "{}", source.display());
    }
}

/// Cython 3.3.1 writes 29,968 lines for this module: a hundred times as many.
#[test]
fn twenty_lines_stay_short() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twenty.pyx");
    let text = "\
# cython: boundscheck=False, wraparound=False
import numpy as np
from cython.parallel import parallel, prange
from libc.math cimport sqrt

def pairwise(double[:, ::1] X):
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef int i, j, k
    with nogil, parallel(device={}):
        for i in prange(M):
            for j in prange(M):
                d = 0.0
                for k in range(N):
                    tmp = X[i, k] - X[j, k]
                    d = d + tmp * tmp
                D[i, j] = sqrt(d)
    return np.asarray(D)
";
    fs::write(&source, text).expect("it can be written");
    let emitted = emitted(&source, false);
    let lines: usize = emitted.files.iter().map(|file| file.text.lines().count()).sum();
    assert!(lines < 300, "{lines} lines");
    // Lines with the path in them are as long as the path.
    let path = source.to_string_lossy();
    let code = emitted.files.iter().flat_map(|file| file.text.lines()).filter(|line| !line.contains(&*path));
    let longest = code.max_by_key(|line| line.len());
    assert!(longest.is_some_and(|line| line.len() <= 100), "{longest:?}");
}

/// What threads share is declared before a parallel loop, what they don't in its body: a temporary of a
/// serial loop inside belongs to the body, however deep its first assignment is.
#[test]
fn temporaries_of_parallel_loops_are_private() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("private.pyx");
    let text = "\
# cython: boundscheck=False, wraparound=False
from cython.parallel import prange

def f(long[:, ::1] a, long[:, ::1] b):
    cdef int i, j
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] // (b[i, j] + 1)
";
    fs::write(&source, text).expect("it can be written");
    let emitted = emitted(&source, false);
    let kernels = &emitted.files[0].text;
    // The loop of the device, and those of the host with threads and without, call what an iteration does.
    let (_, after) =
        kernels.split_once("static OFFCY_ITERATION void f_region_6_iteration").expect("a function");
    let (iteration, rest) = after.split_once("\n}\n").expect("its end");
    assert_eq!(iteration.matches("long _divi").count(), 2, "two temporaries\n{kernels}");
    assert!(!rest.contains("long _divi") && rest.matches("f_region_6_iteration(").count() == 3, "{kernels}");
}

/// What is cheap to ask for: the numbers of iterations, and what each does.
#[test]
fn the_work_of_a_nest_is_estimated_before_threads_start() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("work.pyx");
    let text = "# cython: boundscheck=False, wraparound=False
from cython.parallel import prange
def far(double[:, ::1] d, double[:, ::1] p):
    cdef Py_ssize_t i, j, k
    cdef double t
    for i in prange(1, p.shape[0] - 1, nogil=True):
        for j in range(p.shape[0]):
            t = 0
            for k in range(3):
                t = t + p[i, k] * p[j, k]
            d[i, j] = t
";
    fs::write(&source, text).expect("it can be written");
    let emitted = emitted(&source, false);
    let estimate = "(p.shape[0] - 2) * (p.shape[0] * 18.0), 8000);";
    assert!(emitted.files.iter().any(|file| file.text.contains(estimate)), "{:?}", emitted.files);
}

/// Where all failures of a function meet, each of its variables is released: C compilers take longer for many variables
/// and many failures than both are long.
#[test]
fn temporaries_of_many_names_share_variables() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("methods.pyx");
    let methods = |count: usize| -> String {
        let method = |number| format!("    def m{number}(self):\n        return {number}\n");
        format!("class A:\n{}", (0..count).map(method).collect::<String>())
    };
    let released = |count: usize| {
        fs::write(&source, methods(count)).expect("it can be written");
        let emitted = emitted(&source, false);
        let glue =
            emitted.files.iter().find(|file| file.text.contains("module_body(void)")).expect("it is there");
        glue.text.rsplit_once("module_body(void)").expect("it is there").1.matches("Py_XDECREF(").count()
    };
    assert_eq!(released(10), 13);
    assert_eq!(released(200), 4);
}

/// So do variables of the user's: of many, the cleanup has a table.
#[test]
fn many_variables_are_released_by_a_table() {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("variables.pyx");
    let cleanup = |count: usize| {
        let assigned: String = (0..count).map(|number| format!("    x{number} = a.x{number}\n")).collect();
        fs::write(&source, format!("def f(a):\n{assigned}    return x0\n")).expect("it can be written");
        let emitted = emitted(&source, false);
        let glue = emitted.files.iter().find(|file| file.text.contains("\ndone:")).expect("it is there");
        glue.text.split_once("\ndone:").expect("it is there").1.to_string()
    };
    assert!(cleanup(20).contains("Py_XDECREF(x19);"));
    let table = cleanup(100);
    assert!(
        !table.contains("Py_XDECREF(x")
            && table.contains("&x99,\n")
            && table.contains("offcy_release_all(_owned, 10")
    );
}
