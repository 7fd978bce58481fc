"""Steps in time, objects that hold arrays, rows that are looked up, masks: as their authors write them, by default directives."""
from cython.parallel import prange
from libc.math cimport sqrt


def heat(double[:, ::1] a, double[:, ::1] b, int steps):
    cdef int t
    cdef Py_ssize_t i, j
    for t in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a
    return a[0, 0]


def heat_in_line(double[:] a, double[:] b, int steps):
    cdef Py_ssize_t i
    cdef int t
    for t in range(steps):
        for i in range(1, a.shape[0] - 1):
            b[i] = a[i] + 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1])
        a, b = b, a


def heat_in_threads(double[:, ::1] a, double[:, ::1] b, int steps):
    cdef int t
    cdef Py_ssize_t i, j
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1, nogil=True):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a


def wave(double[:, :] u, double[:, :] v, double[:, :] w, int steps):
    cdef int t
    cdef Py_ssize_t i, j
    for t in range(steps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                w[i, j] = 2 * v[i, j] - u[i, j] + 0.1 * (v[i - 1, j] + v[i + 1, j] + v[i, j - 1] + v[i, j + 1] - 4 * v[i, j])
        for i in range(u.shape[0]):
            w[i, 0] = 0
            w[i, u.shape[1] - 1] = 0
        u, v, w = v, w, u


def power_iteration(double[:, ::1] a, double[::1] x, double[::1] y, int steps):
    cdef Py_ssize_t i, j
    cdef double s = 0
    for _ in range(steps):
        for i in range(a.shape[0]):
            s = 0
            for j in range(a.shape[1]):
                s += a[i, j] * x[j]
            y[i] = s
        s = 0
        for i in range(x.shape[0]):
            s += y[i] * y[i]
        s = sqrt(s)
        if s == 0:
            raise ValueError("no direction")
        for i in range(x.shape[0]):
            x[i] = y[i] / s
    return s


cdef class Field:
    cdef double[:, ::1] u
    cdef double[:, ::1] v
    cdef double k

    def __init__(self, u, v, double k):
        self.u = u
        self.v = v
        self.k = k

    cpdef step(self):
        cdef Py_ssize_t i, j
        for i in range(1, self.u.shape[0] - 1):
            for j in range(1, self.u.shape[1] - 1):
                self.v[i, j] = self.u[i, j] + self.k * (self.u[i - 1, j] + self.u[i + 1, j] - 2 * self.u[i, j])
        self.u, self.v = self.v, self.u

    cpdef double largest(self):
        cdef Py_ssize_t i, j
        cdef double most = 0
        for i in range(self.u.shape[0]):
            for j in range(self.u.shape[1]):
                if self.u[i, j] > most:
                    most = self.u[i, j]
        return most


def field_steps(u, v, int steps):
    cdef Field field = Field(u, v, 0.1)
    for _ in range(steps):
        field.step()
    return field.largest()


def sparse_by_dense(double[:, :] out, double[:] data, int[:] indices, int[:] starts, double[:, :] dense):
    cdef Py_ssize_t i, k, j
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 0
        for k in range(starts[i], starts[i + 1]):
            for j in range(out.shape[1]):
                out[i, j] += data[k] * dense[indices[k], j]


def group_means(double[:, ::1] sums, long[::1] counts, double[:, ::1] x, int[::1] labels):
    cdef Py_ssize_t i, j
    cdef int label
    for i in range(x.shape[0]):
        label = labels[i]
        counts[label] += 1
        for j in range(x.shape[1]):
            sums[label, j] += x[i, j]
    for i in range(sums.shape[0]):
        for j in range(x.shape[1]):
            sums[i, j] = sums[i, j] / counts[i]


def embedded(double[:, ::1] out, double[:, ::1] table, long[::1] words):
    cdef Py_ssize_t i, j
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = out[i, j] + 2 * table[words[i], j]


def factors(double[:, :] given, double[:, :] a):
    cdef Py_ssize_t i, j, k
    a[:, :] = given
    for k in range(a.shape[0]):
        for i in range(k + 1, a.shape[0]):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, a.shape[0]):
                a[i, j] -= a[i, k] * a[k, j]


def solved(double[:, :] given, double[:, :] a, double[:] b):
    cdef Py_ssize_t i, j, k
    cdef double f
    a[:, :] = given
    for k in range(a.shape[0]):
        if a[k, k] == 0:
            raise ValueError("singular")
        for i in range(k + 1, a.shape[0]):
            f = a[i, k] / a[k, k]
            for j in range(k, a.shape[0]):
                a[i, j] = a[i, j] - f * a[k, j]
            b[i] = b[i] - f * b[k]


def masked(double[:, :] x, unsigned char[:, :] mask, double value):
    cdef Py_ssize_t i, j
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if mask[i, j]:
                x[i, j] = value


def mean_where(double[:, :] x, unsigned char[:, :] mask):
    cdef Py_ssize_t i, j
    cdef double s = 0
    cdef int n = 0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if mask[i, j]:
                s += x[i, j]
                n += 1
    return s / n if n else 0


def rectified(double[:, :, :] x):
    cdef Py_ssize_t i, j, k
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(x.shape[2]):
                if x[i, j, k] < 0:
                    x[i, j, k] = 0


def nearest_points(double[:, :] p, double[:, :] q, double[:] out):
    cdef Py_ssize_t i, j
    cdef double dx, dy, best
    for i in range(p.shape[0]):
        best = 1e300
        for j in range(q.shape[0]):
            dx = p[i, 0] - q[j, 0]
            dy = p[i, 1] - q[j, 1]
            if dx * dx + dy * dy < best:
                best = dx * dx + dy * dy
        out[i] = sqrt(best)


def least_and_most(double[:] x):
    cdef double least = x[0], most = x[0]
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        if x[i] < least:
            least = x[i]
        if x[i] > most:
            most = x[i]
    return least, most


def counted_up(double[:] x, double[:] y):
    cdef int i = 0, n = x.shape[0]
    while i < n:
        y[i] = x[i] * 3 - 1
        i += 1


def in_table(unsigned char[:, :] image, unsigned char[:] table, unsigned char[:, :] out):
    cdef Py_ssize_t i, j
    for i in range(image.shape[0]):
        for j in range(image.shape[1]):
            out[i, j] = table[image[i, j]]
