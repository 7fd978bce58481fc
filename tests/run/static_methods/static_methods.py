from attempts import attempt


def cases(m):
    for name in "fghi":
        for x in 3, -3, 0.5:
            yield f"{name} {x}", attempt(getattr(m, name), x)
    for k in range(5):
        for x in -5, -1, 4:
            found = attempt(m.e, k, x)
            yield f"e {k} {x}", found if not hasattr(found, "__class__") or type(found).__name__ != "S" else "S"
    yield "at home", m.of_home(3)
