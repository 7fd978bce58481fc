import numpy as np
from attempts import attempt


def vector(n=16):
    return np.linspace(-2, 3, n)


def matrix(n=6, m=8):
    return np.random.default_rng(3).random((n, m))


def cases(module):
    def changed(name, *arguments):
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        label = [a if not isinstance(a, np.ndarray) else a.shape for a in arguments]
        return f"{name}{label}", [attempt(getattr(module, name), *arguments), arrays]

    for rounds in (0, 1, 2, 7):
        yield changed("relax", matrix(), np.zeros((6, 8)), rounds)
        yield changed("boundary", matrix(), np.zeros((6, 8)), rounds)
        yield changed("overwritten", vector(), vector(), rounds)
        yield changed("called", vector(), rounds)
        yield changed("nested", vector(), vector() + 1, rounds)
        yield changed("inferred_in_explicit", vector(), vector() + 1, rounds)
        for every in (0, 1, 3):
            yield changed("sometimes", vector(), rounds, every)
    yield changed("relax_until", matrix(), np.zeros((6, 8)), 0.01, 100)
    yield changed("relax_until", matrix(), np.zeros((6, 8)), 0.0, 5)
    yield changed("converge", np.linspace(1, 2, 9), np.zeros(3), 0.01, 50)
    yield changed("converge", np.linspace(1, 2, 9), np.zeros(1), 0.01, 3)
    yield changed("never", vector(), False)
    yield changed("never", vector(), True)
    yield changed("rows", matrix(), np.arange(8.0))
    yield changed("rows", np.zeros((0, 8)), np.arange(8.0))
    yield changed("rows", np.zeros((4, 3)), np.zeros(0))
    yield changed("called_outside", vector())
    yield changed("called", np.full(3, 1e7), 4)
    yield "end_of", [module.end_of(vector()), module.end_of(np.zeros(1))]

    seen = []
    yield changed("prints", vector(), 5, seen)
    yield "prints: seen", seen

    x = vector()
    yield "calls_back: reads", [attempt(module.calls_back, x, lambda: seen.append(x.sum()), 3), x, seen]
    x = vector()
    yield "calls_back: writes", [attempt(module.calls_back, x, lambda: x.__setitem__(2, 9.0), 3), x]
    x = vector()
    yield "calls_back: regions", [attempt(module.calls_back, x, lambda: module.end_of(x), 3), x]
    x = vector()
    yield "calls_back: contexts", [attempt(module.calls_back, x, lambda: seen.append(module.takes_in([x], 2)), 3), x, seen]
    x = vector()
    yield "calls_back: outside", [attempt(module.calls_back, x, lambda: seen.append(module.called_outside(x)), 3), x, seen]
    x = vector()
    yield "calls_back: context of a call", [
        attempt(module.calls_back, x, lambda: seen.append(module.takes_in_and_calls([x], 2)), 3), x, seen
    ]
    x = vector()
    yield "calls_back: back in Python", [
        attempt(module.calls_back, x, lambda: seen.append((module.called_outside(x), x.sum())), 3), x, seen
    ]
    x = vector()
    yield "calls_back: cpdef", [
        attempt(module.calls_back, x, lambda: seen.append((module.end_of(x), x.sum())), 3), x, seen
    ]
    yield changed("called_from_both", vector(), 3)
    yield changed("descends", vector(), 0)
    yield changed("descends", vector(), 5)
    yield "begun", [module.begun, module.made]
    x = vector()
    yield "calls_back: fails", [attempt(module.calls_back, x, lambda: 1 / 0, 3), x]
    x = vector()
    yield "takes_in", [module.takes_in([x], 4), x]

    for at in (0, 3, 9):
        yield changed("returns", vector(), at)
    for items in ([], [1, 2], [1, "no", 3], ["no"]):
        yield changed("raises", vector(), items)
    yield changed("region_fails", vector(), 3)
    yield changed("region_fails", vector(), 16)
    yield changed("threads", matrix(12, 5))

    same = vector()
    yield changed("two_names", same, same)
    yield changed("two_names", vector(), vector())
    base = vector(24)
    yield changed("two_names", base[:16], base[8:])
    base = vector(24)
    yield changed("two_names", base[4:], base[:16])
    yield changed("two_names", base[8:12], base)
    for other in (False, True):
        yield changed("rebinds", vector(), vector() * 2, other)
        # Nobody else holds what the name loses.
        yield f"rebinds{other}", module.rebinds(vector(4000), vector(4000), other)

    empty = np.zeros(0)
    yield changed("overwritten", empty, empty, 2)
    yield changed("sometimes", empty, 3, 2)
    yield changed("optional", vector(), None)
    yield changed("optional", vector(), vector() * 3)


