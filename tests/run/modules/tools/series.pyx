"""Functions that other modules call by C."""


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
