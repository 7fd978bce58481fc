"""Structs, unions, enums and C arrays from and to Python."""

import numpy as np

V = {"x": 1.5, "y": 2}
B = {"place": V, "kind": 3, "near": [1, 2, 3], "on": 1, "name": b"abc\0\0\0\0\0"}


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        # Cython tells of enums by the names that it has for them in C.
        return type(error).__name__, str(error).split(" enum ")[0]


class Lookup:
    def __getitem__(self, key):
        raise IndexError(key)


class Unsized:
    def __iter__(self):
        return iter([1, 2, 3])


def cases(module):
    for value in (V, {}, {"x": 1}, None, 3, "ab", {"x": "a", "y": 1}, {**V, "z": 1}, Lookup()):
        yield f"struct_in {value!r:.20}", attempt(module.struct_in, value)
        yield f"cpdef {value!r:.20}", attempt(module.cp, value)
        yield f"assign_object {value!r:.20}", attempt(module.assign_object, value)
    yield "struct_out", module.struct_out(2.5)
    for change in ({}, {"near": [1, 2]}, {"near": [1, 2, 70000]}, {"name": b"short"}, {"on": []}, {"kind": 2**31}, {"place": 3}):
        yield f"struct_both {change}", attempt(module.struct_both, {**B, **change})
    for value in ({"i": 3}, {"d": 2.5}, {}, {"i": 1, "d": 2}, {"q": 1}, {"i": 1, "q": 2}, 5):
        yield f"union_in {value}", attempt(module.union_in, value, isinstance(value, dict) and "d" in value)
    yield "union_out", module.union_out(2.5)
    yield "typedefed", module.typedefed({"a": 1, "z": 2j})
    for value in (1, 5, 7, -1, 2**40, "a", 2.5, True):
        yield f"enum_in {value}", attempt(module.enum_in, value)
    for value in (5, -1):
        yield f"nested {value}", attempt(module.nested, {"c": value, "u": {"d": 0.0}})
    yield "constructors", module.constructors(4.0)
    yield "chosen", [module.chosen(which, 2.5, 3) for which in (0, 1)]
    for value in ([1, 2, 3], (1, 2, 3), [1, 2], [1, 2, 3, 4], 5, ["a", 1, 2], {1: 2, 3: 4, 5: 6}, np.arange(3), Unsized()):
        yield f"arrays {value!r:.20}", attempt(module.arrays, value)
        yield f"items {value!r:.20}", attempt(module.items, B, value)
    yield "swap", module.swap(V)
    array = np.zeros(3, np.dtype([("x", "f8"), ("y", "f8")], align=True))
    yield "elements", (attempt(module.elements, array, V), array.tolist())
    yield "elements, a field less", (attempt(module.elements, array, {"x": 3}), array.tolist())
    view = module.memory(array)
    view[1] = {"x": 8, "y": 9}
    yield "memoryview", (view[0], list(view[:2]), array.tolist(), attempt(view.__setitem__, 0, 3))
    yield "NumPy's view of it", np.asarray(view)["x"]
    yield "default", module.default(V)
    yield "global struct", module.global_struct(V)
    yield "global array", module.global_array([1, 2, 3])
    yield "calls of a cpdef function", module.calls_cp(V)
    yield "from lists", module.from_lists(1.5)
    yield "of texts", module.of_texts()
    yield "module level", module.module_level()
    yield "led to", module.led_to(True, 3)
