"""Inner loops that check indices which are the same in all their iterations, loops that may fail around loops that may not, and such
loops in others that do more than arithmetic."""
from cython.parallel import parallel, prange
cimport cython

ctypedef fused index:
    short
    unsigned short
    int
    unsigned int
    long
    unsigned long
    signed char
    unsigned char


def rows(double[:, :] out, double[:, :] table, index[:] at):
    cdef Py_ssize_t i, j
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] += 2 * table[at[i], j]


def rows_in_threads(double[:, ::1] out, double[:, ::1] table, index[::1] at):
    cdef Py_ssize_t i, j, r
    for i in prange(out.shape[0], nogil=True):
        r = at[i]
        for j in range(out.shape[1]):
            out[i, j] = out[i, j] + table[r, j] * table[r - 1, j]


@cython.wraparound(False)
def rows_ahead(double[:, :] out, double[:, :] table, index[:] at, int by):
    cdef Py_ssize_t i
    cdef int j
    for i in range(out.shape[0]):
        for j in range(<int>out.shape[1]):
            out[i, j] = out[i, j] - table[at[i] + by, j] / table[2 * at[i] - by, 0]


def product(double[:, :] out, double[:] data, int[:] indices, int[:] starts, double[:, :] dense):
    """A sparse matrix by a dense one."""
    cdef Py_ssize_t i, j, k
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 0
        for k in range(starts[i], starts[i + 1]):
            for j in range(out.shape[1]):
                out[i, j] += data[k] * dense[indices[k], j]


def product_in_threads(double[:, :] out, double[:] data, int[:] indices, int[:] starts, double[:, :] dense):
    cdef Py_ssize_t i, j, k
    for i in prange(out.shape[0], nogil=True):
        for j in range(out.shape[1]):
            out[i, j] = 0
        for k in range(starts[i], starts[i + 1]):
            for j in range(out.shape[1]):
                out[i, j] += data[k] * dense[indices[k], j]


def product_in_region(double[:, ::1] out, double[::1] data, int[::1] indices, int[::1] starts, double[:, ::1] dense):
    cdef Py_ssize_t i, j, k
    with nogil, parallel(device={}):
        for i in prange(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = 0
            for k in range(starts[i], starts[i + 1]):
                for j in range(out.shape[1]):
                    out[i, j] += data[k] * dense[indices[k], j]


def counted(int[:, :] table, int[:] at, long[:] counts):
    """The table may be where the indices are."""
    cdef Py_ssize_t i, j
    for i in range(at.shape[0]):
        for j in range(table.shape[1]):
            table[at[i], j] += 1
        counts[at[i]] += 1


def means(double[:, ::1] sums, long[::1] counts, double[:, ::1] x, int[::1] labels):
    cdef Py_ssize_t i, j
    cdef int label
    for i in range(x.shape[0]):
        label = labels[i]
        counts[label] += 1
        for j in range(x.shape[1]):
            sums[label, j] += x[i, j]
    for i in range(sums.shape[0]):
        for j in range(x.shape[1]):
            sums[i, j] = sums[i, j] / counts[i]


def sometimes(double[:, :] x, double[:, :] table, long[:] at, double limit):
    """An index that nothing uses may be outside."""
    cdef Py_ssize_t i, j, r
    cdef double total = 0
    for i in range(x.shape[0]):
        r = at[i]
        for j in range(x.shape[1]):
            if x[i, j] > limit:
                total += table[r, j]
            if x[i, j] < -limit:
                x[i, j] = table[r + 1, at[j]]
    return total


def masked(double[:, :] x, unsigned char[:, :] mask, double value):
    """A constant is stored where a mask says so."""
    cdef Py_ssize_t i, j
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if mask[i, j]:
                x[i, j] = value


def until(double[:, :] x, double[:, :] table, signed char r, double limit):
    cdef Py_ssize_t i, j
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > limit:
                break
            x[i, j] += table[r, j] + table[i, r]
        else:
            x[i, 0] = -1


cdef struct Point:
    double x
    int kind


def fields(Point[:] points, double[:, :] table, int[:, :] at, int row):
    cdef Py_ssize_t i, j
    for i in range(at.shape[0]):
        for j in range(points.shape[0]):
            points[j].x = points[j].x + table[at[i, row], j]
        for j in range(points.shape[0]):
            points[j].kind = points[j].kind + at[at[i, row], row]


def eliminated(double[:, :] a, double[:] b):
    """The outer loop may fail, the inner one does not."""
    cdef Py_ssize_t i, j, k
    cdef double factor
    for k in range(a.shape[0]):
        for i in range(k + 1, a.shape[0]):
            factor = a[i, k] / a[k, k]
            for j in range(k, a.shape[0]):
                a[i, j] -= factor * a[k, j]
            b[i] -= factor * b[k]
    return factor if a.shape[0] > 1 else None


def eliminated_in_threads(double[:, ::1] a):
    cdef Py_ssize_t i, j, k
    for k in range(a.shape[0]):
        for i in prange(k + 1, a.shape[0], nogil=True):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, a.shape[0]):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]


cdef double scaled(double[:, ::1] x, double[::1] by) except? -1 nogil:
    cdef Py_ssize_t i, j
    cdef double total = 0
    for i in range(x.shape[0]):
        total += 1 / by[i]
        for j in range(x.shape[1]):
            x[i, j] = 2 * x[i, j] + total
    return total


def scaled_in_threads(double[:, :, ::1] x, double[:, ::1] by, double[::1] totals):
    cdef Py_ssize_t k
    for k in prange(x.shape[0], nogil=True):
        totals[k] = scaled(x[k], by[k])


def caught(double[:, :] x, double[:] by):
    """What variables have after a failure."""
    cdef Py_ssize_t i = -1, j = -1
    cdef double total = 0, last = 0
    cdef int failed = 0
    for failed in range(3):
        try:
            for i in range(x.shape[0]):
                total += 1
                last = x[i, 0] / by[i]
                for j in range(x.shape[1]):
                    x[i, j] = x[i, j] + last
        except ZeroDivisionError as error:
            by[i] = 1
        except IndexError:
            return i, j, total, last, failed, "outside"
    return i, j, total, last, failed


def heat(double[:, ::1] a, double[:, ::1] b, int steps):
    """Loops in one that changes what the views show."""
    cdef int step
    cdef Py_ssize_t i, j
    for step in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a
    return a


def relaxed(float[:, :] a, double tolerance):
    cdef Py_ssize_t i, j
    cdef float change, difference
    cdef int steps = 0
    while True:
        change = 0
        for i in range(1, a.shape[0] - 1):
            for j in range(a.shape[1]):
                difference = (a[i - 1, j] + a[i + 1, j]) / 2 - a[i, j]
                a[i, j] += difference
                if difference < 0:
                    difference = -difference
                if difference > change:
                    change = difference
        steps += 1
        if change <= tolerance or steps > 50:
            break
    return steps, [change]
