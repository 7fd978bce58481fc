# Builtins that Cython types as C numbers: `len`, `isinstance`, `issubclass`, `callable`, `hasattr`, `hash`, `float`.
cimport cython


cdef class Animal:
    pass


cdef class Dog(Animal):
    pass


def length(x):
    n = len(x)
    return n, cython.typeof(n)


def length_of_list(list x):
    return len(x)


def instance(x, y):
    found = isinstance(x, y)
    return found, isinstance(x, Animal), isinstance(x, (int, str)), issubclass(type(x), Animal)


def attribute(x, name):
    found = hasattr(x, name)
    return found, callable(x)


def hashed(x):
    h = hash(x)
    return h


def as_float(x):
    y = float(x)
    return y, cython.typeof(y)


def without_gil(x):
    n = len(x)
    is_text = isinstance(x, str)
    scale = float("1.5")
    cdef double total = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            total += i * scale
        if is_text:
            total = -total
    return total


def types(x):
    return (
        cython.typeof(len(x)), cython.typeof(isinstance(x, str)), cython.typeof(issubclass(Dog, Animal)),
        cython.typeof(hasattr(x, "y")), cython.typeof(callable(x)), cython.typeof(float(x)), cython.typeof(sorted(x)),
    )


def unused(x):
    len(x)
    isinstance(x, str)
    hash(x)
    return "done"


def numbers():
    double = lambda x: len(x) * 2
    return (
        isinstance(3, int) + 1, len("abc") / 2, len("abc") // 2, -len("abc"), len("ab") ** 2, [1, 2, 3][len("a")],
        max(len("abc"), 2), sorted([len("abc"), 1]), sum(len(x) for x in ["a", "bc"]), double("abc"),
        [len(x) for x in ("a", "bc")], {hash(x): 1 for x in (1, 2)}, len("abc") and isinstance(3, int),
    )
