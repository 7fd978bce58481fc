"""Static C methods of another module's class, which are in its table of methods."""

from kit import shapes
from kit.shapes cimport S


cdef class U(S):
    cdef double get(self):
        return self.a * 100

    @staticmethod
    cdef double mine(double x):
        return S.twice(x) + 1


def f(x):
    cdef S s = S.make(x)
    s.move(3)
    return s.get(), S.twice(x), S.fails(<int>x), S.pure(x), S.plain(<int>x), U.mine(x)


def g(x):
    S.nothing(<int>x)
    return U.mine(x), U.twice(x)


def h(x):
    cdef U u = U()
    u.move(x)
    return u.get(), U.twice(x)


def i(x):
    cdef double y = x, r
    with nogil:
        r = S.pure(y)
    return r


def e(k, x):
    if k == 0:
        return S.make(x)
    if k == 1:
        return S.twice(x)
    if k == 2:
        return S.fails(<int>x)
    if k == 3:
        return S.nothing(<int>x)
    return S.plain(<int>x)


def of_home(x):
    return shapes.own(x), shapes.derived(x)
