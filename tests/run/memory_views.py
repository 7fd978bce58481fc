"""Memoryviews of C arrays and of what pointers lead to; shapes with any axis."""

import collections.abc as abc

import numpy as np
from attempts import attempt


def cases(module):
    for each in module.as_sequences(np.array([3, 7, 3], np.intc), np.zeros((2, 3))):
        kinds = [isinstance(each, kind) for kind in (abc.Sequence, abc.Iterable, abc.Collection, abc.Mapping)]
        counts = [attempt(method, *more) for method in (each.count, each.index) for more in ((3,), (7,))]
        yield "sequence", (kinds, counts, attempt(each.index, 3, 1), len(list(reversed(each))), 7 in each)
    x = np.arange(60.0).reshape(3, 4, 5)
    y = np.ones(7, "f")
    for which in (0, 2, np.int64(1)):
        yield f"all shapes {which}", module.all_shapes(x[::-1, ::2], y, which)
    yield "of none", (module.of_none(None, 0), module.of_none(None, 1))
    yield "in turn", module.in_turn(x[0])
    yield "field", [module.Holder(x[1]).extents(i) for i in range(2)]
    out = np.zeros(9, int)
    module.extents_in_region(x[:, ::2, 1], out)
    yield "in region", out
    for n in (0, 5):
        yield f"of c array {n}", module.of_c_array(n)
    yield "of arrays", (module.of_arrays_of_arrays(False), module.of_arrays_of_arrays(True))
    yield "overlapping", module.overlapping()
    for n, m in ((1, 1), (3, 4), (4, 2)):
        for fortran in (False, True):
            yield f"over pointer {n} {m} {fortran}", module.over_pointer(n, m, fortran)
    yield "structs", module.of_structs()
    for n in (0, -1, 4):
        yield f"refused {n}", attempt(module.refused, n)
    yield "first", module.first_of(np.arange(6, dtype="i").reshape(2, 3)[1:, ::-1])
    w = np.arange(6.0).reshape(2, 3)
    yield "in place", (module.in_place(w, w), module.in_place(w, 1 + 0 * w[0]), w, attempt(module.in_place, w, w[:, :2]))
    yield "in place of a field", (module.Weights(w).scaled(w), w)
    yield "from any module", module.lengths([1, 2], -3.5)
    for is_set, is_asked in (True, True), (True, False), (False, False), (False, True):
        for n in 0, 3:
            yield f"perhaps unset {is_set} {is_asked} {n}", attempt(module.perhaps_unset, is_set, is_asked, n, np.arange(3))


BYTES = {
    "extents_in_region": {"out": (0, 72)},
    "of_c_array": {"v": (48, 48)},
    "over_pointer": {"v": (192, 192), "p": (0, 0)},
}


def traced(module):
    x = np.arange(60.0).reshape(3, 4, 5)
    module.extents_in_region(x[:, ::2, 1], np.zeros(9, int))
    module.of_c_array(1)
    module.over_pointer(3, 4, False)
