from attempts import attempt


def cases(m):
    for x in 1.5, -2, "a":
        for k in 3, -1:
            yield f"functions {x} {k}", attempt(m.functions, x, k)
    yield "order", [m.order(1), attempt(m.order, "a")]
    for x in 1, 7, "a":
        yield f"methods {x}", [attempt(m.methods, m.A(2), x), attempt(m.of_b, x)]
    yield "heirs", [m.methods(m.B(9), 4), attempt(m.methods, None, 1)]

    class P(m.A):
        def h(self, a, b=3, c=4, d="d"):
            return "P", a, b, c, d

        def i(self, a=1, b=2):
            return -a - b

    yield "overridden", m.methods(P(1), 6)
