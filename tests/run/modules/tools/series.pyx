"""Functions that other modules call by C."""

import numpy

cimport cython


cdef double weigh(double x, Mode mode) noexcept nogil:
    return x * <int>mode


cdef real spread(const real *x, Py_ssize_t n) except? -1:
    cdef Py_ssize_t i
    cdef real least = x[0], most = x[0]
    if n < 2:
        raise ValueError("too few")
    for i in range(n):
        least = min(least, x[i])
        most = max(most, x[i])
    return most - least


cdef Pair paired(Pair p, Span *s, bint swap) except *:
    if swap:
        s.low, s.high = s.high, s.low
    p.first += s.low
    p.second = p.second * 2
    return p


cdef void fill(np.float64_t *x, int n, double value) noexcept nogil:
    cdef int i
    for i in range(n):
        x[i] = value + i


cdef void refuse(int x) except *:
    if x > 2:
        raise KeyError(x)


cdef int strict(int x) except -7:
    if x == 0:
        raise IndexError("zero")
    return x + 1


cdef double quiet(int x) noexcept:
    return 0.5 * x


cdef object named(str name, object value):
    return {name: value + 1}


cpdef int shared(int x) except? -1:
    if x == -5:
        raise TypeError("minus five")
    return x - 1


cdef double safe(double x) except? -2 nogil:
    if x == 0:
        raise ZeroDivisionError("nothing")
    return 1 / x


cdef double *where(double *x, int i) except NULL:
    if i < 0:
        raise OverflowError("before the beginning")
    return x + i


cdef unsigned long long wide(unsigned long long x, signed char c, long double l):
    return x + c + <unsigned long long>l


def own(int x):
    return shared(x), quiet(x)


def imported(int which):
    """Names of modules, from here on and anew."""
    if which == 0:
        from . import series
        return series.__name__, series.own(1)
    if which == 1:
        from .series import own as here, shared
        return here(2), shared(3)
    if which == 2:
        from .nothing import here
    if which == 3:
        from . import nothing
    if which == 4:
        from .. import series
    if which == 5:
        from xml.dom import minidom, Node
        return minidom.__name__, Node.ELEMENT_NODE
    if which == 6:
        from xml.dom.nothing import here
    from xml.dom import nowhere


# Inline here; other modules call it.
cdef inline void set_bit(Bits bits, int which) noexcept nogil:
    bits[which // 32] |= 1 << (which % 32)


cdef floating dotted(int n, const floating *x, const floating *y) noexcept nogil:
    cdef int i
    cdef floating sum = 0
    for i in range(n):
        sum += x[i] * y[i]
    return sum


cdef floating corner(floating[6][3] x) noexcept nogil:
    return x[5][2]


cdef floating corners(floating x[2 * 3][3], floating *out) noexcept nogil:
    out[0] = x[0][0]
    return corner[floating](x)


cdef integral both(floating x, integral n) except *:
    if n < 0:
        raise ValueError(f"{n} is negative")
    if floating is float:
        return n + <integral> x
    return n - <integral> x


cdef void scale_all(element *x, int n, floating by) except *:
    cdef int i
    if n == 0:
        raise IndexError("nothing")
    for i in range(n):
        if element is float_complex:
            x[i] = x[i] * <float> by
        elif element is real:
            x[i] *= by
        else:
            x[i].first *= by


cdef object told(element *x, object more):
    return sizeof(x[0]), more


cdef public class Gauge [object GaugeObject, type GaugeType]:
    def __init__(self, level=0):
        self.level = level

    def following(self):
        return self.next


cdef double total(np.ndarray x) except? -1:
    if x.ndim != 1:
        raise ValueError("one dimension")
    cdef double sum = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        sum += (<double *> x.data)[i]
    return sum


cdef Gauge raised(Gauge gauge, double by):
    if by < 0:
        raise ValueError("lowered")
    cdef Gauge made = Gauge(gauge.level + by)
    made.next = gauge
    return made


cdef np.ndarray counted(int n, Gauge gauge):
    return numpy.arange(n) + gauge.level


cdef int padded(int x, int width=4) except -1:
    return 10 * x + width


cdef floating grown(floating x, int times=3, object by=2):
    return x * times * by


def optional(int x, double y):
    return padded(x), padded(x, 2), grown(y), grown[float](y, 1), grown(y, 2, by=5)


cdef double halved(double x) noexcept nogil:
    return x / 2


table[1] = 2.5
origin.first = -1
kernel = halved
second = &table[1]


def told_of_variables():
    return SEED, uses, table[2], origin.first, kernel(3), second[0]
