# Sums and minima under a lock that are no atomic updates.
from cython.parallel import prange


def narrowed(int[::1] keys, int[::1] counts):
    cdef Py_ssize_t i
    for i in prange(keys.shape[0], nogil=True, device={}):
        with gil:  #~ ERROR OFC0505
            counts[keys[i]] = <signed char>(counts[keys[i]] + 1)


def rounded(double[::1] x, long[::1] keys, double[::1] sums):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:  #~ ERROR OFC0505
            sums[keys[i]] = <float>(sums[keys[i]] + x[i])


def least_and_where(double[::1] x, long[::1] keys, double[::1] least, long[::1] where):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:  #~ ERROR OFC0505
            if x[i] < least[keys[i]]:
                least[keys[i]] = x[i]
                where[keys[i]] = i


def by_both(double[::1] x, long[::1] keys, double[::1] sums):
    """Which is done first matters."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:  #~ ERROR OFC0505
            sums[keys[i]] += x[i]  #~ WARNING OFC0508
            if x[i] < sums[keys[i]]:
                sums[keys[i]] = x[i]


def no_number_first(double[::1] x, long[::1] keys, double[::1] least):
    """`min(x, least)` is `x` where `least` is not a number."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:  #~ ERROR OFC0505
            least[keys[i]] = min(x[i], least[keys[i]])


def by_a_pointer(double[::1] x, double[::1] sums):
    """What is added is read by another name of the sum."""
    cdef Py_ssize_t i
    cdef double *other
    for i in prange(x.shape[0], nogil=True, device={}):
        other = &sums[0]
        with gil:  #~ ERROR OFC0505
            sums[1] += other[1]  #~ ERROR OFC0508
