# cython: boundscheck=False, wraparound=False
# Arrays that a function makes for itself: what is not read afterwards does not come back, and nobody
# notices.
import numpy as np
from cython.parallel import parallel, prange


def scratch(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            tmp[i] = x[i] * 2
        for i in prange(x.shape[0]):
            y[i] = tmp[x.shape[0] - 1 - i]


def rounds(double[::1] x, int count):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(count):
        with nogil, parallel(device={}):
            for i in prange(x.shape[0]):
                tmp[i] = x[i] * 2 + r
            for i in prange(x.shape[0]):
                x[i] = x[i] + tmp[i]


def two_regions(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            tmp[i] = x[i]
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            tmp[i] = tmp[i] * 2
            y[i] = tmp[i]


def carried(double[::1] x, int count):
    """A round reads what the round before has left."""
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(count):
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
            x[i] = tmp[i]


def read_later(double[::1] x, bint really):
    cdef int i
    cdef double s = 0
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    if really:
        for i in range(x.shape[0]):
            s += tmp[i]
    return s


def read_through_a_slice(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] part = tmp[1:]
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return part[0]


def swapped(double[::1] x, int count):
    cdef int i, r
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.zeros(x.shape[0])
    for r in range(count):
        for i in prange(x.shape[0], nogil=True, device={}):
            v[i] = u[i] + x[i]
        u, v = v, u
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = u[i]


def swapped_once(double[::1] x, double[::1] y):
    """The last region overwrites what the first has written to `v`."""
    cdef int i
    cdef double[::1] u = np.ones(x.shape[0])
    cdef double[::1] v = np.ones(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        v[i] = v[i] + x[i]
        u[i] = u[i] + v[i]
    u, v = v, u
    for i in prange(u.shape[0], nogil=True, device={}):
        u[i] = x[i]
    for i in prange(u.shape[0], nogil=True, device={}):
        y[i] = u[i] + v[i]


cdef double[::1] make(Py_ssize_t n):
    return np.zeros(n)


def made_by_a_function(double[::1] x):
    cdef int i
    cdef double[::1] tmp = make(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
        x[i] = tmp[i]


cdef double[::1] same(double[::1] values):
    return values


def kept_by_a_function(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] other = same(tmp)
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return other[1]


def from_anywhere(allocate, double[::1] x):
    """Whether anybody has an eye on what `allocate` gives is known when it is asked."""
    cdef int i
    cdef double[::1] tmp = allocate(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]


def seen(double[::1] x, list looking):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    looking.append(np.asarray(tmp))
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]


def no_longer_seen(double[::1] x):
    """The object is gone again, but it was Python's for a while."""
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    np.asarray(tmp)
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]


def known_by_address(double[::1] x, note, look):
    """Nobody has a reference, and yet somebody looks: the memory is there as long as the function runs."""
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    note(np.asarray(tmp))
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return look()


def lent(double[::1] x):
    """`np.empty_like` asks for a shape, and keeps nothing."""
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] other = np.empty_like(tmp)
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
        other[i] = tmp[i]
        x[i] = other[i] * 2


def called_with_a_temporary(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    added(tmp, x)
    return tmp[1]


cdef int added(double[::1] to, double[::1] x) except -1:
    """`to` and `other` are dead at the end of this function, and yet they are the caller's."""
    cdef int i
    cdef double[::1] other = to
    other = to
    if x.shape[0] > 1000:
        other = np.zeros(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        other[i] = other[i] + x[i]
    return 0


def scattered(double[::1] x, long[::1] at):
    cdef int i
    cdef double[::1] out = np.empty(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def partly_filled(double[::1] x, long[::1] at):
    cdef int i
    cdef double[::1] out = np.empty(x.shape[0])
    for i in range(x.shape[0]):
        out[i] = -1
    for i in prange(x.shape[0] // 2, nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def fails(double[::1] x, long[::1] at):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            tmp[i] = 1 // at[i]
            x[i] = tmp[i]
