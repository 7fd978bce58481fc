import numpy as np

SIZE = 50


def numbers(count=SIZE):
    return np.sin(np.arange(count) * 1.7)


def cases(module):
    yield "constants", module.constants()
    yield "undeclared", module.undeclared(3)
    module.mark(5, b"a")
    yield "of Python", [module.hypot(3, 4), module.root(2.25), module.mark(label=b"c", by=1), module.marks_of(3)]
    for function, arguments in (module.hypot, (3,)), (module.root, ("a",)), (module.mark, (1, 2)):
        try:
            function(*arguments)
        except TypeError:
            yield f"refused {arguments}", True
    out = np.zeros(SIZE)
    module.areas(numbers(), out)
    yield "areas", out
    module.smooth(numbers(), out)
    yield "smooth", out
    triples = numbers(3 * SIZE).reshape(SIZE, 3)
    module.sort(triples)
    yield "sort", triples
    colours = np.zeros(7, np.int32)
    module.colours(colours)
    yield "colours", colours
    sizes = np.zeros(3, int)
    yield "sizes", (module.sizes(sizes), sizes)


BYTES = {
    "areas": {"radii": (SIZE * 8, 0), "out": (0, SIZE * 8)},
    "smooth": {"x": (SIZE * 8, 0), "out": (0, SIZE * 8)},
    "sort": {"x": (SIZE * 24, SIZE * 24)},
    "colours": {"out": (0, 28)},
    "sizes": {"x": (0, 24)},
}


def traced(module):
    out = np.zeros(SIZE)
    module.areas(numbers(), out)
    module.smooth(numbers(), out)
    module.sort(numbers(3 * SIZE).reshape(SIZE, 3))
    module.colours(np.zeros(7, np.int32))
    module.sizes(np.zeros(3, int))
