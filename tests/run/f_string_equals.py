from attempts import attempt


def cases(module):
    for x in ("\xe9", 2):
        yield f"shown {x}", module.shown(x, 1, 0.5)
    for d in ({"a": 3, "b": 1}, {"a": "x"}):
        yield f"nested {d}", attempt(module.nested, d, ">4")
