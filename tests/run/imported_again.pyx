# A module whose code runs once, whoever imports it; functions that others recognise by their code.
import sys

sys.offcy_imports = getattr(sys, "offcy_imports", 0) + 1
imports = sys.offcy_imports


class Kept:
    pass


def kept():
    return Kept


async def coroutine(x, *, y=3):
    return x + y


def all_kinds(a, b, /, c, d=1, *args, e, f=2, **kwargs):
    return a, b, c, d, args, e, f, kwargs


def generator(n):
    yield n


values = (all_kinds, generator)


class Methods:
    async def waits(self):
        return 1

    def yields(self):
        yield 1

    def adds(self, a, b=1):
        return a + b
