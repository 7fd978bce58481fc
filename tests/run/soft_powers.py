from attempts import attempt

PAIRS = [(2.0, 2.0), (4.0, 0.5), (-4.0, 0.5)]


def cases(module):
    for pair in PAIRS:
        for name in ("of_variable", "as_double", "without_gil"):
            yield f"{name}, {pair}", attempt(getattr(module, name), *pair)
        for real in (True, False):
            yield f"with real, {pair}, {real}", attempt(module.with_real, *pair, real)
        for other in (None, 1, "a"):
            yield f"with others, {pair}, {other}", attempt(module.with_others, *pair, other)
    yield "whole", [attempt(module.whole_exponents, a) for a in (2.0, -2.0)]
