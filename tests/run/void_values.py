from attempts import attempt


def cases(m):
    for name in "fghilm":
        for x in (1, 0, -1):
            yield f"{name} {x}", attempt(getattr(m, name), x)
    k = m.K()
    yield "method", [attempt(k.go, 3), attempt(k.go, -3), m.j(k, 3)]
    yield "lambda", m.n(3)()
    yield "yielded", list(m.o(3))
    yield "in texts", m.p(3)
