"""What loops over entries give, which `dict`s are asked for and others hand out."""

import collections
import gc
import weakref

from attempts import attempt


class Mapping:
    """Has the methods, and what it is given as entries."""

    def __init__(self, *entries):
        self.entries = entries

    def items(self, *arguments):
        return [*self.entries, *arguments]

    keys = values = iteritems = itervalues = items


class Derived(dict):
    def items(self):
        return [("derived", 1)]

    def values(self):
        return iter([7, 8])


class Node(dict):
    __slots__ = ("__weakref__",)


def fails(error=ValueError):
    yield "a", 1
    raise error("no more")


def tables():
    yield "empty", {}
    yield "one", {"a": 1}
    yield "three", {"c": 3, "a": 1, "b": 2}
    yield "after deletions", {k: k for k in "abcdef" if k not in "ad"}
    yield "gaps", gaps()
    yield "derived", Derived(a=1)
    yield "ordered", collections.OrderedDict(b=1, a=2)
    yield "counter", collections.Counter("abca")
    yield "attributes", vars(attributes())
    yield "mapping", Mapping(("a", 1), ["b", 2], "cd")
    yield "short", Mapping(("a", 1), ("b",))
    yield "long", Mapping((1, 2, 3))
    yield "no pair", Mapping(5)
    yield "none", None
    yield "no dict", [1, 2]


def gaps():
    table = {k: k for k in "abcdef"}
    del table["a"], table["e"]
    return table


def attributes():
    class Some:
        pass

    some = Some()
    some.x, some.y = 1, "z"
    return some


def is_collected(module):
    """A generator that waits in a loop over a dict that leads to the generator."""
    table = Node(a=1, b=2)
    plain = {"a": table, "b": 1}
    waiting = module.generated(plain)
    next(waiting)
    table["generator"] = waiting
    known = weakref.ref(table)
    del table, plain, waiting
    gc.collect()
    return known() is None


def cases(module):
    for name in (
        "pairs looped looped_values whole_entries of_dict in_python2 in_python2_of_dict numbers numbers_of_values counted places "
        "same_twice raises rebinds generated"
    ).split():
        function = getattr(module, name)
        for label, table in tables():
            yield f"{name} of {label}", attempt(lambda: [*function(table)] if name == "generated" else function(table))
    for table in {1: 2}, {1: 2, 3: 4.5}, {1: 2, 2: "x", 3: 4}, {"x": 1}, {2**40: 1}, Mapping((1, 2), (3, None)):
        yield f"numbers of {table if isinstance(table, dict) else 'mapping'}", attempt(module.numbers, table)
        yield "sum", attempt(module.numbers_of_values, table)
    for table in {"a": 1}, Mapping(("a", 1), ("b", 2)):
        yield "with arguments", attempt(module.with_arguments, table)
    yield "of numbers", module.of_dict({1: 2, 3: 4, 5: 6})
    yield "nested", attempt(module.nested, {"a": (1, 2), "b": [3, 4], "c": "xy"})
    yield "nested, short", attempt(module.nested, {"a": (1, 2), "b": [3]})
    for stop in "a", "b", "z":
        yield f"leaves at {stop}", module.leaves({"a": 1, "n": None, "b": 2}, stop)
    yield "leaves nothing", module.leaves({}, "a")
    yield "changes values", module.changes_values({"a": 1, "b": 2, "c": 3})
    yield "grows", module.grows({"a": 1, "b": 2})
    yield "shrinks", module.shrinks({"a": 1, "b": 2, "c": 3})
    yield "empties", module.empties({"a": 1, "b": 2})
    yield "in functions", module.in_functions({1: 2, 3: 4})
    yield "shadowed", module.shadowed({"a": 1, "b": 2})
    for error in ValueError, StopIteration, KeyError:
        mapping = Mapping()
        mapping.items = lambda: fails(error)
        yield f"fails with {error.__name__}", attempt(module.looped, mapping)
    waiting = module.generated({"a": 1, "b": 2})
    yield "begun", [next(waiting) for _ in range(3)]
    waiting.close()
    yield "closed", [*waiting]
    table = {"a": 1, "b": 2}
    waiting = module.generated(table)
    next(waiting)
    table["c"] = 3
    yield "changed while it waits", attempt(list, waiting)
    yield "ended", [*waiting]
    yield "is collected", is_collected(module)
