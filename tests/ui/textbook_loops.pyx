# cython: boundscheck=False, wraparound=False
# Loops of textbooks: what iterations share for certain is an error, what depends on the data a warning, and what they do not
# share is nothing.
from cython.parallel import parallel, prange


def rows_of_blocks(int[::1] p, double[:, ::1] C, int n):
    cdef Py_ssize_t b, i
    for b in prange(n, nogil=True, device={}):
        for i in range(p[b], p[b + 1]):
            C[i, 0] += 1  #~ WARNING OFC0508


def rows_of_blocks_in_variables(int[::1] p, double[::1] y):
    cdef Py_ssize_t b, i, lo, hi
    for b in prange(p.shape[0] - 1, nogil=True, device={}):
        lo = p[b]
        hi = p[b + 1]
        for i in range(lo, hi):
            y[i] *= 2  #~ WARNING OFC0508


def starts_and_ends(int[::1] s, int[::1] e, double[::1] y):
    cdef Py_ssize_t b, i
    for b in prange(s.shape[0], nogil=True, device={}):
        for i in range(s[b], e[b]):
            y[i] += 1  #~ WARNING OFC0508


def sparse_matrix_by_vector(double[::1] data, int[::1] indices, int[::1] indptr, double[::1] x, double[::1] y):
    cdef Py_ssize_t i, k
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = 0
        for k in range(indptr[i], indptr[i + 1]):
            y[i] += data[k] * x[indices[k]]


def transposed_by_vector(double[::1] data, int[::1] indices, int[::1] indptr, double[::1] x, double[::1] y):
    cdef Py_ssize_t i, k
    for i in prange(x.shape[0], nogil=True, device={}):
        for k in range(indptr[i], indptr[i + 1]):
            y[indices[k]] += data[k] * x[i]  #~ WARNING OFC0508


def tiles(double[:, ::1] A, double[:, ::1] B, double[:, ::1] C, int n, int size):
    cdef Py_ssize_t bi, i, j, k
    for bi in prange(0, n, size, nogil=True, device={}):
        for i in range(bi, min(bi + size, n)):
            for j in range(n):
                for k in range(n):
                    C[i, j] += A[i, k] * B[k, j]


def tiles_of_sixteen(double[:, ::1] A, double[:, ::1] B, double[:, ::1] C, int n):
    cdef Py_ssize_t bi, bj, i, j, k
    for bi in prange(0, n, 16, nogil=True, device={}):
        for bj in range(0, n, 16):
            for i in range(bi, min(bi + 16, n)):
                for j in range(bj, min(bj + 16, n)):
                    for k in range(n):
                        C[i, j] += A[i, k] * B[k, j]


def numbered_tiles(double[::1] y, int n, int size):
    cdef Py_ssize_t b, i, lo, hi
    for b in prange((n + size - 1) // size, nogil=True, device={}):
        lo = b * size
        hi = min(lo + size, n)
        for i in range(lo, hi):
            y[i] += 1


def tiles_in_two_directions(double[:, ::1] C, int n):
    cdef Py_ssize_t bi, bj, i, j
    with nogil, parallel(device={}):
        for bi in prange(0, n, 8):
            for bj in prange(0, n, 8):
                for i in range(bi, min(bi + 8, n)):
                    for j in range(bj, min(bj + 8, n)):
                        C[i, j] += 1


def tiles_that_overlap(double[::1] y, int n):
    cdef Py_ssize_t b, i
    for b in prange(0, n, 8, nogil=True, device={}):
        for i in range(b, min(b + 9, n)):
            y[i] += 1  #~ WARNING OFC0508


def histogram(int[::1] bins, long[::1] counts):
    cdef Py_ssize_t i
    for i in prange(bins.shape[0], nogil=True, device={}):
        counts[bins[i]] += 1  #~ WARNING OFC0508


def permuted(int[::1] order, double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(order.shape[0], nogil=True, device={}):
        out[order[i]] += x[i]  #~ WARNING OFC0508


def columns(double[:, ::1] x, double[::1] out):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            out[j] += x[i, j]  #~ ERROR OFC0508


def triangle(double[:, ::1] x, double[::1] out):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(i):
            x[i, j] += 1
            out[j] += x[i, j]  #~ ERROR OFC0508
        for j in range(i + 1, x.shape[0]):
            out[j] += x[i, j]  #~ ERROR OFC0508


def mirrored(double[:, ::1] x, double[:, ::1] d):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(i + 1, x.shape[0]):
            d[i, j] = x[i, 0] - x[j, 0]
            d[j, i] = d[i, j]


def diagonals(double[::1] out, int n):
    cdef Py_ssize_t i, j
    for i in prange(n, nogil=True, device={}):
        for j in range(i, i + 3):
            out[j] += 1  #~ WARNING OFC0508


def segments(int[::1] offsets, double[::1] x, double[::1] sums):
    cdef Py_ssize_t s, k
    cdef double total
    for s in prange(sums.shape[0], nogil=True, device={}):
        total = 0
        for k in range(offsets[s], offsets[s + 1]):
            total = total + x[k]
        sums[s] = total


def red_and_black(double[:, ::1] u, int colour):
    cdef Py_ssize_t i, j
    for i in prange(1, u.shape[0] - 1, nogil=True, device={}):
        for j in range(1 + (i + colour) % 2, u.shape[1] - 1, 2):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def red_and_black_by_condition(double[:, ::1] u, int colour):
    cdef Py_ssize_t i, j
    for i in prange(1, u.shape[0] - 1, nogil=True, device={}):
        for j in range(1, u.shape[1] - 1):
            if (i + j) % 2 == colour:
                u[i, j] += 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def one_sum(double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[0] += x[i]  #~ ERROR OFC0508
