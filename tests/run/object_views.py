import numpy as np
from attempts import attempt


def objects(*values):
    """An array with these elements, which may be sequences."""
    made = np.empty(len(values), dtype=object)
    for at, value in enumerate(values):
        made[at] = value
    return made


def nulled(*values):
    """The same with an element that NumPy has not set."""
    return np.ndarray(len(values), dtype=object, buffer=np.zeros(8 * len(values), dtype=np.uint8).data)


def plain(value):
    return value.tolist() if isinstance(value, np.ndarray) else value


def cases(module):
    a = objects("zero", [1], 2.5, None)
    for i in (0, 1, -1, 4, -5, "x"):
        yield f"element {i}", attempt(module.element, a, i)
    grid = np.array([["a", "b", "c"], ["d", "e", "f"]], dtype=object)
    yield "typed index", [module.typed_index(grid, 1, -1), attempt(module.typed_index, grid, 2, 0)]
    yield "not contiguous", attempt(module.typed_index, grid.T, 0, 0)
    yield "bind", [module.bind(a, 0, {"k": 1}), plain(a), attempt(module.bind, a, 4, 0)]
    yield "swap", [module.swap(a, 1, 2), plain(a)]
    x = object()
    yield "counts", [module.counts(objects(1, 2, 3, 4, 5), x), module.counts(np.empty(12, dtype=object)[::2], x)]
    yield "overlapping", module.overlapping(objects("a", "b", "c", "d"))
    yield "broadcast", module.broadcast(np.empty((3, 2), dtype=object), objects("x", "y"))
    yield "other extent", attempt(module.other_extent, objects(1, 2, 3))
    yield "slices", module.slices(grid)
    yield "fortran", [module.fortran(np.asfortranarray(grid)), attempt(module.fortran, grid)]
    yield "loop", [module.loop(objects("ab", [1], ())), attempt(module.loop, objects("ab", 1))]
    yield "to objects", module.to_objects(objects(1, 2, 3, 4, 5))
    yield "from view", module.from_view(objects(1, 2, 3))
    yield "arrays", [module.arrays(3, x), attempt(module.arrays, 0, x)]
    for value in (np.zeros(3), np.zeros(3, dtype=np.int64), "text", None, [1], np.empty((2, 2), dtype=object)):
        yield f"wrong {value!r}", attempt(module.wrong, value)
    yield "wrong number", attempt(module.wrong_number, a)
    points = objects(module.Point(1), module.Point(2))
    yield "points", [module.points(points, 1), attempt(module.points, points, 2)]
    yield "bind point", [module.bind_point(points, module.Point(9)), module.bind_point(points, None)]
    yield "no point", [attempt(module.bind_point, points, "x"), attempt(module.points, points, 1)]
    yield "words", [module.words(objects("a", "b")), attempt(module.any_word, objects("a", "b"), 3)]
    yield "old buffer", [module.old_buffer(a, 1, "new"), attempt(module.old_buffer, a, 9, 0), attempt(module.old_buffer, np.zeros(2), 0, 0)]
    locked = objects("a", "b")
    locked.flags.writeable = False
    yield "old only read", [module.old_only_read(objects("a", "b")), module.old_only_read(locked), attempt(module.element, locked, 0)]
    yield "generic buffer", module.generic_buffer(a, 1)
    yield "of the module", [str(type(x)) for x in module.of_module(objects(1.0, 2))]
    holder = module.Holder(objects("h", "i"))
    holder.put(0, "put")
    yield "holder", [holder.get(0), attempt(holder.get, 2), attempt(holder.put, 2, 0)]
    yield "fused", [module.fused(np.arange(3.0)), module.fused(objects("f", "g")), module.fused(np.arange(3, dtype=np.intc)), attempt(module.fused, np.zeros(2, dtype=np.int8))]
    yield "unchecked", module.unchecked(grid)
    yield "shape without gil", module.shape_without_gil(a)
    yield "given", [module.given(4), attempt(module.given, 1)]
    yield "closure", module.closure(objects(1))
    yield "generated", list(module.generated(objects(1, "b")))
    yield "none", [module.none(), module.none(a)]
    yield "conditions", [module.conditions(objects("a", "")), module.conditions(objects("a", "b")), module.conditions(objects("", ""))]
    empty = nulled(1, 2)
    yield "null is None", [module.element(empty, 0), module.bind(empty, 1, "x"), module.unchecked(nulled(1, 2).reshape(1, 2)), module.old_buffer(empty, 0, 1)]
