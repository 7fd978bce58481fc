"""Kernels of numeric programs as one writes them for a GPU: all that is independent is parallel."""
from cython.parallel import parallel, prange
from libc.math cimport erf, exp, log, sqrt


def triad(double[::1] a, double[::1] b, double[::1] c, double scale, int repeats):
    cdef Py_ssize_t i
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for i in prange(a.shape[0], device={}):
                a[i] = b[i] + scale * c[i]


def axpy(double[::1] y, double[::1] x, double scale, int repeats):
    cdef Py_ssize_t i
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for i in prange(y.shape[0], device={}):
                y[i] += scale * x[i]


def dot(double[::1] x, double[::1] y, int repeats):
    cdef Py_ssize_t i
    cdef int r
    cdef double total = 0
    with nogil, device():
        for r in range(repeats):
            for i in prange(x.shape[0], device={}):
                total += x[i] * y[i]
    return total


def pairwise(double[:, ::1] distances, double[:, ::1] points, int repeats):
    """Euclidean distances between all points."""
    cdef Py_ssize_t i, j, k
    cdef int r
    cdef double total, difference
    with nogil, device():
        for r in range(repeats):
            for i in prange(points.shape[0], device={}):
                for j in prange(points.shape[0]):
                    total = 0
                    for k in range(points.shape[1]):
                        difference = points[i, k] - points[j, k]
                        total = total + difference * difference
                    distances[i, j] = sqrt(total)


def jacobi(double[:, ::1] u, double[:, ::1] v, int repeats):
    """Sweeps over a grid from u to v and back."""
    cdef Py_ssize_t i, j
    cdef int r
    with nogil, device():
        for r in range(repeats):
            for i in prange(1, u.shape[0] - 1, device={}):
                for j in prange(1, u.shape[1] - 1):
                    v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
            u, v = v, u


def matmul(double[:, ::1] c, double[:, ::1] a, double[:, ::1] b, int repeats):
    """The naive three loops."""
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
                    c[i, j] = total


def nbody(double[:, ::1] force, double[:, ::1] position, double[::1] mass, int repeats):
    """Gravity between all bodies, softened."""
    cdef Py_ssize_t i, j
    cdef int r
    cdef double x, y, z, fx, fy, fz, squared, weight
    with nogil, device():
        for r in range(repeats):
            for i in prange(mass.shape[0], device={}):
                fx = 0
                fy = 0
                fz = 0
                for j in range(mass.shape[0]):
                    x = position[j, 0] - position[i, 0]
                    y = position[j, 1] - position[i, 1]
                    z = position[j, 2] - position[i, 2]
                    squared = x * x + y * y + z * z + 1e-9
                    weight = mass[j] / (squared * sqrt(squared))
                    fx = fx + weight * x
                    fy = fy + weight * y
                    fz = fz + weight * z
                force[i, 0] = fx
                force[i, 1] = fy
                force[i, 2] = fz


def mandelbrot(int[:, ::1] counts, int limit, int repeats):
    cdef Py_ssize_t i, j
    cdef int r, n
    cdef double x, y, x0, y0, swap
    with nogil, device():
        for r in range(repeats):
            for i in prange(counts.shape[0], device={}):
                for j in prange(counts.shape[1]):
                    x0 = -2 + 3.0 * j / counts.shape[1]
                    y0 = -1.5 + 3.0 * i / counts.shape[0]
                    x = 0
                    y = 0
                    n = 0
                    while x * x + y * y <= 4 and n < limit:
                        swap = x * x - y * y + x0
                        y = 2 * x * y + y0
                        x = swap
                        n = n + 1
                    counts[i, j] = n


def spmv(double[::1] y, double[::1] values, int[::1] columns, int[::1] starts, double[::1] x, int repeats):
    """A sparse matrix in compressed rows times a vector."""
    cdef Py_ssize_t i, k
    cdef int r
    cdef double total
    with nogil, device():
        for r in range(repeats):
            for i in prange(y.shape[0], device={}):
                total = 0
                for k in range(starts[i], starts[i + 1]):
                    total = total + values[k] * x[columns[k]]
                y[i] = total


cdef double normal(double x) noexcept nogil:
    return 0.5 * (1 + erf(x * 0.7071067811865476))


