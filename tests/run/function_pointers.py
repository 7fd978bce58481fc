import numpy as np


def attempt(call, *arguments):
    try:
        return call(*arguments)
    except Exception as error:
        return type(error).__name__, error.args


def cases(module):
    for n in (3, -1, -3):
        yield f"table {n}", attempt(module.table, 1.5, n)
        yield f"typedef {n}", attempt(module.through_typedef, n)
        yield f"holder {n}", attempt(module.Holder().call, n)
        yield f"cpdef {n}", attempt(module.of_cpdef, n)
    yield "objects", module.objects("ab")
    yield "objects of lists", module.objects([1])
    yield "nothing", attempt(module.nothing)
    yield "choice", [module.choice(first, 3.0) for first in (True, False)]
    yield "many", module.many(0.5)
    for n in (0, 4, 9):
        yield f"without the GIL {n}", attempt(module.nogil_failures, n)
    for first in (True, False):
        x = np.arange(50, dtype=float)
        module.in_parallel(x, first)
        yield f"parallel {first}", x.tolist()
    yield "parallel", module.parallel_failures(3)
    yield "parallel failure", attempt(module.parallel_failures, 4)
    yield "ordered", module.ordered([7, 5, -1, 3])
    yield "ordered without", module.ordered([7, -1, 3])
    yield "cast", module.cast(-3.0)
    for which in range(8):
        yield f"error values {which}", [attempt(module.error_values, which, n) for n in (0, 1, 2)]
    yield "of any number", [attempt(module.of_any_number, n, 4, 1.5) for n in (0, 2, -1)]
    yield "with constants", [module.with_constants(), module.with_constants(2j, x=1)]
    yield "of a header", [module.of_header(n) for n in (8, 0, 4)]
    yield "names", [hasattr(module, name) for name in ("held", "current")]
    yield "specialised", module.specialised(2.5)
    yield "methods", [attempt(module.methods, x) for x in (2.0, -1.0)]
    for n in range(3):
        yield f"of branches {n}", [module.of_branches(n, 1.5), list(module.yielding(n))]
        x = np.zeros(4)
        module.of_rounds(4, x)
        yield f"of rounds {n}", x
