"""Parameters that take the arguments that others leave."""
import sys


def both(*args, **named):
    return args, named


def some(a, int b=2, *rest, double c=1.5, **named):
    return a, b, rest, c, named


def only_tuple(*values):
    return len(values), sum(values)


def only_dict(a, /, **named):
    return a, sorted(named.items())


def keyword_behind(*args, key, other=None):
    return args, key, other


def rebound(*args, **named):
    args = args[1:]
    named = {}
    return args, named


def view_first(double[:] x, *rest):
    return x[0], rest


def counts(x):
    before = sys.getrefcount(x)
    for _ in range(10):
        both(x, x, k=x)
        rebound(x, x, k=x)
        try_some(x)
    return sys.getrefcount(x) - before


def try_some(x):
    return some(x, 1, x, x, k=x)


cdef class Box:
    cdef public object made

    def __init__(self, *args, **named):
        self.made = args, named

    def method(self, first, *rest, **named):
        return first, rest, named

    def __call__(self, *args):
        return args


# What takes the rest of the arguments is a variable like any other.

def bound_again(*rest, **named):
    rest = rest[0] if rest else None
    named = named.get("k", 0)
    return rest, named


def exchanged(*rest, **named):
    rest, named = named, rest
    rest |= {"z": 1}
    named += (2,)
    return rest, named


def looped(*rest):
    for rest in rest:
        pass
    return rest


def counted(*rest):
    rest = 1
    rest += 2.5
    return rest


def split(*rest):
    *rest, last = rest
    return rest, last


def yielded(*rest):
    yield rest
    rest = rest[0]
    yield rest


def shared(*rest):
    def inner():
        nonlocal rest
        rest = [rest[0]]
        return rest
    return inner(), rest


of_lambda = lambda *rest: [rest := rest[0], rest]


class Rebinding:
    def method(self, *rest, **named):
        rest, named = 3, "b"
        return rest, named

    @classmethod
    def of_class(cls, *rest):
        rest = len(rest)
        return rest


cdef class CRebinding:
    cdef public object made

    def __init__(self, *rest, **named):
        rest, named = 3, "b"
        self.made = rest, named

    def __call__(self, *rest):
        rest = rest[0]
        return rest
