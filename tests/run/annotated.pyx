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


def int_param(x: int):
    return type(x).__name__, x, cython.typeof(x)


def int_params(x: int = 3, *, y: int | None = None, z: "int" = None):
    return x, y, z


@cython.cfunc
def int_in_c(x: int) -> int:
    return x


def int_of_c(v):
    return int_in_c(v)


@cython.ccall
def int_of_both(x: int):
    x += 1
    return x


def int_through_both(v):
    return int_of_both(v)


class IntsOfClass:
    def __init__(self, x: int):
        self.x = x

    def plus(self, y: int):
        return self.x + y


cdef class IntsOfType:
    cdef object x

    def __init__(self, x: int):
        self.x = x

    def plus(self, y: int):
        return self.x + y

    def __getitem__(self, at: int):
        return at, self.x


def int_generated(x: int):
    yield type(x).__name__, x
    x = 2.5
    yield x


def int_shared(x: int):
    def inner(y: int):
        return x, y
    return inner


def int_counts(n: int):
    total = 0
    for k in range(n):
        total += k
    return total, n // 2, n / 2, n == 7
