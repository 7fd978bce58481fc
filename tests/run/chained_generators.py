"""What chains of generators give, step by step."""

import gc
import sys
import weakref

from attempts import attempt


def drive(generator, *steps):
    found = []
    for step in steps:
        try:
            if step == "next":
                found.append(next(generator))
            elif step == "close":
                found.append(generator.close())
            elif isinstance(step, tuple):
                found.append(generator.send(*step))
            else:
                found.append(generator.throw(step))
        except BaseException as error:
            found.append((type(error).__name__, error.args))
    return found


class Own:
    """An iterator that is no generator."""

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
    return found, drive(first, "next", "next"), drive(second, "close"), log


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
    return [next(outer), next(outer)], found, drive(outer, "close"), log


def runs_elsewhere(module):
    """The innermost runs when a chain comes to it."""
    log, found = [], []

    class Asks:
        def __iter__(self):
            return self

        def __next__(self):
            found.extend(drive(chain, "next", "next"))
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
            yield f"chain of {depth}", [drive(module.chain(depth, 3, log), *steps), log]
    for depth in 0, 1, 4:
        log = []
        yield f"between {depth}", [list(module.between(depth, log)), log]
        yield f"fails {depth}", drive(module.fails(2, depth), "next", "next", "next", "next")
        yield f"stops {depth}", drive(module.stops(depth), "next", "next", "next")
    log = []
    yield "handles", [list(module.handles(log)), log, sys.exc_info()]
    yield "itself", drive(module.itself(), *["next"] * 4)
    for sources in [], [[1, 2], "ab"], [Own(1, 2), Own(), range(2)], [module.of_many([Own(3), [4]]), [5]], [[1], 5, [2]]:
        yield "of many", attempt(lambda: list(module.of_many(sources)))
        yield "of many", drive(module.of_many(sources), *["next"] * 4)
    yield "tree", list(module.tree(60))
    yield "deep", sum(module.deep(300))
    waiting = module.deep(400)
    yield "left deep", [next(waiting), waiting.close(), drive(waiting, "next")]
    yield "awaited", [module.awaited(n) for n in (0, 1, 50)]
    yield "shared", shared(module)
    yield "reenters", reenters(module)
    yield "runs elsewhere", runs_elsewhere(module)
    yield "collected", is_collected(module)
    many = [module.chain(2, 2, []) for _ in range(40)]
    yield "many", [drive(one, "next", "next", "next") for one in many]
