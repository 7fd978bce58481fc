from attempts import attempt

SHARES = "a list of what is evaluated"


class Mapping:
    def keys(self):
        return ["m"]

    def __getitem__(self, key):
        return key * 2


def cases(module):
    for items in [[], [1, 2, 3], (3, 0, 4)]:
        yield f"lists {items}", module.lists(items, 4)
        yield f"sets_and_dicts {items}", module.sets_and_dicts(items)
        consumed = attempt(module.consumed, items)
        # The words are another Python's.
        yield f"consumed {items}", type(consumed).__name__ if isinstance(consumed, ValueError) else consumed
        yield f"conditional {items}", [module.conditional(True, items), module.conditional(0, items)]
        yield f"nested {items}", module.nested_scopes(items)
        yield f"wrong {items}", attempt(module.wrong, items)
    yield "no iterables", [attempt(module.lists, 3, 1), attempt(module.consumed, "abc")]
    yield "in_c", module.in_c(5)
    yield "displays", [module.displays([1], (2, 3)), module.displays("ab", {4}), attempt(module.displays, 3, [])]
    yield "calls", module.calls(module.take, [1, 2], {"k": 3})
    yield "double", [module.double_named(module.take, {"b": 2}), attempt(module.double_named, module.take, {"a": 2})]
    for a, k in [((), {}), ([1], Mapping()), (iter("ab"), {"x": 1})]:
        yield f"call_with {a!r:.8}", module.call_with(module.take, a, k)
    yield "wrong names", attempt(module.call_with, module.take, [], {1: 2})
    yield "wrong arguments", type(attempt(module.call_with, module.take, 3, {})).__name__
    yield "wrong mapping", type(attempt(module.call_with, module.take, [], 3)).__name__
    yield "method", module.method("{0}-{k}", [["a", "b"]])
    for items in [[1], [1, 2], [1, 2, 3, 4], "abc"]:
        yield f"unpacked {items}", attempt(module.unpacked, items)
    for values in [(1, 2, 3), (2, 2, 2), (3, 2, 1), ("a", "b", "c")]:
        yield f"chained {values}", module.chained(*values)
    yield "chained wrong", attempt(module.chained, 1, "a", 2)
    yield "chained_numbers", [module.chained_numbers(1, 2, 3), module.chained_numbers(1, 3, 3), module.chained_numbers(4, 3, 3)]
    yield "log", module.log
    for d in ({}, {"a": 1, "b": 2}):
        yield f"iterated {d}", module.iterated(d)
