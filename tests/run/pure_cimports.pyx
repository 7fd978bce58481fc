"""Cimports as plain Python writes them."""

import cython
import cython.cimports.libc.math as lm
import cython.cimports.libc.stdlib as lib, cython.cimports.libc.string as text
from cython.cimports import numpy as cnp
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.libc import math, stdint
from cython.cimports.libc.math import M_PI, floor as rounded, sqrt
from cython.cimports.libc.stdint import (
    int64_t,
    uint8_t as byte,
)
from cython.parallel import prange


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def root(x: cython.double) -> cython.double:
    return sqrt(x) + math.floor(x) + lm.ceil(x) + rounded(x)


def roots(x: cython.double[:]):
    i: cython.Py_ssize_t
    total: cython.double = 0
    for i in prange(x.shape[0], nogil=True):
        total += root(x[i])
    return total


def of_c(x: cython.double):
    """C's function, which gives no exception."""
    return sqrt(x) != sqrt(x), math.sqrt(-x) != math.sqrt(-x), M_PI


def memory(n: cython.int):
    p: cython.p_int = cython.cast(cython.p_int, lib.malloc(n * cython.sizeof(cython.int)))
    q: cython.p_int = cython.cast(cython.p_int, PyMem_Malloc(n * cython.sizeof(cython.int)))
    i: cython.int
    for i in range(n):
        p[i] = i * i
    text.memcpy(q, p, n * cython.sizeof(cython.int))
    result = [q[i] for i in range(n)]
    lib.free(p)
    PyMem_Free(q)
    return result


def types(a: int64_t, b: byte, c: stdint.int16_t, d: cnp.float64_t, e: cnp.int32_t):
    return [cython.typeof(a), cython.typeof(b), cython.typeof(c), a + b, c + 1, d / 2, e // 2]


def names():
    return sorted(name for name in globals() if name in ("sqrt", "rounded", "math", "lm", "lib", "cnp", "stdint", "M_PI"))
