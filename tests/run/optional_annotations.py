import numpy as np
from attempts import attempt

VALUES = [None, 3, 2.5, "x", True, 3j, (1, 2), [1], np.zeros(2), np.zeros((2, 2)), np.float32(2.5), np.int32(3), np.float64(1.5)]
NAMES = "d_a d_g d_h d_j d_k d_l d_m o_k o_k2 o_k3 o_k5 o_k6 u_a u_b u_c u_d u_e u_g u_i u_j".split()


def cases(m):
    for name in NAMES:
        function = getattr(m, name)
        if name[0] == "d":
            yield f"{name}", attempt(function)
        for k, value in enumerate(VALUES):
            if not (isinstance(value, np.ndarray) and name[0] == "u"):
                yield f"{name} {k}", attempt(function, value)
    yield "variables", m.o_k7()
    for k, value in enumerate(VALUES):
        yield f"named {k}", attempt(lambda: m.u_h(v=value))
        yield f"method {k}", attempt(lambda: m.u_K().m(value))
        yield f"fields {k}", attempt(lambda: m.u_L(value).get())
