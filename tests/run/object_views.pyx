"""Memoryviews of Python objects."""
import sys

cimport cython
import numpy as np
cimport numpy as cnp
from cython.view cimport array


cdef class Point:
    cdef public int x

    def __init__(self, x):
        self.x = x


def element(object[:] a, i):
    return a[i]


def typed_index(object[:, ::1] a, int i, int j):
    return a[i, j]


def bind(object[:] a, int i, x):
    a[i] = x
    return [y for y in a]


def swap(object[:] a, int i, int j):
    a[i], a[j] = a[j], a[i]
    x, a[i] = a[i], 7
    return x, a[i], a[j]


def counts(object[:] a, x):
    """References stay what they are."""
    before = sys.getrefcount(x)
    a[0] = x
    one = sys.getrefcount(x) - before
    a[:] = x
    all_of_them = sys.getrefcount(x) - before
    b = a.copy()
    copied = sys.getrefcount(x) - before
    b[:] = None
    del b
    a[1:3] = a[0:2]
    a[::2] = None
    half = sys.getrefcount(x) - before
    y = a[1]
    y = a[1]
    y = None
    a[...] = 0
    return one, all_of_them, copied, half, sys.getrefcount(x) - before


def overlapping(object[:] a):
    a[1:] = a[:-1]
    first = list(a)
    a[:-1] = a[1:]
    second = list(a)
    a[:] = a[::-1]
    return first, second, list(a)


def broadcast(object[:, :] a, object[:] row):
    a[:] = row
    a[0, :] = None
    a[:, 1] = row[0]
    return [[a[i, j] for j in range(a.shape[1])] for i in range(a.shape[0])]


def other_extent(object[:] a):
    a[:2] = a[:3]


def slices(object[:, :] a):
    cdef object[:] row = a[1]
    back = row[::-1]
    cdef object[:, :] turned = a.T
    return list(row), list(back), list(turned[0]), row.shape[0], a.strides[1] == sizeof(void *)


def fortran(object[::1, :] a):
    return a[1, 0], a[0, 1], list(a.copy()[1]), a.copy_fortran().strides[0]


def loop(object[:] a):
    total = 0
    for x in a:
        total += len(x)
    for x in a[::2]:
        total += 100
    return total


def to_objects(object[:] a):
    view = <object> a
    again = np.asarray(a)
    again[0] = "set"
    view[1] = "by the object"
    view[2:4] = "both"
    return again.dtype == object, list(a), view[0], len(view), view.itemsize, view[1:][0]


def from_view(object[:] a):
    cdef object[:] b = <object> a
    cdef object[::1] c = (<object> a).copy()
    c[0] = "only here"
    b[1] = "in both"
    return list(a), list(c)


def arrays(int n, x):
    cdef object[:] view = array((n,), sizeof(void *), "O")
    before = sys.getrefcount(x)
    was = view[0]
    view[:] = x
    filled = sys.getrefcount(x) - before
    view = None
    return was, filled, sys.getrefcount(x) - before


def wrong(x):
    cdef object[:] a = x
    return a.shape[0]


def wrong_number(x):
    cdef double[:] a = x
    return a.shape[0]


def points(Point[:] a, int i):
    cdef Point p = a[i]
    a[0] = Point(40)
    return p.x, a[0].x, a[i].x


def bind_point(Point[:] a, x):
    a[0] = x
    return a[0] is None or a[0].x


def words(str[:] a):
    cdef str s = a[0]
    a[1] = s + "!"
    return a[1].upper()


def any_word(str[:] a, x):
    a[0] = x
    return a[1]


def old_buffer(cnp.ndarray[object, ndim=1] a, int i, x):
    y = a[i]
    a[i] = x
    return y, a[i], a.shape[0]


def old_only_read(cnp.ndarray[object] a):
    cdef Py_ssize_t i
    s = ""
    for i in range(a.shape[0]):
        s += a[i]
    return s


def generic_buffer(object[object, mode="c"] a, int i):
    return a[i]


cdef object[:] kept
cdef object[:, :] square = np.empty((2, 2), dtype=object)


def of_module(x):
    global kept
    kept = x
    square[0, 1] = kept[0]
    kept[0] = square
    return square[0, 0], square[0, 1]


cdef class Holder:
    cdef object[:] items

    def __init__(self, items):
        self.items = items

    def get(self, int i):
        return self.items[i]

    def put(self, int i, x):
        self.items[i] = x


ctypedef fused element_t:
    object
    double
    int


def fused(element_t[:] a):
    cdef element_t x = a[0]
    a[1] = x
    if element_t is object:
        return "object", a[1]
    return cython.typeof(x), a[1]


@cython.boundscheck(False)
@cython.wraparound(False)
def unchecked(object[:, :] a):
    cdef Py_ssize_t i, j
    out = []
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out.append(a[i, j])
    return out


def shape_without_gil(object[:] a):
    cdef Py_ssize_t n
    cdef object[:] part
    with nogil:
        n = a.shape[0]
        part = a[1:]
        n += part.shape[0]
    return n


cdef object[:] made(int n):
    cdef object[:] a = np.array([str(i) for i in range(n)], dtype=object)
    return a[1:]


cdef first(object[:] a):
    return a[0]


def given(int n):
    return list(made(n)), first(made(n)), made(n)[0]


def closure(object[:] a):
    def inner(i):
        return a[i]
    a[0] = "shared"
    return inner(0)


def generated(object[:] a):
    for i in range(a.shape[0]):
        yield a[i]


def none(object[:] a=None):
    return a is None


def conditions(object[:] a):
    if a[0] and not a[1]:
        return "first"
    return a[1] or a[0] + a[0]
