import numpy as np
from attempts import attempt


def cases(module):
    for n in (0, 1, 50):
        x = np.arange(n, dtype=float)
        for name in ("square", "halved", "fabs", "sqrt"):
            out = np.zeros(n)
            module.mapped(name, x, out)
            yield f"{name} {n}", out
            for of in (module.in_team, module.in_loops):
                out = np.linspace(0, 3, 40)
                of(name, np.outer(np.arange(n % 7.0), np.ones(5)), out)
                yield f"{of.__name__} {name} {n}", out
        for whole in (False, True):
            out, guarded = np.zeros(n), np.zeros(n)
            module.rows(whole, np.outer(x, np.ones(3)), out)
            module.guarded(whole, x, guarded)
            yield f"rows {whole} {n}", [out, guarded]
    whole, out = np.arange(60, dtype=np.int32), np.zeros(60, np.int32)
    module.raising(whole, out)
    yield "raising", out
    yield "raised", attempt(module.raising, whole * 10, out)


def traced(module):
    module.mapped("square", np.ones(4), np.zeros(4))
    module.rows(True, np.ones((4, 3)), np.zeros(4))
    module.raising(np.ones(4, np.int32), np.zeros(4, np.int32))
    module.guarded(True, np.ones(4), np.zeros(4))
    module.in_team("square", np.ones((2, 3)), np.zeros(4))


BYTES = {
    "mapped": {"x": (32, 0), "out": (0, 32)},
    "rows": {"x": (96, 0), "out": (32, 32)},
    "raising": {"x": (16, 0), "out": (0, 16)},
    "guarded": {"x": (32, 0), "out": (0, 32)},
    "in_team": {"x": (48, 0), "out": (32, 32)},
}
