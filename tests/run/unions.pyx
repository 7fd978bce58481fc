# cython: boundscheck=False
# Unions in regions, in device functions and in the elements of views, which Cython does not have; globals beside them.
cimport cython
from cython.parallel import prange

cdef union Word:
    int whole
    float real
    unsigned char low[4]

cdef struct Tagged:
    int tag
    Word word

cdef int counter = 5
cdef double scale = 2.5
cdef double table[4]
cdef Tagged last
table[:] = [1, 2, 3, 4]
last.tag = 3
last.word.whole = 7


@cython.device
cdef int bits(float f) noexcept nogil:
    cdef Word w
    w.real = f
    return w.whole


def words(float[:] x, int[:] out):
    cdef Py_ssize_t i
    cdef Word w
    for i in prange(x.shape[0], nogil=True, device={}):
        w = Word(real=x[i])
        w.low[0] = 1
        out[i] = bits(x[i]) + w.whole % 7


def tagged(Tagged[:] v):
    cdef Py_ssize_t i
    for i in prange(v.shape[0], nogil=True, device={}):
        if v[i].tag == 0:
            v[i].word.whole = v[i].word.whole + 1
        else:
            v[i].word.real = v[i].word.real + 0.5


def alone(Word[::1] v):
    cdef Py_ssize_t i
    for i in prange(v.shape[0], nogil=True, device={}):
        v[i].whole = v[i].low[1] + i


def globals_of(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * scale + counter + table[i % 4] + last.tag + last.word.whole


def set_globals(int n, double f):
    global counter, scale
    counter, scale = n, f
    table[0] = n
