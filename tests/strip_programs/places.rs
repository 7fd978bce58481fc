//! Every statement in every place: blocks, one-line suites, after a semicolon, in one another.

use crate::common::Numbers;

/// What stands before all programs: names that the statements use.
const HEAD: &str = "\
# cython: language_level=3
cimport cython
from cython.parallel cimport parallel, prange
from offcy.parallel cimport atomic, device, update
import offcy

cdef double total(double[:] x) noexcept nogil:
    return x[0]

";

/// Blocks that a function may have, with the GIL or without; `@` is where the statements go.
const BLOCKS: &[&str] = &[
    "if n:\n    @",
    "if n > 1:\n    pass\nelif n:\n    @\nelse:\n    @",
    "for k in range(n):\n    @",
    "for k in range(n):\n    pass\nelse:\n    @",
    "while k < n:\n    k += 1\n    @",
    "try:\n    @\nfinally:\n    pass",
    "try:\n    pass\nexcept ValueError:\n    @\nelse:\n    @",
    "try:\n    pass\nfinally:\n    @",
    "with nogil:\n    @",
    "with nogil, device({x: 'to'}):\n    @",
    "with device():\n    @",
    "with device({x: 'to'}), nogil:\n    @",
    "with nogil, device(), parallel(device={}):\n    @",
    "with (nogil, parallel(device={x: 'tofrom'}, num_teams=2)):\n    @",
    "with nogil, parallel():\n    @",
    "with parallel(device=True):\n    @",
    "for i in prange(n, nogil=True, device={}):\n    @",
    "for i in prange(n, device={x: 'tofrom'}, if_=n > 2, simd=True):\n    @",
    "for i in prange(n, nogil=True):\n    @",
    "for i in prange(0, n, 2, nogil=True,\n                device={}, # all\n                ):\n    @",
    "with atomic():\n    @",
    "with cython.auto_context(True):\n    @",
    "with cython.boundscheck(False), device():\n    @",
    "IF True:\n    @\nELSE:\n    pass",
    "def inner():\n    @",
    "class Inner:\n    @",
];

/// Heads whose block stands on their line.
const LINES: &[&str] = &[
    "if n: @",
    "for k in range(n): @",
    "while k < n: @",
    "with device({x: 'to'}): @",
    "with nogil, device(): @",
    "with nogil, parallel(device={}): @",
    "with atomic(): @",
    "with nogil: @",
    "for i in prange(n, nogil=True, device={}): @",
    "k = 1; @",
    "@; k = 2",
    "k = 1; @; k = 2 # three",
    "try: @\nfinally: k = 1",
];

const SIMPLE: &[&str] = &[
    "pass",
    "x[0] = 1",
    "x[k] += 2",
    "(y) = 2.0",
    "y += 1",
    "k = <int>total(x)",
    "update({x: 'from'})",
    "update({x: 'to'}) # again",
    "update({\n    x: 'from',\n})",
    "offcy.parallel.update({x: 'from'})",
    "raise ValueError('no')",
    "assert n > 0, 'none'",
    "return",
    "break",
    "continue",
    "del other",
    "global held",
    "other = [1, 2]",
    "print(other)",
    "cdef int q = 1",
    "cdef double p, *r",
    "cdef int[3] few",
    "cdef int many[2][3]",
    "cdef int started[3] = [1, 2, 3]",
    "cdef int (*f)(int)",
    "cdef int (*g)(int) = NULL",
    "cdef object o = None",
    "cdef double[:] view = x",
    "ctypedef int number",
    "ctypedef double (*function)(double)",
    "cimport libc.math",
    "from libc.math cimport sqrt",
    "from libc.math cimport *",
    "import os",
    "from os import path",
    "from os import *",
    "from offcy.parallel cimport device as dev",
    "from cython.parallel cimport (device,\n    prange)",
    "import offcy",
    "cimport offcy.parallel as op",
    "DEF WIDTH = 3",
    "include 'nothing.pxi'",
    "yield n",
    "lambda: n",
    "k = (k +\\\n    1)",
    "with device({x: 'to'}): pass",
    "with atomic(): x[0] += 1",
    "y: float = 2.0",
    "k: cython.int",
    "nonlocal_ = 1",
];

