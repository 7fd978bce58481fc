# cython: language_level=3

cimport cython

notes = []
LEVEL = 2.5


cdef class Gauge:
    def __init__(self, level=1.0):
        self.level = level


cdef real scaled(real x, real by=4, list more=None) except? -2:
    if x < 0:
        raise ValueError("negative")
    return x * by + (0.5 if more is None else len(more))


cdef double all_of_them(int first=1, double second=2, Mode mode=DOWN) noexcept nogil:
    return first * 100 + second * 10 + mode


cdef void noted(object what, str where="here", Gauge gauge=None) except *:
    if what is None:
        raise TypeError("nothing to note")
    notes.append((what, where, None if gauge is None else gauge.level))


cdef Pair paired(Pair pair, int by=10, double *of=NULL) noexcept:
    return Pair(pair.first * by, pair.second if of is NULL else of[1])


cdef object told(object what, object more=(1, "two"), bint loud=True):
    return what, more, loud


cdef int checked(int x, int most=5) except -1 nogil:
    if x > most:
        raise ValueError("too many")
    return most - x


cpdef object shown(what, int times=2, sep="-"):
    return sep.join([str(what)] * times)


cpdef int counted(int x=3, unsigned char y=4) except? -1:
    if x == 13:
        raise KeyError(y)
    return x * y


cdef floating grown(floating x, int times=3, object by=2):
    if times < 0:
        raise ValueError(times)
    return x * times * by


cdef double both(floating x, integral n, floating y=2, integral m=3) except? -1:
    return x * n + y * m * (sizeof(floating) + 100 * sizeof(integral))


cdef int quiet(int x, int y=2) noexcept:
    if y == 0:
        return -1
    return x // y


def own(x):
    """The module's own calls."""
    cdef double *of = NULL
    cdef Pair pair = Pair(2, 0.5)
    noted(x, "there")
    return (
        scaled(x), scaled(x, 2), scaled(x, 1, [x]), all_of_them(), all_of_them(3, mode=UP, second=1), paired(pair), paired(pair, 3, of),
        told(x), shown(x), counted(), counted(2, y=1), grown(<float> x, by=3, times=1), both(<float> x, <short> 2), quiet(7),
    )


cpdef floating halved(floating x, integral n):
    notes.append((cython.typeof(x), cython.typeof(n)))
    return x / (2 * n)


cpdef double stretched(floating x, int times=2, object by=3) except? -1:
    if times < 0:
        raise ValueError(cython.typeof(x))
    return x * times * by


cdef double applied(double f(double, int) noexcept nogil, double x) except? -1:
    return f(x, 3)


cdef floating each(floating (*f)(floating *, Py_ssize_t) noexcept, floating x) noexcept:
    return f(&x, 2)


cdef void hooked(void (*f)(list), int (*g)(object, ...) except -1) except *:
    f(notes)
    if g is not NULL:
        g(notes)
