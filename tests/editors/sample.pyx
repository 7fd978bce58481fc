from cython.parallel cimport prange


def doubled(double[::1] X, double[::1] D):
    cdef Py_ssize_t i
    for i in prange(X.shape[0], nogil=True, device={}):
        D[i] = 2 * X[i]


def often(double[::1] x, int rounds):
    cdef Py_ssize_t i
    cdef int turn
    for turn in range(rounds):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] * 2


def wrong():
    return nothing
