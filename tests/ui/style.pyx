# cython: warn.undeclared=True
import cython
from libc.math cimport sqrt;  #~ WARNING OFC0005

ctypedef int number;  #~ WARNING OFC0005


cdef object given(x) noexcept:  #~ WARNING OFC0108
    return x


cdef str passed_on(x):
    return x


@cython.cfunc
@cython.exceptval(check=False)  #~ WARNING OFC0108
def pure(x) -> str:
    return x


cdef int of_c(int x) noexcept:
    cdef int y = x
    y += 1; y += 1
    y += 2;  # here  #~ WARNING OFC0005
    if y: return y;  #~ WARNING OFC0005
    return y


def undeclared(items, x: object):
    cdef int i
    for i, item in enumerate(items):  #~ WARNING OFC0107
        total: float = i
    x = [k for k in items]
    return x
