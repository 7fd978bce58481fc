"""What `__del__` and `__dealloc__` do, in order; and memoryviews of Python as a type."""

import gc
import sys

from attempts import attempt


def ended(module, make):
    make()
    gc.collect()
    found = list(module.seen)
    module.seen.clear()
    return found


def in_a_cycle(make):
    one = make()
    one.me = one


def cases(module):
    class Twice(module.Counted):
        def __del__(self):
            module.seen.append("Twice.__del__")
            super().__del__()

    for name in ("Counted", "Inherits", "Overrides", "Python"):
        yield name, ended(module, lambda name=name: getattr(module, name)(1))
    yield "plain", ended(module, module.Plain)
    yield "by Python's class", ended(module, lambda: Twice(2))
    yield "cycle", ended(module, lambda: in_a_cycle(lambda: module.Python(3)))
    yield "holds another", ended(module, lambda: module.Inherits(4, module.Overrides(5)))
    yield "lives on", ended(module, lambda: module.Counted(7))
    yield "and ends", ended(module, module.kept.clear)
    before, sys.unraisablehook = sys.unraisablehook, lambda error: module.seen.append(repr(error.exc_value))
    yield "raises", ended(module, lambda: module.Counted(9))
    sys.unraisablehook = before
    yield "called", ended(module, lambda: module.Overrides(6).__del__())
    for given in (memoryview(b"abc"), b"abc", None, 3):
        yield f"typed {given!r:.6}", attempt(module.typed, given)
        yield f"annotated {given!r:.6}", attempt(module.annotated, given)
