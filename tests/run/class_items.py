from attempts import attempt


def cases(m):
    for name in "STUP":
        of = getattr(m, name)
        yield name, [attempt(lambda: of[int]), attempt(lambda: of[1:2, "a"]), attempt(lambda: of(1)[2])]

    class Derived(m.S):
        pass

    yield "derived", Derived[3]
