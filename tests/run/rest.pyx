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
