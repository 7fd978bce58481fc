def shown(value):
    """A value with the classes of all that is in it; items of sets in order."""
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [shown(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return type(value).__name__, sorted(map(repr, value))
    if isinstance(value, dict):
        return "dict", [(shown(key), shown(item)) for key, item in value.items()]
    return type(value).__name__, repr(value)


def attempt(call, *arguments):
    try:
        return shown(call(*arguments))
    except Exception as error:
        return type(error).__name__, str(error)


def changed(value):
    """Changes all lists of a result, and the lists in it."""
    if isinstance(value, (list, tuple)):
        for item in value:
            changed(item)
        if isinstance(value, list):
            value.append("changed")
    elif isinstance(value, dict):
        for item in value.values():
            changed(item)


def cases(module):
    for name in ("TABLE", "SHORT", "SETS"):
        yield name, shown(getattr(module, name))
    yield "class", shown(module.Holder.rows)
    for name in ("fresh", "small", "typed"):
        function = getattr(module, name)
        first = function()
        yield name, shown(first)
        changed(first)
        yield f"{name}, again", shown(function())
    for name in ("holes", "holes_in_list", "holes_in_tuple", "holes_in_set"):
        for x in (5, "x", None, [1]):
            yield f"{name} {x}", attempt(getattr(module, name), x)
    for name in ("without_hash", "without_hash_in_tuple", "set_of_lists"):
        yield name, attempt(getattr(module, name))
    yield "in_loop", [attempt(module.in_loop, n) for n in (0, 1, 3, 5)]
    yield "default", shown(module.default())
    yield "default, again", shown(module.default())
