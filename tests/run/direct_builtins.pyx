# Builtins of objects that are called by what computes them, texts with literals in them, and targets with a star.
cdef struct S:
    int a
    double b


def str_(x):
    return str(x)


def repr_(x):
    return repr(x)


def ascii_(x):
    return ascii(x)


def bool_(x):
    return bool(x)


def type_(x):
    return type(x)


def list_(x):
    return list(x)


def tuple_(x):
    return tuple(x)


def set_(x):
    return sorted(set(x), key=repr)


def frozenset_(x):
    f = frozenset(x)
    return sorted(f, key=repr), len(f), f is x


def dict_(x):
    d = dict(x)
    return d, d is x


def iter_(x):
    return type(iter(x))


def next_(x):
    return next(x)


def next2_(x, d):
    return next(x, d)


def sorted_(x):
    s = sorted(x)
    return s, s is x


def chr_(x):
    return chr(x)


def ord_(x):
    return ord(x)


def slice_(x):
    return slice(x)


def slice2_(x, y):
    return slice(x, y)


def slice3_(x, y, z):
    return slice(x, y, z)


def divmod_(x, y):
    return divmod(x, y)


def getattr_(x, y):
    return getattr(x, y)


def setattr_(x, y):
    return setattr(x, y, 1)


def delattr_(x, y):
    delattr(x, y)


def frozen_display(x):
    f = frozenset((x, 1, x)), frozenset([x]), frozenset(()), frozenset([1, 2, 3, 4, 5, 6])
    return [len(g) for g in f], [type(g) for g in f]


def set_display(x):
    f = set((x, 1, x)), set([x]), set(()), set([1, 2, 3, 4, 5, 6])
    return [len(g) for g in f], [type(g) for g in f]


def list_display(x):
    return list((x, 1, 2.5)), list([x]), list(()), list(((1, 2), 3))


def tuple_display(x):
    return tuple((x, 1, 2.5)), tuple([x]), tuple([]), tuple([[1], 2])


def dict_names(x):
    return dict(a=x, b=1, c="d"), dict(), dict(**{"a": x}), dict({"q": 1}, a=x)


def empties():
    return str(), list(), dict(), set(), tuple(), frozenset(), bool(), int(), float(), bytes(), bytearray(), complex()


def len_struct():
    cdef S s
    s.a = 1
    s.b = 2
    cdef (int, double) t = (1, 2.0)
    d = s
    return len(s), len(d), len(t)


def star(x):
    a, *b = x
    return a, b


def star_begin(x):
    *a, b = x
    return a, b


def star_mid(x):
    a, *b, c = x
    return a, b, c


def star_display(x):
    a, *b, c = [x, 1, x, "c"]
    *d, e = x, 2
    f, *g = x, x
    a, *b = b, a, c
    return a, b, c, d, e, f, g


def star_typed(x):
    cdef int a = 0
    cdef double c = 0
    a, *b, c = 3, x, 4.5, 7
    try:
        a, *b, c = 4, 5, x
    except (TypeError, ValueError):
        pass
    return a, b, c


def percent(x):
    return "%d:%s" % (3, "a"), "%s%s" % ("a", "b"), "%s" % ("z",), "%s %r %s" % ("a", "b", x), "%%%s" % ("%s",), "%s" % x
