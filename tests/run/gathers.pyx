"""Inner loops that load the indices of what they read: kernels try them without leaving them where an index is outside."""
cimport cython
from cython.parallel import parallel, prange
from libc.math cimport sqrt


def rows(double[::1] y, double[::1] values, int[::1] columns, int[::1] starts, double[::1] x):
    """A sparse matrix and a vector."""
    cdef Py_ssize_t i, k
    cdef double total
    with nogil, parallel(device={}):
        for i in prange(y.shape[0]):
            total = 0
            for k in range(starts[i], starts[i + 1]):
                total = total + values[k] * x[columns[k]]
            y[i] = total


@cython.wraparound(False)
def rows_plain(double[::1] y, double[::1] values, int[::1] columns, int[::1] starts, double[::1] x):
    """Indices below zero are outside."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k] * x[columns[k]]
        y[i] = total


def rows_of_host(double[::1] y, double[::1] values, int[::1] columns, int[::1] starts, double[::1] x):
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k] * x[columns[k]]
        y[i] = total


def row_of_host(double[::1] values, int[::1] columns, double[::1] x):
    cdef Py_ssize_t k
    cdef double total = 0
    for k in range(columns.shape[0]):
        total = total + values[k] * x[columns[k]]
    return total


def looked_up(long long[::1] y, unsigned char[:, ::1] data, long long[::1] table):
    """Indices that are never below zero, and sums that wrap around."""
    cdef Py_ssize_t i, k
    cdef long long total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 1
        for k in range(data.shape[1]):
            total = total * 31 + table[data[i, k]]
        y[i] = total


def nested(double[:] y, long long[:, :] order, short[:] columns, double[:] x):
    """An index of an index, each perhaps outside; a step between elements."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(order.shape[1]):
            total = total + x[columns[order[i, k]]]
        y[i] = total


def of_two_axes(double[::1] y, int[:, ::1] first, int[:, ::1] second, double[:, :] x):
    """An element of two loaded indices, and one of a row that is known."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(first.shape[1]):
            total = total + x[first[i, k], second[i, k]] * x[i, second[i, k]]
        y[i] = total


def unsigned_indices(float[::1] y, unsigned int[:, ::1] at, unsigned long long[:, ::1] far, float[::1] x):
    cdef Py_ssize_t i, k
    cdef float total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(at.shape[1]):
            total = total + x[at[i, k]] + x[far[i, k]]
        y[i] = total


def of_complex(double complex[::1] y, int[:, ::1] at, double complex[::1] x, double[::1] lengths):
    cdef Py_ssize_t i, k
    cdef double complex total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 1
        for k in range(at.shape[1]):
            total = total * x[at[i, k]] + sqrt(lengths[at[i, k]])
        y[i] = total


def least(int[::1] where, int[:, ::1] at, double[::1] x):
    """What is found stays as it is where nothing is less."""
    cdef Py_ssize_t i, k
    cdef double found
    cdef int place
    for i in prange(where.shape[0], nogil=True, device={}):
        found = 1e9
        place = -7
        for k in range(at.shape[1]):
            if x[at[i, k]] < found:
                found = x[at[i, k]]
                place = at[i, k]
        where[i] = place


def masked(double[::1] y, int[:, ::1] at, double[::1] x):
    """Indices that are outside where nothing is read, and iterations that end early."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(at.shape[1]):
            if at[i, k] == 99:
                continue
            if at[i, k] != 77:
                total = total + x[at[i, k]]
        y[i] = total


def distances(double[::1] y, int[:, ::1] at, double[::1] x):
    """One iteration hands a number on to the next, and to what comes after the loop."""
    cdef Py_ssize_t i, k
    cdef double total, last, here
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        last = 0.5
        here = -1
        k = 100
        for k in range(at.shape[1] - 1, 0, -1):
            here = x[at[i, k]]
            total = total + (here - last) * (here - last)
            last = here
        y[i] = total + 1000 * here + last + 10 * k


def by_what_was_found(double[::1] y, int[::1] at, double[::1] x, double[:, ::1] low, double[:, ::1] high):
    """Which index is tested depends on the elements so far: the axis of the first that fails is certain."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 1
        for k in range(at.shape[0]):
            if total < 10:
                total = total + low[at[k], 0]
            else:
                total = total - high[0, at[k]]
        y[i] = total


def summed(int[:, ::1] at, double[::1] x, long long[::1] counts):
    """Reductions of the parallel loop."""
    cdef Py_ssize_t i, k
    cdef double total = 0.5
    cdef long long count = 3
    for i in prange(at.shape[0], nogil=True, device={}):
        for k in range(at.shape[1]):
            total += x[at[i, k]]
            count += counts[at[i, k]]
    return total, count


def by_steps(double[::1] y, int[::1] at, double[::1] x):
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(0, at.shape[0], 2):
            total = total + x[at[k]] * (k + 1)
        for k in range(at.shape[0] - 1, -1, -3):
            total = total * 2 + x[at[k]]
        y[i] = total


def from_a_variable(double[::1] y, int[::1] at, double[::1] x):
    """The loop's variable is its first bound, too."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        k = i
        for k in range(k, at.shape[0]):
            total = total + x[at[k]]
        y[i] = total + k


@cython.cdivision(True)
def divided(int[::1] y, int[:, ::1] at, int[::1] x, int[::1] by):
    """What is divided by must not be another element: the loop runs as it is written."""
    cdef Py_ssize_t i, k
    cdef int total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(at.shape[1]):
            total = total + 1000 / x[at[i, k]] + (1000 % by[k]) + (x[at[i, k]] >> 1) + x[at[i, k]] % 7
        y[i] = total


def through_floats(double[::1] y, double[:, ::1] at, double[::1] x):
    """Indices made of floating-point numbers."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(at.shape[1]):
            total = total + x[<int>at[i, k]]
        y[i] = total


def marked(double[::1] y, int[:, ::1] at, double[::1] x):
    """Writes in the loop, before an index that may be outside."""
    cdef Py_ssize_t i, k
    for i in prange(y.shape[0], nogil=True, device={}):
        for k in range(at.shape[1]):
            y[i] = y[i] + 1
            y[i] = y[i] + x[at[i, k]]


def partly_unchecked(double[::1] y, int[::1] at, double[::1] x, double[::1] short_one):
    """An index that nobody checks is right only as far as the loop runs."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(at.shape[0]):
            total = total + x[at[k]]
            with cython.boundscheck(False), cython.wraparound(False):
                total = total + short_one[k]
        y[i] = total


def of_a_part(double[::1] y, int[::1] at, double[::1] x, Py_ssize_t first):
    """Only a part of `x` is on the device."""
    cdef Py_ssize_t i, k, j
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(3):
            j = first + k
            total = total + x[j] + x[first + 2 * k] * at[k]
        y[i] = total
