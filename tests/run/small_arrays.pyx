"""Arrays that are small enough to go to a device together: each has its own elements there, and only what is mapped from it comes back."""

cimport cython
from cython.parallel import parallel, prange


@cython.boundscheck(False)
@cython.wraparound(False)
def each_way(double[::1] sent, double[::1] both, double[::1] fetched, double[::1] there, unsigned char[::1] flags, float[:, ::1] table):
    """One array for each way to map one, bytes whose number is odd, and a table."""
    cdef Py_ssize_t i
    with nogil, parallel(device={sent: 'to', both: 'tofrom', fetched: 'from', there: 'alloc', flags: 'tofrom', table: 'to'}):
        for i in prange(sent.shape[0]):
            there[i] = 2 * sent[i] + table[i % table.shape[0], 0]
            both[i] += there[i]
            fetched[i] = there[i] - sent[i]
            flags[i] = flags[i] ^ 1


@cython.boundscheck(False)
@cython.wraparound(False)
def inferred(double[::1] a, double[::1] b, int[::1] c, double[::1] d):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, device={}):
        b[i] = a[i] + c[i]
        d[i] = d[i] * b[i]


def fails(double[::1] a, double[::1] b, double[::1] c, Py_ssize_t at):
    """Where it fails, `b` comes back, and `c`, which had nothing to send, does not."""
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, num_threads=1, device={a: 'to', b: 'tofrom', c: 'tofrom'}):
        b[i] = a[i] + 1
        c[i + at] = b[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def inside(double[::1] a, double[::1] b, double[::1] c, double[::1] d, int times):
    """Regions in a context that keeps two of their arrays, in turn with host code that changes one."""
    cdef Py_ssize_t i
    cdef int k
    with device({a: 'tofrom', b: 'to'}):
        for k in range(times):
            for i in prange(a.shape[0], nogil=True, device={}):
                a[i] = a[i] + b[i] * c[i]
                d[i] = a[i]
            c[k % c.shape[0]] = k
    return sum(d)


@cython.boundscheck(False)
@cython.wraparound(False)
def beside_large(double[::1] weights, double[::1] x, double[::1] y, double[::1] last):
    """Two small ones and two that may be large."""
    cdef Py_ssize_t i, k
    cdef double total
    for i in prange(x.shape[0] - weights.shape[0] + 1, nogil=True, device={}):
        total = 0
        for k in range(weights.shape[0]):
            total = total + weights[k] * x[i + k]
        y[i] = total
        last[0] = weights[0]


@cython.boundscheck(False)
@cython.wraparound(False)
def overlapping(double[:] one, double[:] other, double[::1] a, double[::1] b):
    """Views that may show the same elements are not taken apart."""
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, device={}):
        a[i] = one[i] - other[i]
        b[i] = one[i] + other[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def many(double[::1] a, double[::1] b, double[::1] c, double[::1] d, double[::1] e, double[::1] f, double[::1] g, double[::1] h, int times):
    """The same arrays again and again, changed by the host between."""
    cdef Py_ssize_t i
    cdef int k
    for k in range(times):
        for i in prange(a.shape[0], nogil=True, device={}):
            e[i] = a[i] + b[i]
            f[i] = f[i] + e[i] * c[i]
            g[i] = f[i] - d[i]
            h[i] = h[i] + g[i]
        a[k % a.shape[0]] = h[k % a.shape[0]]
        d[k % a.shape[0]] = g[0]
