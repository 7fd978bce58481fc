from attempts import attempt


def cases(module):
    from kit import tools

    for x in 1.5, 0.0, 40.0:
        yield f"numbers {x}", module.numbers(x)
    yield "objects", module.objects("this", 5, tools.Gauge(2.0))
    yield "nothing", attempt(module.objects, 1, None, None)
    yield "notes", tools.notes
    for n in 4, -2:
        yield f"of fused {n}", module.of_fused(1.5, n)
    yield "of fused failing", attempt(module.of_fused_failing, 1.5)
    yield "of fused in Python", [tools.halved(1.5, 2), tools.stretched(2.5, by=2), tools.stretched["float"](2.5)]
    yield "with functions", [module.with_functions(1.5), tools.notes[-1]]
    yield "unlocked", module.unlocked(7)
    for which in range(11):
        yield f"refused {which}", attempt(module.refused, which)
    yield "own", tools.own(3)
    yield "exported", sorted((name, repr(capsule).split('"')[1]) for name, capsule in tools.__pyx_capi__.items() if "[" not in name)
