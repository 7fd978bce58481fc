# cython: boundscheck=True, wraparound=True
# Views of three to eight dimensions, of every layout.
from cython.parallel import prange


def c3(double[:, :, ::1] x, const double[:, :, :] y):
    cdef Py_ssize_t a, b, c
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                x[a, b, c] = x[a, b, c] + y[a, -1 - b, -1 - c] * a + b + c
                total += x[a, b, c]
    return total


def fortran3(double[::1, :, :] x, const double[:, :, :] y):
    cdef Py_ssize_t a, b, c
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                x[a, b, c] = x[a, b, c] + y[a, -1 - b, -1 - c] * a + b + c
                total += x[a, b, c]
    return total


def strided3(double[:, :, :] x, const double[:, :, :] y):
    cdef Py_ssize_t a, b, c
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                x[a, b, c] = x[a, b, c] + y[a, -1 - b, -1 - c] * a + b + c
                total += x[a, b, c]
    return total


def c5(double[:, :, :, :, ::1] x, const double[:, :, :, :, :] y):
    cdef Py_ssize_t a, b, c, d, e
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        x[a, b, c, d, e] = x[a, b, c, d, e] + y[a, -1 - b, -1 - c, -1 - d, -1 - e] * a + b + c + d + e
                        total += x[a, b, c, d, e]
    return total


def fortran5(double[::1, :, :, :, :] x, const double[:, :, :, :, :] y):
    cdef Py_ssize_t a, b, c, d, e
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        x[a, b, c, d, e] = x[a, b, c, d, e] + y[a, -1 - b, -1 - c, -1 - d, -1 - e] * a + b + c + d + e
                        total += x[a, b, c, d, e]
    return total


def strided5(double[:, :, :, :, :] x, const double[:, :, :, :, :] y):
    cdef Py_ssize_t a, b, c, d, e
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        x[a, b, c, d, e] = x[a, b, c, d, e] + y[a, -1 - b, -1 - c, -1 - d, -1 - e] * a + b + c + d + e
                        total += x[a, b, c, d, e]
    return total


def c8(double[:, :, :, :, :, :, :, ::1] x, const double[:, :, :, :, :, :, :, :] y):
    cdef Py_ssize_t a, b, c, d, e, f, g, h
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        for f in range(x.shape[5]):
                            for g in range(x.shape[6]):
                                for h in range(x.shape[7]):
                                    x[a, b, c, d, e, f, g, h] = x[a, b, c, d, e, f, g, h] + y[a, -1 - b, -1 - c, -1 - d, -1 - e, -1 - f, -1 - g, -1 - h] * a + b + c + d + e + f + g + h
                                    total += x[a, b, c, d, e, f, g, h]
    return total


def fortran8(double[::1, :, :, :, :, :, :, :] x, const double[:, :, :, :, :, :, :, :] y):
    cdef Py_ssize_t a, b, c, d, e, f, g, h
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        for f in range(x.shape[5]):
                            for g in range(x.shape[6]):
                                for h in range(x.shape[7]):
                                    x[a, b, c, d, e, f, g, h] = x[a, b, c, d, e, f, g, h] + y[a, -1 - b, -1 - c, -1 - d, -1 - e, -1 - f, -1 - g, -1 - h] * a + b + c + d + e + f + g + h
                                    total += x[a, b, c, d, e, f, g, h]
    return total


def strided8(double[:, :, :, :, :, :, :, :] x, const double[:, :, :, :, :, :, :, :] y):
    cdef Py_ssize_t a, b, c, d, e, f, g, h
    cdef double total = 0
    for a in prange(x.shape[0], nogil=True, device={}):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        for f in range(x.shape[5]):
                            for g in range(x.shape[6]):
                                for h in range(x.shape[7]):
                                    x[a, b, c, d, e, f, g, h] = x[a, b, c, d, e, f, g, h] + y[a, -1 - b, -1 - c, -1 - d, -1 - e, -1 - f, -1 - g, -1 - h] * a + b + c + d + e + f + g + h
                                    total += x[a, b, c, d, e, f, g, h]
    return total


def slices(double[:, :, :, :, :, :, :, ::1] x, double[:, :] out):
    """Planes of it, in the region."""
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[7]):
            out[i, j] = column(x[i, 0, :, 1, 0, :, 0, j])


cdef double column(double[:, :] plane) noexcept nogil:
    cdef Py_ssize_t i, j
    cdef double total = 0
    for i in range(plane.shape[0]):
        for j in range(plane.shape[1]):
            total += plane[i, j] * (i + 1) - plane[i, j] * j
    return total


def outside(double[:, :, :, :, :, :, :, :] x, Py_ssize_t last):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, 0, 0, 0, 0, 0, 0, last] = i
