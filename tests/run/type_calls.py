def cases(m):
    yield "items", m.g(m.L())
    yield "attributes", m.h(m.C())
    yield "variable", m.i(m.C())
