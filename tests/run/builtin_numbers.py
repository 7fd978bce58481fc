class Strange:
    @property
    def broken(self):
        raise ValueError("broken")

    def __len__(self):
        return -1

    def __hash__(self):
        raise ValueError("no hash")


class Meta(type):
    def __instancecheck__(cls, other):
        raise KeyError(3)


class Asks(metaclass=Meta):
    pass


class Negative:
    def __hash__(self):
        return -5


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def cases(module):
    strange, dog = Strange(), module.Dog()
    for k, x in enumerate([[1], "ab", None, 3, strange, {1: 2}]):
        yield f"length {k}", outcome(module.length, x)
        yield f"unused {k}", outcome(module.unused, x)
    for x in None, [2]:
        yield f"length of {x}", outcome(module.length_of_list, x)
    for k, x in enumerate([module.Animal(), dog, 3, "a"]):
        for of in module.Dog, 3, Asks, (module.Animal, str):
            yield f"instance {k} {of}", outcome(module.instance, x, of)
    for x, name in (strange, "broken"), (strange, "y"), (3, "real"), (3, 3), (len, "__call__"):
        yield f"attribute {name}", outcome(module.attribute, x, name)
    for k, x in enumerate([3, [], strange, Negative(), -1, -2]):
        yield f"hash {k}", outcome(module.hashed, x)
    for x in 3, "1.5", " 2 ", None, "x", 2.5, [], True, 10**400:
        yield f"float {str(x)[:9]}", outcome(module.as_float, x)
    yield "without the GIL", (module.without_gil("abc"), module.without_gil([1, 2]))
    yield "types", module.types("12")
    yield "numbers", module.numbers()
