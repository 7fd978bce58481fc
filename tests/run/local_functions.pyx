"""Functions inside functions, called by the names of their variables: their C functions are called, if that is all they can be."""


def shared(n):
    total = 0

    def add(x, int k):
        nonlocal total
        total += x * k
        return total

    def plain(a, b):
        return a - b

    found = []
    for i in range(n):
        found.append(add(i, 2))
        found.append(plain(i, b=1))
        found.append(plain(i, 5))
    return found, total


def typed(int n):
    cdef int c = 0, i
    cdef double d = 0.5
    def count(int k, double x):
        nonlocal c
        c += k
        return x * k
    results = []
    for i in range(n):
        results.append(count(i, d))
        results.append(count(True, i))
        results.append(count(1, 2))
    return c, results


def converted(value):
    def narrow(short k, float x):
        return k, x
    return narrow(value, value)


def widened(int value):
    def get(long long k, double x):
        return k, x
    return get(value, value)


def count_of_arguments(n):
    def two(a, b):
        return a, b
    if n == 1:
        return two(1)
    if n == 3:
        return two(1, 2, 3)
    if n == 4:
        return two(*(1, 2))
    if n == 5:
        return two(**{"a": 1, "b": 2})
    if n == 6:
        return two(1, c=2)
    return two(1, 2)


def conditional(n):
    if n > 0:
        def f(x):
            return x + 1
    return f(n)


def bound_twice(n):
    def f(x):
        return "first", x
    if n > 0:
        def f(x):
            return "second", x
    return f(n)


def rebound(n):
    def f(x):
        return "function", x
    if n > 0:
        f = str
    return f(n)


def by_walrus(n):
    def f(x):
        return "function", x
    if (f := len if n else f) is len:
        return f("abc")
    return f(n)


def deleted(n):
    def f(x):
        return x
    if n:
        del f
    return f(n)


def loop_variable(n):
    def f(x):
        return "function", x
    for f in [len, str][:n]:
        pass
    return f("ab")


def twice(f):
    return lambda *args: (f(*args), f(*args))


def decorated(n):
    @twice
    def f(x):
        return x
    return f(n)


def in_loop(n):
    """What it shares is the variable, not its value."""
    found = []
    for i in range(n):
        def f(x):
            return i * 10 + x
        found.append(f(1))
        i = 100
        found.append(f(2))
    return found


def handed_on(n):
    """The object is used as well."""
    def f(x):
        return x * 2
    return f(n), list(map(f, range(n))), f.__name__, f(f(n))


def nested(n):
    a = 1
    def outer(x):
        def inner(y):
            return a + x * 10 + y * 100
        return inner(x + 1)
    return [outer(i) for i in range(n)]


def changed_inside(n):
    values = [1, 2]
    def f(x):
        nonlocal values
        values = [x]
        return x
    before = values
    result = f(n)
    after = values
    last = f(len(values))
    return before, result, after, last, values


def recursive(n):
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)
    return fib(n)


def generated(n):
    def squares(k):
        for i in range(k):
            yield i * i
    def total(k):
        return sum(squares(k))
    return list(squares(n)), total(n)


def in_generator(n):
    last = 0
    def step(x):
        nonlocal last
        last += x
        return last
    for i in range(n):
        yield step(i)
    yield step(100)


def with_defaults(n):
    def f(x, y=3, *, z=4):
        return x, y, z
    def g(x, y=n):
        return x, y
    return f(n), f(n, 1), g(n), g(n, 2)


def by_lambda(n):
    f = lambda x: x + n
    g = lambda: n
    return f(1) + g()


def with_classes(n):
    def f(list items, str text not None):
        return len(items) + len(text)
    return f(n, "abc")


def assigned_parameter(n):
    def f(x):
        x = x + 1
        x += 1
        return x
    value = [n]
    return f(n), f(n), value


def raising(n):
    def f(x):
        if x > 2:
            raise ValueError(f"{x} is large")
        return x
    try:
        return f(n)
    except ValueError as error:
        return str(error), f(1)


def unused_result(n):
    found = []
    def f(x):
        found.append(x)
    f(n)
    f([n])
    return found


def in_order(n):
    log = []
    def note(x):
        log.append(x)
        return x
    def f(a, b, c):
        return a, b, c
    return f(note(1), note(2), note(f(3, note(4), n))), log


def int_result(n):
    def f(x) -> int:
        return x
    return f(n)


cdef class Held:
    cdef int n

    def __init__(self, n):
        self.n = n

    def run(self, k):
        def f(x):
            self.n += x
            return self.n
        return f(k) + f(k), self.n


def method(n):
    return Held(n).run(n)
