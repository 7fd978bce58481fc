import numpy as np
from attempts import attempt


def cases(m):
    yield "roots", m.roots(np.array([1.0, 4.5, 2.25]))
    yield "nothing", m.roots(np.zeros(0))
    yield "of C", m.of_c(-1.0)
    yield "memory", m.memory(5)
    yield "types", m.types(1 << 40, 255, -3, 3.0, 7)
    yield "too large", attempt(m.types, 1, 256, 0, 0.0, 0)
    yield "names", m.names()
