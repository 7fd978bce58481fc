import itertools


class Int(int):
    def __add__(self, other):
        return "added"

    def __radd__(self, other):
        return "added from the right"

    def __lt__(self, other):
        return "less"


class Float(float):
    def __rmul__(self, other):
        return "multiplied from the right"

    def __eq__(self, other):
        return "equal"

    __hash__ = float.__hash__


class List(list):
    def __getitem__(self, key):
        return "item", key

    def append(self, item):
        list.append(self, [item])
        return "appended"

    def __iter__(self):
        return iter("xy")


class Tuple(tuple):
    def __getitem__(self, key):
        return "item", key

    def __iter__(self):
        return iter("xyz")


class Dict(dict):
    def __missing__(self, key):
        return "missing", key

    def __setitem__(self, key, value):
        dict.__setitem__(self, key, [value])

    def get(self, key, otherwise):
        return "got", otherwise


class Text(str):
    def __str__(self):
        return "own"

    def __format__(self, how):
        return Text("formatted")


class Counted:
    """Says when it is compared and hashed."""

    def __init__(self, log):
        self.log = log

    def __hash__(self):
        self.log.append("hash")
        return 1

    def __eq__(self, other):
        self.log.append("eq")
        return True


class Iterator:
    def __init__(self, error):
        self.left = 3
        self.error = error

    def __iter__(self):
        return self

    def __next__(self):
        self.left -= 1
        if self.left == 0:
            raise self.error
        return self.left


NUMBERS = [0, 1, -1, 5, 2**30 - 1, 2**30, -(2**30) + 1, -(2**30), 2**31, 2**60, 2**62, 2**63, -(2**63), 10**30, True, False]
# Not zeros: Cython takes `0 + -0.0` for -0.0, and `0.0 * -1` for 0.0.
NUMBERS += [1.5, -1.0, 1e300, float("inf"), float("-inf"), float("nan"), 2.0**53, 2**53 + 1, Int(3), Float(1.5), 1j]


def tried(function, *arguments):
    try:
        given = function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    return shown(given)


def shown(value):
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [shown(one) for one in (list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value))]
    return type(value).__name__, repr(value)


def numbers(module):
    others = ["text", b"bytes", [1], (2,), None, {3}, {}]
    for a, b in itertools.product(NUMBERS + others, repeat=2):
        yield ("arithmetic", repr(a), repr(b)), tried(module.arithmetic, a, b)
        yield ("added", repr(a), repr(b)), tried(module.added, a, b)
        yield ("in place", repr(a), repr(b)), tried(module.in_place, a if not isinstance(a, list) else list(a), b)
        yield ("compared", repr(a), repr(b)), tried(module.compared, a, b)
        yield ("chosen", repr(a), repr(b)), tried(module.chosen, a, b)
    for a in NUMBERS + others:
        yield ("near", repr(a)), tried(module.near, a)


def containers(module):
    keys = [0, 1, -1, -2, 2, 3, -4, 2**40, -(2**40), True, 1.0, None, "k", (1, 2), slice(0, 1), [1]]
    makers = [lambda: [5, 6], lambda: (5, 6), lambda: {0: "zero", "k": 1, (1, 2): 3}, lambda: "ab", lambda: b"ab", lambda: range(5, 7)]
    makers += [lambda: List([5, 6]), lambda: Tuple([5, 6]), lambda: Dict(k=1), lambda: [], lambda: (), lambda: {}, lambda: None]
    for make in makers:
        for key in keys:
            if isinstance(key, slice) and isinstance(make(), dict):
                continue  # slices have a hash from Python 3.12 on
            yield ("item", repr(make()), repr(key)), tried(module.item, make(), key)
            yield ("stored", repr(make()), repr(key)), tried(lambda: repr(module.stored(make(), key, 9)))
            yield ("got", repr(make()), repr(key)), tried(module.got, make(), key)
        made = make()
        yield ("append", repr(make())), (tried(module.appended, made, 4), repr(made))
        # Cython's `o[-1]` asks subclasses for another index.
        names = ["pair", "three", "all_of", "text"] + (["first"] if type(make()).__module__ == "builtins" else [])
        for name in names:
            yield (name, repr(make())), tried(getattr(module, name), make())
    for name in ("item", "got"):
        log = []
        yield (name, "counted"), (tried(getattr(module, name), {Counted([]): 1}, Counted(log)), log)
        log = []
        yield (name, "counted and not there"), (tried(getattr(module, name), {}, Counted(log))[0], log)
    for count in range(5):
        for kind in (list, tuple, iter, str, List, Tuple):
            make = (lambda: kind("abcde"[:count])) if kind is not iter else (lambda: iter("abcde"[:count]))
            yield ("pair", count, kind.__name__), tried(module.pair, make())
            yield ("three", count, kind.__name__), tried(module.three, make())
            yield ("all", count, kind.__name__), tried(module.all_of, make())
    for error in (StopIteration, StopIteration(4), ValueError("no"), RuntimeError("r")):
        yield ("iterator", repr(error)), tried(module.all_of, Iterator(error))
        yield ("iterator pair", repr(error)), tried(module.pair, Iterator(error))


def texts(module):
    parts = ["", "a", "bc", "\u00e9", "\u0400x", "\U0001f600", "\udc80", 5, -1, 2.5, None, [1]]
    for a, b, c in itertools.product(parts, repeat=3):
        yield ("formatted", repr(a), repr(b), repr(c)), tried(module.formatted, a, b, c)
    for part in [*parts, Text("t")]:
        yield ("text", repr(part)), tried(module.text, part)


SHARES = "they assign a variable of the module"


def cases(module):
    yield from numbers(module)
    yield from containers(module)
    yield from texts(module)
    for value in (1, 2, [3]):
        yield ("changed", repr(value)), (tried(module.of_module), tried(module.changed, module, value), tried(module.of_module))
    module.changing = "from outside"
    yield "outside", tried(module.of_module)
    for _ in range(2):
        yield "deleted", (tried(module.deleted), tried(module.of_module), tried(module.restored, module), tried(module.of_module))
    yield "builtins", tried(module.of_builtins, module, None)
