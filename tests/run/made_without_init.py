from attempts import attempt


def cases(module):
    yield "each", module.each()
    for name in ("asking", "others", "wrong", "without_arguments", "named"):
        yield name, attempt(getattr(module, name))
    yield "many", [module.many(n) for n in (0, 1, 100)]
    yield "derived", [module.Derived().n, type(module.Derived()).__name__]


# Dates in C are no part of the limited interface.
WHOLE_INTERFACE = True
