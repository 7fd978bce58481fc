# Pointers to C functions that are called with memoryviews, or give them.

cimport cython
from cython.parallel cimport parallel, prange
from libc.stdlib cimport free, malloc

import numpy as np

ctypedef double (*summary)(double[:] x) noexcept nogil
ctypedef double (*checked)(const double[:, ::1] x, Py_ssize_t i) except? -1 nogil
ctypedef double[:] (*maker)(double[:] x, int n)
ctypedef fused real:
    float
    double
ctypedef fused out_t:
    int
    double

cdef struct Pair:
    summary first
    void (*then)(double[:], double) noexcept


cdef double total(double[:] x) noexcept nogil:
    cdef double all = 0
    for i in range(x.shape[0]):
        all += x[i]
    return all


cdef double first_of(double[:] x) noexcept nogil:
    return x[0]


cdef double extent(double[:] x) noexcept nogil:
    return x.shape[0]


@cython.boundscheck(True)
cdef double at(const double[:, ::1] x, Py_ssize_t i) except? -1 nogil:
    if i < -5:
        raise ValueError("far")
    return x[i, 0] + x[i, x.shape[1] - 1]


cdef void fill(double[:] x, double value) noexcept:
    x[:] = value


cdef double[:] part(double[:] x, int n):
    if n < 0:
        raise KeyError(n)
    return x[n:]


cdef double[:] made(double[:] x, int n):
    x = np.full(n, x[0])
    return x


cdef double apply(summary f, double[:] x) noexcept nogil:
    return f(x)


cdef summary chosen(int which) noexcept nogil:
    return total if which == 0 else first_of if which == 1 else &extent


cdef class Holder:
    cdef summary f
    cdef checked[2] all

    def __init__(self, which):
        self.f = chosen(which)
        self.all[0] = at
        self.all[1] = &at

    def call(self, double[:] x):
        return self.f(x) + apply(self.f, x[::2])

    def check(self, x, i):
        return self.all[i & 1](x, i)


cdef summary of_module = extent


def through(double[:] x, int which):
    global of_module
    of_module, f = chosen(which), of_module
    return of_module(x), f(x), f is of_module, f == extent


def paired(double[:] x):
    cdef Pair pair
    pair.first = total
    pair.then = fill
    before = pair.first(x)
    pair.then(x[1:], 2.5)
    return before, pair.first(x)


def makers(x, int n, int which):
    cdef maker f = part if which else made
    cdef double[:] last = x
    for i in range(2):
        last = f(last, n)
    f(x, n)
    return np.asarray(last).tolist(), f(f(x, n), 1).shape[0]


def nothing_given(int which):
    cdef summary f = chosen(which)
    return f(None)


def in_parallel(double[:, ::1] x, int which):
    cdef summary f = chosen(which)
    cdef Py_ssize_t i
    cdef double all = 0
    for i in prange(x.shape[0], nogil=True):
        all += f(x[i])
    return all


def failing(const double[:, ::1] x, int n):
    cdef checked f = at
    cdef Py_ssize_t i
    cdef double all = 0
    with nogil:
        for i in range(n):
            all += f(x, i)
    return all


def failing_in_parallel(const double[:, ::1] x, int n):
    cdef checked f = at
    cdef Py_ssize_t i
    cdef double all = 0
    for i in prange(n, nogil=True):
        all += f(x, i)
    return all


# The functions that regions call take their views apart.
def in_region(double[:, ::1] x, double[::1] out):
    cdef summary f = total
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = total(x[i]) + at(x, i)
    return f(out), apply(f, out[::-1]), failing(x, 2)


cdef void kernel(out_t *into, Py_ssize_t n, const real[:] x, double by) noexcept nogil:
    into[0] = <out_t>(x[n - 1] * by)


cdef void twice(out_t *into, Py_ssize_t n, const real[:] x, double by) noexcept nogil:
    into[0] = <out_t>(2 * x[n - 1] * by)


cdef int core(void f(out_t *, Py_ssize_t, const real[:], double) noexcept nogil, const real[:] x, out_t[:] out,
              double by) except -1:
    cdef Py_ssize_t i
    cdef out_t *one = <out_t *>malloc(sizeof(out_t))
    with nogil:
        for i in range(out.shape[0]):
            f(one, i + 1, x, by)
            out[i] = one[0]
    free(one)
    return 0


def of_fused(const real[:] x, out_t[:] out, double by, bint again):
    if again:
        core(twice[out_t, real], x, out, by)
    else:
        core(kernel[out_t, real], x, out, by)


def of_doubles(const double[:] x, double by):
    out = np.zeros(x.shape[0])
    cdef void (*f)(double *, Py_ssize_t, const double[:], double) noexcept nogil
    f = kernel[double, double]
    cdef double last
    f(&last, x.shape[0], x, by)
    core[double, double](kernel[double, double], x, out, by)
    return out.tolist(), last
