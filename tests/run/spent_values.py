import decimal
import fractions
import sys
import types

from attempts import attempt

NUMBERS = (2, -3.5, True, 10**30, 1.5 + 2j, fractions.Fraction(1, 3), decimal.Decimal(2), None)


class Shared:
    """All results are one and the same object."""

    value = 2.75 * len(NUMBERS)

    def made(self, other):
        return self.value

    __add__ = __sub__ = __mul__ = made


def shown(value):
    if isinstance(value, tuple):
        return [shown(each) for each in value]
    return value if isinstance(value, (int, float)) else type(value).__name__


def cases(module):
    for a in NUMBERS:
        for b in NUMBERS:
            yield f"products {a} {b}", [attempt(module.products, a, b, 2.5), attempt(module.products, 2, a, b)]
            yield f"stored {a} {b}", [
                attempt(module.stored, [0, 0.5], 1, a, b), attempt(module.stored_at, [0, 0.5], -2, a, b),
                attempt(module.chained, [0], {}, 0, a, b), attempt(module.swapped, [0, 0.5], a, b),
                attempt(module.attributes, types.SimpleNamespace(), a, b), attempt(module.step, [1.5, 2, 0], a, b)]
    for a, b in ((2, "ab"), ("ab", 2), ([1], 2), (3, [1])):
        yield f"sequences {a} {b}", [attempt(module.products, a, b, 2), attempt(module.stored, [0, 0.5], 1, a, b), attempt(module.swapped, [0, 0.5], a, b)]
    for i in (0, 1, -1, 2, -3, 10**30, True, 1.0, "key", None):
        for make in (lambda: [0, 0.5], lambda: (0, 0.5), dict, lambda: module.Items([0, 0.5]), lambda: bytearray(2), lambda: "ab", lambda: None):
            yield f"key {i} {make()}", [attempt(module.stored, make(), i, 1.5, 2), attempt(module.called, make(), i, lambda k: [k])]
    for i in (0, 1, -1, 2, -3):
        yield f"place {i}", [attempt(module.stored_at, [0, 0.5], i, 1.5, 2), attempt(module.stored_at, (0, 0.5), i, 1.5, 2)]
    for name in ("products", "step", "stored"):
        keeper = module.Keeper()
        given = {"products": (keeper, 1.5, 2.5), "step": (keeper, 1.5, 2.5), "stored": (keeper, 0, 1.5, 2.5)}[name]
        attempt(getattr(module, name), *given)
        yield f"kept by {name}", [shown(value) for value in keeper.kept]
    a, b = 1.25, 2.75
    module.products(a, b, a), module.step([a, b, a], a, b), module.several(a, b, 3)
    yield "unchanged", [a, b, module.several(a, b, 5), module.several(3, 2, 5), module.several(3, b, 0)]
    yield "shared", [module.right(0.5, Shared(), 2), Shared.value, module.step([0.5, 1, 2], Shared(), 2.0), Shared.value]
    for x in ([1, 2], (1, 2), [1], (1, 2, 3), [1, 2, 3], "ab", {1: 2, 3: 4}, iter([1, 2]), range(2), 5, None):
        yield f"pair {type(x).__name__}", attempt(module.pair, x)
    for x in ([(1, 2), [3, 4, 5], 6], ([1, 2], (3, 4, 5), 6), ([1, 2], [3, 4], 6), ([1], [3, 4, 5], 6), [[1, 2], "abc", 6]):
        yield f"three {x}", attempt(module.three, x)
    for x in (2.0, 4, 10**30):
        yield f"negative {x}", [attempt(module.negative, x), attempt(module.negative_added, x)]
    value, items = 1.5 * len(sys.path), [0]
    before = sys.getrefcount(value)
    for _ in range(100):
        module.called(items, 0, lambda _: value)
        attempt(module.called, items, 1, lambda _: value)
        attempt(module.called, (0,), 0, lambda _: value)
    yield "references", sys.getrefcount(value) - before - 1
