# cython: boundscheck=False, wraparound=False
"""Views of one array of which one is inside the other: in regions alone, in data contexts of the outer one,
and in those that offcy fills. What is written through one is read through the other."""
from cython.parallel import parallel, prange


cdef void mix(double[::1] whole, double[:] part, double[::1] out):
    """All that there is in one round: what is read, then written, then read through the other."""
    cdef int i
    for i in prange(part.shape[0], nogil=True, device={}):
        out[i] = whole[i] + 2 * part[i]
    with nogil, parallel(device={}):
        for i in prange(part.shape[0]):
            part[i] = out[i] + 0.5
        for i in prange(part.shape[0]):
            out[i] = whole[i] * 3


cdef void overwrite(double[::1] whole, double[:] part, double[::1] out):
    """The outer one is written in full, and the inner one then read and written."""
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(whole.shape[0]):
            whole[i] = i
        for i in prange(part.shape[0]):
            part[i] = part[i] * 2 + out[i]


def alone(double[::1] whole, double[:] part, double[::1] out):
    mix(whole, part, out)
    overwrite(whole, part, out)


def in_explicit(double[::1] whole, double[:] part, double[::1] out):
    with device({whole: 'tofrom'}):
        mix(whole, part, out)
        mix(whole, part, out)
        overwrite(whole, part, out)


def in_inferred(double[::1] whole, double[:] part, double[::1] out, int rounds):
    cdef int r
    with device():
        for r in range(rounds):
            mix(whole, part, out)
            part[r] = part[r] + whole[r + 1]
        overwrite(whole, part, out)
        whole[0] = part[0] + 1


def inner_in_inferred(double[::1] whole, double[:] part, double[::1] out, int rounds):
    """Only the inner one is used before the host's code reads and writes the outer one."""
    cdef int i, r
    with device():
        for r in range(rounds):
            for i in prange(part.shape[0], nogil=True, device={}):
                part[i] = part[i] + out[i] + r
            whole[r] = whole[r + 2] * 2
        mix(whole, part, out)


def fails(double[::1] whole, double[:] part, double[::1] out, long[::1] at):
    """What was there before, or what was done."""
    cdef int i
    with device():
        mix(whole, part, out)
        with nogil, parallel(device={}):
            for i in prange(at.shape[0]):
                part[i] = 1 // at[i]
        mix(whole, part, out)
