def cases(module):
    yield "in order", module.seen[:]
    yield "state", module.state()
    for name in sorted(vars(module)):
        value = getattr(module, name)
        if name.startswith(("value_", "first_", "rest_", "squares_", "loop")):
            yield name, value
        elif name.startswith("function_"):
            yield name, value(1, c=2)
        elif name.startswith("Class_"):
            yield name, (value.tag, value.table, value().method(), value.__qualname__)
    try:
        module.function_7()
    except TypeError as error:
        yield "error", str(error).split(".")[-1]
