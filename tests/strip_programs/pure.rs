//! The same in the syntax of Python.

use super::places::{filled, indented};
use crate::common::Numbers;

const HEADS: &[&str] = &[
    "import cython\nfrom cython.parallel import parallel, prange\nfrom offcy.parallel import atomic, device, update\n",
    "import cython as cy, offcy\nimport cython\nfrom cython.parallel import parallel, prange\nfrom offcy.parallel import atomic, device, update\n",
    "\"\"\"About it.\"\"\"\nfrom cython.parallel import parallel, prange\nfrom offcy.parallel import atomic, device, update\nimport cython\n",
];

const TOTAL: &str = "
@device
@cython.cfunc
@cython.nogil
def total(x: cython.double[:]) -> cython.double:
    return x[0]

";

/// `@` is where the statements go.
const BLOCKS: &[&str] = &[
    "if n:\n    @",
    "for k in range(n):\n    @",
    "while k < n:\n    k += 1\n    @",
    "try:\n    @\nfinally:\n    pass",
    "try:\n    pass\nexcept ValueError:\n    @",
    "with cython.nogil:\n    @",
    "with cython.nogil, device({x: 'to'}):\n    @",
    "with device():\n    @",
    "with device({x: 'to'}), cython.nogil:\n    @",
    "with cython.nogil, parallel(device={}):\n    @",
    "with (cython.nogil, parallel(device={x: 'tofrom'}, num_teams=2)):\n    @",
    "with parallel(device=True):\n    @",
    "with parallel(device={}, num_threads=2):\n    for i in prange(n):\n        @",
    "for i in prange(n, nogil=True, device={}):\n    @",
    "for i in prange(n, device={x: 'tofrom'}, if_=n > 2, simd=True):\n    @",
    "for i in prange(n, nogil=True):\n    @",
    "with atomic():\n    @",
    "with cython.auto_context(True):\n    @",
    "with cython.boundscheck(False), device():\n    @",
    "def inner():\n    @",
];

const LINES: &[&str] = &[
    "if n: @",
    "for k in range(n): @",
    "with device({x: 'to'}): @",
    "with cython.nogil, parallel(device={}): @",
    "with atomic(): @",
    "with cython.nogil: @",
    "for i in prange(n, nogil=True, device={}): @",
    "for i in prange(n, nogil=True): @",
    "k = 1; @",
    "@; k = 2",
];

const STATEMENTS: &[&str] = &[
    "pass",
    "x[0] = 1",
    "x[k] += 2",
    "y += 1",
    "y = min(y, x[i])",
    "k = cython.cast(cython.int, total(x))",
    "k = len(data)",
    "x[0] = len(data)",
    "row = x",
    "update({x: 'from'})",
    "offcy.parallel.update({x: 'from'})",
    "raise ValueError('no')",
    "raise ValueError(f'no {k}')",
    "assert n > 0, 'none'",
    "assert n > 0",
    "return",
    "break",
    "del other",
    "other = [1, 2]",
    "q: cython.int = 1",
    "p = cython.declare(cython.double, 2)",
    "from offcy.parallel import device as dev",
    "import offcy",
    "with device({x: 'to'}): pass",
    "with atomic(): x[0] += 1",
    "for i in prange(n): x[i] = 1",
    "for i in prange(n, device={}): x[i] = 2",
    "for i in prange(n, device={}):\n    y = max(y, x[i])",
    "with cython.nogil, parallel(device={}, thread_limit=32,\n                            num_teams=2):\n    k = 1\n    for i in prange(n):\n        x[i] = k",
    "with cython.gil:\n    print(n)",
    "class Plain:\n    field = 1",
    "@cython.cclass\nclass Kept:\n    n: cython.int",
    "def local(v): return v",
];

/// A function with one statement, mostly, in a place.
pub fn program(numbers: &mut Numbers) -> String {
    let mut code = numbers.one(STATEMENTS).to_string();
    for level in 0..numbers.below(3) {
        let one_line = level == 0 && !code.contains(':') && numbers.below(3) == 0;
        code = filled(if one_line { numbers.one(LINES) } else { numbers.one(BLOCKS) }, &code);
    }
    if numbers.below(8) == 0 {
        code = format!("{code}\n{}", numbers.one(STATEMENTS));
    }
    let parameters = "x: cython.double[:], n: cython.int, data: bytes, other=None";
    let types = "i: cython.int\nk: cython.int = 0\ny: cython.double = 0\nrow: cython.double[:]\n";
    let body = indented(&format!("{types}{code}"), 4);
    let function = match numbers.below(5) {
        0 => format!(
            "@cython.cfunc\n@cython.nogil\ndef f(x: cython.double[:], n: cython.int) -> cython.void:\n    {body}"
        ),
        1 => format!(
            "@cython.cclass\nclass Holder:\n    def f(self, {parameters}):\n        {}",
            indented(&body, 4)
        ),
        _ => format!("def f({parameters}):\n    {body}"),
    };
    format!("{}{TOTAL}{function}\n", numbers.one(HEADS))
}
