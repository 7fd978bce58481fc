import types

from attempts import attempt


class Matrix:
    def __matmul__(self, other):
        return "product", other


def closed(value):
    def inner(x=1):
        return value, x

    return inner


def cases(module):
    for name in ("constants", "handled", "threads", "dates", "no_date"):
        yield name, attempt(getattr(module, name))
    yield "sized", [attempt(module.sized, size) for size in (1, 3)]
    yield "flags", [module.flags(o) for o in (1, {}, True, "")]
    for x in (1.5, -0.1, 1e300):
        for little in (False, True):
            yield f"packed {x} {little}", attempt(module.packed, x, little)
    for o in (5, -1, 1 << 70, "a", 2.5):
        yield f"longs {o}", [attempt(module.longs, o, which) for which in range(4)]
    for text in ("abc", "a\u0416\U0001f600", "", "0123456789"):
        yield f"wide {text!a}", attempt(module.wide, text)
    back = {0x416: 98, ord("x"): b"xyz"}
    yield "charmap", attempt(module.charmap, b"ab", {97: "x", 98: 0x416}, "\u0416x", back)
    yield "no charmap", attempt(module.charmap, b"ab", {97: "x"}, "x", back)
    yield "no way back", attempt(module.charmap, b"a", {97: "x"}, "y", back)
    for text in (b"a\0b\0", b"a\0b", b"\0\xd8a\0"):
        yield f"utf16 {text}", attempt(module.utf16, text)
    yield "formatted", [attempt(module.formatted, *o) for o in ((1.5, ".3f"), (3, None), (3, "zz"), ("a", ">4"))]
    function = closed(3)
    before = attempt(module.functions, function, (7,), (types.CellType(9),))
    yield "functions", (str(before)[:6], function())
    yield "no functions", attempt(module.functions, function, 7, ())
    yield "modules", attempt(module.modules, "JSONDecoder")
    yield "file", [attempt(module.file_of, o) for o in (types.ModuleType("made"), 3)]
    yield "added to", attempt(module.added_to, 3)
    yield "raised", attempt(module.raised, "text")
    yield "product", [attempt(module.product, *o) for o in ((Matrix(), 3), (1, 2))]
    yield "dict", attempt(module.dict_of, type("Made", (), {})(), {"a": 1})
    yield "no dict", attempt(module.dict_of, 3, {})
    yield "base", attempt(module.base_of, memoryview(b"abc"))
    yield "memory", attempt(module.memory, 10)
    yield "pointers", [attempt(module.through_pointers, *o) for o in (([1, 2], 1), ([], 0), ("a", 0))]
    yield "parsed", [attempt(module.parsed, o) for o in (3, "a", 1 << 40)]


# The limited interface does not have dates in C.
WHOLE_INTERFACE = True
