"""Calls of compare.py with structs: from and to Python, and buffers of them: what NumPy and ctypes say of theirs, and random format strings.

Kept away from what Cython reads outside its tables or does not take although it fits: strings that go on behind the
last field, a struct first in a struct that is not the first field, and arrays of structs.
"""

import ctypes
import random
import re

import numpy as np
from cython_probe import Exporter

# Name, size and fields of each struct of the probes: type letter, native size, extents.
STRUCTS = {
    "point": (16, ["d", "d"]),
    "mixed": (56, ["d", "i", "(3)h", "T{dd}", "c", "l"]),
    "packed": (26, ["c", "d", "(2,2)i", "B"]),
    "letters": (20, ["5s", "b", "B", "Zf", "f"]),
    "head": (24, ["T{dd}", "i"]),
}
LETTERS = ["d", "f", "i", "I", "h", "H", "l", "q", "b", "B", "c", "?", "Zd", "Zf", "g", "s", "5s", "2d", "O", "p"]
MARKS = ["@", "=", "<", "^", ">", "x", "2x", "6x", " ", "(2)", "(3)", "(2,2)", "(3", "()", "3", "Z", "y", "T", "T{"]


def fields_in(fields):
    return sum(2 if field.startswith("T{") else 1 for field in fields)


def flatten(fields):
    """Tokens of the format, with names."""
    for at, field in enumerate(fields):
        if field.startswith("T{"):
            yield "T{"
            yield from (part for name in "uv" for part in ("d", f":{name}:"))
            yield "}"
        elif field.startswith("("):
            yield field[: field.index(")") + 1]
            yield field[field.index(")") + 1 :]
        else:
            yield field
        yield f":f{at}:"


def goes_on(text, fields):
    """Whether the string may go on behind the last field."""
    left = fields_in(fields)
    for number, letter in re.findall(r"(\d*)(Z?[a-zA-Z?]|\()", re.sub(":[^:]*:", "", text)):
        if letter in "(T" and left <= 0:
            return True
        if letter not in "(Tx":
            is_string = letter == "s" and fields[0] == "5s"
            left -= (1 if is_string or not number else int(number)) * (2 if letter == "Zd" else 1)
    return left < 0


def strings(name, count, generator):
    size, fields = STRUCTS[name]
    right = list(flatten(fields))
    for _ in range(count):
        tokens = list(right)
        if generator.random() < 0.5:
            tokens.insert(0, generator.choice("@=^<"))
        if generator.random() < 0.3:
            tokens = [token for token in tokens if not token.startswith(":")]
        for _ in range(generator.choice([0, 0, 1, 1, 2, 3])):
            at = generator.randrange(len(tokens))
            if generator.random() < 0.4:
                tokens[at] = generator.choice(LETTERS + MARKS)
            elif generator.random() < 0.5:
                del tokens[at]
            else:
                tokens.insert(at, generator.choice(LETTERS[:12] + MARKS))
            if not tokens:
                break
        text = "".join(tokens)
        if goes_on(text, fields) or tokens.count("}") > tokens.count("T{"):
            continue
        yield (f"T{{{text}}}" if generator.random() < 0.9 else text), size


def dtypes():
    point = np.dtype([("u", "f8"), ("v", "f8")], align=True)
    yield point
    yield np.dtype([("u", "f8"), ("v", "f8")])
    yield np.dtype("c16")
    yield np.dtype("f8")
    for align in (True, False):
        yield np.dtype([("a", "f8"), ("b", "i4"), ("c", "i2", (3,)), ("d", point), ("e", "S1"), ("f", "i8")], align=align)
        yield np.dtype([("a", "S1"), ("b", "f8"), ("c", "i4", (2, 2)), ("d", "u1")], align=align)
        yield np.dtype([("a", "S5"), ("b", "i1"), ("c", "u1"), ("d", "c8"), ("e", "f4")], align=align)
        yield np.dtype([("a", point), ("b", "i4")], align=align)
        yield np.dtype([("a", point, (2,)), ("b", "i4")], align=align)
        yield np.dtype([("a", ">f8"), ("b", "f8")], align=align)
        yield np.dtype([("a", "f8"), ("b", "f8")], align=align)
        yield np.dtype([("a", "f8"), ("b", "i8")], align=align)
        yield np.dtype([("a", "f4"), ("b", "f4"), ("c", "f8")], align=align)
    yield np.dtype({"names": ["a", "b"], "formats": ["f8", "f8"], "offsets": [8, 0]})
    yield np.dtype({"names": ["a", "b"], "formats": ["f8", "f8"], "offsets": [0, 16]})
    yield np.dtype({"names": ["a"], "formats": ["f8"], "itemsize": 16})


