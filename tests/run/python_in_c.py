import numpy as np
from attempts import attempt

BYTES = {"in_regions": {"x": (0, 24)}}


def traced(module):
    module.in_regions("a", 2, np.zeros(3))


def cases(module):
    yield "found", module.found({"a": 1.5}, "x")
    yield "not found", module.found({}, "y")
    yield "listed", module.listed(1, "a", None)
    yield "summed", [attempt(module.summed, 1, 2), attempt(module.summed, 1, "a")]
    yield "compared", [module.compared(1, 2), module.compared("b", "b"), attempt(module.compared, 1j, "a")]
    yield "sized", [attempt(module.sized, 5), attempt(module.sized, 5.5)]
    yield "through void", module.through_void(module.Box([1, 2]))
    yield "through the struct", [module.through_the_struct(module.Box(1), [2], x) for x in (None, "x", 1.5)]
    yield "kept", module.kept("kept")
    yield "refusing", [attempt(module.refusing, n) for n in (1, -1)]
    yield "capsule", module.capsule()
    yield "wrong capsule", attempt(module.wrong_capsule)
    yield "decoded", [attempt(module.decoded, text) for text in (b"caf\xc3\xa9", b"\xff")]
    yield "types", module.of_types(int, slice(1, 2), bytearray(b"x"), frozenset([1]))
    yield "other types", [
        attempt(module.of_types, *given)
        for given in ((1, slice(1), bytearray(), frozenset()), (int, 1, bytearray(), frozenset()))
    ]
    yield "ticks", module.ticks()
    yield "references", [module.references({"a": 1}, [0]), module.references({"b": 2}, [3])]
    yield "no reference", attempt(module.references, {}, [])
    yield "in structs", module.in_structs("a", 1.5)
    x = np.zeros(3)
    yield "in regions", [module.in_regions("a", 2, x), x]
