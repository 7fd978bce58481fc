from attempts import attempt


def cases(module):
    yield "of types", [module.of_types(3), attempt(module.of_types, "a")]
    yield "ways", [module.ways(1), module.ways(7)]
    yield "names", [module.version, hasattr(module, "limit"), hasattr(module, "broken")]
    yield "sometimes", list(module.sometimes(3))
    o = module.Owner(1.5)
    yield "classes of Python's", [attempt(module.whole, *given) for given in ((1, 2j, True), (2**65, None, None), ("a", 1j, False), (1, 1, False))]
    yield "owner", [o.open(), o.with_other(module.Owner(2.0), 3), attempt(o.with_other, 3, 3), module.Owner(1).twice is None if hasattr(o, "twice") else "hidden", attempt(module.Owner, "a")]
    yield "heir", [module.Heir(1.0).open(), o.named(o, 2), module.Owner.named.__name__]
