# cython: boundscheck=False, wraparound=False
"""Functions that a loop in a data context calls, with arrays of their own between their regions."""
import numpy as np
from cython.parallel import parallel, prange


cdef void phase(double[::1] x, double[::1] y) except *:
    cdef double[::1] difference = np.empty(x.shape[0]), doubled = np.empty(x.shape[0])
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            difference[i] = x[i] - y[i]
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            doubled[i] = 2 * difference[i]
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            y[i] = y[i] + 0.25 * doubled[i] - 0.125 * difference[i]


def phases(double[::1] x, double[::1] y, int rounds):
    """The arrays of `phase` are on the device from the region that fills them to its end."""
    cdef int r
    with device():
        for r in range(rounds):
            phase(x, y)


def called_outside(double[::1] x, double[::1] y, int rounds):
    """The same function where no context is around the loop."""
    cdef int r
    for r in range(rounds):
        phase(x, y)


def made_in_the_loop(double[::1] x, int rounds):
    cdef double[::1] t
    cdef double sum = 0
    cdef int r, i
    with device():
        for r in range(rounds):
            t = np.zeros(x.shape[0])
            for i in prange(x.shape[0], nogil=True, device={}):
                t[i] = t[i] + x[i] * r
            if r == 2:
                continue
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = x[i] + t[i]
            sum = sum + t[1]
            if r == 4:
                break
    return sum


def returned_from_inside(double[::1] x, int rounds):
    """What is made may leave the function."""
    cdef double[::1] t
    cdef int r, i
    with device():
        for r in range(rounds):
            t = np.ones(x.shape[0])
            for i in prange(x.shape[0], nogil=True, device={}):
                t[i] = t[i] + x[i]
            for i in prange(x.shape[0], nogil=True, device={}):
                t[i] = t[i] * 2 + r
            if r == 3:
                return np.asarray(t)
            x[r] = t[r]
    return None


def exchanged(double[::1] start, int rounds):
    """Two arrays take turns; the one that was not written last is never read again."""
    cdef double[::1] now = np.array(start), later = np.empty_like(now)
    cdef int i, r
    with device():
        for r in range(rounds):
            for i in prange(start.shape[0], nogil=True, device={}):
                later[i] = now[i] * 0.5 + r
            now, later = later, now
    return np.asarray(now)


def exchanged_and_seen(double[::1] start, int rounds):
    """Somebody still has the array that the function reads no more."""
    cdef double[::1] now = np.array(start), later = np.zeros_like(now)
    cdef int i, r
    seen = np.asarray(later)
    with device():
        for r in range(rounds):
            for i in prange(start.shape[0], nogil=True, device={}):
                later[i] = now[i] * 0.5 + r
            now, later = later, now
    return np.asarray(now), seen


def exchanged_with_itself(double[::1] start, int rounds):
    """One array under both names."""
    cdef double[::1] now = np.array(start)
    cdef double[::1] later = now
    cdef int i, r
    with device():
        for r in range(rounds):
            for i in prange(start.shape[0], nogil=True, device={}):
                later[i] = later[i] * 0.5 + r
            now, later = later, now
    return np.asarray(now)
