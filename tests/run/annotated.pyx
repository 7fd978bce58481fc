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


count: int = 3
table: dict = {"a": 1}


def params(x: float, s: list = None, t: "str" = "a", v: cython.int = 3, b: bool = True, o: object = None):
    return x, s, t, v / 2, b, o


def containers(a: list, c: dict[str, int], d: tuple | None, e: float | None = None):
    q: dict[str, int] = c
    k: "str" = "x"
    m: Unknown = 4
    return a, q, d, e, k, m


@cython.annotation_typing(False)
def untyped(a: list, b: float):
    return a, b


@cython.allow_none_for_extension_args(False)
def never_none(list a, list b=None):
    return a, b


def no_number(a: float = None):
    return a


def classes():
    text = "a".upper()
    number = hex(3)
    either = "a"
    either = 3
    gone = {}
    del gone
    return cython.typeof(text), cython.typeof(number), cython.typeof(either)


def truth(int x):
    return <int> <bool> x


def as_int(y):
    x: int = y
    return type(x).__name__, x


def as_int_again(y, z):
    x: int = y
    x = z
    def inner():
        return x
    return inner(), type(x).__name__
