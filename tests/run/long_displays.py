import traceback


class Failing:
    """Gives what it is asked for until the k-th call."""

    def __init__(self, at, kind=ValueError):
        self.calls, self.at, self.kind = [], at, kind

    def __call__(self, item):
        self.calls.append(item)
        if len(self.calls) == self.at:
            raise self.kind(item)
        return item


class Taking:
    def take(self, *arguments):
        return arguments


def told(value):
    """Values with their types and signs: `1`, `True` and `1.0` are equal."""
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [told(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return type(value).__name__, sorted(map(repr, value))
    if isinstance(value, dict):
        return "dict", [(told(key), told(item)) for key, item in value.items()]
    return type(value).__name__, ascii(value)


def tried(function, *arguments):
    try:
        return told(function(*arguments))
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[1]
        return type(error).__name__, str(error), frame.name.split(".")[-1], frame.lineno


def cases(module):
    for name in ["TABLE", "MIXED", "SET", "SAME_KEYS", "LEAST", "NESTED", "BIG", "TEXTS", "ROWS"]:
        yield name, told(getattr(module, name))
    first, second = module.fresh(), module.fresh()
    yield "fresh", told(first)
    for one, other in zip(first, second):
        yield "a new one", one is not other
    first[0].append(1), first[1].add(9), first[2].clear()
    yield "as it was", told(module.fresh())
    yield "shared", module.shared() is module.shared()
    several = ["long_list", "long_tuple", "long_set", "long_dict", "constant_keys", "long_text", "chain"]
    for at in [0, 1, 2, 17, 31, 39, 40]:
        for name in several:
            call = Failing(at)
            yield (name, at), (tried(getattr(module, name), call), call.calls)
        for name, callee in ("many_arguments", lambda *a: a), ("many_keywords", lambda **k: k):
            call = Failing(at)
            yield (name, at), (tried(getattr(module, name), callee, call), call.calls)
        call = Failing(at)
        yield ("of_a_method", at), (tried(module.of_a_method, Taking(), call), call.calls)
        call = Failing(at)
        yield ("stars", at), (tried(module.stars, call, (i for i in range(3))), call.calls)
    for name in "long_set", "long_dict":
        calls = []
        unhashable = lambda item: calls.append(item) or ([] if item == 20 else item)
        yield (name, "unhashable"), (tried(getattr(module, name), unhashable), calls)
    yield "no such method", tried(module.of_a_method, 3, Failing(0))
    yield "not callable", tried(module.many_arguments, 3, Failing(0))
    for value in 1, 1.0, True, "a", None, 2.5, "b", 6:
        yield ("contains", value), module.contains(value)
    yield "in C", told(module.in_c())
