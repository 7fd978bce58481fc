"""Complex numbers. Sums of whole ones are the same in any order."""

import numpy as np


def made(count):
    generator = np.random.default_rng(count)
    return generator.integers(-9, 9, count) + 1j * generator.integers(-9, 9, count)


def cases(module):
    for kind in "g", "D", "G":
        yield f"long doubles {kind}", module.long_doubles(np.ones(2, kind) / 4)
    yield "long complex", module.long_complex(1 + 2j, 3 - 4j)
    for count in (0, 1, 50, 3000):
        yield f"total {count}", module.total(made(count))
        yield f"on_the_host {count}", module.on_the_host(made(count))
        yield f"several {count}", module.several(made(count), made(count)[::-1])
    yield "product", module.product(np.array([1j, 2, 1 + 1j, -1]))
    yield "narrow", module.narrow(made(50).reshape(5, 10)[::-1, ::3].astype("c8"))
    z, lengths = made(30)[::2], np.zeros(15)
    module.parts(z, lengths)
    yield "parts", (z, lengths)
    module.library_parts(made(30), lengths_of_library := np.zeros(30))
    yield "library_parts", lengths_of_library
    for z, w in ((1 + 2j, 3 - 1j), (2, 2), (1j, float("inf"))):
        yield f"host_parts {z} {w}", module.host_parts(z, w)


BYTES = {
    "total": {"z": (800, 0)},
    "several": {"z": (800, 0), "w": (800, 0)},
    "product": {"z": (64, 0)},
    "narrow": {"z": (400, 0)},
    "library_parts": {"z": (480, 0), "out": (0, 240)},
    "parts": {"z": (480, 480), "lengths": (0, 240)},
}


def traced(module):
    module.library_parts(made(30), np.zeros(30))
    module.total(made(50))
    module.several(made(50), made(50))
    module.product(made(4))
    module.narrow(made(50).reshape(5, 10).astype("c8"))
    module.parts(made(30), np.zeros(30))
