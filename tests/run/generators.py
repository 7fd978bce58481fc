import gc
import sys
import weakref
from collections.abc import Generator

import numpy as np
from attempts import attempt, driven


class Manager:
    def __init__(self):
        self.log = []

    def __enter__(self):
        return 5

    def __exit__(self, kind, error, traceback):
        self.log.append(kind)
        return kind is KeyError


class Itself:
    def __iter__(self):
        return self

    def __next__(self):
        return next(self.generator)


class Thrown:
    """An iterator that takes what is thrown."""

    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, error):
        if isinstance(error, KeyError):
            raise StopIteration("taken")
        return repr(error)

    def close(self):
        raise OSError("closed")


def handled_outside(module):
    """What is being handled is the caller's and the generator's own, each in its turn."""
    log, found = [], []
    generator = module.handled(log)
    next(generator)
    try:
        raise OSError
    except OSError:
        generator.send(1)
        found.append(sys.exc_info()[0])
    found.append(sys.exc_info()[0])
    generator.send(2)
    return found, sys.exc_info()[0], log


def dropped(module, steps):
    log = []
    generator = module.handled(log)
    driven(generator, *steps)
    del generator
    # With Python's limited interface tracebacks hold the frames around.
    gc.collect()
    return log


def in_a_circle(module):
    class Held:
        pass
    held = Held()
    reference = weakref.ref(held)
    held.generator = module.expression([held], 1)
    del held
    gc.collect()
    return reference() is None


def cases(module):
    yield "count", [list(module.count(4)), driven(module.count(1), "next", "next", "next")]
    yield "echo", driven(module.echo(), "next", (5,), ("stop",), "next", (1,))
    for steps in ["next", (7,), (8,), "next"], ["next", ValueError("v"), "next"], ["next", KeyError("z"), "close", "next"]:
        log = []
        yield f"handled {steps}", [driven(module.handled(log), *steps), log]
    yield "handled_outside", handled_outside(module)
    yield "dropped", [dropped(module, []), dropped(module, ["next"]), dropped(module, ["next", (1,)])]
    yield "delegated", driven(module.delegated(module.echo()), "next", (1,), ("stop",), "next")
    for given in [[1, 2], "ab", {}, range(2)]:
        yield f"delegated {given}", driven(module.delegated(given), "next", "next", "next", "next")
    yield "delegated, sent", driven(module.delegated(iter([1, 2])), "next", (3,), "next")
    yield "delegated, thrown", driven(module.delegated(Thrown()), "next", ValueError(1), KeyError(2), "next")
    yield "delegated, closed", driven(module.delegated(Thrown()), "next", "close", "next")
    yield "delegated, plain", [driven(module.delegated([1, 2]), "next", error, "next") for error in [KeyError(1), GeneratorExit()]]
    yield "delegated, wrong", driven(module.delegated(3), "next")
    yield "delegated, in finally", driven(module.delegated(module.in_finally()), "next", "next", "next")
    for steps in ["next", "next"], ["next", KeyError(1)], ["next", "close"]:
        yield f"in_finally {steps}", driven(module.in_finally(), *steps)
    yield "delegated_in_finally", driven(module.delegated_in_finally(), "next", "next", "next")
    for way in "break", "continue", "return", "raise", "":
        yield f"ways_out {way}", driven(module.ways_out([1, 2], way), *["next"] * 6)
    yield "with_else", [list(module.with_else([1, 2])), list(module.with_else([1, 9, 2]))]
    yield "shared", module.shared(4)
    yield "of_views", list(module.of_views(np.arange(3.0), 2, 5, k=2))
    yield "of_views, left", next(module.of_views(np.arange(3.0), 2))
    yield "of_views, wrong", attempt(module.of_views, [1], 2)
    yield "of_structs", list(module.of_structs(4))
    tree = module.Tree(2, module.Tree(1), module.Tree(3, None, module.Tree(4)))
    yield "Tree", [list(tree), list(tree.named()), list(tree.named("x", last=7)), attempt(tree.named, 1, 2)]
    yield "Counter", list(module.Counter().down(2))
    yield "expression", [list(module.expression([1, 2, 3], 2)), driven(module.expression(["a"], 1), "next", "next")]
    yield "nested", module.nested([1, 2, 3], [2, 3])
    yield "later", module.later([1, 2, 5])
    yield "order", driven(module.order(lambda a, b: (a, b)), "next", (10,), (20,), (30,), (40,))
    for steps in ["next", KeyError(), "next"], ["next", "close"], ["next", ValueError(2), "next"]:
        manager = Manager()
        yield f"managed {steps}", [driven(module.managed(manager), *steps), manager.log]
    yield "unbound", [driven(module.unbound(1), "next", (3,)), driven(module.unbound(0), "next", "next")]
    yield "without_the_gil", driven(module.without_the_gil(4), "next", (3,), ("x",), "next")
    yield "from_lambda", module.from_lambda(3)
    yield "of_the_module", list(module.of_the_module) or "used up"
    generator = module.count(3)
    yield "names", [generator.__name__, generator.__qualname__, generator.gi_running, iter(generator) is generator]
    yield "what it is", [type(generator).__name__, isinstance(generator, Generator), generator.gi_yieldfrom]
    itself = Itself()
    itself.generator = module.delegated(itself)
    yield "running", driven(itself.generator, "next", "next")
    stops = module.delegated(map(lambda _: next(iter([])), [1]))
    yield "StopIteration", driven(stops, "next", "next")
    yield "not begun", [driven(module.echo(), KeyError, "next"), driven(module.echo(), "close", "next")]
    yield "wrong throws", [driven(module.echo(), 3), attempt(module.echo().throw, ValueError("a"), 3)]
    yield "in_a_circle", in_a_circle(module)
