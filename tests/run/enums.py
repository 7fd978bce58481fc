"""Enums."""


import numpy as np


def attempt(function, *arguments):
    try:
        return repr(function(*arguments))
    except Exception as error:
        # Cython tells of enums by the names that it has for them in C.
        return type(error).__name__, str(error).split(" enum ")[0]


def cases(module):
    yield "names", sorted(name for name in vars(module) if not name.startswith("_"))
    color, level = module.Color, module.level
    yield "members", (repr(list(color)), color.__name__, color.__module__, [base.__name__ for base in color.__mro__[2:4]])
    yield "doc", (color.__doc__, level.__doc__ is None)
    yield "values", (int(color.BLUE), color.RED | color.GREEN, repr(color(3)), repr(color(2)), color["RED"].value, color.RED == 1)
    yield "public", (module.SHOWN, type(module.SHOWN).__name__, module.SHOWN_TOO)
    yield "without a name", (module.PUB, type(module.PUB).__name__, module.PUB2)
    for value in (1, 2, 3, 8, -1, 2**40, color.RED, color(5), "a", 2.5):
        yield f"take {value!r}", attempt(module.take, value)
        yield f"cpdef {value!r}", attempt(module.cp, value)
        yield f"plain {value!r}", attempt(module.plain, value)
        yield f"of_python {value!r}", attempt(module.of_python, value)
    yield "back", (attempt(module.back, 1), attempt(module.back, 3))
    yield "constants", attempt(module.consts)
    x = np.arange(4, dtype="i4")
    module.region(x)
    yield "region", x
    yield "array", module.arr()
    yield "header", (level.LOW.value, level["TOP"] == 12, level.ALSO_HIGH == level.TOP, module.LIMIT, module.ONE)
    yield "hidden", (hasattr(module, "SECRET"), hasattr(module, "TOP"))
    for value in ((), (3,), (level.TOP,), (5,), ("a",)):
        result = attempt(lambda: [int(part) for part in module.of_header(*value)])
        yield f"of_header {value!r}", result
    yield "class", type(module.of_header()[0]) is level
    module.levels_in_region(x)
    yield "levels", x


BYTES = {"region": {"x": (16, 16)}, "levels_in_region": {"x": (16, 16)}}


def traced(module):
    module.region(np.arange(4, dtype="i4"))
    module.levels_in_region(np.arange(4, dtype="i4"))
