from attempts import attempt


def cases(module):
    yield "loop", [module.loop([1, 2, 3]), module.loop([])]
    for xs in [[], [1], [9], [1, 2, 3, 4]]:
        yield f"clauses {xs}", module.clauses(xs)
        if xs:
            yield f"comprehended {xs}", module.comprehended(xs)
    yield "numbers", [module.numbers(n) for n in (-3, 0, 1, 5)]
    yield "unbound", [module.unbound(1), attempt(module.unbound, 0)]
    yield "shared", module.shared(1)
    yield "failing", module.failing(lambda: "new")
    yield "of the module", [module.of_the_module(), module.later, module.first, module.second]
