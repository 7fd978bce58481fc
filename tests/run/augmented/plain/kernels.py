"""Plain Python: `kernels.pxd` gives it types."""
import math

from cython.parallel import prange

from plain.edges import Edge

counter = 0
limit = 3


def half(x):
    "Half of it."
    return x / 2


def power(x, n=2):
    result = 1
    for _ in range(n):
        result = result * x
    return result


def halves(n):
    return n // 2


def _hidden(a):
    return a + 1


def uses_hidden(a):
    return _hidden(a) / 3


def total(values):
    s = 0
    for i in range(values.shape[0]):
        s += values[i]
    return s


def scale(values, by):
    for i in prange(values.shape[0], nogil=True, device={}):
        values[i] = values[i] * by


def wraps(i):
    i += 1
    return i


def count():
    global counter
    counter += 1
    return counter


def checked(x):
    if x < 0:
        raise ValueError(x)
    return x


def untyped(x, *rest, **others):
    return x, rest, others, limit


def nothing(x):
    math.sqrt(x)


class Base:
    """A class of C's."""

    def __init__(self, x, name="it"):
        self.x = x
        self.name = name
        self.kept = []

    def scaled(self, by):
        return self.x * by

    def twice(self):
        return self.scaled(2)

    def _inner(self, k):
        return self.x + k

    def outer(self, k):
        return self._inner(k)

    @property
    def doubled(self):
        return self.x * 2

    @staticmethod
    def free(a):
        return a, "free"

    @classmethod
    def made(cls, x):
        return cls(x, "made")

    def __repr__(self):
        return "Base(%r, %r)" % (self.x, self.name)

    def __add__(self, other):
        return self.x + other.x if isinstance(other, Base) else NotImplemented


class Heir(Base):
    def scaled(self, by):
        return self.x * by + self.extra

    def more(self):
        self.extra = 10
        return self.twice()


class Plain:
    def __init__(self):
        self.anything = 1


class Silent(Base):
    """What it overrides is declared, and it is not."""

    def scaled(self, by):
        return self.x - by

    def _inner(self, k):
        return -k


class Fringe(Edge):
    def at(self, i, far=False):
        return i * 10 + far

    def whole(self):
        return self.at(3), self.at(4, True), self.edge(2)
