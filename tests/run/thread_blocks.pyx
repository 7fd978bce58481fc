# Memory that each thread allocates for itself and adds up at the end, under a lock or the GIL.

cimport openmp
from cython.parallel import parallel, prange
from libc.stdlib cimport abort, calloc, free, malloc
from libc.string cimport memset


def means(double[:, ::1] x, int[::1] labels, double[:, ::1] centers, double[::1] weights, bint update=True):
    """k-means: two buffers, a lock, a condition around the sums."""
    cdef Py_ssize_t i
    cdef int j, k, m = x.shape[1], clusters = centers.shape[0]
    cdef double *sums
    cdef double *counts
    cdef openmp.omp_lock_t lock
    openmp.omp_init_lock(&lock)
    with nogil, parallel(device={}):
        sums = <double *>calloc(clusters * m, sizeof(double))
        counts = <double *>calloc(clusters, sizeof(double))
        for i in prange(x.shape[0], schedule='static'):
            if labels[i] < 0:
                continue
            add(x[i], sums + labels[i] * m, m)
            counts[labels[i]] += 1
        if update:
            openmp.omp_set_lock(&lock)
            for j in range(clusters):
                weights[j] += counts[j]
                for k in range(m):
                    centers[j, k] += sums[j * m + k]
            openmp.omp_unset_lock(&lock)
        free(sums)
        free(counts)
    openmp.omp_destroy_lock(&lock)


cdef void add(double[::1] row, double *to, int m) noexcept nogil:
    cdef int k
    for k in range(m):
        to[k] += row[k]


def counted(long[::1] keys, long[::1] bins):
    """The GIL as the lock; memory that is filled by hand; elements that are counted twice over."""
    cdef Py_ssize_t i, b, n = bins.shape[0]
    cdef long *mine
    with nogil, parallel(device={}):
        mine = <long *>malloc(n * sizeof(long))
        memset(mine, 0, n * sizeof(long))
        for i in prange(keys.shape[0]):
            mine[keys[i] % n] += 1
            if keys[i] > 10:
                mine[(keys[i] + 1) % n] += 2
        with gil:
            for b in range(n):
                bins[b] += mine[turned(b, n)]
        free(mine)


cdef inline Py_ssize_t turned(Py_ssize_t b, Py_ssize_t n) noexcept nogil:
    return n - 1 - b if b >= 0 else 0


def halves(double[:, ::1] x, double[::1] total, float[::1] rough, int[::1] number):
    """Memory that is filled in a loop, a value computed before it is added, several types, a scratch of one loop."""
    cdef Py_ssize_t i, k, m = x.shape[1]
    cdef double *mine
    cdef double *row
    cdef double half
    cdef openmp.omp_lock_t lock
    openmp.omp_init_lock(&lock)
    with nogil, parallel(device={}):
        mine = <double *>malloc((m + 1) * sizeof(double))
        row = <double *>malloc((m + 1) * sizeof(double))
        for k in range(m):
            mine[k] = 0
        for i in prange(x.shape[0]):
            for k in range(m):
                row[k] = x[i, k]
            for k in range(m):
                mine[k] += row[m - 1 - k]
        openmp.omp_set_lock(&lock)
        for k in range(m):
            half = mine[k] / 2
            total[k] += half
            total[k] -= mine[k]
            rough[k] += mine[k]
            number[k] += 1 if half > 1e300 else 0
        openmp.omp_unset_lock(&lock)
        free(row)
        free(mine)
    openmp.omp_destroy_lock(&lock)


cdef struct parts:
    double weight
    int shift


cdef double shifted(double x, parts *by) except? -1 nogil:
    if by.shift > 100:
        raise ValueError("too far")
    return by.weight * (x + by.shift)


def checked(double[::1] x, double[::1] out, double weight, int shift):
    """Memory that is tested, with a pointer into it; a struct of each thread; a function that may fail."""
    cdef Py_ssize_t i, k
    cdef double *mine
    cdef double *second
    cdef parts *own
    with nogil, parallel(device={}):
        mine = <double *>malloc(6 * sizeof(double))
        if mine == NULL:
            with gil:
                raise MemoryError("no memory")
        own = <parts *>malloc(sizeof(parts))
        if not own:
            abort()
        second = &mine[3]
        own.weight = weight
        own.shift = shift
        for i in prange(x.shape[0]):
            for k in range(3):
                mine[k] = shifted(x[i] + k, own)
                second[k] = mine[k] * k
            out[i] = second[0] + second[1] + second[2]
        free(mine)
        free(own)


cdef double largest(double *x, Py_ssize_t n) noexcept nogil:
    """`finally` in a function: nothing in it fails."""
    cdef double *copy = <double *>malloc((n + 1) * sizeof(double))
    cdef Py_ssize_t k
    cdef double found = 0
    try:
        for k in range(n):
            copy[k] = x[k]
        for k in range(n):
            if copy[k] < 0:
                break
            found = max(found, copy[k])
        return found + n
    finally:
        free(copy)


cdef int parts_taken = 0


cdef double[::1] rest(double[::1] x) noexcept nogil:
    """A view that is returned is held while `finally` runs."""
    global parts_taken
    try:
        return x[1:]
    finally:
        parts_taken += 1


def sum_of_rest(double[::1] x):
    cdef double[::1] y
    cdef double total = 0
    cdef Py_ssize_t k
    with nogil:
        y = rest(x)
        for k in range(y.shape[0]):
            total += y[k]
    return total, parts_taken


def largest_of_rows(double[:, ::1] x, double[::1] out):
    cdef Py_ssize_t i, m = x.shape[1]
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = largest(&x[i, 0], m)


def locked(long[::1] keys, long[::1] bins, double[::1] sums):
    """Locks in the iterations."""
    cdef Py_ssize_t i
    cdef long b, n = bins.shape[0]
    cdef openmp.omp_lock_t lock
    openmp.omp_init_lock(&lock)
    for i in prange(keys.shape[0], nogil=True, device={}):
        b = keys[i] % n
        openmp.omp_set_lock(&lock)
        bins[b] += 1
        sums[b] += keys[i] * 0.5
        openmp.omp_unset_lock(&lock)
    openmp.omp_destroy_lock(&lock)


def guarded(long[::1] keys, long[::1] bins):
    """The GIL around a sum."""
    cdef Py_ssize_t i, n = bins.shape[0]
    for i in prange(keys.shape[0], nogil=True, device={}):
        with gil:
            bins[keys[i] % n] += keys[i]


def locked_perhaps(long[::1] keys, long[::1] least, long[::1] bins, bint locks):
    """Locks where there are such, as in code that may be built without OpenMP. Without, at most one key meets an element."""
    cdef Py_ssize_t i
    cdef long b, n = bins.shape[0]
    cdef openmp.omp_lock_t lock
    if locks:
        openmp.omp_init_lock(&lock)
    for i in prange(keys.shape[0], nogil=True, device={}):
        b = keys[i] % n
        if locks:
            openmp.omp_set_lock(&lock)
        if keys[i] < least[b]:
            least[b] = keys[i]
        bins[b] += 1
        if locks:
            openmp.omp_unset_lock(&lock)
    if locks:
        openmp.omp_destroy_lock(&lock)
