# cython: boundscheck=False, wraparound=False
"""Pairwise Euclidean distances between the rows of a matrix, from the host's cores to a device.

The functions differ only in what they say about the device: nothing, a region whose maps offcy
infers, a map written by hand, a row at a time, data kept on the device around a host loop, and a
device function.
"""
import numpy as np
cimport cython
from cython.parallel import parallel, prange
from libc.math cimport sqrt


def pairwise_distance_host(double[:, ::1] X):
    """On the host's cores."""
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef int i, j, k
    with nogil, parallel():
        for i in prange(M):
            for j in prange(M):
                d = 0.0
                for k in range(N):
                    tmp = X[i, k] - X[j, k]
                    d = d + tmp * tmp  # `+=` would make `d` a reduction of the loop
                D[i, j] = sqrt(d)
    return np.asarray(D)


def pairwise_distance_target(double[:, ::1] X):
    """On a device; what must move is inferred."""
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef int i, j, k
    with nogil, parallel(device={}):
        for i in prange(M):
            for j in prange(M):
                d = 0.0
                for k in range(N):
                    tmp = X[i, k] - X[j, k]
                    d = d + tmp * tmp
                D[i, j] = sqrt(d)
    return np.asarray(D)


def pairwise_distance_target_to(double[:, ::1] X):
    """On a device; the map of X is written by hand."""
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef int i, j, k
    with nogil, parallel(device={X: 'to'}):
        for i in prange(M):
            for j in prange(M):
                d = 0.0
                for k in range(N):
                    tmp = X[i, k] - X[j, k]
                    d = d + tmp * tmp
                D[i, j] = sqrt(d)
    return np.asarray(D)


def pairwise_distance_row(double[:, ::1] X):
    """A row at a time: D need not fit on the device, but X is sent again for every row."""
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef double[::1] Dslice
    cdef int i, j, k
    with nogil:
        for i in range(M):
            Dslice = D[i, :]
            with parallel(device={Dslice: 'from', X: 'to'}):
                for j in prange(M):
                    d = 0.0
                    for k in range(N):
                        tmp = X[i, k] - X[j, k]
                        d = d + tmp * tmp
                    Dslice[j] = sqrt(d)
    return np.asarray(D)


def pairwise_distance_row_context(double[:, ::1] X):
    """A row at a time, with X on the device for the whole loop."""
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef double[::1] Dslice
    cdef int i, j, k
    with nogil, device({X: 'to'}):
        for i in range(M):
            Dslice = D[i, :]
            with parallel(device={Dslice: 'from'}):
                for j in prange(M):
                    d = 0.0
                    for k in range(N):
                        tmp = X[i, k] - X[j, k]
                        d = d + tmp * tmp
                    Dslice[j] = sqrt(d)
    return np.asarray(D)


@cython.device
cdef double _dist(double[:] v1, double[:] v2) nogil:
    cdef double d = 0.0
    cdef double tmp
    for k in range(min(v1.shape[0], v2.shape[0])):
        tmp = v1[k] - v2[k]
        d += tmp * tmp
    return sqrt(d)


def pairwise_distance_target_row_context_annotated_func(double[:, ::1] X):
    """A row at a time, with X on the device and the distance in a device function."""
    cdef int M = X.shape[0]
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef double[::1] Dslice
    cdef int i, j
    with device({X: 'to'}):
        with nogil:
            for i in range(M):
                Dslice = D[i, :]
                with parallel(device={Dslice: 'from'}):
                    for j in prange(M):
                        Dslice[j] = _dist(X[i], X[j])
    return np.asarray(D)
