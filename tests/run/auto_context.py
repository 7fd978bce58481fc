import numpy as np
from attempts import attempt


def cases(module):
    vector = lambda n=16: np.linspace(-2, 3, n)

    def changed(name, *arguments):
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        return f"{name}{arguments[len(arrays):]}", [attempt(getattr(module, name), *arguments), arrays]

    for rounds in (0, 1, 5):
        yield changed("repeated", vector(), np.zeros(16), rounds)
        yield changed("host_between", vector(), np.zeros(16), rounds)
        yield changed("swapped", vector(), np.zeros(16), rounds)
        yield changed("in_a_callee", vector(), np.zeros(16), rounds)
        yield changed("switched_off", vector(), np.zeros(16), rounds)
    same = vector()
    yield changed("repeated", same, same, 3)
    yield changed("returns", vector(), 4, 2)
    yield changed("returns", vector(), 4, 9)
    yield changed("breaks", vector(), 4, 0)
    yield changed("breaks", vector(), 4, 5)
    yield changed("raises", vector(), [1, 2, 3])
    yield changed("raises", vector(), [1, "no", 3])
    yield changed("raises", vector(), [])
    yield changed("rows", np.zeros((4, 16)), vector())


def traced(module):
    module.repeated(np.ones(16), np.zeros(16), 5)
    module.switched_off(np.ones(16), np.zeros(16), 5)
    module.host_between(np.ones(16), np.zeros(16), 5)
    module.swapped(np.ones(16), np.zeros(16), 5)
    module.in_a_callee(np.ones(16), np.zeros(16), 5)
    module.returns(np.ones(16), 4, 2)
    module.breaks(np.ones(16), 4, 3)
    module.raises(np.ones(16), [1, 2, 3])
    module.rows(np.zeros((4, 16)), np.ones(16))


BYTES = {
    "repeated": {"x": (128, 0), "y": (128, 128)},
    "switched_off": {"x": (640, 0), "y": (640, 640)},
    "host_between": {"x": (160, 0), "y": (128, 160)},
    "swapped": {"u": (144, 112), "v": (0, 112)},
    "add": {"x": (160, 0), "y": (128, 0)},
    "in_a_callee": {"y": (0, 160), "x": (0, 0)},
    "returns": {"x": (128, 128)},
    "breaks": {"x": (136, 128)},
    "raises": {"x": (384, 384)},
    "rows": {"x": (152, 0), "row": (512, 32), "D": (0, 480)},
}
