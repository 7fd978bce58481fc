"""Statements in the bodies of extension types, and what decorators make of these."""
cimport cython
import math
import typing
import typing as t
from typing import ClassVar
from typing import ClassVar as Shared

log = []
factor = 3


cdef class Body:
    """With a text."""
    cdef readonly int field
    factor = factor * 2
    names = [name for name in "ab"]
    squares = {}
    for k in range(3):
        squares[k] = k * k
    if factor > 4:
        large = True
    else:
        large = False
    try:
        missing = squares[7]
    except KeyError as error:
        missing = str(error)
    a, *b = range(factor)
    log.append(("in the body", factor, k))
    __hash__ = None
    import math as mathematics
    half = lambda self: self.field / 2

    def __cinit__(self, int field=factor, more=names):
        self.field = field
        log.append(more)

    def method(self, x=factor, y=large):
        return self.field, x, y, factor

    cpdef int c_method(self, int x=factor, double y=mathematics.pi):
        return <int>(x * y)

    factor += 1
    alias = method
    double_of = staticmethod(lambda x: 2 * x)

    @classmethod
    def made(cls, *args):
        return cls(*args).field

    also_made = made

    def __int__(self):
        return self.field

    __index__ = __int__


cdef class Heir(Body):
    factor = Body.factor * 10
    large = None

    def method(self, x=factor):
        return self.factor, x


def from_c(Body body):
    return body.c_method(), body.c_method(2), body.c_method(y=1, x=5), body.factor


@cython.internal
cdef class Hidden:
    cdef public int x


def hidden():
    return Hidden


@cython.collection_type("sequence")
cdef class Sequence:
    pass


@cython.collection_type("mapping")
@cython.final
cdef class Mapping:
    pass


@cython.no_gc_clear
cdef class Kept:
    cdef public object other

    def __dealloc__(self):
        log.append(type(self.other).__name__)


@cython.no_gc
cdef class Plain:
    cdef public object other


@cython.cdivision(True)
@cython.wraparound(False)
class Directed:
    """Directives of a Python class hold for its methods and for what is in them."""
    def divided(self, int a, int b, double[:] x):
        def inner(int c):
            return c // b
        return a // b, inner(a), x[b]

    @cython.cdivision(False)
    def of_python(self, int a, int b):
        return a // b


@cython.cdivision(False)
class DirectedAgain(Directed):
    def divided(self, int a, int b, double[:] x):
        return a // b, super().divided(a, b, x), x[-1]


class Undirected:
    def divided(self, int a, int b):
        return a // b


cdef class Documented:
    """The text of the class."""
    cdef public object __doc__

    def __init__(self, doc):
        self.__doc__ = doc


cdef class DocumentedByMethod(Documented):
    """Another text."""
    @property
    def __doc__(self):
        return "made"


cdef class Month:
    """Annotated attributes of the class; without a value and `ClassVar`, they are fields."""
    first: ClassVar[int]
    last: typing.ClassVar[int] = 12
    days: t.ClassVar[int] = 30
    hours: Shared[int] = 24
    unit: "t.ClassVar"
    scale: float = 2.5
    own: int
    cdef readonly int month

    def __init__(self, month=None):
        self.month = month if month is not None else self.first
        self.own = self.month

    def sums(self):
        return self.own + self.last, self.scale, self.days * self.hours


cdef class January(Month):
    first = 1
