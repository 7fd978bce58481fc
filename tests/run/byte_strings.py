"""`bytes` objects in regions."""

import numpy as np
from attempts import attempt


class Model:
    def at(self, data, i):
        # Cython's words for a C index.
        if not -len(data) <= i < len(data):
            raise IndexError("string index out of range")
        return data[i], data[i] + 1, len(data)

    def counts(self, data, out):
        out[:] = [data.count(97 + i) for i in range(len(out))]

    def last(self, data, out, at):
        if not -len(data) <= at < len(data):
            raise IndexError("Out of bounds on buffer access (axis 0)")
        out[:] = data[at] + data[-1]

    def two(self, data, more, out):
        for source in (data, more):
            if len(source) < len(out):
                raise IndexError("Out of bounds on buffer access (axis 0)")
        out[:] = [data[i] + more[i] * data[0] for i in range(len(out))]


def model():
    return Model()


def cases(module):
    for i in (0, 2, -1, 3, -4):
        yield f"at {i}", attempt(module.at, b"a\xffb", i)
    out = np.zeros(4, int)
    module.counts(b"abracadabra", out)
    yield "counts", out.copy()
    for at in (0, 5, -6, 6, -7):
        yield f"last {at}", (attempt(module.last, b"abc\x00\xf0f", out, at), out.copy())
    module.two(b"\x02\x03\x04\x05\x06", b"\xff\x01\x02\x00", out)
    yield "two", out.copy()
    yield "two, too short", attempt(module.two, b"abcd", b"abc", out)


BYTES = {"counts": {"data": (11, 0), "out": (0, 32)}, "last": {"data": (2, 0), "out": (0, 32)}, "two": {"data": (5, 0), "more": (4, 0), "out": (32, 64)}}


def traced(module):
    out = np.zeros(4, int)
    module.counts(b"abracadabra", out)
    module.last(b"abcdef", out, 4)
    module.two(b"abcd", b"efgh", out)
