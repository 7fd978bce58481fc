import numpy as np


def vector(n=16):
    return np.linspace(-1, 2, n)


def cases(module):
    for name in ("phases", "called_outside"):
        x, y = vector(), np.zeros(16)
        yield name, [getattr(module, name)(x, y, 3), x, y]
    for rounds in (0, 1, 3, 9):
        x = vector()
        yield f"made in the loop, {rounds}", [module.made_in_the_loop(x, rounds), x]
        x = vector()
        yield f"returned from inside, {rounds}", [module.returned_from_inside(x, rounds), x]


    for rounds in (0, 1, 4, 5):
        for name in ("exchanged", "exchanged_and_seen", "exchanged_with_itself"):
            yield f"{name}, {rounds}", getattr(module, name)(vector(), rounds)


def traced(module):
    module.exchanged(vector(), 5)
    module.exchanged_and_seen(vector(), 4)
    module.exchanged_with_itself(vector(), 5)
    module.phases(vector(), np.zeros(16), 3)
    module.made_in_the_loop(vector(), 2)
    module.returned_from_inside(vector(), 2)


V = 16 * 8

BYTES = {
    "phase": {"x": (V, 0), "y": (V, 0), "difference": (0, 0), "doubled": (0, 0)},
    "phases": {"x": (0, 0), "y": (0, V)},
    "made_in_the_loop": {"x": (V, V), "t": (2 * V, 16)},
    # Named as when the context began: after five rounds the one is in the other's place.
    "exchanged": {"now": (V, 0), "later": (0, V)},
    "exchanged_and_seen": {"now": (V, V), "later": (0, V)},
    "exchanged_with_itself": {"now": (0, 0), "later": (V, V)},
    "returned_from_inside": {"x": (V + 8, 0), "t": (2 * V, 2 * V)},
}
