import numpy as np

NUMBERS = (0, 1, 2, 5, -1, -7, 100)
OF_ONE = ("local", "obj", "counts", "fields", "results", "arr", "aug", "chain", "toptr", "tofloat", "ifs", "infer", "mixed", "args", "defaults")


def cases(module):
    for name in OF_ONE:
        yield name, [getattr(module, name)(x) for x in NUMBERS]
    yield "wide", [module.wide(1 << 32, 200, 5), module.wide((1 << 32) + 3, 0, (1 << 33) + 7)]
    yield "literals", [module.lit(), module.defaults()]
    for x in (0, 1, 5):
        for y in (0, 1, 7):
            yield f"{x} and {y}", [module.logic(x, y), module.compare(x, y), module.sides(x, y)]
            yield f"{x} and objects of {y}", [module.sides_of_object(x, y), module.sides_of_object(x, [y])]
    yield "bound again", [module.bound_again(o, x, 7) for o in (0, 1) for x in (0, 5)]
    yield "objects", [module.objs(o) for o in (0, 5, [], [1], 2.5, "a")]
    yield "enums", [module.of_enum(x) for x in (0, 3, 4)]
    for n in (0, 1, 1000):
        x, out = np.arange(n, dtype="i4") % 7, np.zeros(n, "i4")
        yield f"{n} in a region", [module.counted(x, out), out, module.counted_on_host(x)]


def traced(module):
    module.counted(np.arange(1000, dtype="i4"), np.zeros(1000, "i4"))


BYTES = {"counted": {"x": (4000, 0), "out": (0, 4000)}}
