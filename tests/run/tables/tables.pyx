# cython: language_level=3, boundscheck=False
"""C methods of classes that another module makes, of which Cython made this one."""

from other.metrics cimport Bent, Metric, Pair, Plain
from cython.parallel import parallel, prange


cdef class Holder:
    cdef Metric metric
    cdef Bent bent

    def __init__(self, metric, bent=None):
        self.metric = metric
        self.bent = bent

    def compare(self, double[::1] x, double[::1] y):
        with nogil:
            d = self.metric.dist(&x[0], &y[0], x.shape[0])
        return d

    def bends(self, double x):
        return self.bent.bend(x), self.bent.other().describe(2)


def distance(Metric metric, double[::1] x, double[::1] y, Py_ssize_t n):
    return metric.dist(&x[0], &y[0], n)


def all_distances(Metric metric not None, double[:, ::1] x, double[:, ::1] out):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, num_threads=2):
        for j in range(x.shape[0]):
            out[i, j] = metric.dist(&x[i, 0], &x[j, 0], x.shape[1])


cdef double through(Metric metric, const double *x, Py_ssize_t n) except? -1 nogil:
    return metric.dist(x, x + 1, n)


def in_threads(Metric metric not None, double[::1] x, Py_ssize_t bad, bint in_team):
    cdef Py_ssize_t i, n = x.shape[0] - 1
    cdef double first, sum = 0
    if in_team:
        with nogil, parallel(num_threads=3):
            first = through(metric, &x[0], n)
            for i in prange(60, schedule="static"):
                sum += first * through(metric, &x[0], 0 if i == bad else n)
    else:
        for i in prange(60, num_threads=3, schedule="static", nogil=True):
            sum += metric.dist(&x[0], &x[1], 0 if i == bad else n)
    return sum


def noted(Metric metric, what):
    metric.note(what)
    return metric.seen, metric.number, metric.scale


def described(Metric metric, int depth):
    return metric.describe(depth), metric.describe(depth=depth + 1)


def paired(Metric metric, int first):
    cdef Pair pair = metric.pair(first)
    return pair.first, pair.second, metric.twice(first)


def bent(Bent metric, double x):
    cdef Metric plain = metric
    return metric.bend(x), metric.other().scale, metric.twice(3), metric.power, plain.scale


cdef class Own(Metric):
    """Inherits C methods and overrides none."""
    cdef double more

    def __init__(self, double more):
        super().__init__(2.0)
        self.more = more

    cdef double added(self, double x):
        return x + self.more

    def both(self, double[::1] x, double[::1] y):
        return self.added(self.dist(&x[0], &y[0], x.shape[0])), self.pair(4).second


def own(double more):
    return Own(more)
