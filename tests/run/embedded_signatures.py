def cases(module):
    yield "plain", [module.plain((1, 2)), module.plain("ab")]
    for name in ("plain", "all_kinds", "types", "defaults", "annotated", "counted", "without"):
        yield name, getattr(module, name).__doc__
    yield "methods", [module.Kind.method.__doc__, module.Kind.c.__doc__, module.Kind.of.__doc__, module.Python.method.__doc__]
    # Cython shows the parameters of its own dispatcher.
    yield "fused", module.fused.__doc__.split("\n")[-1]
    module.fused.__doc__ = "Another."
    yield "fused, set", module.fused.__doc__
    del module.fused.__doc__
    yield "fused, deleted", module.fused.__doc__
