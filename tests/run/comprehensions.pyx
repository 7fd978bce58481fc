"""Comprehensions, displays and calls with `*` and `**`, chained comparisons of objects."""

log = []


def note(x):
    log.append(x)
    return x


def lists(items, int n):
    x = "outside"
    a = [x for x in items]
    b = [(i, j) for i in range(n) for j in range(i) if (i + j) % 2]
    c = [[y * 2 for y in range(k)] for k in range(n)]
    d = [i for i in items if i if i != 3]
    e = [i + k for i, k in zip(items, items)]
    f = [first for first, *rest in [(1, 2, 3), (4,)]]
    return x, a, b, c, d, e, f


def sets_and_dicts(items):
    return sorted({x % 3 for x in items}), {x: x * x for x in items if x}, {1, 2, note(2)}, {*items, 9}, {"a"}, {
        k: v for k, v in {"a": 1}.items()}


def consumed(items):
    return (
        any(x > 2 for x in items), all(x > 2 for x in items), any(x for x in []), all(x for x in []),
        any(note(x) == 2 for x in items), all(x < y for x in items for y in [5, 6] if x),
        sum(x * x for x in items), sorted(-x for x in items), list(x for x in items), tuple(x for x in items),
        max(x for x in items), min((-x for x in items), key=abs), "".join(str(x) for x in items),
        dict((x, 1) for x in items), set(x % 2 for x in items), sum((x for x in items), 100),
    )


def conditional(flag, items):
    value = [x for x in items] if flag else {x for x in items}
    both = flag and [note(x) for x in items]
    while [x for x in items if x > len(log)]:
        note(0)
    return value, both


def nested_scopes(items):
    i = 5
    result = [[i for i in range(i)] for i in items]
    return result, i


def wrong(items):
    return [1 // x for x in items]


cdef int total(int n):
    return sum([i for i in range(n)])


def in_c(n):
    return total(n)


def displays(a, b):
    return [*a, 1, *b], (*a, 2), [*a], (*b,), [0, *a], {**{"x": 1}, "y": 2, **{"x": 3}}


def take(*args, **named):
    return args, named


def calls(f, a, k):
    return (
        f(*a), f(1, *a), f(*a, *a), f(*a, 2), f(**k), f(1, **k), f(x=1, **k), f(*a, **k), f(**k, y=2),
        f(*(note(3),), z=note(4), *[note(5)]),
    )


def double_named(f, k):
    return f(a=1, **k)


def call_with(f, a, k):
    return f(*a, **k)


def method(text, a):
    return text.join(*a), text.format(*a, **{"k": 1})


def unpacked(items):
    a, *b, c = items
    *d, e = items
    f, *g = items
    [h, *i] = items
    (j, *k), l = items, 1
    for m, *n in [items, items]:
        pass
    return a, b, c, d, e, f, g, h, i, j, k, l, m, n


def chained(a, b, c):
    return a < b < c, a < note(b) <= c, a == b == c, a in [a] in [[a]], a is b is c, a < b in [b]


def chained_numbers(int a, b, double c):
    return a < b < c, not a < b < c, "yes" if a <= b <= c else "no"


def iterated(dict d):
    """By the names of Python 2, which Cython knows of dicts."""
    cdef dict inner = {1: d}
    found = [key for key in d.iterkeys()]
    for key, value in inner.iteritems():
        found.append((key, value is d))
    return {v: k for k, v in d.iteritems()}, found, sorted(d.itervalues()), next(iter(d.iterkeys()), None)
