# cython: wraparound=False
"""Exceptions raised without the GIL: in nogil code, in parallel loops, on a device."""
cimport cython
from cython.parallel import prange, parallel
from queue import Empty as Custom

def shadowed(int n):
    KeyError = IndexError
    if n > 0:
        raise KeyError("shadowed")
    return n

# Every exception specification.

cdef int guarded(int x) except -1 nogil:
    if x < 0:
        raise ValueError("negative")
    return x

cdef double asked(double x) except? -1 nogil:
    if x < 0:
        raise ValueError(
            "less than "
            "zero \"é\"")
    return x

cdef void always(double x) except * nogil:
    if x < 0:
        raise KeyError
    if x == 0:
        raise ArithmeticError()

cdef double default(double x) nogil:
    assert x != 3, "three"
    assert x != 4
    return guarded(<int>x)

cdef struct Pair:
    int first
    double second

cdef Pair paired(int x) nogil:
    cdef Pair p
    p.first = guarded(x)
    p.second = asked(x - 5)
    return p

cdef double made(double x, int line) except -2 nogil:
    if x < 0:
        raise ValueError("made of %d" % line, line)
    assert x != 7, line
    if x == 8:
        raise Custom("custom")
    if x == 9:
        raise Custom
    return x

def host(int which, int x, error=None):
    cdef double r = 0
    with nogil:
        if which == 0:
            r = guarded(x)
        elif which == 1:
            r = asked(x)
        elif which == 2:
            always(x)
        elif which == 3:
            r = default(x)
        elif which == 4:
            r = paired(x).second
        elif which == 5:
            r = made(x, which)
        elif which == 6:
            raise IndexError("here" " and there")
        elif which == 7:
            raise UnicodeDecodeError("not enough")
        elif which == 8:
            raise OSError(x)
        elif which == 9:
            raise error
        elif which == 10:
            raise StopIteration
        else:
            assert x > 0, "message %d" % x
        r += 1
    return r

def with_the_gil(int x):
    if x < 0:
        raise ValueError("negative")
    assert x > 0, "zero"
    return guarded(x - 5)

# Host loops.

def loop(double[:] x, int which):
    cdef int i
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True):
        if which == 0:
            if x[i] < 0:
                raise ValueError("in a loop")
            assert x[i] != 3, "three in a loop"
        elif which == 1:
            s += asked(x[i])
        elif which == 2:
            always(x[i])
        elif which == 3:
            s += made(x[i], 3)
        elif x[i] < 0:
            raise Custom("made in a loop", which)
        s += x[i]
    return s

def team(double[:] x):
    cdef int i
    cdef double s = 0
    with nogil, parallel():
        for i in prange(x.shape[0]):
            if x[i] < 0:
                raise ValueError("in a team")
            s += x[i]
    return s

# Regions.

def region(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            raise ValueError("negative")
        y[i] = x[i] + 1

def either(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            raise KeyError
        elif x[i] < 1:
            y[i] = 2 * x[i]
        else:
            y[i] = 3 * x[i]

def after(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = asked(x[i])
        always(y[i] + 1)
        assert y[i] != 3, "three"

def within(double[:, ::1] x, double[::1] y):
    cdef int i, j
    cdef double s
    for i in prange(x.shape[0], nogil=True, device={}):
        s = 0
        for j in range(x.shape[1]):
            if x[i, j] < 0:
                raise OverflowError("deep inside")
            s = s + default(x[i, j])
        y[i] = s

def beside(double[::1] x, double[::1] y):
    cdef int i
    with nogil, parallel(device={}):
        assert x.shape[0] == y.shape[0], "other lengths"
        for i in prange(x.shape[0]):
            y[i] = x[i]

def two(double[::1] x, int[::1] at, double[::1] y, int n):
    cdef int i
    cdef double s = 0
    # One thread: several of Cython's would wait for the one that raised.
    with nogil, parallel(device={}, num_threads=1):
        for i in prange(n):
            if x[i] < 0:
                raise ValueError("before the second loop")
            at[i] = n - 1 - i
        for i in prange(n):
            y[at[i]] = x[i]
        for i in prange(n):
            s += y[i]
    return s

def structs(double[::1] x, double[::1] y):
    cdef int i
    cdef Pair p
    for i in prange(x.shape[0], nogil=True, device={}):
        p = paired(<int>x[i])
        y[i] = p.second

cdef int shared_work(double[::1] x, double[::1] y) except -1 nogil:
    cdef int i
    for i in prange(x.shape[0], device={}):
        if x[i] < 0:
            raise ValueError("in a function's region")
        y[i] = x[i]
    return 0

def called(double[::1] x, double[::1] y):
    with nogil:
        shared_work(x, y)

# What `noexcept` functions drop is printed, and the value is 0.

cdef double hushed(double x) noexcept nogil:
    if x < 0:
        raise ValueError("hushed")
    return 2 * asked(x - 3)

cdef double careful(double x) except? -7 nogil:
    cdef double r = hushed(x)
    return r + asked(x - 1)

cdef double indirect(double x) noexcept nogil:
    return careful(x) + 1

cdef void outside(double[::1] x, int i) noexcept nogil:
    x[i] = 5

cpdef double hush(double x) noexcept nogil:
    return hushed(x) + 1

cdef double back(double[::1] v, int i) noexcept nogil:
    return v[i] + forth(v, i)

cdef double forth(double[::1] v, int i) nogil:
    assert i > 0, "through"
    return back(v, i - 2)

@cython.device
cdef double either_side(double[::1] v, int i):
    return v[i]

def recursive(double[::1] x):
    cdef int i
    for i in prange(1, nogil=True, device={}):
        x[i] = back(x, 5)
    return back(x, 6), back(x, 3), either_side(x, 4), either_side(x, 9)

def hush_careful(double x):
    cdef double r
    with nogil:
        r = careful(x)
    return r

def hush_loop(double[::1] x, double[::1] y, int which):
    cdef int i
    for i in prange(x.shape[0], nogil=True):
        if which == 0:
            y[i] = hushed(x[i])
        elif which == 1:
            y[i] = careful(x[i])
        elif which == 2:
            y[i] = indirect(x[i])
        elif i == 1:
            outside(y, -i)

def hush_region(double[::1] x, double[::1] y, int which):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if which == 0:
            y[i] = hushed(x[i])
        elif which == 1:
            y[i] = careful(x[i])
        elif which == 2:
            y[i] = indirect(x[i])
        else:
            y[i] = 1
            if i == 1:
                outside(y, -i)

cdef void hushed_kernels(double[::1] x, double[::1] y, int n) noexcept nogil:
    cdef int i, k
    with parallel(device={}):
        for i in prange(n):
            y[i] = asked(x[i])
        for k in range(2):
            for i in prange(n):
                assert y[i] < 9, "too much"
                y[i] = 2 * y[i]

def hush_kernels(double[::1] x, double[::1] y):
    hushed_kernels(x, y, x.shape[0])

def resident(double[::1] x, double[::1] y):
    cdef int i
    with nogil, device({x: 'to', y: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            y[i] = x[i] + y[i]
        for i in prange(x.shape[0], device={}):
            if x[i] < 0:
                raise RuntimeError("while resident")
