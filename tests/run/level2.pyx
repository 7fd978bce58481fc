# cython: language_level=2
"""Language level 2: what words mean whose meaning changed with Python 3."""
from __future__ import print_function

cimport cython


DEF HALF = 7 / 2

def quotients(int a, int b, double x, n, m):
    return a / b, x / b, n / m, 7 / 2, -7 / 2, HALF


def unsigned_quotient(unsigned int a, unsigned int b):
    return a / b


def quotient_in_place(int a, int b):
    a /= b
    return a


def quotient_of_objects(n, m):
    n /= m
    return n


def quotient_in_c(int a, int b):
    with cython.cdivision(True):
        return a / b


def longs():
    return type(3L), 4L * 2 ** 40, isinstance(3, long), long(5.5), 0xFFL


def typed_long(x):
    cdef long y = x
    return y + 1


cdef char *letters = 'ü\xe9 \x12'


def c_text():
    cdef char *mine = "é"
    return letters, mine, b'ä\xe4'


def leaking(items):
    taken = [item * 2 for item in items]
    return taken, item


def leaking_pairs(rows):
    taken = [a + b for a, b in rows for c in (a, b)]
    return taken, a, b, c


def not_leaking(items):
    item = 0
    taken = {item for item in items}
    named = {item: 1 for item in items}
    made = list(item for item in items)
    inner = list([each for each in item] for item in [items, items])
    return sorted(taken), sorted(named), made, inner, item


def nested(items):
    taken = [[inner for inner in range(outer)] for outer in items]
    return taken, outer, inner


from_module = [at for at in range(3)]
last = at


class Leaking:
    items = [value for value in (1, 2)]


def kept_exception():
    try:
        raise ValueError("kept")
    except ValueError as error:
        pass
    return str(error)


def ending(iterator):
    while True:
        yield next(iterator)


def ended_by_exception():
    yield 1
    raise StopIteration


def delegating():
    result = yield from ended_by_exception()
    yield result


def imports():
    import os.path as path
    import os.path
    from math import floor
    return path is os.path, floor(1.5)


def printed(x):
    print(x, x, sep="-")


def iterated(d):
    total = []
    for key in d.iterkeys():
        total.append(key)
    for value in d.itervalues():
        total.append(value)
    return total, [pair for pair in d.iteritems()]


def made_and_iterated(*args, **named):
    return sorted(dict(*args, **named).iteritems())
