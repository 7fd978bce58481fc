import numpy as np
from attempts import attempt


def cases(module):
    grid = lambda: np.arange(12.0).reshape(3, 4)
    for i, j in [(0, 0), (2, 3), (-1, -1), (3, 0), (0, 4), (-4, 0), (0, -5), (2**40, 0), (3, 4), (-9, 7)]:
        yield f"element {i} {j}", attempt(module.element, grid(), i, j)
        yield f"element of T {i} {j}", attempt(module.element, grid().T, i, j)
        yield f"element reversed {i} {j}", attempt(module.element, grid()[::-1, ::-2], i, j)
        yield f"element_c {i} {j}", attempt(module.element_c, grid(), i, j)
        yield f"element_f {i} {j}", attempt(module.element_f, np.asfortranarray(grid()), i, j)
    yield "element_f of C", attempt(module.element_f, grid(), 0, 0)
    frozen = np.arange(5, dtype=np.int32)
    frozen.flags.writeable = False
    for i in [0, 4, -5, 5, -6]:
        yield f"const {i}", attempt(module.const_element, frozen, i)
        yield f"no wraparound {i}", attempt(module.no_wraparound, np.arange(5), i)
    yield "unchecked", module.unchecked(np.arange(5), 3)
    yield "frozen", attempt(module.row_sum, np.broadcast_to(np.ones(3), (2, 3)), 0)
    for i, j in [(0, 1), (-1, -1), (5, 0)]:
        values = np.ones((3, 4), dtype=np.float32)
        yield f"store {i} {j}", [attempt(module.store, values, i, j, 2.5), values]
    for i, j in [(0, 1), (2, 0), (3, 0), (0, 4), (3, 4)]:
        values = np.ones(3)
        yield f"store in place {i} {j}", [attempt(module.store_in_place, values, grid(), i, j), values]
    yield "extents", module.extents(np.zeros((2, 3, 4)))
    for i in [0, -1, 3]:
        yield f"row_sum {i}", attempt(module.row_sum, grid(), i)
        yield f"row_sum strided {i}", attempt(module.row_sum, grid()[:, ::2], i)
    for j in [0, 3, -1, 4]:
        yield f"column {j}", attempt(module.column, grid(), j)
    for start, stop, step in [(1, 4, 2), (-3, -1, 1), (4, 1, -1), (0, 99, 3), (9, 2, 1), (-99, 99, -2), (0, 3, 0)]:
        yield f"part {start} {stop} {step}", attempt(module.part, np.arange(6.0), start, stop, step)
    yield "backwards", module.backwards(np.arange(5.0))
    cube = np.arange(24.0).reshape(2, 3, 4)
    yield "plane", [attempt(module.plane, cube, 1), cube]
    yield "plane out", attempt(module.plane, cube, 2)
    yield "transposed", module.transposed(grid())
    u, v = np.zeros(2), np.ones(2)
    yield "rebound", [module.rebound(u, v, 3), u, v]
    yield "taking turns", module.taking_turns(*np.arange(8.0).reshape(4, 2), 3)
    yield "passed_on", module.passed_on(np.arange(4.0))
    yield "none", [module.none(None), module.none(np.zeros(1))]
    yield "made", module.made(5)
    yield "complexes", module.complexes(np.array([0, 1 + 2j]), 3 - 1j)
    for x in grid(), np.zeros((2, 2)):
        yield f"attributes {x.shape}", module.attributes(x, np.arange(10, dtype=np.intc)[::3])
    yield "size_of", [attempt(module.size_of, np.zeros(3)[::2]), attempt(module.size_of, None)]
    flags = np.array([0, 1, 7], dtype=np.uint8)
    yield "booleans", [module.booleans(flags), flags]
    yield "given back", [attempt(module.given_back, np.arange(3.0), which) for which in (1, 0, -1)]
    yield "unbound", [module.unbound(np.ones(2), early) for early in (False, True)]
    yield "unbound twice", attempt(module.unbound_twice, np.ones(2))
    yield "emptied", module.emptied(np.zeros(2), 3)
