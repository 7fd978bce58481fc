"""Functions that do next to nothing: what is measured is how Python's arguments get there, and the result back."""


def nothing():
    return None


def same(x):
    return x


def scalars(double x, int n):
    return x * n


def one_view(double[:] x):
    return x.shape[0]


def views_and_scalars(double[::1] a, double[::1] b, double[::1] c, double[::1] d, double p, double q, double r, double s, double t,
                      int i, int j, int k, int m, int n):
    return a.shape[0] + b.shape[0] + c.shape[0] + d.shape[0] + p + q + r + s + t + i + j + k + m + n


def keywords(double x, double y=1.0, *, int n=0):
    return x + y + n


cpdef double product(double x, double y):
    return x * y


cdef class Scale:
    cdef public double factor

    def __init__(self, double factor):
        self.factor = factor

    def scaled(self, double x):
        return self.factor * x
