import numpy as np
from attempts import attempt


def cases(module):
    for mode in ("c", "fortran"):
        made, *facts = module.filled(2, 3, mode)
        yield mode, [np.array(np.asarray(made)), facts, made.shape, made.strides, made[1, 2], made.T.shape]
        yield f"{mode} writes", [made.__setitem__((0, 0), 7), made[0, 0], made[1].copy().shape]
        yield f"{mode} as bytes", [memoryview(made).shape, memoryview(made).strides, made.nbytes, made.size]
    yield "total", module.total(np.arange(6.0).reshape(2, 3))
    yield "letters", module.of_letters(b"abc")
    yield "callback", module.with_callback(5)
    for given in ((), 4, "i", "c"), ((2, 0), 4, "i", "c"), ((2,), 0, "i", "c"), ((2,), 4, "i", "d"), ((2,), 4, None, "c"):
        yield f"refused {given}", attempt(module.refused, *given)
    yield "no attribute", type(attempt(getattr, module.filled(2, 2, "c")[0], "absent"))
