import functools

from cython.parallel import prange

numbers = [1]


def method(self, a=1):
    return a


def plain(x):
    return x + 1


def typed(int n, double[:] x=None):
    return n if x is None else x[n]


def each(self, n):
    yield from range(n)


def halved(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] / 2
    return x.shape[0]


def tag(function):
    function.tagged = True
    return function


@tag
def tagged(x):
    return x


def wrapper(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args), "wrapped"
    return inner


plain.attribute = 5
typed.__doc__ = "new"
halved.kind = "region"
wrapped = wrapper(plain)


class Made:
    method = method
    each = each


class Defaults:
    def m(self, a, b=numbers, c=3, *, d=numbers + [2], e="x", **kw):
        return a, b, c, d, e

    def r(self, int x=5, y=(1, 2), z=-1, w=True, v=1.5e300, u=b"b", t="'", s=...):
        return x

    def none(self, *args, k):
        pass


@tag
def with_defaults(x=numbers, /, y={}, *, z):
    return x, y, z


def inner(n):
    def function(a=numbers, *, b=n):
        return a
    return function, lambda x=n: x


def bound():
    class Late:
        pass
    Late.method = method
    Late.typed = typed
    return Late().method(5), Made().method(), list(Made().each(3)), [f(3) for f in (plain, abs)]


cdef class Extension:
    taken = method

    def use(self):
        return self.taken(4), plain(2), (<object>plain)(3)


def sorted_by(items):
    return sorted(items, key=plain), list(map(plain, items))
