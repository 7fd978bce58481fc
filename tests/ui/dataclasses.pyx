# Dataclasses of extension types: what their decorators and fields cannot say.

import dataclasses
from dataclasses import InitVar, field
from typing import ClassVar

cimport cython

ORDER = True


@dataclasses.dataclass("order")  #~ ERROR OFC0701
cdef class ByPosition:
    x: cython.int


@dataclasses.dataclass(slots=True, order=ORDER, eq=1)  #~ ERROR OFC0701 #~ ERROR OFC0701 #~ ERROR OFC0701
cdef class Options:
    x: cython.int


@cython.dataclasses.dataclass
cdef class Defaults:
    a: list = []  #~ ERROR OFC0701
    b: dict = {x: 1 for x in range(3)}  #~ ERROR OFC0701
    c: list = field(default_factory=list, default=None)  #~ ERROR OFC0701
    cdef set d
    d = {1}  #~ ERROR OFC0701
    shared: ClassVar[list] = []


@cython.dataclasses.dataclass
cdef class Fields:
    a: object = field(1)  #~ ERROR OFC0701
    b: object = field(default=1, repr=ORDER, hash="yes")  #~ ERROR OFC0701 #~ ERROR OFC0701
    c: object = field(default=1, comparable=False)  #~ ERROR OFC0701
    e: object = field(default=1, kw_only=ORDER)  #~ ERROR OFC0701


@dataclasses.dataclass
cdef class Order:
    a: cython.int = 1
    b: cython.int = field(init=False)
    c: cython.int  #~ ERROR OFC0001
    d: cython.int = 2
    cdef double e  #~ ERROR OFC0001
    f: cython.int = field(kw_only=True)


@dataclasses.dataclass
cdef class OrderOfHeir(Order):
    g: cython.int  #~ ERROR OFC0001


@dataclasses.dataclass
cdef class Again(Order):
    a: cython.int = 2  #~ ERROR OFC0104


@dataclasses.dataclass(unsafe_hash=True)  #~ ERROR OFC0701
cdef class Hashed:
    x: object

    def __hash__(self):
        return 1


@dataclasses.dataclass
cdef class Started:
    a: InitVar[cython.int] = field(init=False)  #~ ERROR OFC0701

    def __post_init__(self, a):
        pass


cdef class Plain:
    a: InitVar[cython.int]  #~ ERROR OFC0205


@dataclasses.dataclass
cdef class NotOfPython:
    a: cython.pointer(cython.double)  #~ ERROR OFC0201
    b: object = a_default  #~ ERROR OFC0101


@dataclasses.dataclass
cdef class OfC:
    a: cython.p_double = field(init=False, repr=False, default=NULL)
    b: object = None
