import sys

import attempts
import numpy as np


def attempt(function, *arguments):
    found = attempts.attempt(function, *arguments)
    return [found, repr(found.__context__), repr(found.__cause__)] if isinstance(found, Exception) else found


class Manager:
    def __init__(self, value=(1, 2), suppresses=False, fails=None):
        self.value, self.suppresses, self.fails, self.log = value, suppresses, fails, []

    def __enter__(self):
        if self.fails == "enter":
            raise RuntimeError("enter")
        self.log.append("enter")
        return self.value

    def __exit__(self, kind, value, traceback):
        handled = sys.exc_info()[1]
        self.log.append([repr(kind), repr(value), traceback is not None, handled is value])
        if self.fails == "exit":
            raise RuntimeError("exit")
        return self.suppresses


class NoManager:
    def __enter__(self):
        return 1


class Thing:
    pass


def fails():
    raise TypeError("inner")


def cases(module):
    for x in (1, 0, "a", 2):
        yield f"dividing {x}", attempt(module.dividing, x)
    yield "dividing, not caught", attempt(module.dividing, None)
    for items in ([1, 2, 0, 4], [5, 1], [3, "a"], []):
        yield f"jumping {items}", attempt(module.jumping, items)
    for mode in ("return", "twice", "break", "continue", "raise", "other"):
        yield f"overriding {mode}", attempt(module.overriding, mode)
    for where in range(5):
        out = []
        yield f"nested {where}", [attempt(module.nested, where, out), out]
    yield "chained", attempt(module.chained)
    for given in (KeyError("y"), KeyError, None, 3, int):
        yield f"cause {given!r}", attempt(module.cause, given)
    for exception in (KeyError("y"), KeyError, None, 3, int, StopIteration):
        yield f"raised from {exception!r}", attempt(module.raised_from, exception, None)
    for given in (
        (KeyError, "k"), (KeyError, None), (KeyError, (1, 2)), (OSError, FileNotFoundError("f")), (KeyError, ValueError()),
        (KeyError("k"), None), (KeyError("k"), 3), (int, 3), (4, None), (ValueError, 3), (TypeError, ()), (KeyError, 1, 2),
    ):
        yield f"old spellings {given!r}", attempt(module.old_spellings, *given)
    yield "old traceback", attempt(module.old_traceback, 0)
    yield "again", attempt(module.again)
    yield "handles again", attempt(module.handles_again)
    yield "in a handler", attempt(module.in_a_handler, fails)
    yield "in a handler, none", attempt(module.in_a_handler, module.again)
    for fail in (False, True):
        yield f"afterwards {fail}", module.afterwards(fail)
    try:
        raise ValueError("around")
    except ValueError:
        yield "afterwards, in a handler", [repr(part) for part in module.afterwards(True)[:2]]
        yield "again, in a handler", attempt(module.again)
    for exception in (KeyError("a"), IndexError, RuntimeError(1)):
        for expected in (KeyError, LookupError, (IndexError, (RuntimeError,)), (), Exception):
            yield f"classes {exception!r} {expected}", attempt(module.classes, exception, expected)
    for name in ("gone_name", "gone_after_break", "chained", "handles_again"):
        yield name, attempt(getattr(module, name))
    for value in (1, 0):
        yield f"kept name {value}", attempt(module.kept_name, value)
    for how in ("return", "break", "continue", "raise", "end"):
        for suppresses in (False, True):
            manager, other = Manager(), Manager(3, suppresses)
            yield f"managed {how} {suppresses}", [attempt(module.managed, manager, other, how), manager.log, other.log]
    for fails_in in ("enter", "exit"):
        for how in ("return", "raise"):
            manager, other = Manager(), Manager(3, True, fails_in)
            found = attempt(module.managed, manager, other, how)
            yield f"managed {how}, fails in {fails_in}", [found, manager.log, other.log]
    manager = Manager(7)
    yield "managed, target fails", [attempt(module.managed, manager, Manager(), "end"), manager.log]
    for wrong in (NoManager(), 3):
        yield f"entered {type(wrong)}", type(attempt(module.entered, wrong)[0])
    yield "entered", module.entered(Manager())
    for values in ([1, 2], [3, 4, 5], ["a"], []):
        yield f"c function {values}", [attempt(module.c_function, values, 6), values]
    for b in (2.0, 0.0):
        yield f"ratio {b}", module.ratio(1.0, b)
    yield "kept values", attempt(module.kept_values, ["a", 2**40, 1.5, 3, None, [], [1]])
    for values in ([3, 4], [3, "b"], [2**40, 4], [5], 6):
        yield f"unpacked {values}", attempt(module.unpacked, values)
    for i in (0, 2, -4):
        yield f"element {i}", attempt(module.element, np.arange(2.0), i, True)
    for i in (0, 5):
        for how in (*range(12), *range(20, 32)):
            x = np.arange(4.0)
            yield f"without the GIL {i} {how}", [attempt(module.without_the_gil, x, i, how), x[0]]
    for amounts in ([1, 2], [3, 11, 4], [1, "a"]):
        yield f"account {amounts}", attempt(module.account, amounts)
    thing, d, things = Thing(), {"a": 1, "b": 2, "c": 3}, list(range(8))
    thing.attribute = 1
    yield "deleting", [attempt(module.deleting, d, things, thing), d, things, vars(thing)]
    yield "deleting, wrong", attempt(module.deleting, d, things, thing)
    for n in (0, 1, 2):
        yield f"deleting in a loop {n}", attempt(module.deleting_in_a_loop, n)
    yield "deleting names", attempt(module.deleting_names)
    for unbind in (False, True):
        yield f"bound by a function {unbind}", attempt(module.bound_by_a_function, unbind)
    yield "holder", module.holder()
    yield "module level", module.module_level()
    for how in (0, 1, 2):
        for of_latch in (False, True):
            yield f"gate {how} {of_latch}", module.gate(how, of_latch)
