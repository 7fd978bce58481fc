def refusal(module, which):
    try:
        return module.refused(which)
    except Exception as error:
        return error


def cases(module):
    yield "values", module.values(2.0, 5)
    yield "more", module.values(-1.0, 2)
    yield "object", module.object_of("a", 4)
    yield "unlocked", module.unlocked(1.5)
    for which in range(8):
        yield f"refused {which}", refusal(module, which)
    from tools import series

    yield "theirs", series.own(3)
    yield "exported", sorted((name, repr(capsule).split('"')[1]) for name, capsule in series.__pyx_capi__.items())
