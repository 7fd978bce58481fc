import numpy as np
from attempts import attempt


def vector(n=37):
    return np.linspace(-2, 3, n)


class Looking:
    """Looks at arrays whenever it is called."""

    def __init__(self, *arrays):
        self.arrays, self.seen = list(arrays), []

    def __call__(self, number):
        self.seen.append([number, [array.copy() for array in self.arrays]])


def cases(module):
    def changed(name, *arguments):
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        seen = [a.seen for a in arguments if isinstance(a, Looking)]
        return name, [attempt(getattr(module, name), *arguments), arrays, seen]

    yield changed("scratch", vector(), vector())
    x = vector()
    yield changed("with_python_between", x, Looking(x))
    yield changed("read_afterwards", vector(), Looking())
    own = np.ones(37)
    yield changed("from_anywhere", lambda n: own, vector(), Looking(own))
    yield "own", own
    yield changed("from_anywhere", np.ones, vector(), Looking())
    seen = []
    look = Looking()
    look.arrays = seen
    yield changed("given_away", vector(), seen, look)
    yield "given away", seen
    yield changed("given_away_by_a_function", vector())
    yield changed("swapped", vector(), 3, Looking())
    yield changed("swapped", vector(), 4, Looking())
    yield changed("swapped_and_read", vector(), 3)
    yield changed("swapped_and_read", vector(), 4)
    for when in 0, 2, 5:
        yield changed("left_early", vector(), when)
    yield changed("by_functions", vector(), 2)
    yield changed("read_by_a_function", vector(), Looking())
    yield changed("bound_anew", vector())
    yield changed("partly_written", vector(), Looking())
    yield "fails", attempt(module.fails, vector(5), np.array([1, 2, 0, 1, 1]))


def traced(module):
    n = 32
    nothing = Looking()
    module.scratch(vector(n), vector(n))
    module.with_python_between(vector(n), nothing)
    module.read_afterwards(vector(n), nothing)
    module.from_anywhere(np.ones, vector(n), nothing)
    own = np.ones(n)
    module.from_anywhere(lambda _: own, vector(n), nothing)
    module.given_away(vector(n), [], nothing)
    module.given_away_by_a_function(vector(n))
    module.swapped(vector(n), 3, nothing)
    module.swapped_and_read(vector(n), 3)
    module.left_early(vector(n), 5)
    module.by_functions(vector(n), 2)
    module.read_by_a_function(vector(n), nothing)
    module.bound_anew(vector(n))
    module.partly_written(vector(n), nothing)
    attempt(module.fails, vector(n), np.zeros(n, dtype=int))


V = 32 * 8

BYTES = {
    "scratch": {"x": (V, 0), "tmp": (0, 0), "y": (V, V)},
    # Python's code may have changed `x`; of `tmp` only what is asked for comes back.
    "with_python_between": {"x": (3 * V, 3 * V), "tmp": (V, 3 * 8)},
    "read_afterwards": {"x": (3 * V, 0), "tmp": (V, V)},
    # Once nobody else has it, and once somebody has.
    "from_anywhere": {"x": (6 * V, 0), "tmp": (V + 4 * V, 4 * V)},
    "given_away": {"x": (3 * V, 0), "tmp": (3 * V, 3 * V)},
    "given_away_by_a_function": {"x": (V, 0), "tmp": (2 * V, 2 * V)},
    "swapped": {"x": (3 * V, V), "u": (V, 0), "v": (0, 0)},
    "swapped_and_read": {"x": (V, 0), "u": (V, 0), "v": (0, V)},
    "left_early": {"x": (3 * V, 3 * V), "tmp": (3 * V, 3 * V)},
    "by_functions": {"x": (V, V - 16), "sum": (0, 0)},
    "smooth": {"x": (0, 0), "tmp": (0, 0), "to": (0, 0)},
    "read_by_a_function": {"x": (V, V), "tmp": (V, 8)},
    "bound_anew": {"x": (0, V), "c": (0, 8), "d": (V, 0)},
    "partly_written": {"x": (V // 2, V), "tmp": (V // 2, 0)},
    "fails": {"at": (V, 0), "tmp": (0, 0), "x": (0, 0)},
}
