import numpy as np
from attempts import attempt


def cases(module):
    for name in ("local_array", "whole_loops", "struct_array", "results", "module_array", "calls", "structs", "both_names"):
        yield name, attempt(getattr(module, name))
    for start in (0.0, 3.0):
        yield f"scalar {start}", attempt(module.scalar, start)
    for n in (5, 8):
        yield f"on_heap {n}", attempt(module.on_heap, n)
    for name, size, dtype in (("bounds", 8, int), ("by_value", 5, float), ("of_module_by_value", 3, float),
                              ("other_statements", 4, float), ("into_view", 6, float), ("slices", 7, float), ("nested", 4, float)):
        x = np.arange(size, dtype=dtype)
        yield name, [attempt(getattr(module, name), x), x]
    for which in range(4):
        yield f"paths {which}", attempt(module.paths, which)
    for at in range(4):
        yield f"fails {at}", attempt(module.fails, at)
    for n in (2, 6):
        yield f"parts {n}", attempt(module.parts, n)
    yield "run", attempt(module.Holder().run)
    yield "keep", attempt(module.Holder().keep)


def traced(module):
    for _ in cases(module):
        pass


BYTES = {
    "bump": {"v": (4656, 96)},
    "local_array": {"buf": (0, 32), "v": (0, 40)},
    "whole_loops": {"buf": (0, 152), "v": (0, 64)},
    "struct_array": {"s": (0, 224), "v": (0, 0), "w": (0, 32)},
    "total": {"v": (32, 0)},
    "results": {"x": (0, 8), "c": (32, 8), "buf": (0, 8), "k": (0, 24), "w": (0, 0), "v": (0, 24)},
    "module_array": {
        "table": (0, 40), "rows": (0, 24), "v": (0, 184), "row": (0, 32), "alone": (0, 16), "shared": (0, 32),
        "s": (0, 32), "f": (0, 64), "w": (0, 0),
    },
    "calls": {"buf": (0, 384), "v": (0, 64)},
    "poke_and_bump": {"v": (0, 64), "x": (0, 48)},
    "structs": {"v": (0, 160), "pairs": (0, 64)},
    "both_names": {"buf": (0, 0), "v": (8, 64), "table": (64, 0), "s": (0, 32), "w": (0, 32)},
    "scalar": {"x": (0, 64), "v": (0, 0)},
    "on_heap": {"v": (0, 416)},
    "bounds": {"v": (16, 0), "n": (0, 48), "out": (32, 32)},
    "by_value": {"x": (0, 24), "out": (0, 40), "v": (0, 8)},
    "of_module_by_value": {"alone": (0, 16), "shared": (0, 32), "out": (24, 24), "v": (0, 0), "w": (0, 0)},
    "other_statements": {"x": (0, 24), "b": (0, 104), "v": (0, 32), "xv": (0, 0)},
    "into_view": {"x": (0, 192)},
    "slices": {"b": (0, 48), "v": (0, 144)},
    "inside": {"x": (0, 96), "buf": (0, 48), "v": (0, 48)},
    "nested": {"x": (0, 32)},
    "paths": {"buf": (0, 480), "v": (0, 56)},
    "fails": {"v": (0, 176)},
    "parts": {"buf": (0, 64), "grid": (0, 176), "part": (0, 192), "v": (0, 0), "cut": (0, 0), "g": (0, 192)},
    "run": {"v": (0, 160), "w": (0, 16), "self.arr": (32, 32)},
    "keep": {},
}
