# Assignments to slices of memoryviews: one value for all elements, or the elements of another view.

from cython.parallel cimport parallel, prange

cdef struct Point:
    double x
    int n


def filled(double[:, :] x, int i, object number):
    x[i] = 5
    x[:, 1] = i
    x[..., 0] = x[0, 1]
    x[::2, 2:] = number
    return x.shape[0]


def all_of(double[::1] x, double value):
    x[:] = value + 1


def many(int[:, :, ::1] x):
    x[...] = 0
    x[1:, ::-1, 1] = 7


def of_structs(Point[:] x, Point value):
    x[:] = value


def copied(double[:, :] x, double[:] y):
    x[:] = y
    x[0, :] = y[::-1]


def one(double[:] x, double[:] y):
    x[1:] = y


def shifted(double[:] x):
    x[1:] = x[:-1]
    x[::2] = x[::-1][::2]


def transposed(double[:, ::1] x):
    x[:] = x.T


cdef int rows(double[:, ::1] x, double[::1] y) except -1 nogil:
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        x[i, :] = y
    return 0


def without_gil(double[:, ::1] x, double[::1] y):
    with nogil:
        rows(x, y)


def in_parallel(double[:, ::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        x[i] = y
        x[i, :2] = i


def offloaded(double[:, ::1] x, int[:] n):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, :] = i
        x[i, :n[i]] = -1


def beside_loops(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        x[:] = 3
        for i in prange(y.shape[0]):
            y[i] = x[i] + 1


def between(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] += 1
        y[:] = x
        x[:3] = 0
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] += y[i]


def sizes(double[:, :] x):
    return x.size, x.nbytes, x.itemsize, x.is_c_contig(), x.is_f_contig(), x.T.is_f_contig()
