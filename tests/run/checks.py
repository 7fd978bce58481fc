import ctypes
import gc
import pathlib
import traceback

import numpy as np


def attempt(function, *arguments):
    """What a call raises, its traceback, or what it returns and did to its arguments."""
    try:
        result = function(*arguments)
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return [error, list(error.args), where.name.split(".")[-1], where.lineno, pathlib.Path(where.filename).name]
    return [result, *arguments]


def ints(*values, dtype=np.int32):
    return np.array(values, dtype=dtype)


def cases(module):
    yield "by outer", [attempt(module.by_outer, np.arange(4.0), i) for i in (0, 3, 4, -1)]
    for at in (ints(1), ints(4)):
        yield f"by outer, in a region {at}", attempt(module.by_outer_region, np.zeros(4), at)
    by_outer = module.ByOuter()
    yield "by outer, classes", [by_outer.inner(-7, 2), by_outer.outer(-7, 2)]
    for at in (ints(0, 2), ints(1, 4), ints(-1, -4), ints(-5), ints()):
        yield f"index {at}", attempt(module.index, np.zeros(4), at)
        yield f"strided {at}", attempt(module.index, np.zeros(8)[::-2], at)
        yield f"in a callee {at}", attempt(module.in_callee, np.ones(4), at, np.zeros(4))
        yield f"row {at}", attempt(module.row, np.ones((4, 2)), at, np.zeros(4))
        yield f"second {at}", attempt(module.second_index, np.ones((2, 4)), at)
        if -5 not in at and 4 not in at:
            yield f"no boundscheck {at}", attempt(module.no_boundscheck, np.zeros(4), at)
    yield "more rows", attempt(module.second_index, np.ones((1, 4)), ints(0, 0))
    yield "no wraparound", attempt(module.no_wraparound, np.zeros(4), ints(0, 3))
    yield "no wraparound", attempt(module.no_wraparound, np.zeros(4), ints(-1))

    for b in (2, 0, -3):
        yield f"divide {b}", attempt(module.divide, ints(7, -7, dtype=np.int64), ints(1, b, dtype=np.int64),
                                     ints(0, 0, dtype=np.int64))
        yield f"modulo {b}", attempt(module.modulo, ints(7, -7), ints(1, b), ints(0, 0))
        for name in ("true_divide", "float_modulo", "c_divide"):
            arguments = np.array([7.0, -7.0]), np.array([1.0, b]), np.zeros(2)
            if name != "c_divide" or b:
                yield f"{name} {b}", attempt(getattr(module, name), *arguments)

    yield "steps", attempt(module.steps, np.arange(4.0), ints(1, 3, -1), np.zeros(3))
    yield "steps", attempt(module.steps, np.arange(4.0), ints(1, 0), np.zeros(2))
    for name in ("no_view", "checked_view"):
        yield f"{name} there", attempt(getattr(module, name), np.ones(3), np.zeros(3))
    for what in range(11):
        yield f"nothing there {what}", attempt(module.nothing_there, None, None, what)
        yield f"something there {what}", attempt(module.nothing_there, np.eye(2), np.ones(2), what)
    yield "checked_view none", attempt(module.checked_view, None, np.zeros(3))
    for n, step in ((4, 1), (5, 1), (6, 2), (-3, -1), (0, 1), (-2, 1)):
        yield f"bound {n} {step}", attempt(module.bound, np.zeros(4), n, step)
    yield "recursive", attempt(module.recursive, ints(5, 10, dtype=np.int64), ints(0, 0, dtype=np.int64))
    yield "recursive", attempt(module.recursive, ints(-5, -1, dtype=np.int64), ints(0, 0, dtype=np.int64))
    yield "notes", notes(module)
    yield "nothing leaks", grown(module.index, np.zeros(4), ints(0, 4)) < 20_000
    yield "good again", attempt(module.index, np.zeros(4), ints(3, 2, 1, 0))


