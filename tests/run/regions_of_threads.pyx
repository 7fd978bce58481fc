# Regions that the threads of a host's loop begin, and `atomic()` on variables, which loops reduce.

from cython.parallel import prange
from offcy.parallel import atomic


def plain(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] += 1


cdef void row(double[:] x) noexcept nogil:
    cdef int j
    for j in prange(x.shape[0], device={}):
        x[j] += 1


def rows(double[:, :] x, int threads):
    cdef int i
    for i in prange(x.shape[0], nogil=True, num_threads=threads):
        row(x[i])


def inside(double[:, :] x, int threads):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, num_threads=threads):
        for j in prange(x.shape[1], device={}):
            x[i, j] *= 2


def atomic_sums(double[:] x, bint some):
    cdef int i, n = 0
    cdef double s = 1, d = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            s += x[i]
        if x[i] > 3 or some:
            with atomic():
                d -= x[i]
            with atomic():
                n += 1
    return s, d, n


def atomic_on_host(double[:] x):
    cdef int i
    cdef long n = 0
    for i in prange(x.shape[0], nogil=True):
        with atomic():
            n += i
    return n
