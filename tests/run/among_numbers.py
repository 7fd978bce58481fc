from attempts import attempt


def cases(module):
    for kind in range(3):
        yield f"known {kind}", [module.known(kind, n) for n in (-1, 0, 1, 2, 3, 4, 1 << 40)]
    for x, y in ((1, 2.5), (3, 1.0), (7, float("nan"))):
        yield f"order {x}", module.order(x, y)
    yield "bytes", [module.bytes_among(c, n) for c in (32, 9, 97, -1, 120) for n in (97, -1, 255)]
    yield "dates", [module.dates(2), attempt(module.dates, "a")]


# Dates in C are no part of the limited interface.
WHOLE_INTERFACE = True
