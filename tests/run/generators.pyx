"""Generators: what they give and take, what they keep while they wait, how they end."""
import sys

import numpy as np


def count(int n):
    cdef int i
    for i in range(n):
        yield i


def echo():
    got = None
    while True:
        got = yield got
        if got == "stop":
            return "done"


def handled(log):
    try:
        try:
            x = yield 1
            log.append(("x", x))
            raise KeyError("k")
        except KeyError as e:
            log.append(repr(e))
            y = yield "in handler"
            log.append((y, sys.exc_info()[0]))
        else:
            log.append("no")
        yield 3
    finally:
        log.append("finally")


def delegated(given):
    result = yield from given
    yield "result", result
    return result


def in_finally():
    try:
        return "early"
    finally:
        yield "in finally"


def delegated_in_finally():
    try:
        return "early"
    finally:
        yield from "ab"


def ways_out(xs, way):
    for x in xs:
        try:
            if way == "break":
                break
            if way == "continue":
                continue
            if way == "return":
                return x
            if way == "raise":
                raise ValueError(x)
        finally:
            yield "left", x
    else:
        yield "else"
    yield "end"


def with_else(xs):
    for x in xs:
        if x == 9:
            break
        yield x
    else:
        yield "else"


def shared(n):
    k = 10

    def inner():
        nonlocal k
        for i in range(n):
            k += i
            yield k
    return list(inner()), k


def of_views(double[:] v, double scale, *args, **named):
    cdef double total = 0
    cdef double[::1] copied = np.empty(v.shape[0])
    for i in range(v.shape[0]):
        total += v[i]
        copied[i] = total
        yield total * scale, np.asarray(copied[:i + 1]).tolist(), args, named
        args = (i,)
    v = None
    yield v is None


cdef struct Pair:
    int left
    double[2] right


def of_structs(int n):
    cdef Pair pair
    cdef int[3] cells = [n, n + 1, n + 2]
    pair.left = n
    pair.right[0] = pair.right[1] = 0.5
    while pair.left < n + 3:
        pair.right[pair.left % 2] += cells[pair.left - n]
        pair.left += 1
        yield pair, cells


cdef class Tree:
    cdef object left, right, value

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.value
        if self.right is not None:
            yield from self.right

    def named(self, text="t", *, last=None):
        yield text + str(self.value)
        yield last


class Counter:
    def down(self, n):
        while n:
            n -= 1
            yield n, __class__.__name__


def expression(xs, int k):
    return (x + k for x in xs if x != k)


def nested(xs, ys):
    odd = (x for x in xs if (lambda: x != 2)())
    return (
        list((x, y) for x in xs for y in ys if x != y),
        [tuple(y for y in g) for g in [(z for x in xs for z in range(x))]],
        sorted(odd, key=lambda x: -x),
    )


def later(xs):
    m = 3
    given = (m * x for x in xs)
    m = 4
    return list(given), any(x > m for x in xs), (y := m), list((z := x) for x in xs), z


def order(f):
    return [f((yield 1), (yield 2)), (yield 3) + (yield 4)]


def managed(manager):
    with manager as given:
        yield given
    yield "after"


def unbound(n):
    if n:
        x = yield
    yield x


def without_the_gil(int n):
    cdef int total = 0, i
    while True:
        with nogil:
            for i in range(n):
                total += i
        n = yield total


def from_lambda(x):
    return list((lambda: (yield x))())


of_the_module = (a * 2 for a in range(3))