def fields_of(dtype):
    if dtype.subdtype is not None:
        return 1
    return sum(fields_of(dtype[name]) for name in dtype.names) if dtype.names else 1


class Point(ctypes.Structure):
    _fields_ = [("u", ctypes.c_double), ("v", ctypes.c_double)]


class Mixed(ctypes.Structure):
    _fields_ = [("a", ctypes.c_double), ("b", ctypes.c_int), ("c", ctypes.c_short * 3), ("d", Point)]
    _fields_ += [("e", ctypes.c_char), ("f", ctypes.c_long)]


class Odd:
    def __getitem__(self, key):
        raise IndexError(key)


class Unsized:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


def mappings():
    point = {"u": 1.5, "v": -2}
    flags = {"on": 5, "many": [[1, 2], (3, 4)], "low": 200, "size": 7}
    mixed = {"a": 1, "b": 2, "c": [1, 2, 3], "d": point, "e": 65, "f": -(2**40)}
    yield from (point, flags, mixed, {"a": point, "b": 3}, {"a": 3}, {"b": 3}, {"b": 2.5}, {}, {"c": 1}, None, 3)
    yield from ([], [1], "uv", {"u": 1}, {"v": 1}, {"u": "x", "v": 1}, {"u": 1, "v": "x"}, {"u": 1, "v": 2, "w": 3})
    yield from (Odd(), np.zeros(1, [("u", "f8"), ("v", "f8")])[0], {"a": 1, "b": 2}, {"a": 1, "c": 2}, {"x": 1, "a": 2})
    yield from ({"a": 2**40}, {"a": 65, "b": 2.5, "c": [[1, 2], [3, 4]], "d": 255})
    for change in ({"on": None}, {"on": []}, {"low": 256}, {"low": -1}, {"size": 2.5}, {"size": 2**70}, {"many": 5}):
        yield {**flags, **change}
    for many in ([], [[1, 2]], [[1, 2], [3, 4], [5, 6]], [[1, 2], [3]], [[1, 2], [3, 4, 5]], [[1, 2], 3], "ab", ["ab", "cd"]):
        yield {**flags, "many": many}
    for many in (Unsized([[1, 2], [3, 4]]), Unsized([[1, 2]]), Unsized([[1, 2]] * 3), np.ones((2, 2)), [[1, "x"], [2, 3]]):
        yield {**flags, "many": many}
    for change in ({"c": b"abc"}, {"c": [1, 2, 70000]}, {"d": {"u": 1}}, {"e": b"A"}, {"e": "A"}, {"e": 300}, {"d": None}):
        yield {**mixed, **change}


def calls():
    for name in ("point", "mixed", "packed", "head", "flags", "either"):
        for value in mappings():
            yield "take_" + name, (value,), {}
    generator = random.Random(3)
    views = ["view_" + name for name in STRUCTS] + ["view_const_point", "view_double_complex", "strided1"]
    values = [(np.zeros(3, dtype), fields_of(dtype)) for dtype in dtypes()]
    values += [((Point * 2)(), 2), ((Mixed * 2)(), 7), (None, 0), (3, 0)]
    for view in views:
        most = fields_in(STRUCTS[view[5:]][1]) if view[5:] in STRUCTS else 2 if "point" in view else 1
        for value, count in values:
            if count <= most:
                yield view, (value,), {}
    for name in STRUCTS:
        for text, size in strings(name, 1500, generator):
            yield "view_" + name, (Exporter(text, size),), {}
