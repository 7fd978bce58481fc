"""What chains of generators give, step by step."""

import gc
import sys
import weakref

from attempts import attempt, driven


class Own:
    """An iterator that is not a generator."""

    def __init__(self, *items):
        self.items = [*items]

    def __iter__(self):
        return self

    def __next__(self):
        if not self.items:
            raise StopIteration("own")
        return self.items.pop(0)


def shared(module):
    """One generator that two chains end in, in turn."""
    log = []
    inner = module.count(5, log)
    first, second = module.through(module.through(inner, "a", log), "b", log), module.through(inner, "c", log)
    found = [next(first), next(second), next(first), next(second), next(second)]
    return found, driven(first, "next", "next"), driven(second, "close"), log


def reenters(module):
    """The innermost asks for the next item of the outermost, which runs."""
    found = []

    class Asks:
        def __iter__(self):
            return self

        def __next__(self):
            try:
                next(outer)
            except ValueError as error:
                found.append(str(error))
            return 7

    log = []
    outer = module.through(module.through(Asks(), 1, log), 2, log)
    return [next(outer), next(outer)], found, driven(outer, "close"), log


def runs_elsewhere(module):
    """The innermost runs when a chain comes to it."""
    log, found = [], []

    class Asks:
        def __iter__(self):
            return self

        def __next__(self):
            found.extend(driven(chain, "next", "next"))
            return 3

    inner = module.through(Asks(), "inner", log)
    chain = module.through(module.through(inner, "middle", log), "outer", log)
    return next(inner), found, log


def is_collected(module):
    class Item:
        pass

    item = Item()
    sources = [Own(item)]
    chain = module.through(module.through(module.of_many(sources), 1, []), 2, [])
    next(chain)
    item.chain = chain
    known = weakref.ref(item)
    del item, chain, sources
    gc.collect()
    return known() is None


def cases(module):
    for depth in 0, 1, 2, 5:
        for steps in (
            ["next"] * 5,
            ["next", (1,), "next", (2,), "next", "next"],
            ["next", KeyError("k"), "next", ValueError("v"), "next"],
            ["next", "close", "next"],
            ["close", "next"],
            [TypeError("t"), "next"],
            ["next", "next", TypeError("t"), "next"],
            ["next", GeneratorExit("g"), "next"],
        ):
            log = []
            yield f"chain of {depth}", [driven(module.chain(depth, 3, log), *steps), log]
    for depth in 0, 1, 4:
        log = []
        yield f"between {depth}", [list(module.between(depth, log)), log]
        yield f"fails {depth}", driven(module.fails(2, depth), "next", "next", "next", "next")
        yield f"stops {depth}", driven(module.stops(depth), "next", "next", "next")
    log = []
    yield "handles", [list(module.handles(log)), log, sys.exc_info()]
    yield "itself", driven(module.itself(), *["next"] * 4)
    for sources in [], [[1, 2], "ab"], [Own(1, 2), Own(), range(2)], [module.of_many([Own(3), [4]]), [5]], [[1], 5, [2]]:
        yield "of many", attempt(lambda: list(module.of_many(sources)))
        yield "of many", driven(module.of_many(sources), *["next"] * 4)
    yield "tree", list(module.tree(60))
    yield "deep", sum(module.deep(300))
    waiting = module.deep(400)
    yield "left deep", [next(waiting), waiting.close(), driven(waiting, "next")]
    yield "awaited", [module.awaited(n) for n in (0, 1, 50)]
    yield "shared", shared(module)
    yield "reenters", reenters(module)
    yield "runs elsewhere", runs_elsewhere(module)
    yield "collected", is_collected(module)
    many = [module.chain(2, 2, []) for _ in range(40)]
    yield "many", [driven(one, "next", "next", "next") for one in many]
