import collections
from types import MappingProxyType

from attempts import attempt


class Items(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, at):
        return self.items[at]


class Map(collections.abc.Mapping):
    def __init__(self, **items):
        self.items_ = items

    def __len__(self):
        return len(self.items_)

    def __getitem__(self, key):
        return self.items_[key]

    def __iter__(self):
        return iter(self.items_)


def values(m):
    yield from (1, 1.0, True, -2.5, 3 + 4j, -0.5 - 1j, "ab", b"ab", bytearray(b"ab"), "abc", "", b"", 2, 7, 3, None, ...)
    yield from ([], [1], [1, 2], [1, 1], [1, 2, 3, 4], (), (5,), (1, (1, {"k": 3})), (1, [1, {"k": 3, "z": 0}]), [2, [2, {}]])
    yield from ({}, {"k": 1}, {"k": 1, 2: 3}, {"k": 1, 2: 3, "more": 4}, {"x": None}, {"x": True}, {"x": 1}, Map(k=1), Map(x=None))
    yield from (m.Kind.A, m.Kind.B, range(2), range(3), Items(), Items(1), Items(1, 2, 3), {1, 2}, frozenset(), 2.5)
    yield from (MappingProxyType({"x": True}), collections.deque([1, 2]), memoryview(b"ab"))


def shown(found):
    return [type(part).__name__ if "object at" in repr(part) else part for part in found] if isinstance(found, tuple) else found


def cases(m):
    for at, x in enumerate(values(m)):
        yield f"everything {type(x).__name__} {at}", attempt(lambda: shown(m.everything(x)))
        yield f"starred {type(x).__name__} {at}", attempt(m.starred, x)
    for at, x in enumerate((m.Point(0, 0), m.Point(0, 2), m.Point(3, 0), m.Point(4, 4), m.Point(1, 2), m.Pair(m.Pair(1, 2), 3), m.Pair(1, 2))):
        yield f"objects {at}", attempt(lambda: shown(m.everything(x)))
    for i in 0, 1, 5, 7, -3:
        yield f"typed {i}", m.typed(i, i / 2, i, abs(i), 5 if i % 2 else 0)
        yield f"without the lock {i}", m.without_gil(i)
    yield "typed more", [m.typed(4, -1, 0, 3, 0), m.typed(3, 0.5, 2, 7, 5), m.without_gil(3)]
    yield "enums", [m.enums(3, 3), m.enums(4, m.Kind.B), m.enums(m.Shape.CIRCLE, m.Shape.SQUARE)]
    for x in [3, 2], [1, 2], [0, 5], [2, 4]:
        log = []
        yield f"guards {x}", [attempt(m.guards, x, log), log]
    yield "rebinds", [m.rebinds([1, 9]), m.rebinds([1, 2]), m.rebinds([1]), m.rebinds(None)]
    yield "loops", [m.in_loops([1, None, [2, 0.5, "a"], "b"]), m.in_loops([1, "stop", 2])]
    yield "generated", [list(m.generated([[1, 2], 3, (4, 5)]))]
    yield "closed", [m.closed({"f": 1, "g": 2})(), m.closed(3)()]
    yield "module", [m.kind_of_module, m.number_of_module, m.Body.n, m.Body.m]
    for which in range(7):
        for x in m.Bad(), 3, m.Odd(), m.Point(1, 2), {m.Kind.A: 1, 2: 3}:
            # Cython counts no part of an `int`, and compares keys also where the object is not a mapping.
            if (which, type(x)) != (1, int) and (which != 5 or isinstance(x, dict)):
                yield f"fails {which} {type(x).__name__}", attempt(m.fails, x, which)
    yield "softly", m.softly(1, 2, 3)
    yield "numbers", [m.of_numbers(x) for x in (0, 0.0, False, 1000, 1.5, 2**31 - 1, "a")]
    for x in m.Under(0, 2, 0), m.Under(0, 1, None), m.Hidden(1.5, 1, [7]), m.Hidden(0.5, 3, "s"), m.Hidden(0.25, 101, 0), m.Hidden(9, 9, 9), 3:
        yield f"fields {type(x).__name__}", m.fields(x)
    yield "pointers", m.pointers()
    # Python 3.12 names the class as well.
    yield "a name that is missing", "missing" in str(attempt(m.evaluated, 1))
