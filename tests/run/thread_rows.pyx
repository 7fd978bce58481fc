# Rows of an array, or of memory, that threads use as scratch by their numbers.

cimport cython
cimport openmp
from cython.parallel import parallel, prange, threadid
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

import numpy as np

# As many rows as Cython's threads may need.
DEF ROWS = 64


cdef double total(double[:] row) noexcept nogil:
    cdef Py_ssize_t k
    cdef double sum = 0
    for k in range(row.shape[0]):
        sum += row[k]
    return sum


cdef void clear(double[:, :] block) noexcept nogil:
    cdef Py_ssize_t j, k
    for j in range(block.shape[0]):
        for k in range(block.shape[1]):
            block[j, k] = 0


cdef void smooth(double *row, Py_ssize_t n, double by) noexcept nogil:
    """Reads and writes the first `n` elements, if there are two."""
    cdef Py_ssize_t k
    if n <= 1:
        return
    row[0] = row[0] + by * row[n - 1]
    for k in range(1, n):
        row[k] = row[k] + by * row[k - 1] - row[n - 1 - k]
    for k in range(n - 2, -1, -1):
        row[k] = row[k] - row[k + 1]


def in_rows(double[:, :] x, double[::1] out):
    """Elements by the number, and a row for a function; with checks."""
    cdef double[:, ::1] fresh = np.empty((ROWS, x.shape[1]))
    cdef Py_ssize_t i, k
    cdef int me
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            me = threadid()
            for k in range(x.shape[1]):
                fresh[me, k] = x[i, k] * 2
            out[i] = total(fresh[me]) + total(fresh[me, :])
    return fresh.shape[1]


@cython.boundscheck(False)
@cython.wraparound(False)
def in_blocks(double[:, ::1] x, double[::1] out, bint twice):
    """Zeros of two axes for each thread; one of two regions runs."""
    cdef double[:, :, :] blocks = np.zeros((ROWS, 3, x.shape[1]))
    cdef Py_ssize_t i, k
    cdef int me
    if twice:
        for i in prange(x.shape[0], nogil=True, device={}):
            me = openmp.omp_get_thread_num()
            clear(blocks[me])
            for k in range(x.shape[1]):
                blocks[me, k % 3, k] += x[i, k] * 2
            out[i] = total(blocks[me, 0]) - total(blocks[me, 1]) + 3 * total(blocks[me, 2, :])
    else:
        for i in prange(x.shape[0], nogil=True, device={}):
            me = openmp.omp_get_thread_num()
            clear(blocks[me])
            for k in range(x.shape[1]):
                blocks[me, k % 3, k] += x[i, k]
            out[i] = total(blocks[me, 0]) - total(blocks[me, 1])


@cython.boundscheck(False)
@cython.wraparound(False)
def filtered(double[:, ::1] x, int threads):
    """Both axes, one after the other, with memory for the longer."""
    cdef Py_ssize_t n = x.shape[0], m = x.shape[1], most = max(n, m)
    cdef Py_ssize_t i, k
    cdef double *rows = <double *>malloc(threads * most * sizeof(double))
    cdef double *row
    if rows == NULL and most > 0:
        raise MemoryError
    for i in prange(n, nogil=True, num_threads=threads, device={}):
        row = rows + threadid() * most
        for k in range(m):
            row[k] = x[i, k]
        smooth(row, m, 0.5)
        for k in range(m):
            x[i, k] = row[k]
    for i in prange(m, nogil=True, num_threads=threads, device={}):
        row = &rows[openmp.omp_get_thread_num() * most]
        for k in range(n):
            row[k] = x[k, i]
        smooth(row, n, 0.25)
        for k in range(n):
            x[k, i] = row[k]
    free(rows)


@cython.boundscheck(False)
@cython.wraparound(False)
def repeated(long[:, ::1] keys, long[::1] out, int times):
    """Counts in memory that is cleared in each iteration, again and again."""
    cdef Py_ssize_t bins = 7, i, k
    cdef int t
    cdef long *counts = <long *>calloc(openmp.omp_get_max_threads() * bins, sizeof(long))
    cdef long *mine
    for t in range(times):
        for i in prange(keys.shape[0], nogil=True, device={}):
            mine = counts + threadid() * bins
            memset(mine, 0, bins * sizeof(long))
            for k in range(keys.shape[1]):
                mine[keys[i, k] % bins] += 1
            for k in range(bins):
                out[i] += mine[k] * mine[k] * (k + t)
    free(counts)


@cython.boundscheck(False)
@cython.wraparound(False)
def spread(double[:, ::1] x, double[::1] out, Py_ssize_t m):
    """The elements of a thread lie apart; one number for each thread besides."""
    cdef Py_ssize_t i, k
    cdef int me
    cdef double *cells = <double *>malloc(ROWS * m * sizeof(double))
    cdef double *last = <double *>calloc(ROWS, sizeof(double))
    for i in prange(x.shape[0], nogil=True, device={}):
        me = threadid()
        last[me] = 1
        for k in range(m):
            cells[k * ROWS + me] = x[i, k]
            last[me] = last[me] + x[i, k]
        out[i] = last[me]
        for k in range(m):
            out[i] += cells[(m - 1 - k) * ROWS + me] * k
    free(last)
    free(cells)


def row_of_nothing(double[::1] out):
    """No thread has a row."""
    cdef double[:, ::1] rows = np.zeros((0, 3))
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        rows[threadid(), 1] = 2
        out[i] = rows[threadid(), 1]
