from attempts import attempt

FUNCTIONS = """factorial fibonacci is_even permutations with_memory depth_of two_levels rebound rebound_here by_walrus by_loop
by_with by_unpacking by_import defined_twice early early_self made_in_loop made_by_calls decorated with_default
default_of_outside by_name starred too_many too_few handed_on kept of_generator in_comprehension by_lambda raises
changes_its_arguments of_method of_extension""".split()


def cases(module):
    for name in FUNCTIONS:
        for n in range(7):
            yield f"{name} {n}", attempt(getattr(module, name), n)
    for n in range(4):
        yield f"in_generator {n}", list(module.in_generator(n))
        for value in (2, "x", None):
            yield f"converts {n} {value}", attempt(module.converts, n, value)
    for name in ("factorial", "fibonacci", "is_even", "changes_its_arguments"):
        for value in (2.0, True):
            yield f"{name} {value}", attempt(getattr(module, name), value)
