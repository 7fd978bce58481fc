# The number of the thread, and sums of each thread in a row of an array.

cimport openmp
from cython.parallel import parallel, prange, threadid


def histogram(double[::1] x, double[:, ::1] counts, double[:, ::1] sums):
    """Sums in the rows of threads, as pyFAI has them."""
    cdef Py_ssize_t i
    cdef int me, bin, bins = counts.shape[1]
    with nogil:
        for i in prange(x.shape[0], device={}):
            bin = <int>x[i] % bins
            if bin < 0:
                continue
            me = openmp.omp_get_thread_num()
            counts[me, bin] += 1.0
            sums[me, bin] += x[i]


def in_a_block(long[::1] keys, long[:, ::1] counts):
    """The number is asked for beside the loop, and something is computed from it."""
    cdef Py_ssize_t i, n = counts.shape[1]
    cdef int me, row
    with nogil, parallel(device={}):
        me = threadid()
        row = me * 1
        for i in prange(keys.shape[0]):
            counts[row, keys[i] % n] += 1
            counts[row, (keys[i] + 1) % n] -= keys[i]


def first(long[::1] keys, long[::1] out):
    """The number as a value: it is at least 0, and less than the number of threads."""
    cdef Py_ssize_t i
    for i in prange(keys.shape[0], nogil=True, device={}):
        out[i] = keys[i] + (1 if 0 <= threadid() < 1000 else 0)
