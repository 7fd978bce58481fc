# cython: language_level=3
# A C method `__enter__`, whose result `with` binds as it is.
from handles cimport Handle, handle_t


cdef class Number:
    cdef double x

    def __init__(self, x):
        self.x = x

    cdef double __enter__(self) noexcept:
        return self.x

    def __exit__(self, *caught):
        return caught[0] is not None


cdef class Deeper(Handle):
    cdef handle_t __enter__(self):
        self.depth += 10
        return Handle.__enter__(self)


cdef int depth(handle_t handle) noexcept nogil:
    return (<int*>handle)[0]


def of_other_module(int n):
    cdef int total = 0
    with Handle(n) as handle:
        with nogil:
            total += depth(handle)
    return total


def of_heirs(int n, bint is_deeper, how):
    cdef Handle made = Deeper(n) if is_deeper else Handle(n)
    with made as handle:
        before = depth(handle)
        if how is not None:
            raise how
        with made as inner:
            before += depth(inner)
    return before, made.log


def of_none():
    cdef Handle made = None
    with made as handle:
        return depth(handle)


def use_number(x):
    with Number(x) as y:
        z = y * 2
        if x > 5: raise ValueError
        z += 1
    return z, y

def declared(x):
    cdef float y
    with Number(x) as y:
        pass
    return y

def as_object(x):
    cdef object y
    with Number(x) as y:
        pass
    return y

def in_list(x):
    l = [None]
    with Number(x) as l[0]:
        pass
    return l

def twice(x):
    with Number(x) as y, Number(y + 1) as z:
        y = z
    return y
