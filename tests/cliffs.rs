//! No cliffs: what takes n times as much source takes about n times the work, and what looks alike to the user
//! costs alike. Work is counted (bytes allocated, instructions of the C compiler's), never timed.

use std::fs;
use std::process::Command;

use offcy::driver::{self, Options};
use offcy::emit::Emitted;

/// The module's C; the source has no errors.
fn emitted(source: &str) -> Emitted {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("m.pyx");
    fs::write(&path, source).expect("a file");
    let outcome = driver::compile(&path, &Options { line_directives: false, ..Options::default() });
    let messages: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    outcome.value.unwrap_or_else(|| panic!("{messages:?}"))
}

/// The kernels' code as LLVM has it after all its passes, for the host; `None` without clang.
fn optimised(emitted: &Emitted) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for file in &emitted.files {
        fs::write(folder.path().join(&file.name), &file.text).expect("a file");
    }
    let made = Command::new("clang-19")
        .args(["-O3", "-fopenmp", "-S", "-emit-llvm", "-o", "-", "-I"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-c/include"))
        .arg(folder.path().join("m.kernels.c"))
        .output();
    let Ok(made) = made else {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return None;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(String::from_utf8(made.stdout).expect("text"))
}

/// Stores of bytes may change whatever threads share by reference, even the pointers that they store through:
/// then no loop over bytes computes sixteen at a time.
#[test]
fn loops_over_bytes_compute_many_at_a_time() {
    let kernels = [
        "out[i] = a[i] + b[i]",
        "out[i] = <unsigned char>(a[i] * weight)",
        "out[i] = a[i] + table[3]",
        "for j in range(b.shape[0]): out[i] = out[i] + b[j]",
    ];
    for kernel in kernels {
        let source = format!(
            "from cython.parallel import prange\n\
             def f(unsigned char[::1] a, unsigned char[::1] b, unsigned char[::1] out, int weight):\n\
             \x20   cdef Py_ssize_t i, j\n\
             \x20   cdef unsigned char table[8]\n\
             \x20   table[:] = [1, 2, 3, 4, 5, 6, 7, 8]\n\
             \x20   for i in prange(out.shape[0], nogil=True, device={{}}):\n\
             \x20       {kernel}\n"
        );
        let Some(code) = optimised(&emitted(&source)) else { return };
        assert!(code.contains("<16 x i8>"), "{kernel}\n{code}");
    }
}
