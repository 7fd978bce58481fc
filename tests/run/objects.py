from types import SimpleNamespace

import numpy as np
from attempts import attempt


def cases(module):
    yield "attributes", module.attributes("b")
    yield "attributes of a number", attempt(module.attributes, 1)
    yield "calls", module.calls(lambda *args, **keywords: (args, keywords), key=5)
    yield "calls of a number", attempt(module.calls, 3)
    for a, b in [(7, 2), (7.5, -2), (2**70, 3), ("a", "b"), (1, 0), (True, 2)]:
        yield f"operators {a} {b}", attempt(module.operators, a, b)
        yield f"compared {a} {b}", attempt(module.compared, a, b)
    yield "displays", module.displays("x", 3)
    yield "unhashable", attempt(module.displays, [], "no")
    yield "in_place", module.in_place([1], [2])
    yield "in_place wrong", attempt(module.in_place, 1, "a")
    for items in [[], [1, 2, 3], [4, 5, 6], "abc", 7, {1: 2}]:
        yield f"looped {items}", attempt(module.looped, items)
    yield "nested", module.nested([(1, [2, 3]), (4, (5,))])
    yield "nested wrong", attempt(module.nested, [(1, 2, 3)])
    for value in [(1, 2), "ab", [1], (1, 2, 3), 4, {1: 2, 3: 4}]:
        yield f"unpacked {value}", attempt(module.unpacked, value)
    for a, b in [(0, 1), (1, 0), ([], "x"), (None, None)]:
        yield f"chosen {a} {b}", module.chosen(a, b)
    for n in [0, 3, 30, "x"]:
        yield f"counted {n}", attempt(module.counted, n)
    yield "global_names", [module.global_names(), module.global_names(), module.CONSTANT]
    thing = SimpleNamespace(items=[1, 2, 3])
    yield "set_attribute", [module.set_attribute(thing, "v"), thing.items]
    yield "set_attribute wrong", attempt(module.set_attribute, 3, 4)
    for value in [0, 1, 2, None]:
        yield f"asserted {value}", attempt(module.asserted, value)
    for kind in [ValueError, ValueError("x"), 3, "text"]:
        yield f"raised {kind}", attempt(module.raised, kind)
    yield "early", [module.early(4), module.early(2), module.early(1)]
    yield "converted", module.converted(1.5, 3, 7)
    yield "large", module.large()
    yield "wide", module.wide("a")
    yield "chained", module.chained("v")
    yield "typedef_array", module.typedef_array(5)
    yield "characters", module.characters()
    yield "of_nothing", module.of_nothing()
    for key in (1, 2, []):
        for given in [({1: 2}, {2}, frozenset([1])), (None, {2}, None), ({}, None, None), ({}, set(), None)]:
            yield f"among keys {key} {given}", attempt(module.among_keys, key, *given)
    yield "keys", module.keys({(5,): 0, 5: 1}, 1)
    yield "of_views", module.of_views(np.arange(3.0), np.ones((2, 2)), 1)