def black_scholes(double[::1] call, double[::1] put, double[::1] price, double[::1] strike, double[::1] years,
                  double rate, double volatility, int repeats):
    cdef Py_ssize_t i
    cdef int r
    cdef double root, d1, d2, discounted
    with nogil, device():
        for r in range(repeats):
            for i in prange(price.shape[0], device={}):
                root = volatility * sqrt(years[i])
                d1 = (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root
                d2 = d1 - root
                discounted = strike[i] * exp(-rate * years[i])
                call[i] = price[i] * normal(d1) - discounted * normal(d2)
                put[i] = discounted * normal(-d2) - price[i] * normal(-d1)


def histogram(int[::1] counts, double[::1] x, int repeats):
    """Of numbers from 0 to 1."""
    cdef Py_ssize_t i
    cdef int r, bin
    with nogil, device():
        for r in range(repeats):
            for i in prange(x.shape[0], device={}):
                bin = <int>(x[i] * counts.shape[0])
                with atomic():
                    counts[bin] += 1


def floyd_warshall(double[:, ::1] distance, int repeats):
    """Shortest paths between all nodes; after the first round nothing changes."""
    cdef Py_ssize_t i, j, k
    cdef int r
    cdef double through
    with nogil, device():
        for r in range(repeats):
            for k in range(distance.shape[0]):
                for i in prange(distance.shape[0], device={}):
                    for j in prange(distance.shape[0]):
                        through = distance[i, k] + distance[k, j]
                        if through < distance[i, j]:
                            distance[i, j] = through


def inside_polygon(int[::1] inside, double[:, ::1] points, double[:, ::1] corners, int repeats):
    cdef Py_ssize_t i, j, last
    cdef int r, crossings
    cdef double x, y, xj, yj, xl, yl
    with nogil, device():
        for r in range(repeats):
            for i in prange(points.shape[0], device={}):
                x = points[i, 0]
                y = points[i, 1]
                crossings = 0
                last = corners.shape[0] - 1
                for j in range(corners.shape[0]):
                    yj = corners[j, 1]
                    yl = corners[last, 1]
                    if (yj > y) != (yl > y):
                        xj = corners[j, 0]
                        xl = corners[last, 0]
                        if x < (xl - xj) * (y - yj) / (yl - yj) + xj:
                            crossings = crossings + 1
                    last = j
                inside[i] = crossings % 2


def kmeans(double[:, ::1] centres, double[:, ::1] sums, double[::1] counts, int[::1] labels,
           double[:, ::1] points, int repeats):
    """Steps of Lloyd's algorithm. `sums` and `counts` are room for it."""
    cdef Py_ssize_t i, j, c
    cdef int r, label
    cdef double best, total, difference
    with nogil, device():
        for r in range(repeats):
            for c in prange(centres.shape[0], device={}):
                counts[c] = 0
                for j in range(centres.shape[1]):
                    sums[c, j] = 0
            for i in prange(points.shape[0], device={}):
                best = 1e300
                label = 0
                for c in range(centres.shape[0]):
                    total = 0
                    for j in range(points.shape[1]):
                        difference = points[i, j] - centres[c, j]
                        total = total + difference * difference
                    if total < best:
                        best = total
                        label = <int>c
                labels[i] = label
                with atomic():
                    counts[label] += 1
                for j in range(points.shape[1]):
                    with atomic():
                        sums[label, j] += points[i, j]
            for c in prange(centres.shape[0], device={}):
                for j in prange(centres.shape[1]):
                    if counts[c] > 0:
                        centres[c, j] = sums[c, j] / counts[c]


def bilateral(double[:, ::1] out, double[:, ::1] image, int radius, double near, double alike, int repeats):
    """Smooths an image and leaves its edges."""
    cdef Py_ssize_t i, j, k, l
    cdef int r
    cdef double total, weights, weight, difference
    with nogil, device():
        for r in range(repeats):
            for i in prange(radius, image.shape[0] - radius, device={}):
                for j in prange(radius, image.shape[1] - radius):
                    total = 0
                    weights = 0
                    for k in range(-radius, radius + 1):
                        for l in range(-radius, radius + 1):
                            difference = image[i + k, j + l] - image[i, j]
                            weight = exp(-(k * k + l * l) * near - difference * difference * alike)
                            total = total + weight * image[i + k, j + l]
                            weights = weights + weight
                    out[i, j] = total / weights
