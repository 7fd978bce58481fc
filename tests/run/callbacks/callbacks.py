from attempts import attempt


def cases(module):
    for x in (7, 0, -1, -3):
        yield f"everywhere {x}", [attempt(module.everywhere, which, x) for which in range(5)]
        yield f"between {x}", [attempt(module.between, first, x) for first in (True, False)]
        yield f"shared {x}", attempt(module.of_shared_type, x)
        yield f"methods {x}", [attempt(module.Holder(which).call, x) for which in range(5)]
        yield f"without the GIL {x}", [attempt(module.without_the_gil, x, n) for n in (0, 1, 3)]
