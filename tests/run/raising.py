import gc
import pathlib
import sys
import traceback

import numpy as np


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return [error, list(error.args), where.name.split(".")[-1], where.lineno]


def after(function, x, y):
    """What is raised; the results only where nothing is."""
    y = np.array(y)
    raised = attempt(function, np.array(x), y)
    return raised if raised else y


def hushed(function, *arguments):
    """What comes of a call, and the first exception that nobody got: a region tells of no other."""
    told, dropped = [], []
    sys.unraisablehook = lambda what: dropped.append([what.exc_type.__name__, str(what.exc_value)])
    # What is ignored is told twice.
    sys.excepthook = lambda kind, value, where: told.append([kind.__name__, str(value)])
    try:
        return [attempt(function, *arguments), dropped[:1], told[:1], len(told) == len(dropped)]
    finally:
        sys.unraisablehook, sys.excepthook = sys.__unraisablehook__, sys.__excepthook__


def cases(module):
    yield "shadowed", attempt(module.shadowed, 1)
    for which in range(12):
        for x in (-1, 0, 2, 3, 4, 7, 8, 9):
            yield f"host {which} {x}", attempt(module.host, which, x, KeyError("mine"))
    yield "no exception", attempt(module.host, 9, 1, None)
    yield "a class", attempt(module.host, 9, 1, module.Custom)
    for x in (-1, 0, 3, 6):
        yield f"with the GIL {x}", attempt(module.with_the_gil, x)

    bad = np.ones(50)
    for value in (-1.0, 3.0, 0.0, 7.0):
        bad[30] = value
        for which in range(5):
            yield f"loop {which} {value}", attempt(module.loop, bad, which)
    yield "team", attempt(module.team, -np.ones(9))
    yield "team", attempt(module.team, np.ones(9))

    # Whichever round is first: all that fail raise the same.
    good = [0.5, 1.0, 2.0, 5.0]
    for name in ("region", "either", "after", "structs", "called", "resident"):
        function = getattr(module, name)
        zeros = [0.0] * 4
        yield f"{name} good", after(function, good, zeros)
        yield f"{name} bad", after(function, [6.0, -2.0, 5.0, -7.0], zeros)
        yield f"{name} again", after(function, good, zeros)
        yield f"{name} empty", after(function, [], [])
    yield "after last", after(module.after, [1.0, 3.0], [0.0, 0.0])
    yield "too short", after(module.region, good, [0.0, 0.0])
    yield "beside", after(module.beside, good, [0.0] * 4)
    yield "beside", after(module.beside, good, [0.0] * 3)

    x = np.arange(12.0).reshape(3, 4)
    yield "within", attempt(module.within, x + 5, np.zeros(3))
    for value in (-1.0, 3.0, 4.0):
        x[:] = 1.0
        x[1, 2] = value
        yield f"within {value}", attempt(module.within, x, np.zeros(3))

    # What a later loop would have done with unwritten elements does not happen.
    at, y = np.full(4, 10**6, dtype=np.int32), np.zeros(4)
    yield "two bad", [attempt(module.two, np.array([1.0, -1.0, 2.0, 3.0]), at, y, 4), y]
    yield "two good", [attempt(module.two, np.array(good), at, y, 4), at, y]

    for x in (-1.0, 2.0, 4.0):
        yield f"hush {x}", hushed(module.hush, x)
        yield f"hush_careful {x}", hushed(module.hush_careful, x)
    for name in ("hush_loop", "hush_region"):
        for which in range(4):
            for value in (5.0, -1.0, 2.0, 0.5):
                y = np.zeros(3)
                yield f"{name} {which} {value}", hushed(getattr(module, name), np.array([5.0, 7.0, value]), y, which)
                if value in (5.0, 2.0):
                    yield "y", y

    # The first kernel fails, the last one, and none.
    for value in (-1.0, 7.0, 4.0):
        y = np.zeros(3)
        yield f"hush_kernels {value}", hushed(module.hush_kernels, np.array([2.0, 1.0, value]), y)
        if value == 4.0:
            yield "y", y

    yield "recursive", hushed(module.recursive, np.ones(10))
    yield "recursive", hushed(module.recursive, np.ones(9))

    yield "nothing leaks", leaks(module)
    yield "still good", after(module.region, good, [0.0] * 4)


def leaks(module):
    """Whether 12,000 exceptions leave objects or memory behind, the device's included."""
    x, y = -np.ones(10_000), np.zeros(10_000)
    calls = [
        (module.region, x, y),
        (module.resident, x, y),
        (module.host, 3, 3),
        (module.host, 5, -1),
        (module.loop, x[:1], 0),
        (module.loop, x[:1], 4),
    ]

    def run(times):
        for function, *arguments in calls:
            for _ in range(times):
                try:
                    function(*arguments)
                except Exception:
                    pass
        gc.collect()
        return sys.getallocatedblocks(), int(pathlib.Path("/proc/self/statm").read_text().split()[1])

    blocks, pages = run(50)
    more_blocks, more_pages = run(2000)
    return [more_blocks - blocks < 500, (more_pages - pages) * 4096 < 30_000_000]


def traced(module):
    x, y = np.ones(10), np.zeros(10)
    module.region(x, y)
    module.either(x, y)
    module.after(x, y)
    module.structs(np.full(10, 6.0), y)
    module.called(x, y)
    module.resident(x, y)
    module.within(np.ones((5, 10)), y[:5].copy())
    module.beside(x, y)
    module.hush_region(x, y, 0)
    module.hush_kernels(x, y)
    module.recursive(x)
    module.two(x, np.zeros(10, dtype=np.int32), y, 10)


BYTES = {
    "region": {"x": (80, 0), "y": (0, 80)},
    "either": {"x": (80, 0), "y": (0, 80)},
    "after": {"x": (80, 0), "y": (0, 80)},
    "structs": {"x": (80, 0), "y": (0, 80)},
    "shared_work": {"x": (80, 0), "y": (0, 80)},
    "resident": {"x": (80, 0), "y": (80, 80)},
    "within": {"x": (400, 0), "y": (0, 40)},
    "recursive": {"x": (80, 80)},
    "hush_region": {"x": (80, 0), "y": (0, 80)},
    "hushed_kernels": {"x": (80, 0), "y": (0, 80)},
    "beside": {"x": (80, 0), "y": (0, 80)},
    "two": {"x": (80, 0), "at": (0, 40), "y": (80, 80)},
}
