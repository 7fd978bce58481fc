"""Variables whose types annotations say."""
import cython


def numbers(x):
    a: float = x
    b: int = 3
    c: cython.int = 7
    d: cython.double = 1
    e: complex = 2
    f: object
    f = b / 2
    b += 1180591620717411303424
    return a, b, c // 2, d / 2, e, f, cython.typeof(a), cython.typeof(c)


def objects(x, y):
    items: list = [x]
    named: dict = {}
    if y:
        text: str = "a" + str(y)
        named[text] = items
    kept: tuple = (items, named)
    some: set
    some = {1}
    return kept, some


def wrong(kind, x):
    if kind == "list":
        a: list = x
        return a
    if kind == "float":
        b: float = x
        return b
    c: str = "a"
    c = x
    return c


def shared(x):
    total: float = 0

    def add(y):
        nonlocal total
        total += y
        return total
    add(x)
    return add
