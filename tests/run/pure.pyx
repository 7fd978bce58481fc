# cython: autotestdict.cdef=True
"""Cython in the syntax of Python, and operators of extension types: both sides, what is inherited, orderings."""
import functools

import cython
from cython import cfunc, locals as typed


@cython.cclass
class Point:
    """Two numbers."""
    x: cython.double
    y: cython.int
    label: object
    tag = cython.declare(str, visibility="public")

    def __init__(self, x: cython.double, y: cython.int = 2, label=None):
        self.x = x
        self.y = y
        self.label = label

    @cython.cfunc
    def weight(self, factor: cython.double) -> cython.double:
        if factor < 0:
            raise ValueError(factor)
        return self.x * factor + self.y

    @cython.ccall
    def total(self, factor: cython.double = 3) -> cython.double:
        return self.weight(factor)

    def shown(self):
        return self.x, self.y, self.label, self.tag, cython.typeof(self.x), cython.typeof(self.weight(2))


@cython.final
@cython.cclass
class Special(Point):
    @cython.cfunc
    def weight(self, factor: cython.double) -> cython.double:
        return 100

    @staticmethod
    def made():
        """>>> Special.made()"""
        return cython.cast(Point, Special(1)).total()


@cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def halved(n: cython.int) -> cython.int:
    """
    >>> halved(4)
    """
    if n % 2:
        raise ValueError(n)
    return n // 2


@cython.cfunc
@cython.nogil
@cython.returns(cython.long)
@cython.locals(n=cython.int, i=cython.int, total=cython.long)
@cython.exceptval(check=False)
def triangle(n):
    total = 0
    for i in range(n):
        total += i
    return total


@cython.cfunc
def plain(a, b=Point):
    """Says nothing."""
    return a, b is Point


@cython.ccall
def both(a, b: cython.int = 4):
    return a, b, cython.typeof(b)


@typed(a=cython.int, b="double", c=cython.double[:])
def of_types(a, b, c=None, d=5):
    e = cython.declare(cython.double, 2)
    f = cython.declare(cython.int)
    cython.declare(g=cython.float, h=cython.pointer(cython.int))
    f = a
    g = 0.5
    h = cython.NULL
    if cython.compiled:
        h = cython.address(f)
    i: cython.int = a // 2
    return (cython.typeof(a), cython.typeof(b), cython.typeof(e), cython.typeof(g), cython.typeof(h), e, g, h[0], i,
            None if c is None else c[0], d)


def casts(value):
    return cython.cast(cython.int, 3.7), cython.cast(Point, value, typecheck=True) is value


def calls(n):
    with cython.nogil:
        t = triangle(5)
    return halved(n), t, plain(n), both(n)


cdef class Base:
    property four:
        def __get__(self):
            """>>> Base().four"""
            return 4

    def __bool__(self):
        """>>> bool(Base())"""
        return True

    def __add__(self, other):
        """>>> Base() + 1"""
        return "Base.add"

    def __rsub__(self, other):
        return "Base.rsub"

    def __pow__(self, other, modulo):
        return "Base.pow", modulo


cdef class Left(Base):
    def __add__(self, other):
        return NotImplemented if other == 1 else "Left.add"


cdef class Right(Base):
    def __radd__(self, other):
        return NotImplemented if other == 1 else "Right.radd"

    def __rpow__(self, other, modulo):
        return "Right.rpow"

    def __sub__(self, other):
        return "Right.sub"


@cython.c_api_binop_methods(True)
cdef class Either(Base):
    def __add__(a, b):
        return isinstance(a, Either), isinstance(b, Either), cython.typeof(a)

    def __pow__(a, b, modulo):
        return isinstance(a, Either), modulo


cdef class Number(float):
    def __radd__(self, other):
        return "radd"

    def __mul__(self, other):
        return NotImplemented if other == 3 else "mul"

    def __pow__(self, other, modulo):
        return NotImplemented if other == 3 else "pow"


@cython.cdivision(True)
cdef class Fast:
    def halves(self, int n):
        return n // 2

    @cython.cdivision(False)
    def floors(self, int n):
        return n // 2


cdef class Valued:
    cdef readonly object value

    def __init__(self, value):
        self.value = value


@cython.total_ordering
cdef class Less(Valued):
    def __eq__(self, Valued other):
        return self.value == other.value

    def __lt__(self, Valued other):
        return NotImplemented if self.value is None else self.value < other.value


@functools.total_ordering
cdef class AtLeast(Valued):
    def __ne__(self, Valued other):
        return self.value != other.value

    def __ge__(self, Valued other):
        return self.value >= other.value


@cython.total_ordering
class Greater(Valued):
    def __eq__(self, other):
        return self.value == other.value

    def __gt__(self, other):
        return [self.value] if self.value > other.value else []


@functools.total_ordering
@cython.cclass
class AtMost(Valued):
    def __eq__(self, other):
        return NotImplemented if self.value == 2 else self.value == other.value

    def __le__(self, other):
        return self.value <= other.value
