from attempts import attempt

VALUES = ([1, 2, 3], (1, 2, 3), [1, 2], [1, 2, 3, 4], None, 5, "abc", [1, "a", 3], range(3))
DICTS = (
    {"n": 1, "a": [1, 2, 3]},
    {"n": 1, "a": [1, 2]},
    {"n": 1},
    {"a": [1, 2, 3]},
    {"n": "x", "a": [1, 2, 3]},
    5,
    None,
    {"n": 1, "a": 5},
)
NESTED = (
    {"v": DICTS[0], "m": [[1, 2], [3, 4]], "k": 9},
    {"v": DICTS[1], "m": [[1, 2], [3, 4]], "k": 9},
    {"v": DICTS[0], "m": [[1, 2], [3]], "k": 9},
)
SIMPLE = "one kw tuples from_struct f6 f9 f13 f15 f16 f18 f19 f22 f23 f24 f25 f26 f27 f28".split()


def cases(module):
    for name in SIMPLE:
        yield name, attempt(getattr(module, name))
    for name in ("kw_obj", "pos_obj", "arr", "expr", "dict_display2", "assign"):
        yield name, [attempt(getattr(module, name), value) for value in VALUES]
    yield "from_dict", [attempt(module.from_dict, value) for value in DICTS]
    for name in ("dict_display", "nested", "nested_dict", "in_call"):
        yield name, [attempt(getattr(module, name), value) for value in (5, "x")]
    yield "nested_kw", [attempt(module.nested_kw, value) for value in ([[1, 2], [3, 4]], [[1, 2], [3]], [[1, 2]])]
    yield "nested_obj", [attempt(module.nested_obj, value) for value in NESTED]
