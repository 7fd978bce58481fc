"""Memoryviews that are variables of the module."""
import sys

import numpy as np
from cython.parallel import device, parallel, prange, threadid
cimport cython

cdef double[:] table
cdef double[:, ::1] grid = np.arange(12.0).reshape(3, 4)
cdef const int[:] frozen = np.arange(5, dtype=np.intc)
cdef double[:] other = None
cdef double[:] never
declared = np.array([7.0, 8.0, 9.0])
ctypedef float[::1] row_t
cdef row_t row = np.ones(3, dtype=np.float32)
cdef int[4] numbers = [4, 3, 2, 1]
cdef int[:] of_numbers = numbers


cdef double look_up(Py_ssize_t i) noexcept nogil:
    return declared[i]


def initial():
    return list(grid[1]), frozen[4], other is None, look_up(2), row[1], of_numbers[3]


def unset(int how):
    if how == 0:
        return never[0]
    if how == 1:
        return never.shape[0]
    if how == 2:
        return never is None
    if how == 3:
        never[0] = 1
    if how == 4:
        return np.asarray(never)
    if how == 5:
        with nogil:
            never[1] = 2
    if how == 6:
        with nogil:
            if how == 7:
                never[1] = 2
    return "never read"


def bind(x):
    global table
    table = x
    return table.shape[0], table.strides[0] // 8


def total():
    cdef double s = 0
    cdef Py_ssize_t i
    for i in range(table.shape[0]):
        s += table[i]
    return s


def element(Py_ssize_t i):
    return table[i]


def change(Py_ssize_t i, double value):
    table[i] = value
    table[i] += 1
    return list(table)


def parts():
    half = table[1:]
    half[0] = -1
    return list(half[::-1]), list(grid.T[2]), table[0:2].copy()[1]


def fill(double value):
    table[:] = value
    return list(table)


def wrong(x):
    global table
    table = x


def none(x):
    """`None` is a value."""
    global other
    other = x
    return other is None


cdef double rebinding(x) except *:
    global table
    table = x
    return 0


def rebound_inside(x):
    """What is read before a call stays what it is, what is read behind it is new."""
    before = table[0]
    a = rebinding(x) + table[0] - before
    view = table
    rebinding(np.array([100.0]))
    return a, view[0], table[0]


def rebound_in_loop(xs):
    global table
    cdef double s = 0
    cdef Py_ssize_t i
    for x in xs:
        table = x
        for i in range(table.shape[0]):
            s += table[i]
    return s


cdef double without_gil(Py_ssize_t n) except? -1 nogil:
    cdef double s = 0
    cdef Py_ssize_t i
    for i in range(n):
        s += table[i] * grid[i % 3, 0]
    return s


def no_gil(Py_ssize_t n):
    cdef double s
    with nogil:
        s = without_gil(n)
        s += table[0]
    return s


def bound_without_gil(double[:] x):
    global table
    cdef double s
    with nogil:
        s = table[0]
        table = x
        s += table[0]
    return s


def in_cores(Py_ssize_t n):
    cdef double s = 0
    cdef Py_ssize_t i
    for i in prange(n, nogil=True):
        s += table[i] + look_up(i % 3)
    return s


def in_many_threads(Py_ssize_t n, int times):
    """Each thread holds on to it while it reads, and an iteration that fails lets go."""
    cdef double s = 0
    cdef Py_ssize_t i
    cdef int t
    for t in range(times):
        for i in prange(n, nogil=True, num_threads=8, schedule="dynamic", chunksize=1):
            s += table[i] + look_up(i % 3)
    return s


def in_teams(int times):
    cdef double s = 0
    cdef Py_ssize_t i
    cdef int t
    cdef double[:] seen = np.zeros(8)
    for t in range(times):
        with nogil, parallel(num_threads=8):
            seen[threadid()] = table[1] + look_up(0)
            for i in prange(16, schedule="dynamic", chunksize=1):
                s += table[i % 4] + look_up(i % 3)
                with gil:
                    s += len(list(table)) + (np.asarray(table)[0] > 1e9)
    return s, [number for number in seen if number not in (0, table[1] + declared[0])]


