//! Random regions that touch what pointers point to: all of it, or what need not exist.

use std::fmt::Write;

use crate::generate::Random;

pub const CALLEES: &str = "\
cdef void each(double* v, double x, int n) noexcept nogil:
    cdef int q
    for q in range(n):
        v[q] = x

cdef double first(double* v) noexcept nogil:
    return v[0]

cdef void until(double* v, double x, int n, int m) noexcept nogil:
    cdef int q
    for q in range(n):
        if q == m:
            return
        v[q] = x

cdef double last(double* v, int n) noexcept nogil:
    cdef double* end = v + n
    end = end - 1
    return end[0]

";

const BOUNDS: [&str; 8] = ["M", "M", "M", "N", "N", "M - 1", "p", "3"];
const CONDITIONS: [&str; 6] = ["i % 2 == 0", "i < p", "p > 1", "idx[i] > 1", "M > N", "i == 0"];
const OUTER: [&str; 13] = [
    "P[i]",
    "P[i]",
    "P[i]",
    "Q[i]",
    "P[M - 1 - i]",
    "P[i + 1]",
    "P[i - p]",
    "P[2 * i]",
    "P[0]",
    "P[p]",
    "(P + i)[0]",
    "P[idx[i]]",
    "R[0]",
];
const INNER: [&str; 12] = [
    "P[i * N + j]",
    "P[i * N + j]",
    "P[i * N + j]",
    "P[j]",
    "P[j]",
    "R[j]",
    "R[j]",
    "P[j * M + i]",
    "P[i + j]",
    "(P + i * N)[j]",
    "Q[i * M + j]",
    "P[N - 1 - j]",
];

/// A module with one function `f` that holds one region.
pub fn program(random: &mut Random) -> String {
    let int = random.pick(&["int", "Py_ssize_t", "size_t"]);
    let counter = if int == "int" { "int" } else { "Py_ssize_t" };
    let mut text = "# cython: boundscheck=False, wraparound=False, cdivision=True\n".to_string();
    text += "from cython.parallel import parallel, prange\n\n";
    text += CALLEES;
    let _ = writeln!(
        text,
        "cdef int f(double* P, double* Q, int[::1] idx, {int} M, {int} N, int p) except -1 nogil:\n    cdef {counter} i, j\n    cdef double x\n    cdef double* R"
    );
    region(random, text)
}

/// The text with a region after it, which uses `P` and `Q`.
pub fn region(random: &mut Random, mut text: String) -> String {
    text += "    with nogil, parallel(device={}):\n";
    let mut writer = Writer { random, text, depth: 2 };
    if writer.random.chance(20) {
        let header = writer.random.pick(&["if p > 0:", "if M > 1:", "for l in range(p):"]);
        writer.line(&header.replace(" l ", " j "));
        writer.depth += 1;
    }
    for _ in 0..1 + writer.random.below(2) {
        writer.kernel();
    }
    writer.text
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = self.depth * 4);
    }

    fn range(&mut self) -> String {
        let bound = self.random.pick(&BOUNDS).to_string();
        match self.random.below(10) {
            0 => format!("1, {bound}"),
            1 => format!("{bound} - 1, -1, -1"),
            2 => format!("0, {bound}, 2"),
            _ => bound,
        }
    }

    fn kernel(&mut self) {
        let depth = self.depth;
        let range = self.range();
        self.line(&format!("for i in prange({range}):"));
        self.depth += 1;
        let offset = self.random.pick(&["P + i", "P + i * N", "P", "&P[i]", "&Q[i * N]"]);
        self.line(&format!("R = {offset}"));
        if self.random.chance(55) {
            self.inner();
        }
        if self.random.chance(60) {
            self.touch(&OUTER);
        }
        if self.random.chance(25) {
            let call = self.random.pick(&[
                "each(P + i * N, 1.0, N)",
                "each(P, 1.0, M)",
                "x = first(P + i)",
                "x = first(R)",
                "until(P + i * N, 1.0, N, p)",
                "x = last(P, M)",
                "each(R, 2.0, 1)",
            ]);
            self.line(call);
        }
        self.line("x = 0.0");
        self.depth = depth;
    }

    fn inner(&mut self) {
        let depth = self.depth;
        let range = self.range();
        self.line(&format!("for j in range({range}):"));
        self.depth += 1;
        if self.random.chance(15) {
            self.line("if j == p:");
            self.depth += 1;
            self.line("break");
            self.depth -= 1;
        }
        self.touch(&INNER);
        self.depth = depth;
    }

    fn touch(&mut self, places: &[&str]) {
        let place = self.random.pick(places).to_string();
        let condition = self.random.pick(&CONDITIONS);
        match self.random.below(9) {
            0..=3 => self.line(&format!("{place} = 1.0")),
            4 => self.line(&format!("x = {place}")),
            5 => {
                self.line(&format!("if {condition}:"));
                self.depth += 1;
                self.line(&format!("{place} = 2.0"));
                self.depth -= 1;
            }
            6 => self.line(&format!("x = {place} if {condition} else 0.0")),
            7 => {
                self.line(&format!("if {condition} and {place} > 1.0:"));
                self.depth += 1;
                self.line("x = 1.0");
                self.depth -= 1;
            }
            _ => self.line(&format!("{place} = {place} + 1.0")),
        }
    }
}
