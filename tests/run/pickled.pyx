"""Pickling of objects of extension types: by their fields, as Cython does it."""

import copy
import pickle

cimport cython


cdef enum Color:
    RED
    BLUE = 7

cdef struct Pair:
    int first
    double second


cdef class Point:
    cdef readonly int x
    cdef public double y
    cdef str name
    cdef bint is_set
    cdef Color color

    def __init__(self, x=0, y=0.0, name=None):
        self.x = x
        self.y = y
        self.name = name
        self.is_set = True
        self.color = BLUE

    def shown(self):
        return self.x, self.y, self.name, self.is_set, self.color


cdef class Sphere(Point):
    cdef double complex radius
    cdef int[3] turns
    cdef (int, double) both
    cdef list parts
    cdef Point centre

    def __init__(self, radius=1, *args):
        super().__init__(*args)
        self.radius = radius
        self.turns = [1, 2, 3]
        self.both = (4, 0.5)
        self.parts = [radius]
        self.centre = Point(9)

    def all(self):
        return self.shown(), self.radius, self.turns, self.both, self.parts, self.centre.shown() if self.centre else None


class Named(Point):
    def __init__(self, label, *args):
        super().__init__(*args)
        self.label = label


cdef class Open:
    cdef dict __dict__
    cdef object __weakref__
    cdef public object held


cdef class Empty:
    pass


cdef class Numbers:
    cdef long total
    cdef unsigned char small
    cdef float rest

    def __init__(self, total=0):
        self.total = total
        self.small = 200
        self.rest = 1.5

    def shown(self):
        return self.total, self.small, self.rest


cdef class WithPointer:
    cdef int *where
    cdef double *there
    cdef int x


cdef class WithCinit:
    def __cinit__(self, *args):
        pass


cdef class UnderCinit(WithCinit):
    cdef public int x


cdef class WithStruct:
    cdef Pair pair
    cdef int number

    def set(self, first):
        self.pair.first = first
        self.pair.second = first / 2
        return self

    def shown(self):
        return self.pair


@cython.auto_pickle(True)
cdef class Forced(WithStruct):
    pass


@cython.auto_pickle(False)
cdef class Plain:
    cdef public int x


cdef class OverPlain(Plain):
    cdef public int y


cdef class Own:
    cdef int x

    def __init__(self, x=1):
        self.x = x

    def __reduce__(self):
        return Own, (self.x + 1,)

    def shown(self):
        return self.x


cdef class UnderOwn(Own):
    cdef public int y


cdef class OwnState:
    cdef public int x

    def __getstate__(self):
        return {"x": self.x}

    def __setstate__(self, state):
        self.x = state["x"] + 1


cdef class SetsState:
    cdef public int x
    cdef public object more

    def __setstate__(self, state):
        self.x, self.more = state[1] + 100, state[0]


cdef class Failing(Exception):
    cdef public int code


cdef class Table(dict):
    cdef public int x


@cython.final
@cython.internal
cdef class Inner:
    cdef public int x


def inner(x):
    made = Inner()
    made.x = x
    return made


def again(value):
    return [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]


def copies(value):
    return copy.copy(value), copy.deepcopy(value)
