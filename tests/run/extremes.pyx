# The least and the greatest of what threads find, under a lock or the GIL.

cimport openmp
from cython.parallel import parallel, prange
from offcy.parallel import atomic
from libc.stdlib cimport free, malloc


def nearest(double[:, ::1] distances, double[::1] rows, double[::1] columns):
    """dipy's bundle minimum: each side keeps the least distance."""
    cdef Py_ssize_t i, j
    cdef double distance
    cdef openmp.omp_lock_t lock
    openmp.omp_init_lock(&lock)
    with nogil, parallel(device={}):
        for i in prange(distances.shape[0]):
            for j in range(distances.shape[1]):
                distance = distances[i, j]
                if distance < rows[i]:
                    rows[i] = distance
                openmp.omp_set_lock(&lock)
                if distance < columns[j]:
                    columns[j] = distance
                openmp.omp_unset_lock(&lock)
    openmp.omp_destroy_lock(&lock)


def of_doubles(double[::1] x, long[::1] keys, double[::1] least, double[::1] greatest):
    """Negative indices, which are checked in the condition and again after it."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:
            if x[i] < least[keys[i]]:
                least[keys[i]] = x[i]
            if greatest[keys[i]] < x[i]:
                greatest[keys[i]] = x[i]


def of_floats(float[::1] x, float[::1] least, float[::1] greatest):
    cdef Py_ssize_t i
    cdef float v
    for i in prange(x.shape[0], nogil=True, device={}):
        v = x[i] * 2
        with gil:
            if v < least[i % 3]:
                least[i % 3] = v
            greatest[0] = max(greatest[0], v)


def of_integers(int[::1] x, int[::1] least, long[::1] greatest, double[::1] wide):
    """Of other types than what they are kept in."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:
            if x[i] <= least[0]:
                least[0] = x[i]
            greatest[0] = max(x[i], greatest[0])
            if wide[0] < x[i]:
                wide[0] = x[i]


def of_unsigned(unsigned int[::1] x, unsigned int[::1] least, unsigned long[::1] greatest):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:
            if x[i] < least[0]:
                least[0] = x[i]
            if x[i] > greatest[0]:
                greatest[0] = x[i]


def of_threads(double[:, ::1] x, double[::1] least, long[::1] counts):
    """Of each thread, then of all. A loop of no iterations leaves what each thread begins with."""
    cdef Py_ssize_t i, k, m = x.shape[1]
    cdef double *mine
    cdef long *count
    with nogil, parallel(device={}):
        mine = <double *>malloc(m * sizeof(double))
        count = <long *>malloc(m * sizeof(long))
        for k in range(m):
            mine[k] = 7
            count[k] = 0
        for i in prange(x.shape[0]):
            for k in range(m):
                if x[i, k] < mine[k]:
                    mine[k] = x[i, k]
                count[k] += 1
        with gil:
            for k in range(m):
                if mine[k] < least[k]:
                    least[k] = mine[k]
                counts[k] += count[k]
        free(mine)
        free(count)


def weighed(double[::1] x, double[::1] weights, double[::1] sums):
    """Sums of nothing: zero of a thread, and infinity, give what is no number."""
    cdef Py_ssize_t i, k, m = sums.shape[0]
    cdef double *mine
    with nogil, parallel(device={}):
        mine = <double *>malloc(m * sizeof(double))
        for k in range(m):
            mine[k] = 0
        for i in prange(x.shape[0]):
            mine[i % m] += x[i]
        with gil:
            for k in range(m):
                sums[k] += mine[k] * weights[k]
        free(mine)


def narrowed(double[::1] x, float[::1] sums):
    """A sum of a `float` and a `double` is rounded once."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:
            sums[i] += x[i]


def narrowed_atomically(double[::1] x, float[::1] sums, float[::1] products):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            sums[i] += x[i]
        with atomic():
            products[i] *= 1.0 + x[i]
        with atomic():
            sums[i] -= 0.1
