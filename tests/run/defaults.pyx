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
