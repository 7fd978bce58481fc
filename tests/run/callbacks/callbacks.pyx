# Types of C functions without an exception clause: functions with any clause are their values.

cdef int shared(int x):
    if x < 0:
        raise ValueError("shared")
    return x - 1


cdef double root(double x) nogil:
    if x < 0:
        with gil:
            raise ValueError("root")
    return x ** 0.5


cdef int always(int x) except *:
    if x < 0:
        raise KeyError("always")
    return x - 2


cdef int by_default(int x):
    if x < 0:
        raise TypeError("by default")
    return x - 3


cdef int certainly(int x) except -5:
    if x < 0:
        raise IndexError("certainly")
    return x - 4


cdef int quiet(int x) noexcept:
    return x - 5


cdef class Holder:
    def __init__(self, int which):
        self.kept = chosen(which)

    cdef int method(self, int x):
        return self.kept(x)

    def call(self, x):
        return self.method(x)


cdef callback chosen(int which):
    if which == 0:
        return shared
    if which == 1:
        return always
    if which == 2:
        return by_default
    if which == 3:
        return &certainly
    return quiet


def everywhere(int which, int x):
    cdef Calls calls
    cdef int (*local)(int)
    cdef callback[2] table
    local = chosen(which)
    calls.own = local
    calls.named = calls.own
    table[:] = [always, chosen(which)]
    return calls.own(x), calls.named(x), local(x), table[1](x), applied(local, x)


cdef int applied(int (*f)(int), int x) except? -1:
    return f(x) * 10


def between(bint first, int x):
    cdef int (*f)(int)
    if first:
        f = quiet
    else:
        f = always
    return f(x)


def of_shared_type(int x):
    cdef plain *f = shared
    return f(x)


def without_the_gil(double x, int n):
    cdef freely f = root
    cdef double total = 0
    cdef int i
    with nogil:
        for i in range(n):
            total += f(x)
    return total
