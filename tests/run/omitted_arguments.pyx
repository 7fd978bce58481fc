# Calls of `cpdef` functions by keyword that leave out arguments before others.

cpdef f(int a, b=2, double c=0.5, d=None):
    return a, b, c, d


cpdef double g(double x, int n=1, int m=2) except? -1:
    if m < 0:
        raise ValueError(m)
    return x * n + m


cdef class A:
    cdef int k

    def __init__(self, k):
        self.k = k

    cpdef h(self, a, b=3, int c=4, d="d"):
        return self.k, a, b, c, d

    cpdef long i(self, long a=1, long b=2):
        return self.k * 100 + a * 10 + b


cdef class B(A):
    cpdef j(self, x=1, y=2):
        return x, y


def note(log, x):
    log.append(x)
    return x


def functions(x, k):
    return f(1, c=x), f(1, d=k), f(a=3, d=k), f(d=x, a=4, c=9), f(5, k, d=x), g(x, m=3), g(x=x, m=k)


def order(k):
    log = []
    found = f(d=note(log, "d"), a=note(log, k), c=note(log, 2.5))
    return found, log


def methods(A a, x):
    return a.h(1, d=x), a.h(x, c=5), a.h(a=x, c=6), a.i(b=x), a.i(b=5) + a.i(a=7)


def of_b(x):
    cdef B b = B(2)
    return b.j(y=x), b.j(x)

