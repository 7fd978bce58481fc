"""Bounds checks that need not be made in every round: made before, passed over, or not needed."""
cimport cython
from cython.parallel import parallel, prange


def axis_of_another(double[:] y, double[:] x):
    """Checked before: `x` may be shorter than `y`, or there may be no round."""
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = 2 * x[i]


def shifted(double[:] y, double[::1] x, int by):
    """From below zero the index wraps around."""
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i + by]


@cython.wraparound(False)
def shifted_plain(double[:] y, double[::1] x, int by):
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i + by] + x[2]


def from_the_end(double[:] y, double[:, :] x):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[-1, i] + x[i, -2]


def by_a_name(double[:] y, double[:] x):
    """The index is a constant, but does not say so."""
    cdef int k, last = -1
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        k = -2
        y[i] = x[k]
    return x[last]


def product(double[:, ::1] c, double[:, ::1] a, double[:, ::1] b):
    """Axes of three views that must fit each other."""
    cdef Py_ssize_t i, j, k
    cdef double total
    with nogil, parallel(device={}):
        for i in prange(c.shape[0]):
            for j in range(c.shape[1]):
                total = 0
                for k in range(a.shape[1]):
                    total = total + a[i, k] * b[k, j]
                c[i, j] = total


def triangle(double[:, ::1] x, double[::1] y):
    """The inner loop has fewer rounds than the index of its last one says."""
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(i):
            x[i, j] = y[j]


def backwards(double[::1] y, double[::1] x, int n):
    cdef int i
    for i in prange(n - 1, -1, -1, nogil=True, device={}):
        y[i] = x[i] + x[n - 1 - i]


def by_threes(double[::1] y, double[::1] x):
    """The greatest index is not the end of the range."""
    cdef Py_ssize_t i
    for i in prange(0, y.shape[0], 3, nogil=True, device={}):
        y[i] = x[i]


def perhaps(double[::1] y, double[::1] x, double[::1] z):
    """Not every round comes to the check."""
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        if y[i] > 1:
            y[i] = x[i]
        else:
            y[i] = z[i]


def window(double[:, ::1] out, double[:, ::1] image, int radius):
    cdef Py_ssize_t i, j, k
    cdef double total
    for i in prange(radius, image.shape[0] - radius, nogil=True, device={}):
        for j in range(image.shape[1]):
            total = 0
            for k in range(-radius, radius + 1):
                total = total + image[i + k, j]
            out[i, j] = total


def divided(double[::1] y, double[::1] x, int[::1] by):
    """The division comes first."""
    cdef Py_ssize_t i
    cdef int part
    for i in prange(by.shape[0], nogil=True, device={}):
        part = 12 // by[i]
        y[i] = x[i] + part


def raised(double[::1] y, double[::1] x):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        if y[i] >= 0:
            raise ValueError("not below zero")
        y[i] = x[i]


@cython.wraparound(False)
def rows(double[::1] y, double[::1] values, int[::1] columns, int[::1] starts, double[::1] x):
    """A sparse matrix times a vector: ranges from memory."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k] * x[columns[k]]
        y[i] = total


cdef int fill(double[:] row, double[::1] y) except -1 nogil:
    cdef Py_ssize_t j
    for j in range(row.shape[0]):
        row[j] = y[j]
    return 0


def sliced(double[:, ::1] x, double[::1] y):
    """Of a part of a view, in a callee."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        fill(x[i, 1:], y)


@cython.wraparound(False)
def parts(double[::1] y, double[::1] x, int[::1] ends):
    """An inner loop that writes before it fails."""
    cdef Py_ssize_t i, k
    for i in prange(ends.shape[0], nogil=True, device={}):
        for k in range(i, ends[i]):
            y[k] = x[k] + 3


def diagonal(double[::1] y, double[:, ::1] x, Py_ssize_t n):
    """Of two axes the shorter one is told."""
    cdef Py_ssize_t i, j
    for i in prange(y.shape[0], nogil=True, device={}):
        for j in range(n):
            y[i] = y[i] + x[j, j]


def downwards(double[::1] y, double[:, ::1] x, Py_ssize_t n):
    cdef Py_ssize_t i, j
    with cython.wraparound(False):
        for i in prange(y.shape[0], nogil=True, device={}):
            for j in range(n - 1, -1, -1):
                y[i] = y[i] + x[2 * j, n - j]


def inner_axes(double[:, ::1] c, double[:, ::1] a, double[:, ::1] b, Py_ssize_t n, Py_ssize_t m):
    """The two inner loops' rounds run in order."""
    cdef Py_ssize_t i, j, k
    for i in prange(c.shape[0], nogil=True, device={}):
        for j in range(m):
            for k in range(n):
                c[i, j] = c[i, j] + a[i, k] * b[k, j]


def band(double[::1] y, double[:, ::1] x, Py_ssize_t n, Py_ssize_t m):
    """The inner loop begins where the outer one is."""
    cdef Py_ssize_t i, j, k
    for i in prange(y.shape[0], nogil=True, device={}):
        for j in range(n):
            for k in range(j, j + m):
                y[i] = y[i] + x[j, k]


@cython.wraparound(False)
def diagonal_parts(double[::1] y, double[:, ::1] x, int[::1] ends):
    """The same for a range from memory."""
    cdef Py_ssize_t i, k
    for i in prange(ends.shape[0], nogil=True, device={}):
        for k in range(i, ends[i]):
            y[i] = y[i] + x[k, k]


def small_counter(double[::1] y, double[::1] x, unsigned char n):
    cdef unsigned char i
    for i in prange(n, nogil=True, device={}):
        y[i] = x[i + 1]


def on_the_host(double[:] x, int n):
    """In order, so that what comes before the failure is done."""
    cdef int i
    for i in range(n):
        x[i] = i
    for i in range(x.shape[0]):
        x[i] += x[x.shape[0] - 1 - i]


cdef double last_of(double[::1] x, Py_ssize_t n) except? -1:
    cdef Py_ssize_t i
    cdef double found = 0
    for i in range(x.shape[0]):
        found = x[i]
    return found + x[n]


def in_a_callee(double[::1] x, int n):
    return last_of(x, n)
