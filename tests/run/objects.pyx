"""Python objects: calls, attributes, subscripts, operators, loops."""
import math
import os.path as path
from collections import OrderedDict as Ordered, namedtuple

CONSTANT = 42
pair = (1, "two")
Point = namedtuple("Point", "x y")


def attributes(name):
    return math.pi, path.join("a", name), Point(1, 2).x


def calls(function, *, key=None):
    return function(1, 2), function(3, key=key), function()


def operators(a, b):
    return a + b, a - b, a * b, a / b, a // b, a % b, a ** 2, -a, +a


def compared(a, b):
    return a < b, a == b, a is b, a is not None, a in [b], not a


def displays(a, int b):
    x = [a, b, 2.5]
    y = {"a": a, b: "b"}
    z = (a,)
    x[0] = 7
    y["c"] = x
    return x, y, z, x[1:], y["a"]


def in_place(a, b):
    c = [1]
    c += [a]
    c[0] += 5
    a += b
    return a, c


def looped(items):
    result = []
    for item in items:
        if item == 2:
            continue
        if item == 5:
            break
        result.append(item)
    else:
        result.append("end")
    return result


def nested(items):
    total = 0
    for a, b in items:
        for c in b:
            total = total + a * c
    return total


def unpacked(value):
    a, b = value
    (c, d), e = (a, b), 3
    return a, b, c, d, e


def chosen(a, b):
    c = a if a else b
    return c, a and b, a or b


def counted(n):
    result = 0
    for i in range(n):
        result += i
    for i in range(5, n, 2):
        result += 1
    while result > 100:
        result -= 50
    return result


def global_names():
    global CONSTANT
    CONSTANT = CONSTANT + 1
    return CONSTANT, pair, len(pair), Ordered([(1, 2)])[1]


def set_attribute(thing, value):
    thing.name = value
    thing.items[0] = value
    del thing.items[1]
    return thing.name


def asserted(value):
    assert value
    assert value > 1, "too small"
    return value


def raised(kind):
    raise kind


def early(n):
    if n > 3:
        return "large"
    if n > 1:
        return
    "not reached as a value"


def converted(double x, int n, bint flag):
    values = [x, n, flag]
    return values, x + values[1], n * values[0]


def large():
    return 12345678901234567890123, 0xFFFFFFFFFF, -(2**3), 1e300, 1j


def wide(text):
    return text + "é\n\"quoted\"\\", b"bytes\x00\xff"


def chained(value):
    a = b = c = [value]
    d = (e, f) = (1, 2)
    b.append(3)
    return a, b, c, a is c, d, e, f


ctypedef int triple[3]


def typedef_array(int n):
    cdef triple t
    cdef int i
    for i in range(3):
        t[i] = n * i
    return t[0], t[1], t[2]


def characters():
    cdef char c = 'x'
    cdef unsigned char d = b'y'
    return c, d, c == <char>'x', d > c'a'


cdef nothing():
    pass


def of_nothing():
    return nothing()


def among_keys(key, dict names, set chosen, frozenset fixed):
    return key in names, key not in chosen, key in fixed


def keys(d, int i):
    d[()] = 'none'
    d[i,] = 'one'
    d[(i, 2)] = 'two'
    d[(i,),] = 'inner'
    del d[(5,)]
    return d[()], d[(i,)], d[i,], d[1, 2], sorted(map(repr, d))


def of_views(double[:] v, double[:, :] w, int i):
    v[i,] = 5
    return v[(i,)], v[i,], w[(i, 0)]
