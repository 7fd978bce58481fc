# Extension types that are dataclasses.
import dataclasses
import typing
from dataclasses import InitVar
from typing import ClassVar

cimport cython
import cython
from cython.dataclasses cimport dataclass, field
from cython cimport dataclasses as of_cython
from libc.stdlib cimport free, malloc

log = []

cdef struct Pair:
    int a
    double b

cdef double* allocate() noexcept:
    return <double *>malloc(8)

def numbered():
    log.append("made")
    return len(log)

@dataclass
cdef class Nothing:
    pass

@dataclass(order=True)
cdef class Point:
    """A point."""
    x: cython.double
    y: cython.double = 2.5

    cpdef double norm(self):
        return self.x * self.x + self.y * self.y

    def moved(self, dx):
        return Point(self.x + dx, self.y)

cdef double norms(list points):
    cdef Point point
    cdef double total = 0
    for point in points:
        total += point.x + point.norm()
    return total

def sum_of_norms(points):
    return norms(points)

@cython.dataclasses.dataclass(order=True)
cdef class Labelled(Point):
    name: str = "none"
    weights: list = field(default_factory=list, compare=False)
    kind: ClassVar[str] = "labelled"
    count: int = 3

@dataclass(unsafe_hash=True)
cdef class Kinds:
    i: cython.int
    l: cython.longlong = -1
    u: cython.uchar = 255
    f: cython.float = 0.1
    d: float = 1
    b: cython.bint = True
    t: bool = False
    c: complex = 1j
    s: str = "text"
    y: bytes = b"bytes"
    n: int = 10 ** 30
    o: object = None
    p: Point = None
    w: "list" = ()
    e: typing.Optional[dict] = None

@dataclass
cdef class Both:
    cdef double hidden
    hidden = 1.5
    cdef readonly int fixed
    fixed = 4
    cdef public object free
    free = (1, 2)
    cdef public list items, others
    items = field(default_factory=lambda: [0])
    others = None

    def of_hidden(self):
        return self.hidden

@dataclasses.dataclass(frozen=True)
cdef class Frozen:
    x: cython.int = 1
    y: object = None
    cdef public int z
    z = 3

@dataclass(frozen=True, eq=False)
cdef class ById:
    x: cython.int

@dataclass(order=True, eq=False, repr=False, match_args=False)
cdef class Ordered:
    x: cython.int
    note: object = dataclasses.field(default=None, compare=False, repr=False)

@dataclass(unsafe_hash=True)
cdef class Chosen:
    a: object
    b: object = field(default=1, hash=False)
    c: object = field(default=2, compare=False, hash=None)
    d: object = field(default=3, compare=False, hash=True, repr=False)

@dataclass(kw_only=True, order=True)
cdef class Named:
    b: cython.long
    a: cython.double = 2.0
    c: list = field(default_factory=list)

@dataclass(kw_only=True)
cdef class NamedHeir(Point):
    q: cython.int = 1

@dataclass
cdef class HeirOfNamed(Named):
    d: object = None

@dataclass(kw_only=True)
cdef class Loose:
    a: object = 1
    b: object

@dataclass
cdef class Started:
    a: cython.int
    scale: InitVar[cython.int] = 2
    more: dataclasses.InitVar[object] = None
    cdef InitVar[double] last
    last = 0.5
    made: object = of_cython.field(default_factory=numbered, init=False)
    total: cython.double = field(init=False, default=7)
    unset: object = field(init=False)

    def __post_init__(self, scale, more, last):
        log.append((self.a, self.scale, scale, more, last, self.total))
        self.total = self.a * scale + last

@dataclass
cdef class StartedHeir(Started):
    b: cython.int = 1

cdef class Between(Point):
    cdef public int extra

@dataclass
cdef class AfterBetween(Between):
    z: cython.double = 1

@dataclass
cdef class Own:
    x: object

    def __init__(self, x, y=0):
        self.x = [x, y]

    def __repr__(self):
        return f"<{self.x}>"

    def __eq__(self, other):
        return "same" if isinstance(other, Own) else NotImplemented

    def __hash__(self):
        return 42

    __match_args__ = ("only",)

@dataclass(init=False, repr=False, eq=False)
cdef class Bare:
    x: cython.int = 3
    y: object = None

@dataclass(repr=True)
cdef class Node:
    value: object
    next: Node = None
    children: list = field(default_factory=list)

@dataclass
cdef class InC:
    pair: Pair = field(compare=False)
    memory: cython.p_double = field(init=False, repr=False, default_factory=allocate, compare=False)
    view: cython.double[:] = field(default=None, repr=False, compare=False)
    letters: cython.char[3] = field(init=False, repr=False, compare=False)

    def __dealloc__(self):
        free(self.memory)

    def stored(self, double value):
        self.memory[0] = value
        return self.memory[0] + self.pair.b + (0 if self.view is None else self.view[0])

def shape(value):
    match value:
        case Point(0, y):
            return "on the axis", y
        case Labelled(x, y, name):
            return "labelled", name
        case Point(x=x):
            return "point", x
        case Named(b=b):
            return "named", b
    return "other"
