# cython: boundscheck=False, wraparound=False, cdivision=True
# Pointers to the data of arrays, `PyArray_DATA(a)` and `a.data`, in regions: how many elements there are is known from the arrays.
import array
import numpy as np

cimport cython
cimport numpy as cnp
from cpython cimport array
from cython.parallel import parallel, prange
from libc.stdlib cimport calloc, free, malloc

cnp.import_array()

ctypedef fused number:
    float
    short


cdef class Holder:
    cdef cnp.ndarray kept
    cdef cnp.ndarray order

    def __init__(self, kept, order):
        self.kept = kept
        self.order = order

    def scattered(self, double by):
        cdef double *to = <double *> self.kept.data
        scatter(to, <int *> self.order.data, self.order.shape[0], by)


cdef int scatter(double *to, int *order, Py_ssize_t n, double by) except -1 nogil:
    """Nothing in it says how much there is of what it stores to."""
    cdef Py_ssize_t i
    for i in prange(n, device={}):
        to[order[i]] = by + i
    return 0


cdef void gather(number *source, number *to, int *order, int n, number *extra, float factor=2) noexcept nogil:
    """`extra` may be NULL."""
    cdef int i
    for i in prange(n, device={}):
        if extra != NULL:
            to[order[i]] = <number> (source[order[n - 1 - i]] * factor + extra[order[i]])
        else:
            to[order[i]] = <number> (source[order[n - 1 - i]] * factor)


def of_arrays(cnp.ndarray kept, cnp.ndarray order, double by):
    """Arguments that are data of arrays, with the GIL and without."""
    scatter(<double *> cnp.PyArray_DATA(kept), <int *> cnp.PyArray_DATA(order), order.shape[0], by)
    with nogil:
        scatter(<double *> kept.data, <int *> order.data, order.shape[0], by + 1)
    return kept


def of_bytes(cnp.ndarray kept, cnp.ndarray order, double by):
    """Through other types."""
    cdef char *bytes_of = cnp.PyArray_BYTES(kept)
    cdef double *to = <double *> <void *> <char *> kept.data
    cdef int *places = <int *> <char *> cnp.PyArray_DATA(order)
    if bytes_of != <char *> to:
        raise AssertionError("another place")
    scatter(to, places, order.shape[0], by)
    return kept


def gathered(source, int[::1] order, extra, float factor):
    """Arrays of two types, in variables that several branches assign."""
    cdef cnp.ndarray[cnp.float32_t, ndim=1] floats
    cdef cnp.ndarray[cnp.float32_t, ndim=1] floats_out
    cdef cnp.ndarray shorts, shorts_out, more
    cdef float *source_floats
    cdef float *to_floats
    cdef float *extra_floats = NULL
    cdef short *source_shorts
    cdef short *to_shorts
    cdef int n = order.shape[0]
    if source.dtype == np.float32:
        floats = np.ascontiguousarray(source)
        floats_out = np.zeros(len(source), np.float32)
        source_floats = <float *> cnp.PyArray_DATA(floats)
        to_floats = <float *> cnp.PyArray_DATA(floats_out)
        if extra is not None:
            more = np.ascontiguousarray(extra, np.float32)
            extra_floats = <float *> more.data
        with nogil:
            gather(source_floats, to_floats, &order[0] if n else NULL, n, extra_floats, factor)
        return floats_out
    elif source.dtype == np.int16:
        shorts = np.ascontiguousarray(source)
        shorts_out = np.zeros(len(source), np.int16)
        source_shorts = <short *> shorts.data
        to_shorts = <short *> shorts_out.data
        with nogil:
            gather(source_shorts, to_shorts, &order[0] if n else NULL, n, <short *> NULL)
        return shorts_out
    floats = np.asarray(source, np.float32)
    floats_out = np.ones(len(source), np.float32)
    extra_floats = to_floats = <float *> floats_out.data
    gather(<float *> floats.data, to_floats, &order[0] if n else NULL, n, extra_floats, 1)
    return floats_out


