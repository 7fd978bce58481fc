import numpy as np
from attempts import attempt


def cases(module):
    order = np.arange(4)
    for wrong in (order, order + 1):
        x, y = np.arange(4.0), np.zeros(4)
        yield f"region {wrong}", [attempt(module.region, x, wrong, y), y]
    for limit in (2.0, 9.0):
        x = np.arange(5.0)
        yield f"raises {limit}", [attempt(module.raises, x, limit), x]
    for words in (None, "words"):
        x, y = np.arange(4.0), np.ones(4)
        yield f"around a context {words}", [attempt(module.around_a_context, x, y, words), y]
    for at in ([2, 0, None, 5], [1, "end", 3], [], [2, "wrong", 5]):
        x, y = np.arange(4.0), np.ones(4)
        yield f"in a context {at}", [attempt(module.in_a_context, x, y, at), y]
    for how in range(3):
        x = np.arange(4.0)
        yield f"returns from a context {how}", [attempt(module.returns_from_a_context, x, how), x]
    for at in (0, 3, 4):
        x, y = np.arange(4.0), np.zeros(4)
        yield f"inferred {at}", [attempt(module.inferred, x, y, at), x, y]
    for bad in (-1, 0, 3):
        yield f"temporary {bad}", attempt(module.temporary, 6, bad)
    for fails in (False, True):
        yield f"overwritten {fails}", attempt(module.overwritten, 6, fails)
        yield f"scalar {fails}", attempt(module.scalar, np.arange(5.0), fails)
    for step in range(4):
        a, b = np.arange(3.0), np.arange(4.0) + 10
        yield f"rebound {step}", [attempt(module.rebound, a, b, step), a, b]
    for steps in ([1, 2, 3], [1, 9, 2], ["a", 0], []):
        x = np.arange(4.0)
        yield f"rounds {steps}", [attempt(module.rounds, x, steps), x]
    for at in (1, 7):
        x = np.arange(4.0) + 1
        yield f"calls {at}", [attempt(module.calls, x, at), x]
    x = np.arange(3.0)
    yield "without the GIL", [attempt(module.without_the_gil, x), x]
    for wrong in (order, order + 1):
        yield f"host loop {wrong}", attempt(module.host_loop, np.zeros(4), wrong)


def traced(module):
    module.region(np.arange(4.0), np.arange(4), np.zeros(4))
    module.raises(np.arange(5.0), 9.0)
    module.around_a_context(np.arange(4.0), np.ones(4), "words")
    module.in_a_context(np.arange(4.0), np.ones(4), [2, 0, 5])
    module.returns_from_a_context(np.arange(4.0), 0)
    module.inferred(np.arange(4.0), np.zeros(4), 9)
    module.temporary(6, 0)
    module.overwritten(6, True)
    module.rebound(np.arange(3.0), np.arange(4.0), 2)
    module.scalar(np.arange(5.0), True)
    module.rounds(np.arange(4.0), [1, 9, 2])
    module.calls(np.arange(4.0) + 1, 7)
    module.without_the_gil(np.arange(3.0))


BYTES = {
    "region": {"order": (32, 0), "x": (32, 0), "y": (32, 32)},
    "raises": {"x": (40, 0)},
    "around_a_context": {"x": (32, 0), "y": (32, 32)},
    "in_a_context": {"x": (32, 0), "y": (32, 32)},
    "returns_from_a_context": {"x": (32, 32)},
    "inferred": {"x": (32, 0), "y": (8, 56)},
    # The handler reads what the first region has written.
    "temporary": {"work": (48, 48), "result": (0, 48)},
    "overwritten": {"work": (48, 48)},
    "rebound": {"view": (32, 32)},
    "scalar": {"x": (40, 0)},
    "rounds": {"x": (96, 96)},
    "calls": {"x": (0, 24)},
    "doubled": {"x": (32, 8)},
    "steps": {"x": (24, 24)},
}
