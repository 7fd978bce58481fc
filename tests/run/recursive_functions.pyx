"""Functions inside functions that call themselves and one another, through variables that they share."""


def factorial(n):
    def f(k):
        return 1 if k <= 1 else k * f(k - 1)
    return f(n)


def fibonacci(int n):
    def f(int k):
        return k if k < 2 else f(k - 1) + f(k - 2)
    return f(n)


def is_even(n):
    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)
    return even(n)


def permutations(n):
    found = []
    items = list(range(n % 5))

    def go(at):
        if at == len(items):
            found.append(tuple(items))
            return
        for k in range(at, len(items)):
            items[at], items[k] = items[k], items[at]
            go(at + 1)
            items[at], items[k] = items[k], items[at]
    go(0)
    return found


def with_memory(n):
    known = {}

    def f(k):
        if k in known:
            return known[k]
        known[k] = k if k < 2 else f(k - 1) + f(k - 2)
        return known[k]
    return f(n + 20), len(known)


def depth_of(n):
    deepest = 0

    def walk(tree, depth):
        nonlocal deepest
        deepest = max(deepest, depth)
        for child in tree:
            walk(child, depth + 1)
    walk([[[]] * n, [], [[[[]]]]], 0)
    return deepest


def two_levels(n):
    def outer(k):
        def inner(j):
            if j <= 0:
                return k
            return inner(j - 1) + outer(j - 2)
        return inner(k) if k > 0 else 1
    return outer(n)


def rebound(n):
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)

    def change():
        nonlocal f
        f = lambda k: 100
    before = f(n)
    if n % 2:
        change()
    return before, f(n)


def rebound_here(n):
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    g = f
    if n % 2:
        f = lambda k: 100
    return g(n)


def by_walrus(n):
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    g = f
    if n % 2 and (f := (lambda k: 100)):
        pass
    return g(n)


def by_loop(n):
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    g = f
    for f in [lambda k: 7, lambda k: 8][:n % 3]:
        pass
    return g(n)


def by_with(n):
    class Gives:
        def __enter__(self):
            return lambda k: 50

        def __exit__(self, *of):
            return False

    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    g = f
    if n % 2:
        with Gives() as f:
            pass
    return g(n)


def by_unpacking(n):
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    g = f
    if n % 2:
        f, other = (lambda k: 60), 1
    return g(n)


def by_import(n):
    def factorial(k):
        return 0 if k == 0 else 1 + factorial(k - 1)
    g = factorial
    if n % 2:
        from math import factorial
    return g(n)


def defined_twice(n):
    if n % 2:
        def f(k):
            return 0 if k == 0 else 1 + f(k - 1)
    else:
        def f(k):
            return 0 if k == 0 else 2 + f(k - 1)
    return f(n)


def early(n):
    def g(k):
        return f(k)
    if n % 2:
        return g(n)

    def f(k):
        return -k
    return g(n)


def early_self(n):
    if n % 2:
        return f(n)

    def f(k):
        return 0 if k == 0 else f(k - 1)
    return f(n)


def made_in_loop(n):
    made = []
    for i in range(3):
        def f(k):
            return i if k == 0 else f(k - 1)
        made.append(f)
    return [f(n) for f in made]


def made_by_calls(n):
    def make(i):
        def f(k):
            return i if k == 0 else f(k - 1) + make(k - 1)(0)
        return f
    return [f(n % 4) for f in [make(1), make(10)]]


def traced(log):
    def decorate(f):
        def inner(k):
            log.append(k)
            return f(k)
        return inner
    return decorate


def decorated(n):
    log = []

    @traced(log)
    def f(k):
        return 0 if k == 0 else 1 + f(k - 1)
    return f(n), log


def with_default(n):
    def f(k, step=1):
        return 0 if k <= 0 else 1 + f(k - step)
    return f(n), f(n, 2), f(k=n)


def default_of_outside(n):
    def f(k, step=n):
        return 0 if k <= 0 else 1 + f(k - step - 1)
    return f(n)


def by_name(n):
    def f(k):
        return 0 if k == 0 else 1 + f(k=k - 1)
    return f(n)


def starred(n):
    def f(k, j):
        return j if k == 0 else f(*[k - 1, j + 2])
    return f(n, 0)


def too_many(n):
    def f(k):
        return 0 if k == 0 else f(k - 1, n)
    return f(n)


def too_few(n):
    def f(k, j):
        return 0 if k == 0 else f(k - 1)
    return f(n, n)


def handed_on(n):
    def f(k):
        return sum(map(f, range(k))) + 1
    return f(n), sorted(range(n), key=f)


def kept(n):
    def f(k):
        return (f, k) if k == 0 else f(k - 1)
    g, k = f(n)
    return g is f, k, g(2)[1]


def of_generator(n):
    def walk(k):
        if k > 0:
            yield k
            yield from walk(k - 1)
    return list(walk(n))


def in_generator(n):
    def f(k):
        return 0 if k == 0 else k + f(k - 1)
    for i in range(n):
        yield f(i)


def in_comprehension(n):
    def f(k):
        return 1 + sum([f(j) for j in range(k)]) + sum(f(j) for j in range(k))
    return f(n % 4)


def by_lambda(n):
    f = lambda k: 1 if k == 0 else k * f(k - 1)
    return f(n)


def converts(n, text):
    def f(int k, double x):
        return (k, x) if k <= 0 else f(k - 1, k)
    return f(n, 1.5), f(n, text)


def raises(n):
    def f(k):
        if k == 0:
            raise ValueError(n)
        return f(k - 1)
    try:
        return f(n)
    except ValueError as error:
        lines = []
        place = error.__traceback__
        while place is not None:
            lines.append(place.tb_lineno)
            place = place.tb_next
        return lines


def changes_its_arguments(n):
    def f(items):
        items += [len(items)]
        return items if len(items) > n else f(items)
    return f([])


class Tree:
    def __init__(self, n):
        self.n = n

    def count(self):
        def go(k):
            return 1 if k == 0 else go(k - 1) + go(k - 1) + self.n * 0
        return go(self.n)


def of_method(n):
    return Tree(n).count()


cdef class Table:
    cdef int size

    def __init__(self, int size):
        self.size = size

    def steps(self):
        def go(int k):
            return 0 if k >= self.size else 1 + go(k + 2)
        return go(0)


def of_extension(n):
    return Table(n).steps()
