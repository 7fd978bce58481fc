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
    classes = [module.Made, module.Untold, module.Inside, module.OfObject, module.Heir]
    yield "classes", [(made.__doc__, str(made.__module__)) for made in classes]
    yield "properties", [module.Made.p.__doc__, module.Made.q.__doc__, module.Made.r.__doc__]
    yield "objects", [(made(1).__doc__, made(1).__module__) for made in (module.OfObject, module.Heir)]
    python = type("Python", (module.Heir,), {})
    yield "of Python", (python.__module__, python(1).__module__, python.__doc__)
