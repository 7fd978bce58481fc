"""Unions and globals in regions."""

import numpy as np

padded = np.dtype([("tag", "i4"), ("word", "V4")])


class Model:
    counter, scale, table = 5, 2.5, [1, 2, 3, 4]

    def words(self, x, out):
        whole = x.view("i4")
        low = whole.copy()
        low.view("u1").reshape(-1, 4)[:, 0] = 1
        out[:] = whole + low % 7

    def tagged(self, v):
        raw = v["word"].copy()
        whole, real = raw.view("i4"), raw.view("f4")
        whole[v["tag"] == 0] += 1
        real[v["tag"] != 0] += 0.5
        v["word"] = raw

    def alone(self, v):
        v.view("i4")[:] = v.view("u1").reshape(-1, 4)[:, 1] + np.arange(len(v), dtype="i4")

    def globals_of(self, x):
        x[:] = [value * self.scale + self.counter + self.table[i % 4] + 10 for i, value in enumerate(x)]

    def set_globals(self, n, f):
        self.counter, self.scale, self.table = n, f, [n, 2, 3, 4]


def model():
    return Model()


def made(count):
    v = np.zeros(count, padded)
    v["tag"] = np.arange(count) % 2
    v["word"] = np.where(v["tag"] == 0, np.arange(count, dtype="i4"), np.arange(count, dtype="f4").view("i4")).view("V4")
    return v


def cases(module):
    x, out = np.arange(9, dtype="f4"), np.zeros(9, "i4")
    module.words(x, out)
    yield "words", out
    for v in (made(8), made(8)[::-2]):
        module.tagged(v)
        yield "tagged", v["word"].view("i4").tolist() if v.flags.contiguous else v["word"].copy().view("i4").tolist()
    for dtype in ("V4", "i4", "f4"):
        v = np.arange(1000, 1006, dtype="i4").view(dtype)
        module.alone(v)
        yield f"alone {dtype}", v.view("i4").tolist()
    x = np.arange(6.0)
    module.globals_of(x)
    yield "globals", x.copy()
    module.set_globals(9, 0.5)
    module.globals_of(x)
    yield "other globals", x.copy()
    module.set_globals(5, 2.5)


BYTES = {
    "words": {"x": (36, 0), "out": (0, 36)},
    "tagged": {"v": (64, 64)},
    "alone": {"v": (24, 24)},
    "globals_of": {"x": (48, 48), "table": (32, 0)},
}


def traced(module):
    module.words(np.arange(9, dtype="f4"), np.zeros(9, "i4"))
    module.tagged(made(8))
    module.alone(np.zeros(6, "i4"))
    module.globals_of(np.arange(6.0))
