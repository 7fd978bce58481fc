from libc.stdint cimport int64_t
cimport numpy as np
from cython cimport floating, integral

ctypedef double real
ctypedef struct Pair:
    real first
    int64_t second
cdef struct Span:
    double low
    double high
cdef enum Mode:
    UP
    DOWN = 7

cdef double weigh(double x, Mode mode) noexcept nogil
cdef real spread(const real *x, Py_ssize_t n) except? -1
cdef Pair paired(Pair p, Span *s, bint swap) except *
cdef void fill(np.float64_t *x, int n, double value) noexcept nogil
cdef void refuse(int x) except *
cdef int strict(int x) except -7
cdef double quiet(int x) noexcept
cdef object named(str name, object value)
cpdef int shared(int x) except? -1
cdef double safe(double x) except? -2 nogil
cdef double *where(double *x, int i) except NULL
cdef unsigned long long wide(unsigned long long x, signed char c, long double l)

ctypedef unsigned int[4] Bits
cdef void set_bit(Bits bits, int which) noexcept nogil

# Of fused types: each specialisation is handed over.
ctypedef float complex float_complex
ctypedef fused element:
    real
    float_complex
    Pair

cdef floating dotted(int n, const floating *x, const floating *y) noexcept nogil
cdef integral both(floating x, integral n) except *

# Arrays, whose lengths are numbers of this module.
cdef enum:
    AXES = 3
cdef floating corner(floating[6][3] x) noexcept nogil
cdef floating corners(floating x[2 * 3][3], floating *out) noexcept nogil
cdef inline floating middle(floating[6][3] x) noexcept nogil:
    return x[3][1]
cdef inline floating middles(floating[6][3] x, floating[AXES] y) noexcept nogil:
    return middle[floating](x) + y[2]
cdef void scale_all(element *x, int n, floating by) except *
cdef object told(element *x, object more)

# Objects of classes.
cdef public class Gauge [object GaugeObject, type GaugeType]:
    cdef public double level
    cdef Gauge next

cdef double total(np.ndarray x) except? -1
cdef Gauge raised(Gauge gauge, double by)
cdef np.ndarray counted(int n, Gauge gauge)

# With optional arguments.
cdef int padded(int x, int width=*) except -1
cdef floating grown(floating x, int times=*, object by=*)

# Variables.
ctypedef double (*kernel_t)(double) noexcept nogil
cdef const unsigned int SEED = 7
cdef int uses
cdef double table[3]
cdef Pair origin
cdef kernel_t kernel
cdef double *second
cdef inline unsigned int seeded(unsigned int n) noexcept nogil:
    global uses
    uses += 1
    return n * SEED
