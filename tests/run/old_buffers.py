import numpy as np
from attempts import attempt


def cases(module):
    a = np.arange(12.0).reshape(3, 4)
    yield "shifted", module.shifted(a, 0.5)
    yield "shifted strided", module.shifted(a[::-1, ::2], 0.5)
    yield "wrong type", type(attempt(module.shifted, a.astype(np.float32), 1))
    yield "wrong dimensions", attempt(module.shifted, a[0], 1)
    yield "by number", attempt(module.by_object, np.arange(5.0), 2)
    yield "by negative", attempt(module.by_object, np.arange(5.0), -1)
    yield "by mask", module.by_object(np.arange(5.0), np.array([True, False, True, False, False]))[0].tolist()
    yield "none", type(attempt(module.by_object, None, 2))
    yield "no list", attempt(module.no_list, None, 2)
    yield "rebound", module.rebound(4)
    yield "rows", module.of_rows([np.ones(2), np.full(3, 2.5)])
    locked = np.arange(4.0)
    locked.flags.writeable = False
    yield "read only", [attempt(module.read_only, locked), attempt(module.writing, locked)]
    yield "out of bounds", attempt(module.rebound, 0)
    whole = np.arange(5, dtype=np.int32)
    yield "object", module.any_object(whole)[0]
    yield "same", module.any_object(whole)[1] is whole
    y = np.zeros((3, 4))
    yield "offloaded", (module.offloaded(a, y), y)
    yield "mapped", module.mapped(np.arange(6.0))
    yield "pointer", module.pointer(np.arange(3.0))
    yield "by address", [module.by_address(np.arange(4.0)), module.by_address(locked)]
    yield "nothing", [module.nothing(), module.nothing(np.zeros(1))]
    yield "of elements", module.of_elements(np.arange(1, 3.0), np.arange(1, 3, dtype=np.float32))
    square = np.arange(4).reshape(2, 2)
    for dtype in "id", "F", "f", "q":
        yield f"added {dtype}", attempt(module.added, square.astype(dtype[0]), 2, scale=3)
    yield "added int", module.added(square.astype("i"))
    yield "added strided", module.added(square.astype("d").T, scale=1)
    yield "added by key", module.added["double"](square.astype("d"), 0.5)
    yield "added list", attempt(module.added, [1, 2])
    yield "added flat", attempt(module.added, np.arange(3.0))
    for dtype in "dlfi":
        for shape in (3,), (2, 2), (0,), (0, 3), (1, 1, 1):
            yield f"any {dtype} {shape}", attempt(module.of_any, np.ones(shape, dtype), 3)
    yield "signatures", sorted(module.of_any.__signatures__)
    yield "by signature", module.of_any["ndarray[long,ndim=1]"](np.arange(3))
    for shape in (4,), (2, 2), (0,), (0, 2), (1, 2, 2):
        holed = np.array([1, None, "a", None][: np.prod(shape)], object).reshape(shape)
        yield f"without None {shape}", attempt(module.without_none, holed)
    for wrong in np.zeros(3), [None], None:
        yield f"without None {wrong}", attempt(module.without_none, wrong)
    yield "given", [module.made(np.arange(3.0)), module.of_twice(np.arange(3.0))]


def traced(module):
    module.offloaded(np.arange(12.0).reshape(3, 4), np.zeros((3, 4)))
    module.mapped(np.arange(6.0))


BYTES = {
    "offloaded": {"x": (96, 0), "y": (0, 96)},
    "mapped": {"x": (48, 48)},
}
