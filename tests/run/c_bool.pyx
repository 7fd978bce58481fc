# cython: boundscheck=False
"""C's `bool`: one byte, 0 or 1, to which C converts by truth."""
cimport cython
cimport libcpp
from cython.parallel cimport parallel, prange
from libcpp cimport bool
from libcpp cimport bool as flag

import numpy as np

# Cython writes the name alone into C.
cdef extern from "<stdbool.h>":
    pass


cdef struct Cell:
    bool alive
    int age
    bool[3] seen


cdef struct Pair:
    flag first
    libcpp.bool second


ctypedef fused truth_or_number:
    bool
    int
    double


ctypedef fused number_or_truth:
    int
    bool


ctypedef fused truth:
    bint
    bool


ctypedef fused element:
    unsigned char
    bool
    double


def from_object(x):
    cdef bool b = x
    return b


def from_numbers(long n, unsigned char c, bint t):
    cdef bool b = n
    cdef bool from_byte = c
    cdef bool from_truth = t
    cdef bool seven = 7, minus = -1, none = 0
    return b, from_byte, from_truth, seven, minus, none, <bool>n, <int>b, <double>b, <bool>(n > 2)


def in_place(long n):
    cdef bool b = n
    b += 1
    cdef bool c = n
    c -= 1
    cdef bool d = True
    d &= n
    cdef bool e = False
    e |= n
    cdef bool f = True
    f ^= n
    cdef bool g = True
    g *= n
    return b, c, d, e, f, g


def used(bool a, bool b, int n):
    cdef int total = a + b + n
    cdef double part = a / 2.0
    both = a & b
    either = a | b
    one = a ^ b
    same = a
    mixed = a | (n > 1)
    chosen = a if n else b
    other = a if n else (not b)
    return (total, part, both, either, one, same, mixed, chosen, other, not a, a and b, a or b, a == b, a < b,
            a == n, min(a, b), max(a, b), cython.typeof(a), cython.typeof(both), cython.typeof(same), n if a else -n)


def logical(int m, int n, bool b):
    cdef bool c = m and n
    cdef bool d = m or b
    cdef bool e = b and n
    return c, d, e


def of_objects(x, y):
    cdef bool c = x and y
    cdef bool d = x == y
    cdef bool e = x in (y,)
    cdef bool f = x is None
    cdef bool g = x if y else None is None
    return c, d, e, f, g


def defaults(bool a=True, bool b=False, *, bool c=True):
    return a, b, c


def struct_of(x, n):
    cdef Cell cell
    cell.alive = x
    cell.age = n
    for i in range(3):
        cell.seen[i] = n > i
    cdef Pair pair = Pair(x, not x)
    return cell, pair, sizeof(pair), pair.first != pair.second


def to_struct(d):
    cdef Pair pair = d
    return pair.first, pair.second


def arrays(x):
    cdef bool[4] all
    cdef bool* p = all
    all[0] = x
    p[1] = not x
    all[2] = 5
    all[3] = p[0] == p[2]
    cdef const bool* q = &all[1]
    return all, q[0], q[1], sizeof(bool), sizeof(all)


def from_list(items):
    cdef bool[3] all = items
    return all


cdef bool negated(bool x) noexcept nogil:
    return not x


cpdef bool checked(x) except? True:
    if x == "no":
        raise ValueError(x)
    return x


cpdef bool both(bool a, bool b=True):
    return a and b


def call(x):
    cdef bool (*address)(bool) noexcept nogil
    address = negated
    return negated(x), address(x), both(x), both(x, False)


def view(bool[:] a, x):
    cdef Py_ssize_t i
    cdef int total = 0
    for i in range(a.shape[0]):
        total += a[i]
    a[0] = x
    return total, a[0], [element for element in a]


def const_view(const bool[:, ::1] a):
    return a[0, 0], a[1, 1], a.itemsize


def copied(bool[:] a):
    b = a.copy()
    b[:] = True
    return np.asarray(b).tolist(), b.base.format if hasattr(b.base, "format") else None


def fused(truth_or_number x):
    return cython.typeof(x), x


def more_fused(number_or_truth x, truth y, element[:] z):
    return cython.typeof(x), cython.typeof(y), cython.typeof(z), x, y, z[0]


cdef class Switch:
    cdef public bool on
    cdef readonly flag last

    def __init__(self, bool on):
        self.on = on
        self.last = False

    def flip(self):
        self.last = self.on
        self.on = not self.on
        return self.on


cdef bool at_module = True


def module_level(x):
    global at_module
    before = at_module
    at_module = x
    return before, at_module


def flags(double[::1] x, bool[::1] out, double limit):
    cdef Py_ssize_t i
    cdef bool any_above = False, all_above = True
    cdef bool above
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            above = x[i] > limit
            out[i] = above
            any_above |= above
            all_above &= x[i] > limit
    return any_above, all_above


def marked(int[::1] at, bool[::1] seen, bool[::1] missing, bool strict):
    cdef Py_ssize_t i
    for i in prange(at.shape[0], nogil=True, device={}):
        with atomic():
            seen[at[i]] |= at[i]
        with atomic():
            missing[at[i]] &= not strict


def of_cells(bool[:, ::1] cells, bool[:, ::1] result):
    cdef Py_ssize_t i, j
    cdef int around
    for i in prange(1, cells.shape[0] - 1, nogil=True, device={}):
        for j in range(1, cells.shape[1] - 1):
            around = cells[i - 1, j] + cells[i + 1, j] + cells[i, j - 1] + cells[i, j + 1]
            result[i, j] = around == 2 or cells[i, j] and around == 1


def last_on_host(int n):
    cdef int i
    cdef bool last = False, any_third = False
    for i in prange(n, nogil=True):
        last = i % 3
        any_third |= i % 3
    return last, any_third


def of_pointers(int n):
    cdef bool[5] all
    cdef bool* p = all
    cdef Py_ssize_t i
    for i in range(5):
        p[i] = n >> i & 1
    cdef int total = p[0] + p[1] + p[2] + p[3] + p[4]
    return all, total
