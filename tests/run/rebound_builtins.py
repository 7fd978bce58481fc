def doubled(value):
    return value * 2


def given(items):
    return type(items).__name__.split(".")[-1], [*items]


def cases(module):
    yield "outer", module.outer(3, 4)
    yield "key1", module.key1([1, "a"])
    yield "key2", module.key2([1], given, doubled)
    yield "inner_list", module.inner_list([1, 2], given, doubled)
    yield "local_any", module.local_any([1, 2], doubled)
    yield "class", [module.C().m(doubled, [1, 2]), module.C.n]
    yield "uses_max", module.uses_max([3, 1], doubled)
    yield "nested", module.nested([1, 2], given)
    yield "rebinds", module.rebinds([1], doubled)
    yield "walrus", module.walrus([1], doubled)
