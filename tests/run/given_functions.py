import numpy as np
from attempts import attempt


def cases(module):
    for n in (0, 1, 2, 30):
        x, out = np.linspace(0, 2, n), np.zeros(n)
        module.named(x, out)
        yield f"named {n}", out
        for which in range(3):
            out = np.ones(n)
            module.chosen(x, out, which)
            yield f"chosen {n} {which}", [out, module.on_host(1.5, which)]
    for values in ([], [0], [1, 4, 9], [1, -2, 4], [-1]):
        x = np.array(values, float)
        yield f"reported {values}", [attempt(module.reported, x), x if min(values, default=0) >= 0 else None]
    for values in ([], [0], [1, 2, 5], [4], [400], [3, 4, 7]):
        x = np.array(values, float)
        failed = attempt(module.reported_by_all, x)
        yield f"reported by all {values}", [failed, None if {1, 4, 400} & {*values} else x]
    yield "raised", attempt(module.chosen, np.ones(60), np.ones(60), 0)


def traced(module):
    module.named(np.ones(4), np.zeros(4))
    module.chosen(np.ones(4), np.zeros(4), 2)
    module.reported(np.ones(4))
    module.reported_by_all(np.full(4, 2.0))


BYTES = {
    "named": {"x": (32, 0), "out": (0, 32)},
    "chosen": {"x": (32, 0), "out": (0, 32)},
    "reported": {"x": (32, 32)},
    "reported_by_all": {"x": (32, 32)},
}
