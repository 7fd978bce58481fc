"""The calls that compare.py makes on both modules: name, positional and keyword arguments."""

import array
import ctypes

import formats
import numpy as np

C = np.arange(12.0).reshape(3, 4)
V = np.arange(5.0)
read_only = np.zeros(3)
read_only.flags.writeable = False


class Index:
    def __index__(self):
        return 7


class Int:
    def __int__(self):
        return 9


class BadInt:
    def __int__(self):
        return "no"


class Raises:
    def __int__(self):
        raise KeyError("from __int__")

    __index__ = __float__ = __bool__ = __int__


def exporters():
    """Objects with buffers of many kinds, and some without one."""
    objects = [np.zeros(3, code) for code in "?bBhHiIlLqQefdgFDGSUO"]
    objects += [np.zeros(3, "S5"), np.zeros(3, ">f8"), np.zeros(3, "<f8"), np.zeros(3, ">i4")]
    objects += [array.array(code, [1, 2]) for code in "bBhHiIlLqQfd"]
    objects += [(ctype * 3)() for ctype in (ctypes.c_double, ctypes.c_int, ctypes.c_char, ctypes.c_bool)]
    objects += [np.zeros(3, "M8[s]"), b"abc", bytearray(b"abc"), "abc", [1.0], None, 3, read_only]
    objects += [C, np.zeros((0, 2)), np.zeros(0), np.float64(3), np.zeros(()), V[::2], V[::-1]]
    objects += [memoryview(array.array("d", [1, 2])), memoryview(bytes(16)).cast("d")]
    objects += [memoryview(bytearray(16)).cast("c"), memoryview(bytearray(16)).cast("d")]
    return objects


def buffers():
    yield "two", (1, 2), {}
    yield "two", (C[:, ::2], C), {}
    yield "two", (C.T, C), {}
    yield "two", (V, C), {}
    yield "two", (C.astype("f4"), C), {}
    yield "two", (None, C), {}
    yield "two", (C, C[::-1]), {}
    yield "two", (np.zeros((0, 4)), np.zeros((4, 0))), {}
    names = "strided1 strided2 readonly1 contiguous1 fortran2 not_none view_float view_int"
    names += " view_unsigned_int view_long view_int64_t view_unsigned_char view_char view_signed_char"
    names += " view_double_complex view_bint view_size_t view_ssize_t view_readonly_char"
    for name in names.split():
        for value in exporters():
            yield name, (value,), {}
    for value in (C, C.T, C[::2], C[:, ::2], C.T[::2], np.zeros((1, 5))[:, ::2], np.zeros((5, 1))[::2]):
        yield "fortran2", (value,), {}
        yield "strided2", (value,), {}
        yield "two", (value, C), {}


def fused():
    for value in exporters() + [C.T, C[::2], C[:, ::2], memoryview(C), memoryview(C.T), memoryview(C[:, ::2])]:
        yield "fused_view", (value,), {}
        yield "fused_view", (), {"v": value}
    values = (1.5, 2, True, [1.0], None, "a", np.float64(2), np.float32(2), ())
    for first in values:
        yield "fused_two", (first,), {}
        yield "fused_two", (), {"v": first}
        for second in values:
            yield "fused_two", (first, second), {}
            yield "fused_two", (), {"n": second, "v": first}
    for args, keywords in [((), {}), ((), {"n": 1}), ((1.5, 2, 3), {}), ((1.5,), {"v": 2.5}), ((1.5,), {"x": 1})]:
        yield "fused_two", args, keywords
        yield "fused_view", args, keywords
    for key in ("no", int, (float, int, int), (float, "no"), 1, None, ((),)):
        yield "fused_two.__getitem__", (key,), {}
        yield "fused_view.__getitem__", (key,), {}
    for name in ("fused_two", "fused_view"):
        yield name + ".__signatures__.keys", (), {}


def numbers():
    values = [0, 1, -1, True, None, 1.5, -0.5, 1e300, float("nan"), float("inf"), "a", b"a", b"ab", [], 1j]
    values += [sign * (1 << bits) + off for bits in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (1, -1) for off in (-1, 0, 1)]
    values += [10**30, -(10**30), np.int64(5), np.uint8(200), np.float64(2), np.float32(2.5), np.uint64(2**64 - 1)]
    values += [np.bool_(True), Index(), Int(), BadInt(), Raises(), V, bytearray(b"xy"), np.array(4), object]
    types = "char signed_char unsigned_char short unsigned_short int unsigned_int long unsigned_long"
    types += " long_long unsigned_long_long size_t ssize_t int32_t uint8_t uint64_t double float bint"
    types += " double_complex string list str"
    for name in types.split():
        for value in values:
            yield "take_" + name, (value,), {}


def signatures():
    names = "none one two_objects optional optional3 all_optional positional positional_optional"
    names += " keyword_only only_keywords required_keywords star star_star both only_star"
    names += " only_star_star positional_star_star"
    keywords = [{}, {"a": 1}, {"b": 1}, {"c": 1}, {"d": 1}, {"x": 1}, {"é": 1}, {"a": 1, "b": 2}]
    keywords += [{"b": 1, "a": 2}, {"a": 1, "x": 2}, {"x": 1, "a": 2}, {"c": 1, "d": 2}, {"c": 1, "x": 2}]
    keywords += [{"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 3, "d": 4}, {"x": 1, "y": 2}, {"b": 1, "c": 2}]
    for name in names.split():
        for count in range(6):
            for keyword in keywords:
                yield name, tuple(range(10, 10 + count)), keyword


def slices():
    bounds = (-11, -6, -5, -4, -1, 0, 1, 2, 4, 5, 6, 11, 2**63 - 1, -(2**63))
    for i in bounds:
        yield "row", (C, i), {}
        yield "stepped_to", (V, i), {}
        yield "stepped_from", (V, i), {}
        for j in (-5, -4, 0, 3, 4):
            yield "element", (C, i, j), {}
            yield "element", (C[::-1, ::2], i, j), {}
    for step in (-3, -2, -1, 0, 1, 2, 3, 2**63 - 1, -(2**63)):
        yield "stepped_by", (V, step), {}
        yield "stepped_by", (V[::-2], step), {}
        for start in bounds[:-2]:
            for stop in bounds[:-2]:
                yield "stepped", (V, start, stop, step), {}


def divisions():
    numbers = [-7, -3, -1, 0, 1, 2, 3, 7, 100]
    for a in numbers:
        for b in numbers:
            for name in "floordiv_int mod_int floordiv_long mod_long".split():
                yield name, (a, b), {}
            for name in "truediv_double floordiv_double mod_double mod_float".split():
                yield name, (a, b), {}
                yield name, (a + 0.5, b), {}
                yield name, (a, -b / 4), {}
            if a >= 0 and b >= 0:
                yield "floordiv_unsigned_int", (a, b), {}


def everything():
    for group in (buffers, formats.calls, fused, numbers, signatures, slices, divisions):
        yield from group()
