# C methods of classes that another module makes.
from metrics cimport Fused, Metric


def calls(Metric metric, double[:] x):
    metric.dist()  #~ ERROR OFC0203
    metric.dist(1, 2)  #~ ERROR OFC0203
    metric.dist(x)  #~ ERROR OFC0201
    metric.weighted(x)
    metric.weighted(1.0)  #~ ERROR OFC0201
    metric.optional(1)
    metric.optional()  #~ ERROR OFC0203
    metric.optional(1, 2, 3)  #~ ERROR OFC0203
    Metric.optional(metric, 1)  #~ ERROR OFC0010
    metric.number()
    f = metric.optional  #~ ERROR OFC0010
    print(metric.weights[0])
    with nogil:
        metric.dist(1)  #~ ERROR OFC0401


cdef class Own(Metric):
    cdef double dist(self, double x):
        return x

    cdef double weighted(self, double[:] x) except -1 nogil:
        return x[0]

    cdef double other(self, double x):
        return self.dist(x)


def fused(Fused one):
    one.any(1.0)  #~ ERROR OFC0010
    one.behind(1.0)  #~ ERROR OFC0010
    return one
