# What a `.pxd` types of plain Python, used from C and from Python.
from plain cimport kernels
from plain.kernels cimport Base, Heir, half, power, checked
from plain import kernels as of_python


def called(double x):
    return half(x), power(x), power(x, 3), kernels.halves(<int>x)


def fails(double x):
    return checked(x)


def objects(int x):
    cdef Base a = Base(x)
    cdef Base b = Heir(x, "heir")
    b.x += 1
    return a.x, a.scaled(3), a.twice(), b.twice(), a._inner(0.5), b.name


def counted():
    return kernels.count(), kernels.count(), kernels.counter


module = of_python
