"""Operations on objects that have short ways for the usual classes: all others, and subclasses, get Python's own."""
# cython: language_level=3

changing = 1


def arithmetic(a, b):
    return a + b, a - b, a * b


def in_place(a, b):
    c = a
    c += b
    d = a
    d -= b
    e = a
    e *= b
    return c, d, e


def added(a, b):
    return a + b


def compared(a, b):
    return a < b, a <= b, a == b, a != b, a > b, a >= b


def chosen(a, b):
    if a < b:
        return -1
    return 1 if a == b else 0


def near(n):
    return n + 1, n - 1, n * 2, n * n, 1 - n, 2 * n, n + 0.5, 0.5 * n


def item(o, key):
    return o[key]


def first(o):
    return o[0], o[-1]


def stored(o, key, value):
    o[key] = value
    return o


def appended(o, x):
    return o.append(x)


def got(o, key):
    return o.get(key, 7)


def pair(o):
    a, b = o
    return a, b


def three(o):
    a, b, c = o
    return a, b, c


def all_of(o):
    return [x for x in o]


def text(x):
    return str(x), len(str(x))


def formatted(a, b, c):
    return f"{a}{b}{c}", f"<{a}>{b!r}", f"{a}", f"{a}{b}"


def of_module():
    return changing


def changed(module, value):
    global changing
    changing = value
    before = changing
    module.changing = [value]
    return before, changing


def deleted():
    global changing
    del changing
    try:
        return changing
    except NameError as error:
        return str(error)


def restored(module):
    module.changing = 5
    return changing


def of_builtins(module, value):
    before = sorted([2, 1])
    module.sorted = value
    return before, sorted([2, 1]), len([1]), max(3, 4)
