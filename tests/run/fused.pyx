# cython: boundscheck=False
"""Fused types: one source, a specialisation per combination of types."""
cimport cython
cimport numpy as cnp
from cython.parallel import parallel, prange
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint8_t

import numpy as np

ctypedef fused real:
    float
    double

ctypedef fused index_t:
    int
    long

ctypedef fused view_t:
    float[:]
    double[:, ::1]
    const int[::1]

ctypedef fused number:
    real
    index_t

ctypedef fused layout_t:
    double[:, ::1]
    double[::1, :]

ctypedef fused any_t:
    list
    float
    double[:]
    object

ctypedef fused flag_t:
    bint
    int
    double complex

ctypedef fused element:
    cnp.float32_t
    cnp.float64_t

narrow = cython.fused_type(uint8_t, int32_t)
ctypedef real *real_pointer
ctypedef cython.floating floating

@cython.device
cdef real squared(real x) noexcept nogil:
    return x * x


cdef real length(real[:, ::1] x, Py_ssize_t row) noexcept nogil:
    cdef real total = 0
    cdef Py_ssize_t j
    for j in range(x.shape[1]):
        total += squared(x[row, j])
    return <real>sqrt(total)


def lengths(real[:, ::1] x not None, index_t[:] rows):
    """The lengths of some rows, on a device."""
    cdef real[::1] out = np.empty(rows.shape[0], dtype=np.float32 if real is float else np.float64)
    cdef Py_ssize_t i
    for i in prange(rows.shape[0], nogil=True, device={}):
        out[i] = length(x, rows[i])
    return np.asarray(out)


def scale(element[:, :] x, element factor=2, *, int rounds=1):
    """In place, on a device: the data stays there for all rounds."""
    cdef Py_ssize_t i, j
    cdef int k
    with nogil, device():
        for k in range(rounds):
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    for j in range(x.shape[1]):
                        if element is cnp.float32_t:
                            x[i, j] = x[i, j] * factor + 1
                        else:
                            x[i, j] = x[i, j] * factor


def total(const real[:] x not None):
    cdef real sum = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        sum += x[i]
    return sum, cython.typeof(sum), sizeof(real), sizeof(sum)


def kind(number x):
    if number is float:
        return "float", x / 3
    elif number in real:
        return "a real number", x / 3
    elif number not in index_t:
        return x.never
    else:
        return cython.typeof(x), x // 3


def decided(real x, index_t n):
    found = []
    if real is double and n > 2:
        found.append("double")
    if not (real is double):
        found.append("float")
    if real is float or n == 1:
        found.append("float or 1")
    if real == double:
        found.append("==")
    if index_t != int:
        found.append("!=")
    if int in number and real in cython.floating:
        found.append("in")
    return found, real is float, 1 if index_t is long else 2


def looked_at(view_t x):
    if x is None:
        return cython.typeof(x)
    if view_t is double[:, ::1]:
        return cython.typeof(x), x.shape[0], x.shape[1], x[0, 0]
    else:
        return cython.typeof(x), x.shape[0], x[0]


def laid_out(layout_t x):
    return cython.typeof(x), x is None or x[0, 1]


def anything(any_t x):
    return cython.typeof(x)


def flag(flag_t x):
    return cython.typeof(x), x


def bytes_of(narrow[:] x not None):
    return cython.typeof(x), x[0]


def several(real a, real b, cython.integral n, floating c=1.5):
    return cython.typeof(a), cython.typeof(b), cython.typeof(n), cython.typeof(c), a + b + n + c


def only_named(*, real x, index_t n=3):
    return cython.typeof(x), cython.typeof(n), x * n


cdef real through(real_pointer p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    cdef real best = p[0]
    for i in range(1, n):
        best = max(best, p[i])
    return best


def largest(real[::1] x):
    return through(&x[0], x.shape[0])


cdef raising(real x, cython.numeric y):
    if x < 0:
        raise ValueError("negative")
    return cython.typeof(x), cython.typeof(y)


def chosen(float f, double d, int i, long l, short s, unsigned char c, bint b):
    """Specialisations that calls choose."""
    return [
        raising(f, i), raising(d, l), raising(f, 1), raising(d, 1.5), raising(f * d, f), raising(f, 1j),
        raising(d, s), raising(f, c), raising(d, b), raising[float, double](d, f),
        raising[double, cython.short](f, l), raising(<double>i, <float>l),
    ]


cpdef index_t twice(index_t n) except *:
    """Twice."""
    if n == 7:
        raise ValueError("seven")
    return n * 2


python_twice = twice


def calls_twice(int i, long l, o):
    return twice(i), twice(l), twice[long](i), twice["int"](o), python_twice(o)


cdef int calls = 0


cdef real counted(real x) noexcept nogil:
    global calls
    calls += 1
    return x


def largest_of(real a, real b):
    """The call is made once."""
    return max(counted(a), b), min(b, counted(a), a), calls


def left_early(real x):
    if real is double:
        return "double"
    # Not even looked at for double.
    cdef float *p = &x
    return p[0]


ctypedef fused part_t:
    float
    double
    (float complex)
    (double complex)
    long long


def word_of(part_t x):
    """Cython's words for types, without `cython` before them."""
    if part_t is floatcomplex:
        return "float complex"
    elif part_t is doublecomplex:
        return "double complex"
    elif part_t is longlong:
        return "long long"
    return "real"
