# cython: language_level=3
"""Python's objects, as in code that is compiled without types."""


def attempts(int n):
    cdef int i, found = 0
    for i in range(n):
        try:
            found += i
            if i == -1:
                raise ValueError
        except ValueError:
            found = 0
    return found


def formatted(n):
    found = 0
    for i in range(n):
        found += len(f"{i}:{n}")
    return found


def counted(n):
    i = 0
    while i < n:
        yield i
        i += 1


def generated(n):
    return sum(counted(n))


def joined(n):
    return len(",".join([str(i) for i in range(n)]))


def squares(n):
    return [i * i for i in range(n)]


def appended(n):
    found = []
    for i in range(n):
        found.append(i)
    return found


def counts(words):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


def counts_in(words):
    found = {}
    for word in words:
        if word in found:
            found[word] += 1
        else:
            found[word] = 1
    return found


def items(pair, int n):
    cdef int i
    cdef double found = 0
    for i in range(n):
        found += pair[0] + pair[1]
    return found


def unpacked(pair, int n):
    cdef int i
    cdef double a, b, found = 0
    for i in range(n):
        a, b = pair
        found += a + b
    return found


def sum_of(values):
    found = 0
    for value in values:
        found = found + value
    return found


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def norm(self):
        return self.x * self.x + self.y * self.y


def methods(n):
    point = Point(1.5, 2)
    found = 0
    for i in range(n):
        found += point.norm()
    return found