def grown(function, *arguments):
    """The bytes that 2,000 exceptions leave behind in C's heap, each of them with what its note is made of."""

    class Mallinfo(ctypes.Structure):
        _fields_ = [(name, ctypes.c_size_t) for name in "abcdefghij"]

    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Mallinfo
    used = []
    for times in (100, 2000):
        for _ in range(times):
            try:
                function(*arguments)
            except IndexError:
                pass
        gc.collect()
        used.append(libc.mallinfo2().h)
    return used[1] - used[0]


def notes(module):
    """What offcy adds to an exception, and Cython does not; it aborts where a step is zero."""
    if pathlib.Path(module.__file__).parent.name == "cython":
        return NOTES

    def noted(function, *arguments):
        try:
            function(*arguments)
        except Exception as error:
            return [str(error), *getattr(error, "__notes__", [])]

    return [
        noted(module.index, np.zeros(4), ints(0, 4)),
        noted(module.index, np.zeros(4), ints(-5)),
        noted(module.second_index, np.zeros((2, 3)), ints(1, 7)),
        noted(module.row, np.zeros((2, 3)), ints(2), np.zeros(1)),
        noted(module.in_callee, np.zeros(4), ints(9), np.zeros(1)),
        noted(module.bound, np.zeros(4), 4, 0),
    ]


BOUNDS = "Out of bounds on buffer access (axis %d)"
NOTES = [
    [BOUNDS % 0, "x: index 4 on axis 0, where the shape is (4,)"],
    [BOUNDS % 0, "x: index -5 on axis 0, where the shape is (4,)"],
    [BOUNDS % 1, "x: index 7 on axis 1, where the shape is (2, 3)"],
    ["Index out of bounds (axis 0)", "x: index 2 on axis 0, where the shape is (2, 3)"],
    [BOUNDS % 0, "v: index 9 on axis 0, which has 4 elements"],
    ["range() arg 3 must not be zero"],
]


def traced(module):
    module.by_outer_region(np.zeros(4), ints(1))
    at = ints(0, 1)
    for name in ("index", "no_wraparound", "no_boundscheck"):
        getattr(module, name)(np.zeros(4), at)
    module.second_index(np.ones((2, 4)), at)
    module.row(np.ones((4, 2)), at, np.zeros(2))
    module.in_callee(np.ones(4), at, np.zeros(4))
    module.modulo(at + 5, at + 1, at)
    module.divide(*np.ones((3, 2), dtype=np.int64))
    for name in ("true_divide", "float_modulo", "c_divide"):
        getattr(module, name)(*np.ones((3, 2)))
    module.steps(np.ones(4), at + 1, np.zeros(2))
    module.no_view(np.ones(4), np.zeros(4))
    module.checked_view(np.ones(4), np.zeros(4))
    module.bound(np.ones(4), 3, 2)
    module.recursive(*np.ones((2, 2), dtype=np.int64))


BYTES = {
    "by_outer_region": {"at": (4, 0), "x": (32, 32)},
    "index": {"at": (8, 0), "x": (32, 32)},
    "no_wraparound": {"at": (8, 0), "x": (32, 32)},
    "no_boundscheck": {"at": (8, 0), "x": (32, 32)},
    "second_index": {"at": (8, 0), "x": (64, 0)},
    "row": {"at": (8, 0), "x": (56, 0), "y": (0, 16)},
    "in_callee": {"at": (8, 0), "x": (32, 0), "y": (0, 16)},
    "modulo": {"a": (8, 0), "b": (8, 0), "y": (0, 8)},
    "divide": {"a": (16, 0), "b": (16, 0), "y": (0, 16)},
    "true_divide": {"a": (16, 0), "b": (16, 0), "y": (0, 16)},
    "float_modulo": {"a": (16, 0), "b": (16, 0), "y": (0, 16)},
    "c_divide": {"a": (16, 0), "b": (16, 0), "y": (0, 16)},
    "steps": {"step": (8, 0), "y": (0, 16), "x": (32, 0)},
    "no_view": {"y": (0, 32), "x": (32, 0)},
    "checked_view": {"y": (0, 32), "x": (32, 0)},
    "bound": {"x": (32, 32)},
    "recursive": {"n": (16, 16), "y": (16, 16)},
}
