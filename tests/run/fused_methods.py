import numpy as np
from attempts import attempt


class Scales:
    scales = {int: 3, float: str}


def cases(module):
    x, y = np.arange(4) + 0.5, np.arange(4, dtype=np.float32)
    for kind in (module.Shape, module.Round):
        shape = kind(2.5)
        yield f"{kind.__name__} check", shape.check(1.5, 2.5, 3, 4)
        yield f"{kind.__name__} many", module.many(shape, x, y)
        yield f"{kind.__name__} who", shape.who(7)
    yield "of round", module.of_round(module.Round(1), x, y)
    yield "last", module.last()
    yield "by class", module.by_class(module.Shape(1), module.Round(2), module.Last(3), module.Other())
    for it in module.Shape(1), module.Round(2), module.Last(3), module.Other(), [1], 1j, None, "text":
        yield f"by dispatch {type(it)}", [attempt(module.by_dispatch, it), attempt(module.by_heir, it)]
    yield "by dispatch, indexed", [
        attempt(lambda: module.by_dispatch["Round"](module.Round(1))), attempt(lambda: module.by_dispatch[module.Shape](module.Other())),
    ]
    yield "of Python", module.of_python(Scales(), 3)
    yield "on device", traced(module)


def traced(module):
    x, y = np.arange(4) + 0.5, np.arange(4, dtype=np.float32)
    module.Shape(0.5).on_device(x, y)
    return x, y


BYTES = {"on_device": {"x": (32, 32), "y": (16, 16)}}
