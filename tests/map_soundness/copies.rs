//! Random regions that copy views into views: of one array, where what is read and what is written overlap, or of several.

use std::fmt::Write;

use crate::generate::Random;

const OUTER: [&str; 5] = ["M", "M", "A.shape[0]", "M - 1", "p"];
const LINES: [(&str, &str); 22] = [
    ("A[i, :]", "B[i, :]"),
    ("A[i]", "B[i]"),
    ("A[i, :]", "C[:A.shape[1]]"),
    ("C[:A.shape[1]]", "A[i, :]"),
    ("A[i, 1:]", "A[i, :A.shape[1] - 1]"),
    ("A[i, :A.shape[1] - 1]", "A[i, 1:]"),
    ("A[i, :]", "A[i, ::-1]"),
    ("A[i, p:]", "B[i, p:]"),
    ("A[i, :p]", "C[:p]"),
    ("C[:p]", "B[i, :p]"),
    ("A[i]", "A[0]"),
    ("A[i, :]", "A[i, p:p + 1]"),
    ("A[i, ::2]", "A[i, 1::2]"),
    ("A[:, i]", "B[:, i]"),
    ("A[1:, i]", "A[:A.shape[0] - 1, i]"),
    ("C[1:]", "C[:C.shape[0] - 1]"),
    ("C[:]", "C[::-1]"),
    ("A[:, 1:]", "A[:, :A.shape[1] - 1]"),
    ("A[:, :]", "A[::-1, :]"),
    ("A[:, :]", "B[:, :]"),
    ("A[:, :]", "B[0]"),
    ("B[1:]", "B[:B.shape[0] - 1]"),
];
const OTHERS: [&str; 9] = [
    "A[i, 0] = 1.0",
    "x = A[i, 0]",
    "x = B[i, 0]",
    "C[i] = 1.0",
    "x = C[i]",
    "put(A[i], B[i])",
    "put(A[i, 1:], A[i, :A.shape[1] - 1])",
    "put(C, C[::-1])",
    "row = A[i]",
];

/// A module with one function `f` that holds one region.
pub fn program(random: &mut Random) -> String {
    let checks = random.pick(&["True", "False", "False"]);
    let layouts = ["double[:, ::1]", "double[:, ::1]", "double[:, :]", "double[::1, :]"];
    let (a, b) = (random.pick(&layouts), random.pick(&layouts));
    let mut text = format!("# cython: boundscheck={checks}, wraparound=False, cdivision=True\n");
    text += "from cython.parallel import parallel, prange\n\n";
    text += "cdef void put(double[:] to, double[:] given) noexcept nogil:\n    to[:] = given\n\n";
    let _ = writeln!(
        text,
        "def f({a} A, {b} B, double[::1] C, double[:] S, double[:, :, ::1] T, int[::1] idx, int M, int N, int p):\n    cdef Py_ssize_t i, j\n    cdef double x\n    cdef double[:] row"
    );
    text += "    with nogil, parallel(device={}):\n";
    for _ in 0..1 + random.below(2) {
        let bound = random.pick(&OUTER);
        let _ = writeln!(text, "        for i in prange({bound}):");
        for _ in 0..1 + random.below(3) {
            line(random, &mut text);
        }
    }
    text
}

fn line(random: &mut Random, text: &mut String) {
    let mut indent = 12;
    if random.chance(20) {
        let condition = random.pick(&["i % 2 == 0", "i < p", "p > 1", "i == 0"]);
        let _ = writeln!(text, "{:indent$}if {condition}:", "");
        indent += 4;
    }
    let (to, from) = LINES[random.below(LINES.len() as u64) as usize];
    let one = match random.below(10) {
        0..=6 => format!("{to} = {from}"),
        7 => format!("row = {to}\n{:indent$}row[:] = {from}", "").replace(", :]", "]"),
        _ => random.pick(&OTHERS).to_string(),
    };
    let _ = writeln!(text, "{:indent$}{one}", "");
}
