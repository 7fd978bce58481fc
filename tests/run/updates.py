import numpy as np


def cases(module):
    vector = lambda n=12: np.linspace(1, 3, n)

    def changed(name, *arguments):
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        return f"{name}{arguments[len(arrays):]}", [getattr(module, name)(*arguments), arrays]

    for rounds in (0, 1, 4):
        yield changed("host_reads_in_a_loop", vector(), rounds)
        yield changed("second_round", vector(), rounds)
        yield changed("boundary", vector(), rounds)
    yield changed("row_of_it", np.arange(25.0).reshape(5, 5))
    yield changed("callees", vector(), vector())
    yield changed("array", 5)


def traced(module):
    vector = lambda: np.ones(16)
    module.host_reads_in_a_loop(vector(), 2)
    module.second_round(vector(), 2)
    module.row_of_it(np.ones((4, 4)))
    module.boundary(vector(), 2)
    module.callees(vector(), vector())
    module.array(1)


BYTES = {
    "host_reads_in_a_loop": {"x": (128, 3 * 128)},
    "second_round": {"x": (128, 3 * 128)},
    "row_of_it": {"x": (128, 2 * 128), "row": (32, 0)},
    "boundary": {"u": (4 * 128, 3 * 128)},
    "callees": {"x": (2 * 128, 0), "y": (128, 2 * 128)},
    "step": {"a": (0, 0), "b": (0, 0)},
    "array": {"a": (80, 2 * 80)},
}
