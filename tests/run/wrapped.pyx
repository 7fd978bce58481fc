"""C functions and methods as Python objects."""

cimport cython
from libc.math cimport sqrt, pow as power

cdef struct Pair:
    int first
    double second


cdef double square(double x):
    return x * x


cdef void nothing(list into):
    into.append("called")


cdef int checked(int n) except -1:
    if n < 0:
        raise ValueError(f"{n} is negative")
    return n


cdef long count(const double[:] x, bint twice) noexcept nogil:
    return 2 * x.shape[0] if twice else x.shape[0]


cdef double[:] tail(double[:] x):
    return x[1:]


cdef Pair pair(int first, double second):
    cdef Pair made
    made.first = first
    made.second = second
    return made


cdef str text(const char *s):
    return s.decode("ascii")


cdef object swapped(a, b):
    return b, a


cdef int with_gil(object x) noexcept with gil:
    return len(x)


root = sqrt
by_name = {"square": square, "checked": checked}


def functions():
    cdef object alone = square
    return alone, nothing, checked, count, [tail][0], pair, text, swapped, with_gil, power


def same():
    return square is square, callable(square), (<object>square)(3.0)


def mapped(values):
    return list(map(square, values)), sorted(values, key=square)


def as_attribute(target):
    target.function = square
    return target.function(5)


def as_pointer_too(double x):
    cdef double (*pointer)(double)
    pointer = square
    cdef object function = square
    return pointer(x), function(x)


cdef class Counter:
    cdef int n

    def __init__(self, int n):
        self.n = n

    cdef int add(self, int more):
        self.n += more
        return self.n

    @staticmethod
    cdef int doubled(int x):
        return 2 * x

    def bound(self):
        return self.add


def methods(Counter counter):
    return Counter.add, counter.add, Counter.doubled


@cython.nonecheck(True)
def of_none():
    cdef Counter counter = None
    return counter.add
