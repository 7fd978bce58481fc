"""Parameters and variables whose annotations leave room for `None`, by a default or by `Optional`: memoryviews, classes of
Python, and numbers as objects of Python's classes for them."""

cimport cython
from typing import Optional

ctypedef fused Views:
    double[:]
    int[:]


cdef class K:
    pass


def d_a(x: cython.double[:] = None):
    return cython.typeof(x)


def d_g(x: Views = None):
    return cython.typeof(x)


def d_h(x: K = None):
    return cython.typeof(x)


def d_j(x: cython.bint = None):
    return cython.typeof(x)


def d_k(x: float = None):
    return cython.typeof(x)


def d_l(x: cython.complex = None):
    return cython.typeof(x)


def d_m(x: cython.double[:, ::1] = None, y: cython.long = 3):
    return cython.typeof(x)


def o_k(x: Optional[float]):
    return cython.typeof(x)


def o_k2(x: float | None):
    return cython.typeof(x)


def o_k3(x: Optional[bool]):
    return cython.typeof(x)


def o_k5(x: Optional[complex] = None):
    return cython.typeof(x)


def o_k6(x: Optional[int] = None):
    return cython.typeof(x)


def o_k7():
    x: float = 3.0
    y: Optional[float] = None
    return cython.typeof(x), cython.typeof(y)


def u_a(v):
    y: Optional[float] = None
    y = v
    return y, cython.typeof(y)


def u_b(v):
    y: Optional[float] = v
    z = y * 2 if y is not None else 0
    return z, cython.typeof(z)


def u_c(v: Optional[float] = None, w: Optional[int] = None, u: Optional[bool] = None):
    if v is None: v = 3.5
    if w is None: w = 7
    return v + 1, w // 2, u, v * w


def u_d(v: Optional[float] = None):
    v = 3
    return v


def u_e(v: Optional[float] = None):
    cdef double t = 1.5 if v is None else v
    return t * 2, t


def u_g(v: Optional[bool] = None):
    return (not v), v is True


def u_h(*, v: float | None = None, s: str | None = None):
    return v, s


class u_K:
    def m(self, v: Optional[float] = None): return v


cdef class u_L:
    x: Optional[float]
    y: float
    def __init__(self, x: Optional[float] = None): self.x = x; self.y = 3
    def get(self): return self.x, self.y


def u_i(v: Optional[float]):
    v += 1
    return v


def u_j(v: Optional[float]):
    return v > 2, v == 3, int(v), str(v), -v, v ** 2, 1 / v
