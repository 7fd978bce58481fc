"""Defaults of parameters that are computed where the function is defined."""
import numpy as np

made = []


def note(x):
    made.append(x)
    return x


cdef int factor = 4


def objects(a, b=[], c=(1, 2), d={"k": made}, *, e=note("e")):
    b.append(a)
    return b, c, d, e


def typed(int n=note(3) * 2, double x=factor / 8, str s="a" + "b", list l=[1]):
    return n, x, s, l


factor = 100


def later(n=factor, m=note):
    return n, m(n)


def view(double[:] x=np.arange(3.0), double[:] y=None):
    return x[1], y is None


cdef class Box:
    def method(self, a=[factor], int b=factor + 1):
        return a, b

    def __init__(self, items=note([])):
        items.append(len(items))
        self.items_ = items

    cdef public object items_


def order():
    return list(made)


def numbers(axis=-1, x=-2.0, y=+1.5, mask=~5, wide=1 << 40, z=-1j, no=not True, sum=2 + 3, huge=-123456789012345678901234567890, zero=-0.0):
    return axis, x, y, mask, wide, z, no, sum, huge, zero


class Python:
    def method(self, axis=-1, tol=-1e-3):
        def inner(x=-axis, y=-7, z=-0.5):
            return x, y, z
        return axis, tol, inner(), (lambda x=-3: x)()


cdef class Compiled:
    cdef object kept

    def __init__(self, tol=-2.0, n=-1):
        self.kept = tol, n

    cpdef tuple both(self, tol=-2.0, list of=None):
        return tol, self.kept


cdef of_c(x=-2.0, double y=-1, bint z=not True):
    return x, y, z


cpdef exposed(x=-2.0, y=~5):
    return x, y


def of_numbers(const double width=-1.0, float step=-0.5, double rate=+2.5, long double zero=-0.0):
    return width, step, rate, zero


def all_negative():
    return Python().method(), Compiled().both(), of_c(), of_c(1), exposed(), numbers()
