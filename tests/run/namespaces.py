def cases(module):
    for a in (0, 1):
        yield f"some paths {a}", (module.on_some_paths(a), list(module.steps(a)), module.evaluated(a), module.shared_on_some_paths(a))
    yield "caught", (module.caught(lambda: int("3")), module.caught(lambda: int("x")))
    yield "locals", list(module.local_variables(1, 2, 3, k=4).items()) and sorted(module.local_variables(1, 2, 3, k=4).items())
    names, found = module.of_module()
    yield "globals", ([name for name in names if name != "H"], found)
    yield "changed", module.changed()
    yield "vars", module.variables(3)
    yield "eval", module.evaluated(5)
    yield "unbound", module.unbound(1, 2)
    yield "class", [name for name in module.Named.names if name not in ("__firstlineno__",)]
    yield "method", module.Named().method()
    yield "at top", module.at_top
    several, heir, filled = module.make(module.Several), module.make(module.Heir), module.make(module.Filled)
    for one in several, heir:
        yield f"bases {type(one).__name__}", (
            one.from_mixin(), one.other(), repr(one), one.x, one.y, isinstance(one, module.Mixin),
            [part.__name__ for part in type(one).__mro__],
        )
    filled.q = 3
    yield "dict", (filled.go(), filled.q, filled.both())
    heirs = type("Heirs", (module.Several,), {})()
    heirs.z = 3
    yield "Python's heir", (heirs.from_mixin(), heirs.z, repr(heirs))
    yield "mixed", module.mixed
    yield "defaults", module.power()
