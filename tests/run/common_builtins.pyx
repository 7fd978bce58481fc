"""Builtins and methods that programs without types call most, and chains of comparisons whose truth alone is asked for."""

import sys

trace = []


class Traced:
    """Says what it is compared with."""

    def __init__(self, value, answer=None):
        self.value = value
        self.answer = answer

    def __lt__(self, other):
        trace.append((self.value, getattr(other, "value", other)))
        if self.answer == "error":
            raise LookupError(self.value)
        return self.value < getattr(other, "value", other) if self.answer is None else self.answer

    def __bool__(self):
        trace.append(self.value)
        return bool(self.value)


class Odd:
    present = 1

    @property
    def missing(self):
        raise AttributeError("a property")

    @property
    def broken(self):
        raise ValueError("broken")

    def __getattr__(self, name):
        if name == "made":
            return name
        if name == "key":
            raise KeyError(name)
        raise AttributeError(name)

    def __int__(self):
        return 7

    def __float__(self):
        return 7.5


class Bad:
    def __int__(self):
        return "7"


class Sub(int):
    def __int__(self):
        return 3


class Words(list):
    def extend(self, items):
        self.append(tuple(items))


def attributes(x, name):
    return hasattr(x, name), getattr(x, name, "otherwise"), hasattr(x, "present"), getattr(x, "real", None)


def raised_before(x):
    """What is being handled stays."""
    try:
        raise KeyError("first")
    except KeyError as error:
        found = hasattr(x, "nothing"), getattr(x, "nothing", 5), isinstance(x, int)
        return found, sys.exc_info()[1] is error


def numbers(x):
    result = []
    for convert in (lambda v: int(v), lambda v: float(v), lambda v: int(v) + 1, lambda v: float(v) * 0.5):
        try:
            value = convert(x)
            result.append((type(value).__name__, value))
        except Exception as error:
            result.append((type(error).__name__, str(error)))
    return result


def texts(x, part):
    return x.startswith(part), x.endswith(part)


def constant_texts(x):
    return x.startswith(("a", "bc", "")), x.endswith(("z", "yx")), x.startswith(()), x.count("a"), x.count(""), x.find("bc")


def counted(x, part):
    return x.count(part)


def extended(x, items):
    result = x.extend(items)
    return result, x


def extended_by(list x, a, b):
    x.extend([a, b])
    x.extend((b, a))
    x.extend([])
    x.extend([1, 2, 3, 4, 5, 6, 7, 8, 9])
    x.extend(v for v in (a, b))
    x.extend(x)
    return x


def chain(a, b, c):
    del trace[:]
    if a < b < c:
        return "yes", list(trace)
    return "no", list(trace)


def chains(a, b, c):
    """In conditions of each kind; `b` may get another value in between."""
    del trace[:]
    found = []
    while a < b <= c:
        found.append("while")
        break
    found.append("then" if not (a < b < c < 100) else "otherwise")
    found.append([v for v in (1, 2, 3) if a <= v < c])
    if a < b < (b := c) or b == c != a:
        found.append(b)
    if 0 <= a <= 5 and (a < c) is True:
        found.append("and")
    assert a <= a <= a < 1000, "never"
    return found, b


def of_floats(double x, y):
    return 1 if 0 < x < y else 0, 1 if y < x <= 3 else 0, 1 if 0.5 < y < 2.5 else 0
