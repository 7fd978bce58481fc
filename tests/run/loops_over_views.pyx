# Loops over memoryviews are loops over C values, without the GIL too.
cimport cython
import numpy as np
from cython.parallel import prange

cdef packed struct Rec:
    int a
    double b
def total(double[:] x):
    s = 0.0
    for v in x:
        s += v
    return s, cython.typeof(v)
def free(double[::1] x):
    cdef double s = 0
    with nogil:
        for v in x:
            if v > 3: break
            s += v
        else:
            s = -s
    return s
def rebound(double[:] x):
    out = []
    for v in x:
        out.append(v)
        x = x[1:]
    return out, len(x)
def given(int[:] x):
    for i in x[::2]:
        if i == 4: return "found"
    return [2 * i for i in x], [i for i in x if i % 2], {i: i for i in x}
def recs(Rec[:] r):
    return [one.a for one in r], [one for one in r]
def obj(object[:] x): return [o for o in x]
def rows(int[:, :] m): return [[v for v in row] for row in m]
def target(double[:] x):
    cdef int i = 5
    cdef object o
    cdef float f
    for o in x: pass
    for f in x: pass
    l = [0]
    for l[0] in x: pass
    for i in (3, 4): pass
    return o, f, l, i
def chars(unsigned char[:] c, const double[:] d): return [x for x in c], sum([y for y in d]), [chr(x) for x in c]
def raises(double[:] x):
    for v in x:
        if v > 1: raise ValueError(v)
cdef double[:] make(): return np.arange(4.)
def temp(): return [v for v in make()]
cdef class H:
    cdef double[:] v
    def __init__(self): self.v = np.arange(3.)
    def go(self):
        out = []
        for x in self.v:
            out.append(x)
            self.v = np.zeros(1)
        return out
def gen(double[:] x):
    for v in x: yield v


def on_device(double[::1] x, double[::1] weights):
    cdef Py_ssize_t i
    cdef double total, w
    for i in prange(x.shape[0], nogil=True, device={}):
        total = 0
        for w in weights:
            total = total * x[i] + w
        x[i] = total


def rows_on_device(double[:, :] x, double[::1] sums):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        for v in x[i]:
            sums[i] += v
