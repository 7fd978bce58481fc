from attempts import attempt

FUNCTIONS = """shared typed count_of_arguments conditional bound_twice rebound by_walrus deleted loop_variable decorated
in_loop handed_on nested changed_inside recursive generated with_defaults by_lambda assigned_parameter raising
unused_result in_order int_result method""".split()


class Number:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __float__(self):
        return self.value + 0.5


def cases(module):
    for name in FUNCTIONS:
        for n in (0, 1, 2, 3, 4, 5, 6):
            yield f"{name} {n}", attempt(getattr(module, name), n)
    for value in (1, 1.5, True, 2**15, -(2**15), 2**70, "x", None, Number(3), 1e300):
        yield f"converted {value if not isinstance(value, Number) else 'Number'}", attempt(module.converted, value)
    for value in (0, 2**31 - 1, -(2**31)):
        yield f"widened {value}", module.widened(value)
    for n in (0, 1, 4):
        yield f"in_generator {n}", list(module.in_generator(n))
    # Cython converts the arguments in the caller: other words, and C numbers that do not fit are cut.
    yield "with_classes", [type(attempt(module.with_classes, value)).__name__ for value in (1, None, [1, 2])]
    for name in ("converted", "raising", "by_lambda", "conditional"):
        yield f"{name} list", attempt(getattr(module, name), [1, 2])
