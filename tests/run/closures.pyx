"""Functions inside functions, and lambdas: what they share with what is around them."""


def counter(start):
    n = start

    def step(by=1):
        nonlocal n
        n += by
        return n

    def value():
        return n

    return step, value


def typed(double x, int k, double[:] view):
    cdef double total = 0
    cdef long long wide = 2**40

    def more(double y):
        nonlocal total, k
        total += y * x + k
        k += 1
        view[0] = total
        return total, wide * k
    return more


def deep(a):
    def one(b):
        def two(c):
            def three(d, e=a):
                nonlocal b
                b += 1
                return a, b, c, d, e
            return three
        return two
    return one


def lambdas(a):
    return [lambda: a, lambda x: a + x, lambda *args, **keywords: (args, keywords, a), lambda x, y=a * 2: (x, y)]


def defaults(items=[]):
    functions = []
    for i in range(3):
        def function(x, i=i, items=items):
            items.append(i)
            return x + i
        functions.append(function)
    return functions


def late():
    functions = []
    for i in range(3):
        functions.append(lambda: i)
    return functions


def unset(flag):
    def use():
        return later
    if flag:
        later = [1]
    return use()


def recursive(n):
    def factorial(k):
        return 1 if k <= 1 else k * factorial(k - 1)
    return factorial(n)


def parameters(a, *args, b=2, **keywords):
    def all():
        return a, args, b, keywords
    return all


def shadowed(x):
    def inner(x):
        return x * 2

    def other():
        x = 5
        return lambda: x
    return inner(x), other()(), x


cdef class Held:
    cdef double value
    cdef object callback

    def __init__(self, value):
        self.value = value

    def adder(self):
        def add(double x):
            self.value += x
            return self.value
        self.callback = add
        return add

    def again(self, x):
        return self.callback(x)


def globals_are_seen():
    def change():
        global changed
        changed = 5
    change()
    return changed


changed = 1


def views(double[:, ::1] table):
    def rows():
        return table.shape[0]

    def rebind(double[:, ::1] other):
        nonlocal table
        table = other

    def total():
        cdef Py_ssize_t i, j
        cdef double sum = 0
        for i in range(table.shape[0]):
            for j in range(table.shape[1]):
                sum += table[i, j]
        return sum
    return rows, rebind, total


module_level = lambda x, y=[1, 2]: (x, y)
