"""Numbers that one round of a loop hands to the next, as indices."""
cimport cython
from cython.parallel import parallel, prange


def ring(double[::1] y, double[::1] x, Py_ssize_t n):
    """The corner before each corner: the last one before the first."""
    cdef Py_ssize_t i, j, last
    cdef double total
    with nogil, parallel(device={}):
        for i in prange(y.shape[0]):
            total = 0
            last = n - 1
            for j in range(n):
                total = total + x[j] * x[last]
                last = j
            y[i] = total


def nearest(int[::1] labels, double[::1] counts, double[::1] points, double[::1] centers):
    """Used behind the loop, which may have no round."""
    cdef Py_ssize_t i, c, best
    cdef double least, apart
    with nogil, parallel(device={}):
        for i in prange(points.shape[0]):
            best = 0
            least = 1e300
            for c in range(counts.shape[0]):
                apart = (points[i] - centers[c]) * (points[i] - centers[c])
                if apart < least:
                    least = apart
                    best = c
            labels[i] = best
            points[i] = centers[best] + counts[best]


def two(double[::1] y, double[::1] x, int step):
    """Both ends move; `break` and `continue` leave them as they are."""
    cdef Py_ssize_t i, j, low, high
    for i in prange(y.shape[0], nogil=True, device={}):
        low = 2
        high = 3
        for j in range(x.shape[0]):
            if x[j] < 0:
                continue
            y[i] = y[i] + x[low] - x[high]
            low = j
            if j == step:
                break
            high = j + 1
        y[i] = y[i] + x[low]


def counted(double[::1] y, double[::1] x):
    """The counter is assigned, and so is what takes it."""
    cdef Py_ssize_t i, j, last
    for i in prange(y.shape[0], nogil=True, device={}):
        last = 0
        for j in range(x.shape[0]):
            j = j + 2
            y[i] = y[i] + x[last]
            last = j


def written(double[:, ::1] x, Py_ssize_t first):
    """Not every element: no full write."""
    cdef Py_ssize_t i, j, at
    for i in prange(x.shape[0], nogil=True, device={}):
        at = first
        for j in range(0, x.shape[1], 2):
            x[i, at] = j
            at = j


def same(double[:, ::1] x):
    """Each round is handed what it would compute itself."""
    cdef Py_ssize_t i, j, at
    for i in prange(x.shape[0], nogil=True, device={}):
        at = i
        for j in range(x.shape[1]):
            x[at, j] = j
            at = i


def nested(double[::1] y, double[:, ::1] x):
    """Handed through two loops, wrapping around."""
    cdef Py_ssize_t i, j, k, last
    for i in prange(y.shape[0], nogil=True, device={}):
        last = -1
        for j in range(x.shape[0]):
            y[i] = y[i] + x[last, 0]
            for k in range(x.shape[0]):
                y[i] = y[i] + x[last, 0]
                last = k
            last = j


def small(double[::1] y, double[::1] x, int n):
    """A type that does not hold all of the counter's values."""
    cdef int i, j
    cdef signed char last
    for i in prange(y.shape[0], nogil=True, device={}):
        last = 0
        for j in range(n):
            y[i] = y[i] + x[last]
            last = <signed char>j


def on_the_host(double[::1] x, int n):
    cdef Py_ssize_t j, last = n - 1
    cdef double total = 0
    for j in range(n):
        total += x[j] - 2 * x[last]
        last = j
    return total, x[last]
