import numpy as np
from attempts import attempt


def cases(module):
    for first, last in ((0, 0), (1, 3), (-1, 4), (4, 0), (2, 9)):
        x = np.full((4, 5), 7.0)
        bounds = max(first, 0), max(last, 0)  # what lies before the array is nobody's
        yield f"filled {first} {last}", [attempt(module.filled, x, *bounds), x]
    for n, m in ((3, 4), (1, 4), (0, 0), (-5, 1)):
        x = np.zeros((3, 4, 5), "i4")
        yield f"narrow counters {n} {m}", [attempt(module.narrow_counters, x, n, m), x]
    for step in (-1, -2, 3):
        x = np.zeros((3, 8, 7), "i8")
        yield f"stepped {step}", [attempt(module.stepped, x, step), x]
    for shape in ((4, 3), (1, 3), (5, 0), (0, 2)):
        x = np.zeros(shape, "i8")
        yield f"backwards {shape}", [attempt(module.backwards, x), x]
        yield f"last counters {shape}", [attempt(module.last_counters, x), x]
        yield f"results {shape}", attempt(module.results, np.ones(shape), 0.5)
    for rest in (0, 1):
        yield f"failing {rest}", attempt(module.failing, np.zeros((3, 4)), np.arange(5.0 + rest))
    for rounds in (0, 1, 3):
        x, y = np.arange(20.0).reshape(5, 4), np.zeros((5, 4))
        yield f"several {rounds}", [attempt(module.several, x, y, rounds), x, y]
    for ends in ([0, 2, 3, 3, 5], [0, 5, 5, 5, 6]):
        x = np.arange(20.0).reshape(4, 5)
        result = attempt(module.ragged, x, np.arange(4.0), np.array(ends, "i4"))
        yield f"ragged {ends}", [result, x if ends[-1] == 5 else None]
    x, y = np.arange(300.0).reshape(5, 60), np.arange(5.0)
    yield "around", [module.around(x, y), x, y]
    for step in (1, 3):
        x = np.zeros((3, 4, 50), "i8")[:, ::2, ::-1]
        yield f"deeper {step}", [module.deeper(x, step), x]
    x = np.zeros((6, 40))
    yield "chosen", [module.chosen(x, np.array([0, 1, 2, 1, 1, 0], "i4")), x]


def traced(module):
    module.filled(np.zeros((4, 5)), 1, 3)
    module.narrow_counters(np.zeros((3, 4, 5), "i4"), 3, 4)
    module.stepped(np.zeros((3, 8, 7), "i8"), -1)
    module.backwards(np.zeros((4, 3), "i8"))
    module.results(np.ones((4, 3)), 0.5)
    module.last_counters(np.zeros((4, 3), "i8"))
    module.failing(np.zeros((3, 4)), np.arange(6.0))
    module.several(np.ones((5, 4)), np.zeros((5, 4)), 2)
    module.ragged(np.zeros((4, 5)), np.arange(4.0), np.array([0, 2, 3, 3, 5], "i4"))
    module.around(np.zeros((5, 60)), np.arange(5.0))
    module.deeper(np.zeros((3, 4, 50), "i8"), 1)
    module.chosen(np.zeros((6, 40)), np.zeros(6, "i4"))


# What lies between the elements of a section goes along.
BYTES = {
    "filled": {"x": (0, 96)},
    "narrow_counters": {"x": (140, 140)},
    "stepped": {"x": (1288, 1288)},
    "backwards": {"x": (72, 72)},
    "results": {"x": (96, 0)},
    "last_counters": {"x": (80, 80)},
    "failing": {"x": (0, 96), "y": (48, 0)},
    "ragged": {"x": (160, 160), "ends": (20, 0), "y": (32, 0)},
    "around": {"x": (2400, 2400), "y": (40, 40)},
    "deeper": {"x": (4800, 4800)},
    "chosen": {"x": (1920, 1920), "kind": (24, 0)},
    "several": {"x": (160, 160), "y": (160, 160)},
}