def region(Py_ssize_t n):
    """Maps what the variable shows when the region begins."""
    cdef Py_ssize_t i
    out = np.zeros(n)
    cdef double[:] o = out
    for i in prange(n, nogil=True, device={}):
        o[i] = table[i] * 2 + grid[i % 3, 1]
    return list(out)


def written(Py_ssize_t n):
    cdef Py_ssize_t i
    for i in prange(n, nogil=True, device={}):
        table[i] = i * 3.0
    return list(table)


cdef inline double twice(Py_ssize_t i) noexcept nogil:
    return table[i] * 2


cdef double through(Py_ssize_t i) noexcept nogil:
    return twice(i) + declared[0]


def called(Py_ssize_t n):
    """Functions that regions call use it too."""
    cdef Py_ssize_t i
    out = np.zeros(n)
    cdef double[:] o = out
    for i in prange(n, nogil=True, device={}):
        o[i] = through(i) + twice(0)
    return list(out), through(1)


def context(int rounds):
    cdef Py_ssize_t i
    cdef int k
    with device({table: "tofrom"}):
        for k in range(rounds):
            for i in prange(table.shape[0], nogil=True, device={}):
                table[i] += 1
    return list(table)


def inferred(int rounds):
    cdef Py_ssize_t i
    cdef int k
    cdef double s = 0
    with device():
        for k in range(rounds):
            for i in prange(table.shape[0], nogil=True, device={}):
                table[i] += 1
            s += table[0]
    return s, list(table)


def made_inside(Py_ssize_t n):
    """A context whose block binds it."""
    global table
    cdef Py_ssize_t i
    cdef int k
    with device():
        for k in range(2):
            table = np.full(n, k + 1.0)
            for i in prange(table.shape[0], nogil=True, device={}):
                table[i] += i
    return list(table)


def unset_in_region(Py_ssize_t n):
    cdef Py_ssize_t i
    for i in prange(n, nogil=True, device={}):
        never[i] = 1


@cython.boundscheck(False)
def unchecked(Py_ssize_t n):
    cdef double s = 0
    cdef Py_ssize_t i
    for i in range(n):
        s += table[i]
    with nogil:
        for i in range(n):
            s += table[i]
    return s


def references(x):
    """What it showed is given back."""
    global table
    before = sys.getrefcount(x)
    table = x
    table = table
    held = sys.getrefcount(x) > before
    for _ in range(10):
        total()
        no_gil(1)
    table = None
    return held, sys.getrefcount(x) - before


cdef class Reader:
    cdef double scale

    def __init__(self, double scale):
        self.scale = scale

    cdef double at(self, Py_ssize_t i) noexcept nogil:
        return table[i] * self.scale

    def all(self, Py_ssize_t n):
        cdef Py_ssize_t i
        out = np.zeros(n)
        cdef double[:] o = out
        for i in prange(n, nogil=True, device={}):
            o[i] = self.at(i)
        return list(out), self.at(0)


def values():
    i = 0
    while i < table.shape[0]:
        yield table[i]
        i += 1


cdef double asks(Py_ssize_t i) except? -1 nogil:
    if i == 0:
        return 0
    return never[i]


cdef double asks_others(Py_ssize_t i) except? -1 nogil:
    cdef double s = 0
    cdef Py_ssize_t k
    for k in range(i):
        s += asks(k) + declared[0]
    return s


cdef double sets(double[:] x, Py_ssize_t i) noexcept nogil:
    global table
    if i == 1:
        table = x
    return i


def asked(Py_ssize_t n):
    """Functions ask for themselves whether what they are given has a value."""
    cdef double s = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            s += asks(i)
    for i in range(n):
        s += asks_others(i)
    return s


def set_in_loop(double[:] x, Py_ssize_t n):
    """What functions bind is seen by those who read it behind that."""
    cdef double s = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            s += sets(x, i)
            s += table[0] + twice(0)
    return s
