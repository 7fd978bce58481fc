import numpy as np

POINT = np.dtype([("x", "f8"), ("y", "f4"), ("tag", "i1")], align=True)


def array(*shape, dtype=float):
    numbers = np.arange(np.prod(shape), dtype=float) * 1.5 + 1
    if dtype is POINT:
        made = np.zeros(shape, POINT)
        made["x"], made["y"], made["tag"] = (numbers.reshape(shape) % m for m in (97, 31, 7))
        return made
    return (numbers % 101).reshape(shape).astype(dtype)


def copied(function, *args):
    try:
        function(*args)
    except ValueError as error:
        return str(error)
    return [one.tolist() for one in args if isinstance(one, np.ndarray)]


def cases(module):
    for n, m in [(0, 3), (1, 0), (1, 1), (2, 7), (33, 5), (300, 100)]:
        y, x = array(n, m) * 0, array(n, m)
        yield f"rows {n} {m}", copied(module.rows, y, x)
        yield f"rows of itself {n} {m}", copied(module.rows, x, x)
        yield f"rows of one {n} {m}", copied(module.rows, y, array(n, 1))
        yield f"rows of another length {n} {m}", copied(module.rows, y, array(n, m + 2))
        yield f"strided {n} {m}", copied(module.strided_rows, array(n, 2 * m)[:, ::2], array(m, n).T)
        yield f"reversed {n} {m}", copied(module.strided_rows, array(n, m)[::-1, ::-1], x)
        for first, last, start in [(0, m, 0), (1, m, 0), (0, m - 1, 1), (-2, m, 1), (2, 1, 0), (1, m + 5, 1)]:
            yield f"parts {n} {m} {first} {last} {start}", copied(module.parts, y, x, first, last, start)
            yield f"parts of itself {n} {m} {first} {last} {start}", copied(module.parts, x, x, first, last, start)
        for by in [0, 1, m // 2, m, m + 1, -1, -m]:
            yield f"shifted {n} {m} {by}", copied(module.shifted, array(n, m), by)
        for step in [1, -1]:
            yield f"turned {n} {m} {step}", copied(module.turned, array(n, m), step)
            yield f"turned, strided {n} {m} {step}", copied(module.turned, array(n, 2 * m)[:, ::-2], step)
        yield f"on the host {n} {m}", copied(module.on_host, y, x)
        yield f"on the host, itself {n} {m}", copied(module.on_host, x, x)
        yield f"kept {n} {m}", copied(module.kept, array(n, m), 3)
    for n in [1, 2, 9]:
        square = array(n, n)
        yield f"columns {n}", copied(module.columns, square * 0, square)
        yield f"columns of itself {n}", copied(module.columns, square, square)
    for n, m in [(0, 2), (1, 1), (5, 2), (7, 6)]:
        cube = array(n, m, m)
        yield f"crossed {n} {m}", copied(module.crossed, cube)
        yield f"functions {n} {m}", copied(module.by_functions, array(n, m + 1, m + 1), array(n, m + 1, m + 1) + 0.25)
        for which in range(m):
            yield f"repeated {n} {m} {which}", copied(module.repeated, cube * 0, cube, which)
            yield f"repeated of itself {n} {m} {which}", copied(module.repeated, cube.copy(), cube, which)
        for dtype in [np.int8, np.float32, complex, POINT]:
            y, x = array(n, m, 2 * m, dtype=dtype), array(n, m, 2 * m, dtype=dtype)
            y[...] = x[:1] if n else x
            yield f"blocks {n} {m} {dtype}", copied(module.blocks, y, x)


BYTES = {
    "rows": {"y": (0, 1200), "x": (1200, 0)},
    "strided_rows": {"y": (0, 1200), "x": (1200, 0)},
    "parts": {"y": (0, 1104), "x": (1200, 0)},
    "shifted": {"a": (1200, 1200)},
    "turned": {"a": (1200, 1200)},
    "columns": {"y": (0, 168), "x": (40, 0)},
    "crossed": {"a": (1000, 1000)},
    "repeated": {"y": (1000, 1000), "x": (840, 0)},
    "blocks[signed char]": {"y": (0, 1000), "x": (1000, 0)},
    "blocks[float]": {"y": (0, 4000), "x": (4000, 0)},
    "blocks[double complex]": {"y": (0, 16000), "x": (16000, 0)},
    "blocks[Point]": {"y": (0, 16000), "x": (16000, 0)},
    "by_functions": {"a": (1000, 1000), "b": (1000, 1000)},
    "kept": {"x": (1200, 1200), "next": (0, 0)},
}


def traced(module):
    y, x = array(10, 15), array(10, 15)
    module.rows(y, x)
    module.strided_rows(y, x)
    module.parts(y, x, 0, 3, 1)
    module.shifted(x, 2)
    module.turned(x, -1)
    module.columns(array(5, 5), array(5, 5))
    module.crossed(array(5, 5, 5))
    module.repeated(array(5, 5, 5), array(5, 5, 5), 1)
    module.by_functions(array(5, 5, 5), array(5, 5, 5))
    module.kept(x, 3)
    for dtype in [np.int8, np.float32, complex, POINT]:
        module.blocks(array(5, 10, 20, dtype=dtype), array(5, 10, 20, dtype=dtype))
