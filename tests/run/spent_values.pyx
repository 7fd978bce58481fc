"""Results that nothing else uses become the next result, or an item of a list."""


class Keeper:
    """Keeps what operators and assignments give it."""

    def __init__(self):
        self.kept = []

    def keep(self, other):
        self.kept.append(other)
        return self

    __add__ = __radd__ = __iadd__ = __sub__ = __rsub__ = __isub__ = __mul__ = __rmul__ = __imul__ = keep

    def __setitem__(self, key, value):
        self.kept.append((key, value))

    def __getitem__(self, key):
        return self


class Items(list):
    def __setitem__(self, key, value):
        list.__setitem__(self, key, [value])


def products(a, b, c):
    return a + b * c, a - b * c, a * (b + c), a - (b - c), b * c - (b + c), (a * b) + (b * c)


def right(a, b, c):
    return a + b * c, a - b * c, a * (b + c)


def step(x, v, m):
    x[0] -= v * m
    x[-1] += v * m
    x[1] *= v + m
    return x


def stored(x, i, a, b):
    x[i] = a * b
    return x


def stored_at(x, Py_ssize_t i, a, b):
    x[i] = a + b
    return x


def chained(x, y, i, a, b):
    x[i] = y[i] = z = a * b
    return x, y, z


def called(x, i, f):
    x[i] = f(i)
    x[0] = x[i] = f(i)
    return x


def swapped(x, a, b):
    x[0], x[1] = a + b, a * b
    return x


def attributes(thing, a, b):
    thing.value = 1.5
    thing.value -= a * b
    thing.value = a - thing.value * b
    return thing.value


def several(a, b, n):
    total = 0.0
    kept = []
    for i in range(n):
        t = a - b * i
        kept.append(t)
        total += a * i - t * (b - i)
        kept[-1] -= total * b
    return kept, total


def pair(x):
    a, b = x
    return a, b


def three(x):
    (a, b), [c, d, e], f = x
    return a, b, c, d, e, f


def negative(x):
    return x ** (-1.5), x * -2, max(x, -0.5), [-1, -2.5], -7, -(2 ** 70), x + (-3.25), {-1: -0.0}


def negative_added(x):
    x += -1.5
    x[0] = -2.5
    return x
