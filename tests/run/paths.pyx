# cython: boundscheck=False, wraparound=False
"""Arrays that each path of an iteration writes: nothing of them is sent. What one path leaves out keeps its values."""
from cython.parallel import parallel, prange


def signs(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        if x[i] > 0:
            y[i] = 1
            continue
        y[i] = -1


def some_signs(double[::1] x, double[::1] y):
    """Zeros leave what is there."""
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        if x[i] > 0:
            y[i] = 1
            continue
        elif x[i] == 0:
            continue
        y[i] = -1


def classes(double[::1] x, long[::1] found, double low, double high):
    """Branches in branches."""
    cdef Py_ssize_t i
    for i in prange(found.shape[0], nogil=True, device={}):
        if x[i] < low:
            if x[i] < 2 * low:
                found[i] = 0
                continue
            found[i] = 1
        elif x[i] < high:
            found[i] = 2
            continue
        else:
            if x[i] == high:
                found[i] = 3
                continue
            found[i] = 4


def counted(double[::1] x, long[::1] count):
    """One path adds to what is there."""
    cdef Py_ssize_t i
    for i in prange(count.shape[0], nogil=True, device={}):
        if x[i] > 0:
            count[i] += 1
            continue
        count[i] = 0


def banded(double[:, ::1] a, Py_ssize_t width):
    """The inner loop's iterations."""
    cdef Py_ssize_t i, j
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(a.shape[1]):
            if i > j + width or j > i + width:
                a[i, j] = 0
                continue
            a[i, j] = 1 + i + j


def banded_until(double[:, ::1] a, Py_ssize_t width):
    """What comes after the band keeps its values."""
    cdef Py_ssize_t i, j
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(a.shape[1]):
            if i > j + width:
                a[i, j] = 0
                continue
            if j > i + width:
                break
            a[i, j] = 1 + i + j


def first_positive(double[:, ::1] x, long[::1] found):
    """The `else` of the inner loop continues the outer one."""
    cdef Py_ssize_t i, j
    cdef long at
    for i in prange(found.shape[0], nogil=True, device={}):
        at = 0
        for j in range(x.shape[1]):
            if x[i, j] > 0:
                break
            at = at + 1
        else:
            found[i] = -1
            continue
        found[i] = at


def rows_with_positive(double[:, ::1] x, long[::1] found):
    """The same, but other rows keep what is there."""
    cdef Py_ssize_t i, j
    for i in prange(found.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            if x[i, j] > 0:
                break
        else:
            continue
        found[i] = 1


cdef double put(double[::1] y, Py_ssize_t i, double value) noexcept nogil:
    y[i] = value
    return value


def put_where_positive(double[::1] x, double[::1] y):
    """A call that need not be made, on one of two sides."""
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        if x[i] < 0:
            y[i] = -1
        else:
            x[i] = put(y, i, x[i]) if x[i] > 0 else 5


def read_afterwards(double[::1] x, double[::1] y, double[::1] z):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(y.shape[0]):
            if x[i] > 0:
                y[i] = x[i]
                continue
            y[i] = 0
        for i in prange(z.shape[0]):
            z[i] = y[i] + y[0]