const COMPOUND: &[&str] = &[
    "cdef struct pair:\n    int a\n    double b",
    "cdef union either:\n    int a\n    double b",
    "cdef enum color:\n    RED\n    GREEN",
    "cdef enum: BLUE = 3",
    "cpdef enum shown:\n    SEEN",
    "cdef:\n    int c\n    double d = 2",
    "cdef class Kept:\n    cdef int n",
    "cdef int doubled(int v):\n    return 2 * v",
    "cdef int declared(int v)",
    "cpdef int shown_twice(int v): return 2 * v",
    "cdef extern from \"math.h\":\n    double cos(double)",
    "cdef extern int errno_like",
    "ctypedef fused real:\n    float\n    double",
    "ctypedef struct named:\n    int a",
    "def local(v): return v",
    "@cython.boundscheck(False)\ndef decorated(v):\n    return v",
    "@cython.device\ncdef int marked(int v) nogil:\n    return v",
    "@device\n@cython.inline\ncdef int marked_again(int v) nogil: return v",
    "class Plain:\n    field = 1",
    "with atomic():\n    x[0] += 1",
    "with device({x: 'to'}) as d:\n    pass",
    "for k in range(3):\n    x[k] = 1",
    "for i in prange(n):\n    x[i] = 1",
    "for i in prange(n, device={}): x[i] = 2",
    "for (i) in prange(n, nogil=True,\n              device={}): x[i] = 2",
    "for i in prange(n, chunksize=2, schedule='static', device={}, device_num=0):\n    x[i] = 2",
    "for i in range(n, device={}):\n    x[i] = 1",
    "for i from 0 <= i < n:\n    x[i] = 1",
    "with nogil:\n    for i in prange(n, device={}):\n        x[i] = 1",
    "with nogil, parallel(device={}):\n    for i in prange(n):\n        x[i] = 1",
    "with nogil, parallel(device={}, thread_limit=32,\n                     num_teams=2):\n    k = 1\n    for i in prange(n):\n        x[i] = 1",
    "while k:\n    break",
    "try:\n    k = 1\nexcept ValueError as error:\n    pass",
    "match n:\n    case 1:\n        pass",
    "property held:\n    def __get__(self): return 1",
    "IF True:\n    k = 2",
];

pub fn indented(text: &str, by: usize) -> String {
    text.replace('\n', &format!("\n{}", " ".repeat(by)))
}

/// `@` in the place of a line replaced, with the indentation that it has.
pub fn filled(block: &str, statement: &str) -> String {
    let mut result = String::new();
    for line in block.split('\n') {
        let indent = line.len() - line.trim_start().len();
        result += &line.replace('@', &indented(statement, indent));
        result.push('\n');
    }
    result.trim_end().to_string()
}

fn statement(numbers: &mut Numbers) -> &'static str {
    if numbers.below(5) < 3 { numbers.one(SIMPLE) } else { numbers.one(COMPOUND) }
}

/// One program: mostly one statement in one place, so that what is refused hides nothing.
pub fn program(numbers: &mut Numbers) -> String {
    let mut code = statement(numbers).to_string();
    let depth = numbers.below(3);
    for level in 0..depth {
        let one_line = level == 0 && !code.contains(':') && numbers.below(3) == 0;
        code = filled(if one_line { numbers.one(LINES) } else { numbers.one(BLOCKS) }, &code);
    }
    if numbers.below(8) == 0 {
        code = format!("# before\n{code}  # behind");
    }
    if numbers.below(8) == 0 {
        code = format!("{code}\n\n{}", statement(numbers));
    }
    let code = match numbers.below(8) {
        0 => code,
        1 => format!("cdef class Holder:\n    cdef int held\n    {}", indented(&code, 4)),
        2 => format!("class Holder:\n    held = 1\n    {}", indented(&code, 4)),
        3 => format!(
            "cdef void f(double[:] x, int n) nogil:\n    cdef int i, k = 0\n    cdef double y = 0\n    {}",
            indented(&code, 4)
        ),
        4 => format!(
            "cdef class Holder:\n    def f(self, double[:] x, int n, other=None):\n        cdef int i, k = 0\n        \
             cdef double y = 0\n        {}",
            indented(&code, 8)
        ),
        _ => format!(
            "def f(double[:] x, int n, other=None):\n    cdef int i, k = 0\n    cdef double y = 0\n    {}",
            indented(&code, 4)
        ),
    };
    format!("{HEAD}{code}\n")
}

/// A program of others with one place changed: a line moved, doubled, put in a block, or with another beside it.
pub fn changed(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    if lines.is_empty() {
        return String::new();
    }
    let at = numbers.below(lines.len());
    let indent = " ".repeat(lines[at].len() - lines[at].trim_start().len());
    match numbers.below(6) {
        0 => lines[at] += "  # changed",
        1 => lines.insert(at, format!("{indent}# changed")),
        2 => lines.insert(at, format!("{indent}{}", indented(statement(numbers), indent.len()))),
        3 => {
            let line = lines[at].trim_start().to_string();
            lines[at] = format!("{indent}if True:\n{indent}    {line}");
        }
        4 => {
            let line = lines.remove(at);
            let to = numbers.below(lines.len() + 1);
            let there = lines.get(to).map_or("", String::as_str);
            let indent = " ".repeat(there.len() - there.trim_start().len());
            lines.insert(to, format!("{indent}{}", line.trim_start()));
        }
        _ => {
            let other = statement(numbers).lines().next().unwrap_or("pass");
            lines[at] = format!("{}; {other}", lines[at]);
        }
    }
    lines.join("\n") + "\n"
}
