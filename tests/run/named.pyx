"""`name := value`: what it binds, when, and what the rest of the expression sees."""


def loop(data):
    found = []
    rest = iter(data)
    while (item := next(rest, None)) is not None:
        found.append(item)
    return found, item


def clauses(xs):
    if (n := len(xs)) > 3:
        return "many", n
    elif (first := next(iter(xs), 0)) and first > n:
        return "first", first
    return n, first


def numbers(int n):
    cdef int i
    cdef double x = (i := n * 2) + (i := 3)
    return i if (i := i + 1) > 4 else (i := -1) + i, x


def comprehended(xs):
    squares = [square for x in xs if (square := x * x) > 3]
    if any((witness := x) > 2 for x in xs):
        return squares, square, witness
    return squares, square, None


def unbound(n):
    if n and (q := n):
        pass
    return q


def shared(a):
    def inner(b):
        nonlocal a
        if (a := b) and (c := a + 1):
            return c
    return inner(5), a, (lambda: (a := 7))(), a


def failing(f):
    kept = [1]
    try:
        [kept, (kept := f()), f(1)]
    except TypeError:
        return kept


def of_the_module():
    global later
    return (later := 10) + later


first = [(second := 3), second + 1]
