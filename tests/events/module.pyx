# cython: linetrace=True
# distutils: define_macros=CYTHON_TRACE=1
import os

cimport cython

include "part.pxi"


cdef class Counter:
    cdef int n

    def __init__(self, int n):
        self.n = n

    cdef int twice(self):
        return 2 * self.n

    cpdef up(self):
        if self.n > 3:
            self.n = 0
        else:
            self.n += 1
        return self.twice()


def branch(int x):
    cdef int total = 0
    cdef int i
    if x > 3:
        total = 1
    elif x > 2:
        total = 2
    else:
        total = 3
    for i in range(x):
        total += i
    while total > 100:
        total -= 50
    try:
        if x == 2:
            raise ValueError("two")
    except ValueError:
        total = -1
    with nogil:
        total += 3
    return total


cdef int quiet(int x) noexcept:
    return x + 1


cdef int failing(x) except -1:
    return len(x)


def outer(x):
    return failing(x) + quiet(1)


def numbers(int n):
    cdef int i = 0
    while i < n:
        yield i
        i += 1


def waiting():
    try:
        yield "waits"
    except KeyError as error:
        yield error.args[0]


def nesting(x):
    def inner(y):
        return x + y
    return inner(1)


def squares(n):
    return [i * i for i in range(n)]


def never():  # pragma: no cover
    return 1


@cython.linetrace(False)
def unseen(x):
    return x


@cython.linetrace(False)
@cython.profile(True)
def counted(x):
    return x
