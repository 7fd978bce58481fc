cimport library
from libc.stdint cimport int64_t
from library cimport first as first_of

cdef extern from "other.hpp":
    T largest[T](T a, T b)  #~ ERROR OFC0011
    int plain(int n)


def f(double[::1] x, double[::1] y, int64_t[::1] n):
    library.filtered[double](&x[0], &y[0], 3)  #~ ERROR OFC0011
    library.filtered[int64_t](&n[0], &n[0], 3)  #~ ERROR OFC0011
    first_of(&x[0], 3)  #~ ERROR OFC0011
    largest[double](x[0], y[0])
    return plain(1), largest(1, 2)
