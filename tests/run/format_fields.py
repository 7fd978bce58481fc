def cases(m):
    for x in 7, 2.5, -3:
        yield f"fields {x}", m.a(x, 8)
    yield "yielded", m.b(3)
    yield "of the module", m.c()
    yield "inner", m.d()
