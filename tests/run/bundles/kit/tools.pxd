# C functions with arguments that may be left out, called by other modules.

from cython cimport floating, integral

ctypedef double real
cdef struct Pair:
    int first
    double second
cdef enum Mode:
    UP
    DOWN = 7

cdef class Gauge:
    cdef public double level

cdef real scaled(real x, real by=*, list more=*) except? -2
cdef double all_of_them(int first=*, double second=*, Mode mode=*) noexcept nogil
cdef void noted(object what, str where=*, Gauge gauge=*) except *
cdef Pair paired(Pair pair, int by=*, double *of=*) noexcept
cdef object told(object what, object more=*, bint loud=*)
cdef int checked(int x, int most=*) except -1 nogil
cpdef object shown(what, int times=*, sep=*)
cpdef int counted(int x=*, unsigned char y=*) except? -1
cdef floating grown(floating x, int times=*, object by=*)
cdef double both(floating x, integral n, floating y=*, integral m=*) except? -1
cdef int quiet(int x, int y=*) noexcept
cpdef floating halved(floating x, integral n)
cpdef double stretched(floating x, int times=*, object by=*) except? -1
cdef double applied(double f(double, int) noexcept nogil, double x) except? -1
cdef floating each(floating (*f)(floating *, Py_ssize_t) noexcept, floating x) noexcept
cdef void hooked(void (*f)(list), int (*g)(object, ...) except -1) except *
