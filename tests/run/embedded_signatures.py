def cases(module):
    yield "plain", [module.plain((1, 2)), module.plain("ab")]
    for name in ("plain", "all_kinds", "types", "defaults", "annotated", "counted", "without"):
        yield name, getattr(module, name).__doc__
    yield "methods", [module.Kind.method.__doc__, module.Kind.c.__doc__, module.Kind.of.__doc__, module.Python.method.__doc__]
