from attempts import attempt


CALLS = {
    "int_division": [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (1, 0), (-(2**31), 3)],
    "c_division": [(7, 2), (-7, 2), (7, -2), (-7, -2)],
    "true_division": [(7, 2), (-7, 2), (1, 0)],
    "float_division": [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (0.0, 3.0), (1.0, 0.0), (1e308, 1e-10), (-0.0, 1.0)],
    "mixed": [(3, 4, 5, 6.5), (-3, 4, -5, 0.1), (2**31 - 1, 2**32 - 1, 2**40, 1.0), (1, -1, 0, 0), (2**31, 0, 0, 0)],
    "shifts": [(5, 100), (-5, -100)],
    "bits": [(5, 3, 6), (2, 2, -4), (0, 0, 5), (-7, 12, 10)],
    "power": [(2.0, 3, -2), (0.25, 5, 4), (3.0, 0, 0)],
    "c_power": [(2.0, 3.5, 3), (-2.0, 0.5, -3), (0.0, 0.0, 0)],
    "compared": [(1, 2, 3), (2, 1, 3), (2, 2, 2), (3, 2, 1)],
    "chosen": [(1, 2), (-5, 0), (0, 7), (9, 9), (0, 0)],
    "narrowed": [(1,), (70000,), (-1,), (2**40 + 300,)],
    "counted": [(0,), (3,), (5,), (8,), (20,)],
    "stepped": [(0, 10, 4), (5, 5, 1), (0, 10, -1), (3, 12, 0)],
    "waiting": [(27,), (1,), (7,)],
    "called": [(4,), (-1,), (0,)],
    "libm": [(2.0,), (0.0,), (1e300,)],
    "inferred": [(0,), (3,), (10,)],
    "swapped": [(1, 2)],
    "c_quotients": [(-7, 200, 5.0), (7, 3, -1.0), (2**31 - 1, 255, 0.5)],
    "c_quotients_within": [(-7, 2), (7, -2), (-3, 2)],
    "chosen_literals": [(True, 1), (False, 1), (True, 7)],
    "truths": [(1.5, 0, []), (1.5, 1, [0]), (0.0, 0, [0]), (1e308 * 10, 0, 3)],
    "float_literals": [(0.1,), (0.3,), (1e-9,), (7.77,)],
}

BAD = [("x",), (1.5,), (None,), (2**70,), ([],)]


def cases(module):
    yield "large constants", module.large_constants(1, 3)
    yield "docstring", module.__doc__
    for name, calls in CALLS.items():
        function = getattr(module, name)
        for arguments in calls:
            yield f"{name}{arguments}", attempt(function, *arguments)
        for arguments in BAD:
            yield f"{name}{arguments} bad", attempt(function, *(arguments * len(calls[0])))
