import numpy as np
from attempts import attempt


def cases(module):
    from tools import waves

    x, y = np.linspace(0, 9, 11), np.zeros(11)
    module.waved(x, y, 1.5)
    yield "waved", y
    for numbers in ([1, 2, 100], [1, -2, 11], [1, 101, 3]):
        y = np.zeros(3)
        yield f"checked {numbers}", [attempt(module.checked, np.array(numbers, np.int32), y)]
    grid, out = np.arange(12.0).reshape(3, 4), np.zeros(3)
    module.summed(grid, out)
    yield "summed", out
    before = len(waves.told()[0])
    yield "host", [value for value in module.host(2.5)[:2]]
    module.host(3.5)
    # What is not marked runs in its own module.
    yield "plain", [len(waves.told()[0]) - before, waves.told()[0][-1]]


def traced(module):
    module.waved(np.linspace(0, 9, 11), np.zeros(11), 1.5)
    module.checked(np.array([1, 2, 3], np.int32), np.zeros(3))
    module.summed(np.zeros((3, 4)), np.zeros(3))


BYTES = {
    "waved": {"x": (88, 0), "y": (0, 88)},
    "checked": {"n": (12, 0), "y": (0, 24)},
    "summed": {"x": (96, 0), "out": (0, 24)},
}
