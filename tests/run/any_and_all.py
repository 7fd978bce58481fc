import numpy as np

INTS = (0, 1, -1, 2, 13, 2**31 - 1, -(2**31))
NAN, INF = float("nan"), float("inf")


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def regions(module):
    x, y = np.array([0, 0.5, 1, -1, NAN, INF, 0.25]), np.array([0.5, 0.5, NAN, 0, 0.1, 0.2, -0.0])
    out = np.zeros(7, np.int8)
    yield "inside", [module.inside(x, y, low, 1.0, out) for low in (0, -2)]
    yield "inside, each", out
    at, out = np.array([[0, 0], [0, 1], [3, 2.5], [-1, 2], [4, 0], [NAN, 1]]), np.full(6, 7, np.int32)
    yield "by function", [module.by_function(at, 4, out), out]
    z, out = np.array([1, 1j, 0, -3 + 4j, 1e-9, 1e30]), np.zeros(6, np.int32)
    yield "until small", [module.until_small(z, out), out]
    x, out = np.array([0, 3], np.int32), np.zeros(4, np.int32)
    for at in ([0, 1, 1, 0], [0, 0, 0, 2]):
        yield f"checked {at}", attempt(module.checked, x, np.array(at, np.int32), out)
    yield "checked, each", out[:3]
    for by in ([1, -7], [0, 1]):
        yield f"divided {by}", attempt(module.divided, x, np.array(by, np.int32), out)
    yield "without the GIL", module.counted(40)


def cases(module):
    yield from regions(module)
    yield "at import", module.AT_IMPORT
    for b in (0.0, -0.0, 0.5, NAN):
        yield f"of a type, {b}", [module.of_type(a, b) for a in (0, 1, -1, 0.0, NAN, 5e-324)]
    for numbers in ((0,) * 8, (1,) * 8, (255, 1, 2**64 - 1, True, 2, 1e-300, NAN, 1), (3, -3, 1, 0, 0, 0, -0.0, 0)):
        yield f"of types, {numbers}", module.of_types(*numbers)
    for z in (0, 1j, -0.0, complex(NAN, 0), 2):
        yield f"of complex, {z}", [module.of_complex(z, w) for w in (0, 1, 1j)]
    yield "of fields", [module.of_fields(a, b) for a in (0, 2) for b in (0, 0.5, NAN)]
    yield "small", [module.small(shift) for shift in (0, 10, 100, 500)]
    yield "wrapped", [module.wrapped(a, b) for a in (0, 2**32 - 1, 256) for b in (0, -1, 256)]
    for a in INTS:
        for b in INTS:
            for name in ("untyped", "arithmetic", "converted", "result_of", "counted_steps"):
                yield f"{name}, {a}, {b}", attempt(getattr(module, name), a, b)
            seen = []
            yield f"in order, {a}, {b}", [attempt(module.in_order, seen, a, b), seen]
        yield f"default, {a}", module.of_default(a)
    yield "in conditions", [module.in_conditions(a, b) for a in (0, 1, 3) for b in (0, 1, 7)]
    x = np.array([0, 5], np.int32)
    for name in ("fails", "fails_in_list"):
        yield name, [attempt(getattr(module, name), a, b, x) for a in (0, 1, 2) for b in (0, 1, -3)]
    yield "of objects", [module.of_objects(a, b, text) for a in ([], [0, 0], [0, 3]) for b in (0, 1) for text in ("\0", "a")]
    yield "of powers", [module.of_powers(x, y) for x in (-2, 0, 4) for y in (0.5, 2)]
    yield "shadowed", [module.shadowed(a) for a in (1, 5)]
    yield "wrong", module.wrong(1)


def traced(module):
    x, out = np.ones(10), np.zeros(10, np.int32)
    module.inside(x, x + 1, 0, 5, np.zeros(10, np.int8))
    module.by_function(np.ones((10, 2)), 3, out)
    module.until_small(x + 1j, out)
    module.checked(out, out + 1, np.zeros(10, np.int32))
    module.divided(out, out + 1, np.zeros(10, np.int32))


BYTES = {
    "inside": {"x": (80, 0), "y": (80, 0), "out": (0, 10)},
    "by_function": {"at": (160, 0), "out": (0, 40)},
    "until_small": {"z": (160, 0), "steps": (0, 40)},
    "checked": {"x": (40, 0), "at": (40, 0), "out": (0, 40)},
    "divided": {"x": (40, 0), "y": (40, 0), "out": (0, 40)},
}
