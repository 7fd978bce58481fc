import numpy as np
from attempts import attempt


def cases(module):
    short = np.ones(3, np.int16)
    good = [np.ones(2), np.ones(2, np.intp), np.ones(2, np.intp)]
    for name in ("of_real", "of_other", "of_const", "of_struct", "inside"):
        yield name, [attempt(getattr(module, name), x) for x in (short, np.ones(2), np.ones((2, 2)), np.ones(2, "f4"), None)]
    for k in range(3):
        yield f"numpys {k}", attempt(module.of_numpys, *(short if k == at else x for at, x in enumerate(good)))
    plain = [np.ones(2), np.ones(2, np.int32), np.ones(2, np.uint8), np.ones(2, np.complex64)]
    for k in range(4):
        yield f"plain {k}", attempt(module.of_plain, *(short if k == at else x for at, x in enumerate(plain)))
    yield "struct", attempt(module.of_struct, np.zeros(2, [("a", "i2")]))
    for key in ("float32_t", "other", "int32_t"):
        yield f"fused {key}", [attempt(module.of_fused[key], 1, x) for x in (short, np.ones(2, "f4"), np.ones(2))]
