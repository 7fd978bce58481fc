import operator

import numpy as np
from attempts import attempt


def cases(module):
    for given in ((1,), (1, 5, "a"), ("a",), (1.5, 2.5)):
        yield f"point {given}", attempt(lambda: module.Point(*given).shown())
    point = module.Point(2)
    point.tag = "t"
    yield "tag", [point.shown(), attempt(setattr, point, "tag", 3), attempt(setattr, point, "y", 3)]
    yield "weights", [hasattr(point, "weight"), point.total(), attempt(point.total, -1), module.Special(1).total()]
    yield "made", module.Special.made()
    for n in (4, 5, "a"):
        yield f"calls {n}", attempt(module.calls, n)
    yield "of types", module.of_types(3, 2, np.ones(2))
    yield "of types wrong", attempt(module.of_types, 3.5, "a")
    for value in (point, module.Special(1), 3):
        yield f"casts {type(value).__name__}", attempt(module.casts, value)

    class Inherits(module.Left):
        pass

    operands = [module.Base(), module.Left(), module.Right(), module.Either(), Inherits(), module.Number(2.5), 1, 3, 1.5]
    operators = [operator.add, operator.sub, operator.mul, pow, lambda a, b: pow(a, b, 5)]
    for i, left in enumerate(operands):
        for j, right in enumerate(operands):
            yield f"operators {i} {j}", [str(attempt(one, left, right)) for one in operators]
    yield "directives", [module.Fast().halves(-3), module.Fast().floors(-3)]
    comparisons = [operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt]
    for kind in (module.Less, module.AtLeast, module.Greater, module.AtMost):
        for a, b in ((1, 2), (2, 1), (2, 2), (None, 1), (1, "a")):
            given = kind(a), kind(b)
            yield f"{kind.__name__} {a} {b}", [str(attempt(one, *given))[:40] for one in comparisons]
    yield "examples", sorted(module.__test__.items())
