# What other variables hold where a variable with values of several types is read: only the assignments that reach the place count.
from cython cimport typeof
from cython.parallel cimport prange


def swapped():
    a = 1
    b = a
    a = "text"
    return typeof(a), typeof(b), a, b


def branches(flag):
    if flag == 1:
        a = [1, 2, 3]
        found = a
        return typeof(a), typeof(found), found
    elif flag == 2:
        a = set([1, 2])
        distinct = a
        return typeof(a), typeof(distinct), sorted(distinct)
    else:
        a = {1: 2}
        table = a
        return typeof(a), typeof(table), table


def merged(flag):
    x = 1
    if flag:
        x = 2.5
    y = x
    x = "text"
    return typeof(x), typeof(y), y


def looped(count):
    x = 0
    y = None
    for _ in range(count):
        y = x
        x = "later"
    return typeof(x), typeof(y), y


def mean():
    total = 0
    count = 0
    for value in range(3, 8):
        total += value
        count += 1
    average = count / 2
    half = count * 0.5
    left = count % 3
    return typeof(total), typeof(count), typeof(average), typeof(half), typeof(left), total, average, half, left


def reused(n):
    number = 3
    area = number * 1.5
    number = n
    text = number
    number = [area]
    items = number
    number = (1, 2.5)
    return typeof(number), typeof(area), typeof(text), typeof(items), area, text, items


def attempts(text):
    x = 1
    try:
        x = text + ""
        y = x
    except TypeError:
        y = x
    finally:
        z = x
        x = 2.5
    w = x
    return typeof(x), typeof(y), typeof(z), typeof(w), y, z, w


def deleted(flag):
    a = 1
    b = a
    del a
    if flag:
        a = 2.5
        c = a
        return typeof(a), typeof(b), typeof(c), b, c
    return b


def rest(*arguments):
    first = arguments
    arguments = list(arguments)
    second = arguments
    return typeof(arguments), typeof(first), typeof(second), first, second


def until(limit):
    n = 1
    while n < limit:
        m = n
        n = n * 2
    else:
        m = "none"
    k = n
    n = None
    return typeof(m), typeof(k), m, k


def divided(a, b):
    number = 7
    number -= a
    result = number / 2
    number = "x"
    try:
        return typeof(result), result, result / b
    except ZeroDivisionError:
        return typeof(result), "nothing"


def large():
    a = 1
    b = 2 ** 62
    for _ in range(4):
        a = a * 1000000007 * 1000000007
    c = a + b
    d = a * 1e-30
    return typeof(a), typeof(d), a, b, c, d


def yielding():
    x = 1
    y = x
    yield typeof(x), typeof(y), y
    x = "late"
    z = x
    yield typeof(x), typeof(z), z


def shared():
    x = 1
    y = x
    x = "inner"

    def inner():
        return x

    return y, inner()


def unpacked(pair):
    a, b = 1, 2.5
    c = a, b
    a, b = pair
    d, e = a, b
    return typeof(a), typeof(d), typeof(e), c, d, e


def matched(double[:] values):
    data = values
    total = 0.0
    view = data
    for i in range(view.shape[0]):
        total += view[i]
    data = total
    return typeof(data), typeof(view), typeof(total), data


def summed(double[:] values):
    x = 1.5
    scale = x
    x = "scaled"
    cdef double total = 0
    cdef Py_ssize_t i
    for i in prange(values.shape[0], nogil=True):
        total += values[i] * scale
    return x, total


def numbers(short s, unsigned int u, float f, bint t):
    x = s
    a = x
    x = u
    b = x
    x = f
    c = x
    x = t
    d = x
    x = None
    return typeof(a), typeof(b), typeof(c), typeof(d), a, b, c, d


class Odd(int):
    def __add__(self, other):
        return "odd"


def overridden(x):
    y = x
    z = y + 1
    y = 3
    w = y + 1
    return typeof(y), typeof(z), typeof(w), z, w


def classes(x=(2, 1)):
    a = list(x)
    b = set(x)
    c = dict([(1, 2)])
    d = tuple(x)
    e = bytearray(b"ab")
    f = sorted(x)
    return typeof(a), typeof(b), typeof(c), typeof(d), typeof(e), typeof(f), a, sorted(b), c, d, e, f


def sums(double[:] values):
    total = 0
    count = 0
    mean = 0
    best = 0
    for i in range(values.shape[0]):
        total += values[i]
        count += 1
        mean += (values[i] - mean) / count
        if values[i] > best:
            best = values[i]
    return typeof(total), typeof(count), typeof(mean), typeof(best), total, count, mean, best


def crossed(count):
    total = 0
    step = 1.5
    for i in range(count):
        step = total
        total = step + 1
    return typeof(total), typeof(step), total, step


def in_threads(double[:] values):
    total = 0
    for i in prange(values.shape[0], nogil=True):
        total += values[i]
    return typeof(total), total


def on_device(double[:] values):
    total = 0
    for i in prange(values.shape[0], nogil=True, device={}):
        total += values[i]
    return typeof(total), total
