"""Loops whose iterations read what the one before has stored, with conditions and ways out: a variable hands it on."""
from cython.parallel import parallel, prange
cimport cython


def forwards(double[:, :] x, double[:, :] a, double[:, :] b):
    """A divisor may be zero: what has been stored before stays."""
    cdef Py_ssize_t i, j
    for i in range(x.shape[0]):
        for j in range(1, x.shape[1]):
            x[i, j] = (x[i, j] - a[i, j] * x[i, j - 1]) / b[i, j]


def backwards(double[::1] x, double[::1] c, double[::1] d):
    cdef int j
    for j in range(<int>x.shape[0] - 2, -1, -1):
        x[j] = (x[j] - c[j] * x[j + 1]) / d[j]
    return j if x.shape[0] > 1 else None


def solved(double[:, ::1] x, double[:, ::1] right, double[:, ::1] lower, double[:, ::1] work):
    """Two elements are handed on, if the arrays are apart. The second is read after what may end the loop."""
    cdef Py_ssize_t i, k
    cdef double factor
    for i in prange(x.shape[0], nogil=True):
        work[i, 0] = lower[i, 0]
        x[i, 0] = right[i, 0]
        for k in range(1, x.shape[1]):
            factor = 1.0 / (4.0 - lower[i, k] * work[i, k - 1])
            work[i, k] = lower[i, k] * factor
            x[i, k] = (right[i, k] - lower[i, k] * x[i, k - 1]) * factor


def solved_in_region(double[:, ::1] x, double[:, ::1] right, double[:, ::1] lower):
    cdef Py_ssize_t i, k
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            x[i, 0] = right[i, 0]
            for k in range(1, x.shape[1]):
                x[i, k] = (right[i, k] - lower[i, k] * x[i, k - 1]) / (4.0 - lower[i, k])


@cython.boundscheck(False)
@cython.wraparound(False)
def distance(int[:, ::1] table, int[::1] one, int[::1] other):
    cdef Py_ssize_t i, j
    cdef int best
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            best = table[i, j]
            if one[i] != other[j]:
                best = best + 1
            if table[i, j + 1] + 1 < best:
                best = table[i, j + 1] + 1
            if table[i + 1, j] + 1 < best:
                best = table[i + 1, j] + 1
            table[i + 1, j + 1] = best


@cython.boundscheck(False)
@cython.wraparound(False)
def running(double[:] y, double[:] v, Py_ssize_t first):
    """The first iteration may read before the array, which is a part of another one."""
    cdef Py_ssize_t j
    cdef double s
    for j in range(first, y.shape[0]):
        s = y[j - 1]
        if v[j] > 0:
            s = s + v[j]
        y[j] = s


@cython.boundscheck(False)
@cython.wraparound(False)
def sometimes(double[:] y, double[:] v, Py_ssize_t first):
    """Not all iterations read it."""
    cdef Py_ssize_t j
    cdef double s
    for j in range(first, y.shape[0]):
        s = 1
        if v[j] > 0:
            s = y[j - 1] + v[j]
        y[j] = s


@cython.boundscheck(False)
@cython.wraparound(False)
def shared(double[:] y, double[:] w, double[:] v):
    """Elements of another view may be the same."""
    cdef Py_ssize_t j
    cdef double s
    for j in range(1, y.shape[0]):
        s = y[j - 1] * 0.5 + w[j]
        if v[j] > 0:
            s = s - w[j - 1]
        y[j] = s
        w[j] = s * 2


@cython.boundscheck(False)
@cython.wraparound(False)
def steps(double[::1] y, double[::1] v, double[::1] z):
    """By two, and what is read again after the store."""
    cdef Py_ssize_t j
    for j in range(2, y.shape[0], 2):
        if v[j] < 0:
            v[j] = 0
        y[j] = y[j - 2] * 0.5 + v[j]
        z[j] = y[j - 2]
    for j in range(3, y.shape[0], 2):
        y[j] = y[j - 1] + y[j - 2] if v[j] > 0 else y[j - 2]


@cython.boundscheck(False)
@cython.wraparound(False)
def twice(double[::1] y, double[::1] v):
    """Two statements store to the view; iterations may end early."""
    cdef Py_ssize_t j
    for j in range(1, y.shape[0] - 1):
        if v[j] > 0:
            y[j + 1] = v[j]
        y[j] = y[j - 1] * 0.5 + y[j]
    for j in range(1, y.shape[0]):
        if v[j] < 0:
            continue
        y[j] = y[j - 1] + v[j]
    for j in range(1, y.shape[0]):
        y[j] = y[j - 1] + v[j]
        if v[j] > 1.5:
            break


@cython.boundscheck(False)
@cython.wraparound(False)
def cubes(double[:, :, :] a, Py_ssize_t by):
    cdef Py_ssize_t i, j, k
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            for k in range(a.shape[2] - 1):
                if a[i, j, k] < 0:
                    a[i, j, k + 1] = a[i, j, k] + a[i, j - 1, k]
                else:
                    a[i, j, k + 1] = a[i, j, k] - 1
    for i in range(1, min(a.shape[0], a.shape[1])):
        if a[i, i, 0] > 0:
            by = by + 1
        a[i, i, 0] = a[i - 1, i - 1, 0] + by
    return by


ctypedef fused number:
    unsigned char
    int
    float
    double complex


@cython.boundscheck(False)
@cython.wraparound(False)
def numbers(number[::1] y, number[::1] v, int first, long end):
    """Of any type, which may wrap around; the counter is narrower than its bound."""
    cdef int j
    for j in range(first, end):
        if v[j] == 0:
            y[j] = <number>(y[j - 1] * 3)
        else:
            y[j] = <number>(y[j - 1] * 3 + v[j])
    return j if end > first else None


@cython.boundscheck(False)
@cython.wraparound(False)
def narrow(double[::1] y, double[::1] v, int first):
    """An index that wraps around in a narrow type is not the one before the next."""
    cdef int j
    for j in range(first, <int>v.shape[0]):
        if v[j] > 0:
            v[j] = 0
        y[<signed char>j] = y[j - 1] * 0.5 + v[j]


@cython.boundscheck(False)
@cython.wraparound(False)
def rows_in_memory(int[:, ::1] x, int[:] row):
    """The row is one of the elements that are stored."""
    cdef Py_ssize_t j
    for j in range(1, x.shape[1]):
        if x[0, j] > 100:
            x[0, j] = 0
        x[row[0], j] = x[row[0], j - 1] + 1


@cython.boundscheck(False)
@cython.wraparound(False)
def row_of_memory(int[:, ::1] x, int[:] row):
    cdef Py_ssize_t j
    cdef int s = 0
    for j in range(1, x.shape[1]):
        if x[1, j] > 100:
            s = s + 1
        x[row[0], j] = x[row[0], j - 1] + 1
    return s
