# NumPy's universal functions made of C functions.
cimport cython

ctypedef double real_t

@cython.ufunc
cdef double tripled(int x) nogil:
    """Three times as much."""
    return x * 3.0

@cython.ufunc
cdef real_t power(double x, real_t y):
    return x ** y

@cython.ufunc
cdef (double, int) both(int x) noexcept nogil:
    return x * 1.5, x * 2

@cython.ufunc
cdef (long, long) divided(long x, long y) nogil:
    return x // y, x % y

@cython.ufunc
cdef cython.numeric next_one(cython.numeric x):
    return x + 1

@cython.ufunc
cdef (cython.floating, cython.floating) parts(cython.floating x, cython.floating y) nogil:
    return x + y, x - y

@cython.ufunc
cdef object shown(double x):
    if x >= 0:
        return str(x)

@cython.ufunc
cdef double number(object x) except? -1:
    return float(x)

@cython.ufunc
cdef object joined(object x, object y):
    return x + y

@cython.ufunc
cdef float checked(float x) except -1:
    if x < 0:
        raise ValueError(x)
    return x * 2

@cython.ufunc
cdef double checked_nogil(double x) nogil:
    if x < 0:
        raise ValueError("below zero")
    return x * 2

@cython.ufunc
cdef unsigned char kinds(unsigned char a, signed char b, unsigned short c, short d, unsigned int e, long long f,
                         unsigned long g, long double h, float complex i, double complex j) noexcept:
    return 1 if i.imag + j.imag > 0 else 2

@cython.ufunc
@cython.cdivision(True)
cdef int with_directive(int x, int y) noexcept nogil:
    return x / y

@cython.ufunc
cdef double uses_others(double x):
    def double_it(y):
        return y * 2
    return double_it(x) + float(tripled(2))

def called_here(x):
    return tripled(x), tripled
