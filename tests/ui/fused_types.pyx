cimport cython
from cython cimport fused_type
from cython.parallel import prange

ctypedef fused real:
    float
    double

ctypedef fused index_t:
    int
    long
    int  #~ ERROR OFC0207

ctypedef fused number:
    real
    int

ctypedef fused missing:
    dobule  #~ ERROR OFC0102
    float

either = cython.fused_type(float, float)  #~ ERROR OFC0207
named = fused_type(int, double)
keyed = fused_type(int, long, kw=None)  #~ ERROR OFC0207
typed = fused_type(1, int)  #~ ERROR OFC0102

cdef real one_of_two  #~ ERROR OFC0207

cdef struct holder:
    real field  #~ ERROR OFC0207

cdef extern from "other.h":
    real outside(real x)  #~ ERROR OFC0207 #~ ERROR OFC0207

cdef real no_parameter(int n):  #~ ERROR OFC0207
    cdef index_t m = n  #~ ERROR OFC0207
    return <index_t>m + sizeof(index_t)  #~ ERROR OFC0207 #~ ERROR OFC0207


cdef real half(real x) noexcept nogil:
    return x / 2


cdef index_t both(real x, index_t n, real *p):
    return n


def calls(int n, float f, double d, o, list items, real r, double[::1] view):
    half(f)
    half(r)
    half[real](r)
    half(n)  #~ ERROR OFC0208
    half(o)  #~ ERROR OFC0208
    half(items)  #~ ERROR OFC0208
    half(1)  #~ ERROR OFC0208
    half(f, d)  #~ ERROR OFC0203
    half[int](f)  #~ ERROR OFC0208
    half[float, int](f)  #~ ERROR OFC0208
    half["float"](f)  #~ ERROR OFC0208
    half[index_t](f)  #~ ERROR OFC0207
    both(d, n, &f)
    both(d, n, &d)
    both(d, n, &n)  #~ ERROR OFC0208
    both[double, long](d, n, &d)
    both(view, n, &d)  #~ ERROR OFC0208
    calls[int](n)
    calls[double](n)  #~ ERROR OFC0101
    return missing is float, unknown is float  #~ ERROR OFC0207 #~ ERROR OFC0101


cdef plain(double x):
    return x


def questions(real x, number y, int n):
    if real is double:
        x.only_looked_at_for_float  #~ ERROR OFC0204
    if real is float:
        n.nothing  #~ ERROR OFC0204
    elif real in number:
        x = 1
    else:
        # No specialisation gets here.
        return x.nothing
    if real in double:  #~ ERROR OFC0207
        return
    if number is index_t:  #~ ERROR OFC0207
        return
    plain[double](x)  #~ ERROR OFC0208
    return x & n  #~ ERROR OFC0202 #~ ERROR OFC0202


def in_device_code(real[:] x, o):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = o  #~ ERROR OFC0501
        if real is double:
            x[0] += x[i]  #~ ERROR OFC0508


def used_alone(real, int n):
    return real + n


def typeof_misused(x):
    cython.typeof  #~ ERROR OFC0520
    return cython.typeof(x, x), cython.fused_type(int)  #~ ERROR OFC0520 #~ ERROR OFC0520


cdef class Methods:
    cdef real scaled(self, real x):
        return x

    cdef double plain(self, double x):
        return x

    def use(self, o, double d):
        self.scaled[double](d)
        o.scaled[int](d)
        self.scaled[int](d)  #~ ERROR OFC0208
        self.scaled[double, float](d)  #~ ERROR OFC0208
        self.plain[double](d)  #~ ERROR OFC0208
        o.scaled[double](d)  #~ ERROR OFC0208
        self.scaled(o, 1)  #~ ERROR OFC0203
        self.scaled(o)  #~ ERROR OFC0208
