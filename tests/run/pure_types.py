from attempts import attempt


def cases(module):
    yield "of types", [module.of_types(3), attempt(module.of_types, "a")]
    yield "ways", [module.ways(1), module.ways(7)]
    yield "names", [module.version, hasattr(module, "limit"), hasattr(module, "broken")]
    yield "sometimes", list(module.sometimes(3))
