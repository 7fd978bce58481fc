//! Random iterations with several paths: branches in branches, `continue` and `break` before and after what they write, inner
//! loops with jumps of their own, and calls that need not happen. Most paths write the element that the iteration is about.

use crate::generate::Random;
use crate::lines::Lines;

const CONDITIONS: [&str; 7] = ["i % 2 == 0", "i < p", "p > 1", "i >= 0", "idx[i] > 1", "i == 0", "M > N"];
const INNER_CONDITIONS: [&str; 5] = ["j == p", "i > j", "j % 2 == 0", "p > 1", "i == j"];
const LENGTHS: [&str; 6] = ["M", "M", "C.shape[0]", "C.shape[0]", "N", "1, M"];
const ROWS: [&str; 3] = ["M", "A.shape[0]", "A.shape[0]"];
const COLUMNS: [&str; 4] = ["N", "A.shape[1]", "A.shape[1]", "p"];

struct Paths<'r> {
    random: &'r mut Random,
    text: String,
    depth: usize,
    /// The loop around the paths is inside another one, and has `j`.
    is_inner: bool,
}

/// A module with one function `f` that holds one region.
pub fn program(random: &mut Random) -> String {
    let checks = random.pick(&["True", "False", "False", "False"]);
    let mut text = format!("# cython: boundscheck={checks}, wraparound=False, cdivision=True\n");
    text += "from cython.parallel import parallel, prange\n\n";
    text += "cdef double put(double[:] v, int at) noexcept nogil:\n    v[at] = 1.0\n    return 0.0\n\n";
    text += "cdef double either(double[:] v, int at, int n) noexcept nogil:\n    if n > 1:\n        v[at] = 1.0\n    else:\n        v[at] = 2.0\n    return 0.0\n\n";
    text += "cdef void early(double[:] v, int at, int n) noexcept nogil:\n    if n > 1:\n        return\n    v[at] = 1.0\n\n";
    text += "cdef void odd(double[:] v, int n) noexcept nogil:\n    cdef int q\n    for q in range(v.shape[0]):\n        if q == n:\n            v[q] = 1.0\n            continue\n        v[q] = 2.0\n\n";
    text += "def f(double[:, ::1] A, double[:, ::1] B, double[::1] C, double[:] S, double[:, :, ::1] T, int[::1] idx, int M, int N, int p):\n";
    text += "    cdef Py_ssize_t i, j, k, s\n    cdef double x\n    with nogil, parallel(device={}):\n";
    let is_inner = random.chance(35);
    let mut paths = Paths { random, text, depth: 2, is_inner };
    let range = paths.pick(if is_inner { &ROWS } else { &LENGTHS });
    paths.inside(&format!("for i in prange({range}):"), |paths| {
        if !is_inner {
            return paths.path(2);
        }
        if paths.random.chance(15) {
            let condition = paths.pick(&CONDITIONS);
            paths.inside(&format!("if {condition}:"), |paths| paths.line("continue"));
        }
        let columns = paths.pick(&COLUMNS);
        paths.inside(&format!("for j in range({columns}):"), |paths| paths.path(2));
    });
    if paths.random.chance(20) {
        paths.inside("for i in prange(M):", |paths| {
            let read = paths.pick(&["x = C[i]", "x = A[i, 0]", "S[i] = C[i]"]);
            paths.line(&read);
        });
    }
    paths.text
}

impl Lines for Paths<'_> {
    fn written(&mut self) -> (&mut String, &mut usize) {
        (&mut self.text, &mut self.depth)
    }
}

impl Paths<'_> {
    fn pick(&mut self, any: &[&str]) -> String {
        self.random.pick(any).to_string()
    }

    fn condition(&mut self) -> String {
        let inner = self.is_inner && self.random.chance(60);
        self.pick(if inner { &INNER_CONDITIONS } else { &CONDITIONS })
    }

    /// Statements that mostly write the element on each path, and then end the iteration or go on.
    fn path(&mut self, levels: usize) {
        if self.random.chance(20) {
            self.beside();
        }
        if levels == 0 || self.random.chance(25) {
            self.write();
        } else {
            let condition = self.condition();
            self.inside(&format!("if {condition}:"), |paths| paths.path(levels - 1));
            if self.random.chance(25) {
                let condition = self.condition();
                self.inside(&format!("elif {condition}:"), |paths| paths.path(levels - 1));
            }
            match self.random.below(10) {
                0..=3 => self.inside("else:", |paths| paths.path(levels - 1)),
                4..=7 => self.path(levels - 1),
                _ => {}
            }
        }
        match self.random.below(20) {
            0..=8 => self.line("continue"),
            9 if self.is_inner => self.line("break"),
            10 => self.beside(),
            _ => {}
        }
    }

    fn write(&mut self) {
        let place = if self.is_inner { "A[i, j]" } else { "C[i]" };
        let (view, at) = if self.is_inner { ("A[i]", "j") } else { ("C", "i") };
        let line = match self.random.below(30) {
            0 => format!("put({view}, {at})"),
            1 => format!("either({view}, {at}, p)"),
            2 | 3 => format!("x = put({view}, {at}) if {} else 0.0", self.condition()),
            4 | 5 => format!("x = either({view}, {at}, p) if {} else 0.0", self.condition()),
            6 => format!("early({view}, {at}, p)"),
            7 => "raise ValueError('no')".to_string(),
            8 => "pass".to_string(),
            9 => self.pick(&["C[0] = 1.0", "A[0, i] = 1.0", "S[i] = 1.0", "C[M - 1 - i] = 1.0"]),
            10 => format!("{place} = {place} + 1.0"),
            _ => format!("{place} = 1.0"),
        };
        self.line(&line);
    }

    /// Something that decides nothing about the element, or not always.
    fn beside(&mut self) {
        let place = if self.is_inner { "A[i, j]" } else { "C[i]" };
        match self.random.below(9) {
            0 => self.line(&format!("x = {place}")),
            1 => self.line("S[i] = 1.0"),
            2 => self.line("odd(B[i], p)"),
            3 | 4 => {
                let jump = self.pick(&["continue", "break"]);
                self.inside("for k in range(N):", |paths| {
                    let own = paths.pick(&[place, "B[i, k]", "B[i, k]"]);
                    paths.inside("if k == p:", |paths| {
                        if paths.random.chance(50) {
                            paths.line(&format!("{own} = 1.0"));
                        }
                        paths.line(&jump);
                    });
                    paths.line(&format!("{own} = 2.0"));
                });
            }
            5 | 6 => {
                self.inside("for k in range(N):", |paths| {
                    paths.inside("if k == p:", |paths| paths.line("break"));
                });
                self.inside("else:", |paths| {
                    if paths.random.chance(40) {
                        paths.line(&format!("{place} = 1.0"));
                    }
                    let last = paths.pick(&["continue", "continue", "x = 1.0"]);
                    paths.line(&last);
                });
            }
            _ => {
                self.line("s = 0");
                self.inside("while s < p:", |paths| {
                    paths.line("s = s + 1");
                    let condition = paths.condition();
                    paths.inside(&format!("if {condition}:"), |paths| {
                        if paths.random.chance(50) {
                            paths.line(&format!("{place} = 1.0"));
                        }
                        let jump = paths.pick(&["continue", "continue", "break"]);
                        paths.line(&jump);
                    });
                    paths.line(&format!("{place} = 2.0"));
                });
            }
        }
    }
}
