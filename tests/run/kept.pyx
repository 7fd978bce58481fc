# cython: boundscheck=False, wraparound=False
# Temporaries in inferred contexts: what is not read afterwards does not come back, what nobody has written
# is not sent, and Python code in between has nothing to do with what the function has for itself.
import numpy as np
from cython.parallel import parallel, prange


def scratch(double[::1] x, double[::1] y):
    cdef int i, r
    cdef double[::1] tmp = np.empty(x.shape[0])
    with device():
        for r in range(3):
            for i in prange(x.shape[0], nogil=True, device={}):
                if x[i] > 0:
                    tmp[i] = x[i] + r
            for i in prange(x.shape[0], nogil=True, device={}):
                if x[i] > 0:
                    y[i] = y[i] + tmp[i]


def with_python_between(double[::1] x, look):
    cdef int i, r
    cdef double s = 0
    cdef double[::1] tmp = np.zeros(x.shape[0])
    with device():
        for r in range(3):
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
                x[i] = x[i] + 1
            look(r)
            s += tmp[r]
    return s


def read_afterwards(double[::1] x, look):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    with device():
        for r in range(3):
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
            look(r)
    return tmp[0] + tmp[1]


def from_anywhere(allocate, double[::1] x, look):
    cdef int i, r
    cdef double[::1] tmp = allocate(x.shape[0])
    with device():
        for r in range(3):
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
            look(r)
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] * 2


def given_away(double[::1] x, list seen, look):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    with device():
        for r in range(3):
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
            if r == 1:
                seen.append(np.asarray(tmp))
            look(r)


cdef double[::1] same(double[::1] values):
    return values


def given_away_by_a_function(double[::1] x):
    cdef int i, r
    cdef double s = 0
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] other = np.zeros(1)
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
        other = same(tmp)
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] * 2
    return other[0] + other[1]


def swapped(double[::1] x, int count, look):
    cdef int i, r
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.empty(x.shape[0])
    with device():
        for r in range(count):
            for i in prange(x.shape[0], nogil=True, device={}):
                v[i] = u[i] + x[i]
            u, v = v, u
            look(r)
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = u[i]


def swapped_and_read(double[::1] x, int count):
    """What `u` shows after the context, `v` may have shown before it."""
    cdef int i, r
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.zeros(x.shape[0])
    with device():
        for r in range(count):
            for i in prange(x.shape[0], nogil=True, device={}):
                v[i] = u[i] + x[i]
            u, v = v, u
    return u[0] + u[1]


def left_early(double[::1] x, int when):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(3):
        with device():
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
            if r == when:
                break
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = tmp[i]
    else:
        return 0
    return tmp[1]


cdef void smooth(double[::1] x, double[::1] to) except *:
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = x[i] * 0.5
        for i in prange(1, x.shape[0] - 1, nogil=True, device={}):
            to[i] = tmp[i - 1] + tmp[i + 1]


def by_functions(double[::1] x, int count):
    """`smooth` has a context of its own for what the one here keeps."""
    cdef int i, r
    cdef double[::1] sum = np.empty(x.shape[0])
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            sum[i] = x[i]
        for r in range(count):
            smooth(x, sum)
            smooth(sum, x)


cdef double first(double[::1] values, look) except? -1:
    """What Python may use is one thing, what this reads another."""
    look(0)
    return values[0]


def read_by_a_function(double[::1] x, look):
    cdef int i
    cdef double s = 0
    cdef double[::1] tmp = np.zeros(x.shape[0])
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
        s = first(tmp, look)
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = tmp[i]
    return s


def partly_written(double[::1] x, look):
    """The host fills what the region does not."""
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    with device():
        for i in prange(x.shape[0] // 2, nogil=True, device={}):
            tmp[i] = x[i]
        look(0)
        for i in range(x.shape[0] // 2, x.shape[0]):
            tmp[i] = -1
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = tmp[i]


def bound_anew(double[::1] x):
    """`d` shows other data from there on, and what it showed before is not written."""
    cdef int i
    cdef double s
    cdef double[::1] c = np.zeros(x.shape[0])
    cdef double[::1] d = x
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = d[i] + 1
            c[i] = x[i] * 2
        s = c[3]
        d = c
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + d[i]
    return s


def fails(double[::1] x, long[::1] at):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = 1 // at[i]
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = tmp[i]
