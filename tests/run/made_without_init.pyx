"""`P.__new__(P)`: objects of extension types without `__init__`."""
from cpython.datetime cimport date, import_datetime

import_datetime()

made = []


cdef class Plain:
    cdef public int n
    cdef public object o
    cdef public double[::1] v

    def __init__(self, n):
        self.n = n


cdef class Counted:
    cdef public int n

    def __cinit__(self, *arguments):
        self.n = 5 + len(arguments)
        made.append(self.n)

    def __init__(self):
        raise ValueError("not called")


cdef class Asking:
    def __cinit__(self, int n):
        pass


cdef class Heir(Counted):
    cdef public list items

    def __cinit__(self):
        self.items = []


cdef Plain plain(int n):
    cdef Plain p = Plain.__new__(Plain)
    p.n = n
    return p


def each():
    p = Plain.__new__(Plain)
    cdef Heir h = Heir.__new__(Heir)
    h.items.append(1)
    return (type(p).__name__, p.n, p.o, type(Counted.__new__(Counted)).__name__, Counted.__new__(Counted).n, h.n, h.items,
            plain(7).n, list(made))


def asking():
    return Asking.__new__(Asking)


def others():
    """Another class, arguments, and classes that need them."""
    return (type(Counted.__new__(Heir)).__name__, type(Plain.__new__(Plain, 3, 4)).__name__, Counted.__new__(Counted, 1, 2).n)


def wrong():
    return Heir.__new__(Plain)


def without_arguments():
    return date.__new__(date)


def named():
    kind = Plain
    return type(kind.__new__(kind)).__name__


def many(int n):
    cdef Plain p
    cdef list all = []
    cdef int i
    for i in range(n):
        p = Plain.__new__(Plain)
        p.n = i
        p.o = p
        all.append(p)
        p.o = None
    return sum([one.n for one in all])


class Derived(Plain):
    def __new__(cls):
        self = Plain.__new__(cls)
        self.n = 9
        return self

    def __init__(self):
        pass
