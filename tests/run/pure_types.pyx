"""Types that calls of `cython` make, annotated variables of the module, and what is compiled of two ways."""
import cython
from cython import compiled

Point = cython.struct(x=cython.int, y=cython.double)
Either = cython.union(i=cython.int, f=cython.float)
Count = cython.typedef(cython.long)

limit: cython.int = 5
version: int = 3

if not compiled:
    from nowhere import nothing

    broken = 1 + "a"


@cython.cfunc
def fill(to: cython.pointer(cython.double), values: cython.int[4]) -> cython.void:
    to[0] = values[3] + 5


def of_types(n: Count):
    values: cython.int[4]
    i: cython.int
    point: Point
    either: Either
    d: cython.double = 1
    p: cython.pointer(cython.double) = cython.address(d)
    for i in range(4):
        values[i] = i * 2
    fill(cython.address(d), values)
    point.x = n
    point.y = p[0]
    either.i = 7
    return point, either.i, d, cython.typeof(n), cython.sizeof(Point)


def ways(x: cython.int):
    global limit
    if cython.compiled:
        limit = limit + x
    else:
        limit = undefined(x)
    if not cython.compiled and x:
        return "interpreted"
    elif x > 3:
        return "much", limit
    while cython.compiled:
        x += 1
        if x > 2:
            break
    return x, limit, version


def sometimes(x):
    if not cython.compiled:
        yield x


words = cython.declare(frozenset, frozenset(("a", "b")))
kept: cython.py_int = 2**70


class Later:
    def __init__(self, n):
        self.n = n


@cython.cclass
class Owner:
    total: cython.py_float

    def __init__(self, total):
        self.total = total

    @cython.final
    @cython.cfunc
    def twice(self) -> cython.double:
        return self.total * 2

    @cython.final
    def open(self):
        return self.twice()

    @cython.locals(other='Owner', n='int')
    def with_other(self, other, n):
        return other.twice() * n

    named = with_other


@cython.final
def whole(n: cython.py_int, z: cython.py_complex, b: cython.py_bool):
    return n + kept, z, b, sorted(words)


class Heir(Owner):
    def open(self):
        return "heir"
