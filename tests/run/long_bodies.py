import math
import traceback

import numpy as np


class Failing:
    """Its items end."""

    def __init__(self, size):
        self.size = size

    def __getitem__(self, index):
        if index >= self.size:
            raise IndexError(index)
        return index * 2


def place(call, *arguments):
    """What is raised, and the lines it came through."""
    try:
        return call(*arguments)
    except Exception as error:
        lines = [(frame.name.split(".")[-1], frame.lineno) for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".pyx")]
        return type(error).__name__, str(error), lines


def cases(module):
    names = {key: (function is math.sin, number) for key, (function, number) in module.NAMES.items()}
    yield "names", names
    numbers = list(range(1000))
    for stop in (0, 80, 160, 240, -1):
        yield f"collects {stop}", place(module.collects, numbers, stop)
    for size in (0, 7, 100, 319):
        yield f"collects {size} of them", place(module.collects, Failing(size), -1)
    yield "catches", place(module.catches, [{f"k{k}": k for k in range(0, 180, 2)}, {}, {f"k{k}": [k] for k in range(180)}])
    yield "catches a list", place(module.catches, [[1]])
    x = np.arange(9, dtype=float)
    yield "sums", place(module.sums, x, 3)
    yield "sums of none", place(module.sums, x, None)
    yield "replaces", place(module.replaces, 3, 4)
    yield "replaces with text", place(module.replaces, "a", "b")
    yield "class", {name: value for name, value in vars(module.Long).items() if name.startswith("f")}
