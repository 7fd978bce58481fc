# cython: boundscheck=False, wraparound=False, cdivision=True
# offcy: fastmath=True
import numpy as np
cimport cython
from libc.math cimport sqrt
from cython.parallel import prange, parallel, device


def pairwise_distance_host(double[:, ::1] X):
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
                    d = d + tmp * tmp
                D[i, j] = sqrt(d)
    return np.asarray(D)


def pairwise_distance_device(double[:, ::1] X):
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


def pairwise_distance_row(double[:, ::1] X):
    cdef int M = X.shape[0]
    cdef int N = X.shape[1]
    cdef double tmp, d
    cdef double[:, ::1] D = np.empty((M, M), dtype=np.float64)
    cdef double[::1] Dslice
    cdef int i, j, k
    with nogil, device({X: 'to'}):
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


@cython.device
cdef double _dist(double[:] v1, double[:] v2) nogil:
    cdef double d = 0.0
    cdef double tmp
    cdef int k
    for k in range(min(v1.shape[0], v1.shape[0])):
        tmp = v1[k] - v2[k]
        d += tmp * tmp
    return sqrt(d)


def pairwise_distance_target_row_context_annotated_func(double[:, ::1] X):
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
