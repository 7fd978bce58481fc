from attempts import attempt


def cases(module):
    yield "values", module.values(2.0, 5)
    yield "more", module.values(-1.0, 2)
    yield "object", module.object_of("a", 4)
    yield "unlocked", module.unlocked(1.5)
    yield "bits", module.bits_of([0, 5, 33, 127])
    for which in range(8):
        yield f"refused {which}", attempt(module.refused, which)
    from tools import series

    yield "theirs", series.own(3)
    for which in range(8):
        yield f"imported {which}", attempt(series.imported, which)
    yield "exported", sorted((name, repr(capsule).split('"')[1]) for name, capsule in series.__pyx_capi__.items())
