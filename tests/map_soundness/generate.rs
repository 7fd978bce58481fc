//! Random regions as Cython text.

use std::fmt::Write;

/// A small generator of numbers (SplitMix64): the same seed gives the same program everywhere.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick_number(&mut self, of: &[i128]) -> i128 {
        of[self.below(of.len() as u64) as usize]
    }

    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len() as u64) as usize]
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    /// The loop variables in scope; the first ones of pranges.
    counters: Vec<&'static str>,
    /// Rows made in the region: name and how it was made.
    rows: Vec<&'static str>,
    has_t: bool,
    /// Mostly plain loops over plain indices, as people write them.
    tame: bool,
    /// The innermost loop is a `prange`.
    parallel: bool,
}

const COUNTERS: [&str; 4] = ["i", "j", "k", "l"];

/// How many of a hundred programs are about one rule.
const NEAR: u64 = 75;

/// A module with one function `f` that holds one region.
pub fn program(random: &mut Random) -> String {
    let checks = random.chance(60);
    let wraparound = random.chance(50);
    let tame = random.chance(60);
    let int = random.pick(&["int", "Py_ssize_t"]);
    let narrow = random.pick(&[
        "int",
        "unsigned char",
        "unsigned char",
        "unsigned char",
        "signed char",
        "signed char",
        "unsigned int",
    ]);
    let layout = |random: &mut Random| random.pick(&["double[:, ::1]", "double[:, :]", "double[::1, :]"]);
    let (a, b) = (layout(random), layout(random));
    let word = |holds: bool| if holds { "True" } else { "False" };
    let (checks, wraparound) = (word(checks), word(wraparound));
    let mut text = format!("# cython: boundscheck={checks}, wraparound={wraparound}, cdivision=True\n");
    text += "from cython.parallel import parallel, prange\n\n";
    let callees = [
        "cdef void fill(double[:] v, double x, int n) noexcept nogil:\n    cdef int q\n    for q in range(n):\n        v[q] = x\n",
        "cdef void partly(double[:] v, double x, int n) noexcept nogil:\n    if n > 2:\n        return\n    v[0] = x\n",
        "cdef double total(double[:] v) noexcept nogil:\n    cdef double s = 0.0\n    cdef int q\n    for q in range(v.shape[0]):\n        s += v[q]\n    return s\n",
        "cdef void every(double[:] v, double x) noexcept nogil:\n    cdef int q\n    for q in range(v.shape[0]):\n        v[q] = x\n",
        "cdef void told(double[:] v, double x, int n) except * nogil:\n    cdef int q\n    for q in range(v.shape[0]):\n        if q > n:\n            raise ValueError('told')\n        v[q] = x\n",
        "cdef void dropped(double[:] v, double x, int n) noexcept nogil:\n    told(v, x, n)\n",
        "cdef void unless(double[:] v, double x, int n) noexcept nogil:\n    cdef int q\n    if n > 1:\n        return\n    for q in range(v.shape[0]):\n        v[q] = x\n",
        "cdef void until(double[:] v, double x, int n) noexcept nogil:\n    cdef int q\n    for q in range(v.shape[0]):\n        if q == n:\n            return\n        v[q] = x\n",
        "cdef void stopping(double[:] v, double x, int n) noexcept nogil:\n    cdef int q\n    if n > 1:\n        raise ValueError('stop')\n    for q in range(v.shape[0]):\n        v[q] = x\n",
        "cdef void maybe(double[:] v, double x, int n) noexcept nogil:\n    cdef int q\n    if n > 0:\n        for q in range(v.shape[0]):\n            v[q] = x\n",
    ];
    for callee in callees {
        text += callee;
        text += "\n";
    }
    let _ = writeln!(
        text,
        "def f({a} A, {b} B, double[::1] C, double[:] S, double[:, :, ::1] T, int[::1] idx, int M, int N, int p):\n    cdef {int} i, j, k, l, s\n    cdef {narrow} t\n    cdef double x\n    cdef double[:] row\n    cdef double[:, :] part"
    );
    text += "    with nogil, parallel(device={}):\n";
    if random.chance(NEAR) {
        return text + &crate::near::region(random);
    }
    let mut writer =
        Writer { random, text, counters: Vec::new(), rows: Vec::new(), has_t: false, tame, parallel: true };
    let loops = 1 + writer.random.below(2);
    for _ in 0..loops {
        writer.kernels(2);
    }
    writer.text
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = depth * 4);
    }

    fn bound(&mut self) -> String {
        let fixed =
            ["M", "N", "M", "N", "M", "N", "A.shape[0]", "A.shape[1]", "B.shape[0]", "C.shape[0]", "3"];
        if !self.counters.is_empty() && self.random.chance(10) {
            let outer = self.counters[self.random.below(self.counters.len() as u64) as usize];
            return self.random.pick(&[outer, "p", "M - 1"]).to_string();
        }
        self.random.pick(&fixed).to_string()
    }

    fn range(&mut self) -> String {
        if self.tame && self.random.chance(85) {
            let usual =
                if self.counters.len().is_multiple_of(2) { ["M", "A.shape[0]"] } else { ["N", "A.shape[1]"] };
            return self.random.pick(&usual).to_string();
        }
        let bound = self.bound();
        match self.random.below(12) {
            0 => format!("1, {bound}"),
            1 => format!("{bound} - 1, -1, -1"),
            2 => format!("0, {bound}, 2"),
            3 => format!("0, {bound} - 1"),
            4 => format!("p, {bound}"),
            5 => format!("{bound}, 0, -1"),
            _ => bound,
        }
    }

    /// Bounds that nothing is known of before an iteration.
    fn given_range(&mut self) -> String {
        let (at, bound) = (self.counters[0], self.bound());
        match self.random.below(5) {
            0 => format!("idx[0], {bound}"),
            1 => format!("idx[{at}] - 1, -1, -1"),
            2 => format!("p, idx[{at}]"),
            3 => format!("idx[{at}], idx[{at} + 1]"),
            _ => format!("idx[{at}]"),
        }
    }

    /// A loop nest, or what the host does around some, or what one thread does beside them.
    fn kernels(&mut self, depth: usize) {
        let inside = self.counters.len();
        self.parallel = inside == 0;
        match self.random.below(24) {
            0..=2 if inside < 2 => {
                let counter = COUNTERS[inside];
                let range = self.range();
                self.line(depth, &format!("for {counter} in range({range}):"));
                self.counters.push(counter);
                let (rows, has_t) = (self.rows.len(), self.has_t);
                for _ in 0..1 + self.random.below(2) {
                    self.kernels(depth + 1);
                }
                self.rows.truncate(rows);
                self.has_t = has_t;
                self.counters.pop();
            }
            3 => {
                let condition = self.condition();
                self.line(depth, &format!("if {condition}:"));
                self.kernels(depth + 1);
                if self.random.chance(50) {
                    self.line(depth, "else:");
                    self.kernels(depth + 1);
                }
            }
            4 if inside > 0 => self.statement(depth),
            4 => {
                let assign = self.assignment();
                self.line(depth, &assign);
            }
            _ => self.nest(depth, true),
        }
    }

    /// A loop with a body; `parallel` for a `prange`.
    fn nest(&mut self, depth: usize, parallel: bool) {
        let counter = COUNTERS[self.counters.len()];
        let is_inner = !parallel && !self.counters.is_empty();
        let range = if is_inner && self.random.chance(25) { self.given_range() } else { self.range() };
        let word = if parallel { "prange" } else { "range" };
        self.line(depth, &format!("for {counter} in {word}({range}):"));
        self.counters.push(counter);
        let (rows, has_t) = (self.rows.len(), self.has_t);
        let outer = std::mem::replace(&mut self.parallel, parallel);
        let deeper = self.counters.len() < 3 && self.random.chance(60);
        if deeper && self.random.chance(70) {
            let inner = parallel && self.random.chance(50);
            self.nest(depth + 1, inner);
        } else {
            self.statements(depth + 1, deeper);
        }
        self.parallel = outer;
        self.rows.truncate(rows);
        self.has_t = has_t;
        self.counters.pop();
    }

    fn statements(&mut self, depth: usize, deeper: bool) {
        let count = 1 + self.random.below(3);
        for _ in 0..count {
            self.statement(depth);
        }
        if deeper {
            self.nest(depth, false);
            if self.random.chance(40) {
                self.nest(depth, false);
            }
            if self.random.chance(40) {
                self.statement(depth);
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        let all = if self.tame { 48 } else { 24 };
        match self.random.below(all) {
            0 | 1 => {
                let mut index = self.index();
                if self.random.chance(15) {
                    index = format!("{index} + {}", self.random.pick(&["254", "126", "255", "4294967295"]));
                }
                self.line(depth, &format!("t = {index}"));
                self.has_t = true;
                if self.random.chance(50) {
                    let value = self.value();
                    let place = self.random.pick(&["C[t]", "A[t, 0]", "B[0, t]"]);
                    self.line(depth, &format!("{place} = {value}"));
                }
            }
            2 | 3 => self.row(depth),
            4 => {
                let condition = self.condition();
                self.line(depth, &format!("if {condition}:"));
                let assign = self.assignment();
                self.line(depth + 1, &assign);
                if self.random.chance(60) {
                    self.line(depth, "else:");
                    let other = if self.random.chance(60) { assign } else { self.assignment() };
                    self.line(depth + 1, &other);
                }
            }
            5 => {
                let condition = self.condition();
                self.line(depth, &format!("if {condition}:"));
                let leave = !self.parallel && self.random.chance(30);
                self.line(depth + 1, if leave { "break" } else { "continue" });
            }
            6 => {
                let element = self.element();
                self.line(depth, &format!("{element} = {element} + 1.0"));
            }
            7 | 8 => {
                let callee = self.random.below(6);
                let view = self.row_view();
                let bound = self.bound();
                let call = match callee {
                    0 => format!("fill({view}, 1.0, {bound})"),
                    1 => format!("partly({view}, 1.0, {bound})"),
                    2 => format!("x = total({view})"),
                    3 => format!("told({view}, 1.0, {bound})"),
                    4 => format!("dropped({view}, 1.0, {bound})"),
                    _ => format!("every({view}, 2.0)"),
                };
                self.line(depth, &call);
            }
            9 => {
                let value = self.element();
                self.line(depth, &format!("x = {value}"));
            }
            10 => {
                let index = self.index();
                let parts =
                    ["A[1:, :]", "A[:, 1:]", "B.T", "A[:p, :]", "A[::-1, :]", "B[p:N, ::2]", "A[-2:, :]"];
                let part = self.random.pick(&parts);
                self.line(depth, &format!("part = {part}"));
                let other = self.index();
                let assign = if self.random.chance(60) {
                    format!("part[{index}, {other}] = 3.0")
                } else {
                    format!("x = part[{index}, {other}]")
                };
                self.line(depth, &assign);
            }
            11 => self.raise(depth),
            12 => {
                let condition = self.alarm();
                self.line(depth, &format!("assert not ({condition})"));
            }
            _ => {
                let assign = self.assignment();
                self.line(depth, &assign);
            }
        }
    }

    /// `raise` under a condition, and what else both sides do.
    fn raise(&mut self, depth: usize) {
        let goes_on = self.random.chance(30);
        let condition = if goes_on { self.condition() } else { self.alarm() };
        let (first, other) = (self.assignment(), self.assignment());
        self.line(depth, &format!("if {condition}:"));
        if self.random.chance(30) {
            self.line(depth + 1, &first);
        }
        if goes_on {
            // Often before it would ever raise.
            let inner = if self.random.chance(50) { condition } else { self.condition() };
            self.line(depth + 1, &format!("if {inner}:"));
            self.line(depth + 2, "continue");
        }
        self.line(depth + 1, "raise ValueError('alarm')");
        if self.random.chance(50) {
            self.line(depth, "else:");
            self.line(depth + 1, &other);
        }
    }

    /// A condition that mostly does not hold.
    fn alarm(&mut self) -> String {
        if self.random.chance(80) { "p > 99".to_string() } else { self.condition() }
    }

    fn row(&mut self, depth: usize) {
        let view = self.row_view();
        if view == "row" {
            return;
        }
        self.line(depth, &format!("row = {view}"));
        if self.rows.is_empty() {
            self.rows.push("row");
        }
    }

    fn row_view(&mut self) -> String {
        let index = self.index();
        match self.random.below(9) {
            0 | 1 => format!("A[{index}]"),
            2 => format!("B[{index}, :]"),
            3 => format!("A[:, {index}]"),
            4 => "C".to_string(),
            5 => "C[1:]".to_string(),
            6 => "C[::-1]".to_string(),
            7 if !self.rows.is_empty() => "row".to_string(),
            _ => format!("A[{index}, 1:]"),
        }
    }

    fn assignment(&mut self) -> String {
        let (place, value) = (self.element(), self.value());
        format!("{place} = {value}")
    }

    fn value(&mut self) -> String {
        match self.random.below(6) {
            0 => {
                let element = self.element();
                format!("{element} + 1.0")
            }
            1 => {
                let (one, other) = (self.element(), self.element());
                format!("{one} * {other}")
            }
            _ => "1.0".to_string(),
        }
    }

    fn element(&mut self) -> String {
        let row = !self.rows.is_empty() && self.random.chance(40);
        if row {
            let index = self.plain_index();
            return format!("row[{index}]");
        }
        match self.random.below(8) {
            0..=3 => {
                let (one, other) = self.pair();
                format!("A[{one}, {other}]")
            }
            4..=5 => {
                let (one, other) = self.pair();
                format!("B[{one}, {other}]")
            }
            _ => {
                let flat = self.counters.len() >= 2 && self.random.chance(30);
                let index = if flat {
                    format!("{} * N + {}", self.counters[0], self.counters[1])
                } else {
                    self.index()
                };
                format!("C[{index}]")
            }
        }
    }

    /// Two indices, most often two loop variables.
    fn pair(&mut self) -> (String, String) {
        let usual = if self.tame { 95 } else { 70 };
        if self.counters.len() >= 2 && self.random.chance(usual) {
            let last = self.counters.len() - 1;
            return (self.counters[last - 1].to_string(), self.counters[last].to_string());
        }
        (self.index(), self.index())
    }

    fn plain_index(&mut self) -> String {
        if self.counters.is_empty() {
            return "0".to_string();
        }
        let at = self.random.below(self.counters.len() as u64) as usize;
        self.counters[at].to_string()
    }

    fn index(&mut self) -> String {
        let plain = self.plain_index();
        if self.tame && self.random.chance(80) {
            return plain;
        }
        match self.random.below(18) {
            0 => format!("{plain} + 1"),
            1 => format!("{plain} - 1"),
            2 => format!("M - 1 - {plain}"),
            3 => "0".to_string(),
            4 => "p".to_string(),
            5 => format!("2 * {plain}"),
            6 => format!("idx[{plain}]"),
            7 => "-1".to_string(),
            8 if self.has_t => "t".to_string(),
            9 => format!("{plain} + p"),
            10 => format!("min({plain}, p)"),
            _ => plain,
        }
    }

    fn condition(&mut self) -> String {
        let plain = self.plain_index();
        match self.random.below(4) {
            0 => format!("{plain} % 2 == 0"),
            1 => format!("{plain} < p"),
            2 => "p > 1".to_string(),
            _ => format!("{plain} >= 0"),
        }
    }
}
