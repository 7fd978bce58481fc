import numpy as np


def cases(module):
    def changed(name, *arguments):
        x = np.arange(1.0, 6.0)
        return name, [getattr(module, name)(x, *arguments), x]

    yield changed("use")
    yield changed("use2")
    yield changed("use3")
    yield changed("pointers", 3)
    yield changed("shared_struct")
    yield "count", [module.count(2), module.count(3)]
    yield "arrays", module.arrays(3)
    D, E = np.full((4, 4), 9.0), np.full((4, 4), 8.0)
    yield "by pointer", [module.by_pointer(np.arange(12.0).reshape(4, 3), D, E), D, E]
    yield "array of arrays", module.array_of_arrays(7)
    yield "named lengths", module.named_lengths(2.5)


def traced(module):
    for name in ("use", "use2", "use3"):
        getattr(module, name)(np.arange(5.0))
    module.pointers(np.arange(5.0), 3)
    module.arrays(3)
    module.array_of_arrays(7)
    module.by_pointer(np.zeros((4, 3)), np.zeros((4, 4)), np.zeros((4, 4)))


BYTES = {
    "use": {"x": (40, 40)},
    "use2": {"x": (40, 40)},
    "use3": {"x": (0, 40), "table": (32, 0)},
    "pointers": {"p": (24, 24)},
    "arrays": {"a": (0, 32)},
    "by_pointer": {"X": (96, 0), "D": (0, 128), "E": (128, 128)},
    "array_of_arrays": {"a": (0, 48), "b": (0, 48)},
}
