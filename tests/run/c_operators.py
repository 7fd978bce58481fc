"""The operators of C that `cython.operator` has."""

import numpy as np
from attempts import attempt


def cases(module):
    for n in 0, 5, -3:
        yield f"dereferenced {n}", module.dereferenced(n)
        yield f"numbers {n}", module.numbers(n, n + 0.5, n - 0.5)
        yield f"loops {n}", module.loops(n)
        yield f"inner {n}", module.with_inner(n)
    for size in 1, 4, 0:
        x, counts = np.arange(size) + 0.5, np.arange(size, dtype=np.intc)
        yield f"elements {size}", attempt(module.elements, x, counts)
        yield f"elements {size} after", (x, counts)
    x, counts = np.arange(6) + 0.5, np.arange(6, dtype=np.intc)
    yield "elements", module.elements(x, counts)
    yield "of the module", [module.of_module() for _ in range(2)]
    yield "lengths", module.lengths([b"", b"a", b"four", b"x" * 1000])
    for shape in (0, 3), (3, 0), (5, 7):
        out = np.zeros(shape[0], np.intc)
        module.rows(np.arange(shape[0] * shape[1], dtype=np.intc).reshape(shape), out)
        yield f"rows {shape}", out


BYTES = {"rows": {"x": (140, 0), "out": (0, 20)}}


def traced(module):
    module.rows(np.ones((5, 7), np.intc), np.zeros(5, np.intc))
