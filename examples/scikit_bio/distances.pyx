# cython: boundscheck=False, wraparound=False, cdivision=True
# Statistics of distance matrices, after scikit-bio's stats.distance and stats.ordination: results live where the matrix does.
#
#   NumPy array in, NumPy array out; array on a device in, array on that device out, and nothing moves.
cimport cython
import numpy as np
import offcy
from cython.parallel cimport prange

ctypedef fused real:
    float
    double


def center_distance_matrix(real[:, ::1] matrix):
    """Gower's centring: what principal coordinate analysis begins with."""
    cdef Py_ssize_t n = matrix.shape[0], row, column
    cdef real[:, ::1] centred = offcy.empty_like(matrix)
    cdef real[::1] means = offcy.empty_like(matrix, shape=n)
    cdef real value
    cdef double total, everything = 0, mean
    if matrix.shape[1] != n:
        raise ValueError(f"a distance matrix is square, not {n} x {matrix.shape[1]}")
    for row in prange(n, device={}, nogil=True):
        total = 0
        for column in range(n):
            value = matrix[row, column]
            value = -value * value / 2
            centred[row, column] = value
            total = total + value
        means[row] = total / n
        everything += total
    mean = everything / (<double>n * n) if n else 0
    for row in prange(n, device={}, nogil=True):
        for column in range(n):
            centred[row, column] = centred[row, column] + (<real>mean - means[row] - means[column])
    return offcy.asarray(centred)


def permanova_s_within(real[:, ::1] matrix, const Py_ssize_t[::1] sizes, const Py_ssize_t[::1] groups):
    """The sum of squared distances within groups, each divided by its group's size."""
    cdef Py_ssize_t n = matrix.shape[0], row, column, group
    cdef double within, result = 0
    if matrix.shape[1] != n or groups.shape[0] != n:
        raise ValueError(f"expected a square matrix and a group for each of its {n} rows")
    for row in prange(n, device={}, nogil=True):
        group = groups[row]
        within = 0
        for column in range(row + 1, n):
            if groups[column] == group:
                within = within + <double>matrix[row, column] * matrix[row, column]
        result += within / sizes[group]
    return result


def mantel_correlations(
    real[:, ::1] matrix, const Py_ssize_t[:, ::1] orders, double mean, double norm, const real[::1] other
):
    """Pearson's correlation of each permuted matrix with another one, condensed and normalised: a number per order."""
    cdef Py_ssize_t n = orders.shape[1], p, row, column, first, of_row
    cdef real[::1] found = offcy.empty_like(matrix, shape=orders.shape[0])
    cdef double total, scale = 1 / norm, shift = -mean / norm
    if other.shape[0] != n * (n - 1) // 2 or matrix.shape[0] != n or matrix.shape[1] != n:
        raise ValueError(f"expected a matrix of {n} rows and {n * (n - 1) // 2} distances")
    for p in prange(orders.shape[0], device={}, nogil=True):
        total = 0
        first = 0
        for row in range(n - 1):
            of_row = orders[p, row]
            for column in range(row + 1, n):
                total = total + other[first + column - row - 1] * (matrix[of_row, orders[p, column]] * scale + shift)
            first = first + n - 1 - row
        found[p] = min(max(total, -1.0), 1.0)
    return offcy.asarray(found)