def traced(module):
    module.relax(np.ones((8, 8)), np.zeros((8, 8)), 10)
    module.relax_until(matrix(), np.zeros((6, 8)), 0.0, 5)
    module.converge(np.linspace(1, 2, 16), np.zeros(2), 0.01, 50)
    module.boundary(np.ones((8, 8)), np.ones((8, 8)), 6)
    module.overwritten(vector(), vector(), 5)
    module.sometimes(vector(), 9, 3)
    module.never(vector(), False)
    module.rows(np.ones((4, 8)), np.arange(8.0))
    module.called(vector(), 4)
    module.called_from_both(vector(), 3)
    module.descends(vector(), 3)
    module.prints(vector(), 4, [])
    x = vector()
    module.calls_back(x, lambda: module.called_outside(x), 1)
    module.takes_in([vector()], 4)
    module.takes_in_and_calls([vector()], 4)
    module.returns(vector(), 2)
    module.raises(vector(), [1, 2])
    attempt(module.region_fails, vector(), 16)
    module.nested(vector(), vector(), 3)
    module.inferred_in_explicit(vector(), vector(), 3)
    module.threads(matrix(2, 8))
    base = vector(24)
    module.two_names(base[:16], base[8:])
    module.rebinds(vector(), vector(), True)
    module.optional(vector(), None)


BYTES = {
    "end_of": {"x": (168, 64)},
    "scale": {"x": (1704, 128)},
    "descend": {"x": (0, 56)},
    "descends": {"x": (0, 168)},
    "step": {"u": (1792, 608), "v": (0, 0)},
    "relax": {"u": (0, 368), "v": (0, 368)},
    "relax_until": {"u": (0, 240), "v": (0, 240)},
    "converge": {"x": (128, 128), "error": (0, 56)},
    "boundary": {"u": (1280, 736), "v": (0, 368)},
    "overwritten": {"x": (640, 128), "y": (128, 128)},
    "sometimes": {"x": (128, 512)},
    "never": {"x": (0, 0)},
    "rows": {"x": (64, 0), "row": (256, 16), "D": (0, 240)},
    "shift": {"x": (0, 40)},
    "called": {"x": (0, 120)},
    "called_from_both": {"x": (0, 120)},
    "prints": {"x": (256, 256)},
    "calls_back": {"x": (256, 256)},
    "called_outside": {"x": (0, 128)},
    "takes_in": {"y": (128, 128)},
    "takes_in_and_calls": {},
    "returns": {"x": (128, 128)},
    "raises": {"x": (256, 256)},
    "touch": {"x": (0, 0)},
    "region_fails": {"x": (0, 128)},
    "nested": {"x": (8, 152), "y": (0, 136)},
    "inferred_in_explicit": {"y": (0, 384), "x": (128, 128)},
    "threads": {"D": (0, 144)},
    "two_names": {"x": (136, 200), "y": (72, 16)},
    "rebinds": {"x": (256, 128), "y": (0, 128)},
    "optional": {"x": (0, 128), "y": (0, 0)},
}
