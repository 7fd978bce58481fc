"""Ten kernels of NPBench as loops. As in kernels.pyx: all that is independent is parallel, and the repeats are inside."""
from cython.parallel import prange


def gemm(double[:, ::1] c, double[:, ::1] a, double[:, ::1] b, double alpha, double beta, int repeats):
    cdef Py_ssize_t i, j, k
    cdef int r
    cdef double total
    with nogil, device():
        for r in range(repeats):
            for i in prange(c.shape[0], device={}):
                for j in prange(c.shape[1]):
                    total = 0
                    for k in range(a.shape[1]):
                        total = total + a[i, k] * b[k, j]
                    c[i, j] = alpha * total + beta * c[i, j]


def jacobi_2d(double[:, ::1] a, double[:, ::1] b, int repeats):
    cdef Py_ssize_t i, j
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for i in prange(1, a.shape[0] - 1, device={}):
                for j in prange(1, a.shape[1] - 1):
                    b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])
            for i in prange(1, a.shape[0] - 1, device={}):
                for j in prange(1, a.shape[1] - 1):
                    a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i + 1, j] + b[i - 1, j])


def heat_3d(double[:, :, ::1] a, double[:, :, ::1] b, int repeats):
    cdef Py_ssize_t i, j, k
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for i in prange(1, a.shape[0] - 1, device={}):
                for j in prange(1, a.shape[1] - 1):
                    for k in prange(1, a.shape[2] - 1):
                        b[i, j, k] = (0.125 * (a[i + 1, j, k] - 2.0 * a[i, j, k] + a[i - 1, j, k])
                                      + 0.125 * (a[i, j + 1, k] - 2.0 * a[i, j, k] + a[i, j - 1, k])
                                      + 0.125 * (a[i, j, k + 1] - 2.0 * a[i, j, k] + a[i, j, k - 1])
                                      + a[i, j, k])


def fdtd_2d(double[:, ::1] ex, double[:, ::1] ey, double[:, ::1] hz, double[::1] source, int repeats):
    cdef Py_ssize_t i, j
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for j in prange(ey.shape[1], device={}):
                ey[0, j] = source[r]
            for i in prange(1, ey.shape[0], device={}):
                for j in prange(ey.shape[1]):
                    ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])
            for i in prange(ex.shape[0], device={}):
                for j in prange(1, ex.shape[1]):
                    ex[i, j] = ex[i, j] - 0.5 * (hz[i, j] - hz[i, j - 1])
            for i in prange(hz.shape[0] - 1, device={}):
                for j in prange(hz.shape[1] - 1):
                    hz[i, j] = hz[i, j] - 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def atax(double[:, ::1] a, double[::1] x, double[::1] between, double[::1] out, int repeats):
    """A^T (A x)"""
    cdef Py_ssize_t i, j
    cdef int r
    cdef double total
    with nogil, device():
        for r in range(repeats):
            for i in prange(a.shape[0], device={}):
                total = 0
                for j in range(a.shape[1]):
                    total = total + a[i, j] * x[j]
                between[i] = total
            for j in prange(a.shape[1], device={}):
                total = 0
                for i in range(a.shape[0]):
                    total = total + a[i, j] * between[i]
                out[j] = total


def mvt(double[::1] x1, double[::1] x2, double[::1] y1, double[::1] y2, double[:, ::1] a, int repeats):
    cdef Py_ssize_t i, j
    cdef int r
    cdef double total
    with nogil, device():
        for r in range(repeats):
            for i in prange(x1.shape[0], device={}):
                total = x1[i]
                for j in range(a.shape[1]):
                    total = total + a[i, j] * y1[j]
                x1[i] = total
            for i in prange(x2.shape[0], device={}):
                total = x2[i]
                for j in range(a.shape[0]):
                    total = total + a[j, i] * y2[j]
                x2[i] = total


def gesummv(double[:, ::1] a, double[:, ::1] b, double[::1] x, double[::1] y, double alpha, double beta, int repeats):
    cdef Py_ssize_t i, j
    cdef int r
    cdef double first, second
    with nogil, device():
        for r in range(repeats):
            for i in prange(a.shape[0], device={}):
                first = 0
                second = 0
                for j in range(a.shape[1]):
                    first = first + a[i, j] * x[j]
                    second = second + b[i, j] * x[j]
                y[i] = alpha * first + beta * second


def doitgen(double[:, :, ::1] a, double[:, ::1] c, double[:, :, ::1] out, int repeats):
    cdef Py_ssize_t i, j, k, s
    cdef int r
    cdef double total
    with nogil, device():
        for r in range(repeats):
            for i in prange(a.shape[0], device={}):
                for j in prange(a.shape[1]):
                    for k in prange(c.shape[1]):
                        total = 0
                        for s in range(a.shape[2]):
                            total = total + a[i, j, s] * c[s, k]
                        out[i, j, k] = total


def go_fast(double[:, ::1] a, double[:, ::1] out, double trace, int repeats):
    """Adds to all of a matrix what a sum over its diagonal gave."""
    cdef Py_ssize_t i, j
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for i in prange(a.shape[0], device={}):
                for j in prange(a.shape[1]):
                    out[i, j] = a[i, j] + trace


def hdiff(double[:, :, ::1] image, double[:, :, ::1] out, double[:, :, ::1] coefficient, int repeats):
    """Horizontal diffusion with a limiter; image has two more rows and columns at each side."""
    cdef Py_ssize_t i, j, k
    cdef int r
    cdef double here, right, below, left, above, flux_right, flux_left, flux_below, flux_above
    with nogil, device():
        for r in range(repeats):
            for i in prange(out.shape[0], device={}):
                for j in prange(out.shape[1]):
                    for k in prange(out.shape[2]):
                        here = 4.0 * image[i + 2, j + 2, k] - (image[i + 3, j + 2, k] + image[i + 1, j + 2, k]
                                                               + image[i + 2, j + 3, k] + image[i + 2, j + 1, k])
                        right = 4.0 * image[i + 3, j + 2, k] - (image[i + 4, j + 2, k] + image[i + 2, j + 2, k]
                                                                + image[i + 3, j + 3, k] + image[i + 3, j + 1, k])
                        left = 4.0 * image[i + 1, j + 2, k] - (image[i + 2, j + 2, k] + image[i, j + 2, k]
                                                               + image[i + 1, j + 3, k] + image[i + 1, j + 1, k])
                        below = 4.0 * image[i + 2, j + 3, k] - (image[i + 3, j + 3, k] + image[i + 1, j + 3, k]
                                                                + image[i + 2, j + 4, k] + image[i + 2, j + 2, k])
                        above = 4.0 * image[i + 2, j + 1, k] - (image[i + 3, j + 1, k] + image[i + 1, j + 1, k]
                                                                + image[i + 2, j + 2, k] + image[i + 2, j, k])
                        flux_right = right - here
                        if flux_right * (image[i + 3, j + 2, k] - image[i + 2, j + 2, k]) > 0:
                            flux_right = 0
                        flux_left = here - left
                        if flux_left * (image[i + 2, j + 2, k] - image[i + 1, j + 2, k]) > 0:
                            flux_left = 0
                        flux_below = below - here
                        if flux_below * (image[i + 2, j + 3, k] - image[i + 2, j + 2, k]) > 0:
                            flux_below = 0
                        flux_above = here - above
                        if flux_above * (image[i + 2, j + 2, k] - image[i + 2, j + 1, k]) > 0:
                            flux_above = 0
                        out[i, j, k] = image[i + 2, j + 2, k] - coefficient[i, j, k] * (flux_right - flux_left
                                                                                         + flux_below - flux_above)
