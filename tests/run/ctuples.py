"""C tuples."""

from collections import deque

import numpy as np
from attempts import attempt


class Odd:
    def __len__(self):
        return 2

    def __getitem__(self, at):
        return (8, 9.5)[at]


VALUES = [(1, 2), [3, 4.5], deque([5, 6]), "ab", (1,), (1, 2, 3), 5, None, Odd(), {1, 2}, {0: 1, 1: 2}, (1.5, 2), (2**40, 1)]


def cases(module):
    for value in VALUES:
        shown = "odd" if isinstance(value, Odd) else value
        yield f"converted {shown}", attempt(module.converted, value)
        yield f"annotated {shown}", attempt(module.annotated, value)
    yield "nested", (module.nested((1, [2, (3, True)])), attempt(module.nested, (1, (2, 3))))
    yield "unpacked", module.unpacked((1, 2))
    yield "swapped", module.swapped([1, 2])
    for other in ((1, 2), (1, 3), (0, 9)):
        yield f"compared {other}", module.compared((1, 2), other, (1, 5))
    yield "as_python", (module.as_python((1, 2), 1), attempt(module.as_python, (1, 2), 2))
    yield "called", module.called(3.0, 4.0)
    yield "quotient", (module.quotient(-7, 2), attempt(module.quotient, 1, 0))
    yield "pointers", module.pointers(1, 2.0)
    yield "chosen", (module.chosen(True, 1, 2.0), module.chosen(False, 1, 2.0))
    yield "of_structs", (module.of_structs(({"x": 1, "y": 2.5}, 3)), attempt(module.of_structs, (5, 6)))
    yield "typedefs", module.typedefs((1, 2))
    yield "annotated", (module.annotated((1, 2), (3, 4)), attempt(module.annotated, (1, 2), None))
    yield "located", (module.located((1, 2), 2.5))
    yield "inferred", module.inferred(1, 2.0)
    yield "uninferred", module.uninferred(1, 2.0)
    yield "fused", module.fused(1.5, 2.5)
    yield "truth", (module.truth((1, 2)), module.truth((0, 0)))
    yield "held", (module.held((1, 2.5)), attempt(module.held, 5))
    yield "both", (module.both(1), module.both(1, 2), attempt(module.both, "a"))
    yield "shared", (module.shared(), module.shared((7, 8)), module.shared(), attempt(module.shared, (7,)))
    x, n = np.arange(5.0), np.arange(5)
    module.in_region(x, n)
    yield "in_region", (x.tolist(), n.tolist())


BYTES = {"in_region": {"x": (40, 40), "n": (40, 40)}}


def traced(module):
    module.in_region(np.arange(5.0), np.arange(5))