def chosen(cnp.ndarray one, cnp.ndarray other, int[::1] order, int which, double by):
    """A region that uses what one of several places gives, some of them in a loop."""
    cdef double local[4]
    cdef double *to = NULL
    cdef Py_ssize_t i, n = order.shape[0]
    cdef int at
    for i in range(4):
        local[i] = 0
    for at in range(which + 1):
        if at == 0:
            to = <double *> one.data
        elif at == 1:
            to = <double *> other.data
        elif at == 2:
            to = local
        for i in prange(n, nogil=True, device={}):
            to[order[i]] += by + i
    return one, other, [local[i] for i in range(4)]


def of_python(array.array kept, array.array order, double by):
    """Python's own arrays."""
    scatter(kept.data.as_doubles, order.data.as_ints, len(order), by)
    return list(kept)


def within(int n, int m, int[::1] order, double by):
    """Places in memory that the function has allocated, before some of which there is more."""
    cdef double *all = <double *> calloc(n + m + n, sizeof(double))
    cdef double *second
    cdef double *third
    cdef int i, k = order.shape[0]
    if all == NULL:
        raise MemoryError()
    second = all + n
    third = &second[m]
    for i in prange(k, nogil=True, device={}):
        all[order[i]] = by
        second[order[i] - n] += 1
        third[order[i]] = second[order[i] - n] + i
    found = [all[i] for i in range(n + m + n)]
    free(all)
    return found


def changed(int n, int[::1] order, double by):
    """What a place was made of has changed since."""
    cdef double *all = <double *> calloc(3 * n + 1, sizeof(double))
    cdef double *place
    cdef double *kept
    cdef int i, k = n
    if all == NULL:
        raise MemoryError()
    place = all + k
    kept = all
    all = kept + 2 * n
    k = 0
    for i in prange(n, nogil=True, device={}):
        place[i] = by + i
        all[i] += 1
    found = [kept[i] for i in range(3 * n + 1)]
    free(kept)
    return found


def rebound(double[:, ::1] a, double[:, ::1] b, double[::1] out, int[::1] order, bint first):
    """The view from which the address is taken shows other memory later."""
    cdef double *row = NULL
    cdef Py_ssize_t i
    if first:
        row = &a[0, 0]
    a = b
    if row == NULL:
        row = &a[0, 0]
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]] + a[0, 0]


cdef void stepped(double *source, double *to, int *order, int n) noexcept nogil:
    cdef int i
    for i in prange(n, device={}):
        to[order[i]] = source[order[n - 1 - i]] + 1


cdef void swapped(cnp.ndarray a, cnp.ndarray b, int *order, int n, int steps) noexcept nogil:
    """Two pointers that change places; arrays are asked without the GIL."""
    cdef double *source = <double *> a.data
    cdef double *to = <double *> b.data
    cdef int k
    for k in range(steps):
        stepped(source, to, order, n)
        source, to = to, source


def swaps(cnp.ndarray a, cnp.ndarray b, int[::1] order, int steps):
    swapped(a, b, &order[0] if order.shape[0] else NULL, order.shape[0], steps)
    return a, b


cdef void beside(double *p, double *q, int n, int k) noexcept nogil:
    """Where one element more is touched, it is one of those that there are."""
    cdef int i
    for i in prange(n, device={}):
        q[i] = p[i] + p[k]
        p[n + i] = 2
        if i == 0 and k >= n:
            q[k] = -1


def besides(cnp.ndarray p, cnp.ndarray q, int n, int k):
    beside(<double *> p.data, <double *> q.data, n, k)
    return p, q


cdef void passed_on(double *to, int *order, int n, int depth) noexcept nogil:
    """A function that gives what it gets to itself and to another one."""
    cdef int i
    if depth > 0:
        passed_on(to, order, n, depth - 1)
    for i in range(n):
        to[order[i]] += 1
    scatter_some(to, order, n)


cdef void scatter_some(double *to, int *order, int n) noexcept nogil:
    cdef int i
    for i in prange(n, device={}):
        to[order[i]] *= 2


def recursive(cnp.ndarray kept, int[::1] order, int depth):
    cdef double *mine = <double *> malloc(8 * sizeof(double))
    cdef int i
    if mine == NULL:
        raise MemoryError()
    for i in range(8):
        mine[i] = i
    with nogil:
        passed_on(<double *> kept.data, &order[0] if order.shape[0] else NULL, order.shape[0], depth)
        passed_on(mine, &order[0] if order.shape[0] else NULL, order.shape[0], depth)
    found = [mine[i] for i in range(8)]
    free(mine)
    return kept, found
