import numpy as np



def numbers(n):
    return np.arange(n, dtype=np.int64) * 3 % 7 + 10 * (np.arange(n) == n - 1)


def vector(n):
    return np.linspace(-1, 2, n) if n != 1 else np.array([0.75])


def square(n, m):
    return np.linspace(-1, 2, n * m).reshape(n, m)


def cases(module):
    for n in (0, 1, 2, 5, 1000):
        x = numbers(n)
        for key in (99, x[-1] if n else 0):
            yield f"search, {n}, {key}", [
                module.search(x, key), module.search_short(x, n, key), module.many(x, key),
                module.search_backwards(x, n, -1, 99), module.search_backwards(x, n, -2, 99),
            ]
        v = vector(n)
        for name in ("never", "types", "of_the_module"):
            out = np.zeros(n)
            yield f"{name}, {n}", [getattr(module, name)(v, out), out]
        for name, given in (("left early", abs(v) + 1), ("not left", v[::-1].copy())):
            out = np.zeros(n)
            yield f"{name}, {n}", [module.skipped(given, out), out]
        yield f"last of types, {n}", module.last_types(v)
        for m in (0, 3):
            out = np.zeros(n)
            yield f"inner, {n}, {m}", [module.inner_none(v, out, m), out]
        for limit in (-1.5 if n < 2 else 1.99, 5.0):
            out = np.zeros(n)
            yield f"handed on, {n}, {limit}", [module.handed_on(v, out, limit), out]
            out = np.zeros(n)
            yield f"within, {n}, {limit}", [module.within(v, out, limit), out]
        for flag in (0, 1) if n else ():
            out = np.zeros(n)
            yield f"of the block, {n}, {flag}", [module.of_the_block(v, out, flag), out]
        for steps in (0, 1, 4) if n in (0, 1) else (0, 1):
            out = np.zeros(n)
            yield f"repeated, {n}, {steps}", [module.repeated(v, out, steps), out]
        for steps in (0, 1, 4):
            out = np.zeros(n)
            yield f"in a context, {n}, {steps}", [module.in_a_context(v, out, steps), out]
        for dtype in (np.float32, np.float64, np.int64):
            found = np.arange(n, dtype=dtype)
            yield f"fused, {n}, {dtype.__name__}", [module.fused(found, 7000, 5), found]
        yield f"field, {n}", [module.Counter(v, 40).find(77.0), module.Counter(v, 40).find(v[-1] if n else 0)]
    for in_team in (False, True):
        out = np.zeros(16)
        module.kept_by_threads(out, in_team)
        yield f"kept by threads, {in_team}", out
    for first in (1, 7):
        out = np.zeros(16)
        module.shared_by_a_team(out, first)
        yield f"shared by a team, {first}", out
    for n in (0, 1):
        out = np.zeros(n)
        yield f"added, {n}", [module.added(vector(n), out), out]
    for n, m in ((0, 0), (0, 3), (3, 0), (1, 1), (4, 5), (40, 50)):
        x = square(n, m)
        for name in ("nested", "handed_in"):
            out = np.zeros((n, m))
            yield f"{name}, {n}, {m}", [getattr(module, name)(x, out), out]
        for name in ("directly_nested", "asked_to_collapse"):
            out = np.zeros((n, m))
            yield f"{name}, {n}, {m}", [getattr(module, name)(x, out, n, m), out]
        yield f"last of wide, {n}, {m}", module.last_of_wide(x)
    for n in (0, 1, 6):
        x, out = square(n, n), np.zeros((n, n))
        yield f"triangles, {n}", [module.triangles(x, out), out]
    for n, m in ((0, 4), (1, 1), (1, 40)):
        x, out = square(n, m), np.zeros((n, m))
        yield f"two levels, {n}, {m}", [module.two_levels(x, out), out]
    y = vector(5)
    yield "pointers", [module.pointers(vector(5), y), y]


def traced(module):
    x, out, v, s = numbers(4), np.zeros(4), vector(4), square(4, 6)
    module.search(x, 99)
    module.search_short(x, 4, 99)
    module.search_backwards(x, 4, -1, 99)
    for name in ("added", "never", "skipped", "types", "of_the_module"):
        getattr(module, name)(v, out)
    module.last_types(v)
    module.inner_none(v, out, 0)
    module.handed_on(v, out, 5)
    module.within(v, out, 5)
    module.of_the_block(v, out, 1)
    module.repeated(v, out, 3)
    module.nested(s, s.copy())
    module.handed_in(s, s.copy())
    module.directly_nested(s, s.copy(), 4, 6)
    module.asked_to_collapse(s, s.copy(), 4, 6)
    module.last_of_wide(s)
    module.two_levels(s, s.copy())
    module.triangles(square(4, 4), square(4, 4))
    module.pointers(v, vector(4))
    module.fused(x.astype(float), 1, 2)
    module.fused(x.astype(np.float32), 1, 2)
    module.fused(x, 1, 2)
    module.Counter(v, 3).find(2)
    module.many(x, 4)
    module.in_a_context(v, out, 3)


BYTES = {
    "added": {"x": (32, 0), "out": (0, 32)},
    "asked_to_collapse": {"x": (192, 0), "out": (0, 192)},
    "directly_nested": {"out": (0, 192), "x": (192, 0)},
    "find": {"self.data": (32, 0)},
    "fused[double]": {"x": (32, 32)},
    "fused[float]": {"x": (16, 16)},
    "fused[long]": {"x": (32, 32)},
    "handed_in": {"out": (0, 192), "x": (192, 0)},
    "handed_on": {"x": (64, 0), "out": (0, 32)},
    "in_a_context": {"out": (32, 32), "x": (32, 0)},
    "inner_none": {"x": (32, 0), "out": (0, 32)},
    "last_of_wide": {"x": (192, 0)},
    "last_types": {"x": (32, 0)},
    "many": {"x": (32, 0)},
    "nested": {"x": (192, 0), "out": (0, 192)},
    "never": {"out": (0, 32), "x": (32, 0)},
    "of_the_block": {"x": (32, 0), "out": (0, 32)},
    "of_the_module": {"out": (0, 32), "x": (32, 0)},
    "pointers": {"q": (32, 32), "p": (32, 32)},
    "repeated": {"out": (32, 32)},
    "search": {"x": (32, 0)},
    "search_backwards": {"x": (64, 0)},
    "search_short": {"x": (32, 0)},
    "skipped": {"x": (32, 0), "out": (32, 32)},
    "triangles": {"x": (128, 0), "out": (128, 128)},
    "two_levels": {"out": (0, 192), "x": (192, 0)},
    "types": {"x": (32, 0), "out": (0, 32)},
    "within": {"x": (32, 0), "out": (0, 32)},
}
