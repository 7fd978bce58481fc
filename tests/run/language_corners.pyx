# Corners of Python's language that its own tests look at.

import sys
from contextlib import nullcontext


def __getattr__(name):
    if name == "later":
        return helper(1)
    raise AttributeError(name)


def helper(x):
    return LIMIT + x


LIMIT = 3


def count(chunks):
    it = iter(chunks)
    n = 0
    while chunk := next(it, None):
        n += len(chunk)
    return n


def gathered(s):
    return [m := t for t in s], any((n := t) == "zz" for t in s), {(k := t): k for t in s}, sorted({(j := t) for t in s})


def key_first(xs):
    it = iter("pqrstu")
    numbers = {next(it): next(it) for _ in (1, 2, 3)}
    return {(s := x.strip()): s.upper() for x in xs}, numbers, {k: v for k, v in zip("ab", xs)}, {str(k): k for k in xs}


def outer_names():
    n = 0

    class A:
        nonlocal n
        n = 5
        m = 2

        class B:
            nonlocal n
            n += 1

    return n, A.m, hasattr(A, "n"), hasattr(A.B, "n")


def further_out():
    n = 0

    def make():
        class A:
            nonlocal n
            n += 10
            if n:
                nonlocal k
                k = 3

            def method(self):
                return n

        return A

    k = 1
    made = make()
    return n, k, made().method(), sorted(x for x in vars(made) if x[0] != "_")


def unshadowed(args, f):
    return tuple(f(v) for v in args), sorted(f(v) for v in args), dict((f(v), v) for v in args), sorted(frozenset(f(v) for v in args))


def starred():
    with nullcontext(range(1, 6)) as (a, *b, c):
        return a, b, c


def starred_fields(self):
    with nullcontext("abc") as [self.first, *self.rest]:
        pass
    return self.first, self.rest


def references(x):
    before = sys.getrefcount(x)
    for _ in range(10):
        gathered([x, x])
        count([x] * 4)
    return sys.getrefcount(x) - before


def known():
    return callable(aiter), callable(anext), callable(breakpoint), "WindowsError" if sys.platform == "win32" else unknown()


def unknown():
    try:
        return WindowsError
    except NameError:
        return "no such name"


def outermost(c):
    def inner():
        return y
    said = []
    for read in (inner, lambda: 1):
        try:
            said.append(y)
        except UnboundLocalError as error:
            said.append(type(error).__name__)
        try:
            said.append(read())
        except NameError as error:
            said.append(type(error).__name__)
    if c:
        y = "a"
    return said


def cached(f):
    held = {}

    def wrapped(*arguments):
        return held.setdefault(arguments, f(*arguments))

    return wrapped


class Implicit:
    made = []

    @cached
    def __new__(cls, *arguments):
        return object.__new__(cls)

    @cached
    def __class_getitem__(cls, item):
        return [cls.__name__, item]

    @cached
    def __init_subclass__(cls, **options):
        cls.made.append(cls.__name__)

    @classmethod
    @cached
    def explicit(cls):
        return cls.__name__


def implicit():
    class Heir(Implicit):
        def __class_getitem__(cls, item):
            return "own", Implicit.__class_getitem__(item)

    one, other = Heir(1), Heir(1)
    return one is other, type(one).__name__, Implicit[3], Heir[4], Implicit.made, Heir.explicit()


def of_the_module():
    global Given

    class Given:
        def method(self):
            def inside(): pass
            return inside.__qualname__

        names = [(lambda: 0).__qualname__]

    class Own:
        def method(self): pass

    return Given.__qualname__, Given().method(), Given.names, Own.method.__qualname__, Own.__qualname__


def annotated(a: int, b: "str", *rest: list, c: float = 3, d=4, **more: 'x.y') -> dict:
    return a


class Annotated:
    def method(self, x: float) -> None: pass

    @property
    def given(self) -> "Annotated":
        return self


def annotations():
    def inside(z: (1, 2)) -> 1 + 2: pass
    f = annotated
    f.__annotations__["more"] = 3
    return [g.__annotations__ for g in (f, Annotated.method, Annotated.given.fget, inside, lambda x: x)]
