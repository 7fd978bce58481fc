# C functions as values, and what must be known at compile time.

from cython.parallel cimport prange

DEF SIZE = 3
DEF UNKNOWN = size_of(SIZE)  #~ ERROR OFC0010

IF unknown:  #~ ERROR OFC0101
    cdef int nothing

ctypedef double (*unary)(double) noexcept nogil
ctypedef int (*failing)(int) except -1 nogil


cdef double square(double x) noexcept nogil:
    return x * x


cdef int checked(int n) except -1:
    if n < 0:
        raise ValueError
    return n


cdef int quiet(int n) noexcept:
    return n


cdef void show(double[:] x):
    pass


cdef void packed(double[::1] x):
    pass


cdef extern from "callbacks.h":
    void each(void (*f)(double[:]))  #~ ERROR OFC0010
    double[:] (*gives)(int)  #~ ERROR OFC0010


cdef double optional(double x, double y=1):
    return x + y


def wrong():
    cdef unary f
    cdef failing g
    cdef int (*h)(int) noexcept
    cdef void (*v)(double[:])
    cdef void (*q)(double[:]) noexcept
    f = checked  #~ ERROR OFC0201
    g = checked  #~ ERROR OFC0201
    h = checked  #~ ERROR OFC0201
    h = quiet
    f = show  #~ ERROR OFC0201
    v = show
    v = packed  #~ ERROR OFC0201
    q = show  #~ ERROR OFC0201
    f = optional  #~ ERROR OFC0010
    f(1, 2)  #~ ERROR OFC0203
    with nogil:
        h(1)  #~ ERROR OFC0401
    return h  #~ ERROR OFC0010


def on_device(double[:] x, int n):
    cdef Py_ssize_t i
    cdef unary f
    f = square
    for i in prange(n, nogil=True, device={}):
        x[i] = f(x[i])


def address_on_device(double[:] x, int n):
    cdef Py_ssize_t i
    cdef unary f
    for i in prange(n, nogil=True, device={}):
        f = square  #~ ERROR OFC0504
        x[i] = 0


def slices(double[:, :] x, const double[:] y, float[:] z, double[:, :, :] deep, int n):
    cdef Py_ssize_t i
    y[:] = 0  #~ ERROR OFC0303
    x[0] = z  #~ ERROR OFC0302
    x[:] = deep  #~ ERROR OFC0302
    for i in prange(n, nogil=True, device={}):
        x[i] = y


cdef variadic(int n, ...):
    return n


cdef int without_gil(int n, ...) noexcept nogil:
    return n


def of_variadic():
    kept = variadic
    return variadic()  #~ ERROR OFC0203


ctypedef fused real:
    float
    double

cdef class Counted:
    cdef int one(self):
        return 1

    cdef real many(self, real x):
        return x

    cpdef int shown(self):
        return 3


cdef class Heir(Counted):
    cdef int one(self):
        return 2


cdef real half(real x):
    return x / 2


def of_fused(Counted object, Heir heir):
    cdef double (*f)(double)
    cdef int (*g)(int)
    cdef int (*h)(Heir)
    f = half
    g = half  #~ ERROR OFC0208
    half + 1  #~ ERROR OFC0202
    kept = half  #~ ERROR OFC0208
    f = Counted.many  #~ ERROR OFC0010
    h = heir.one
    h = object.one  #~ ERROR OFC0010
    h = Counted.one  #~ ERROR OFC0201
    return object.shown
