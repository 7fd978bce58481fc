def cases(m):
    c = m.C()
    yield "methods", [repr(value) for value in (c.f(1), c.f(1, 2, 3, g=4), c.h(), c.k(), m.P().m())]
    yield "functions", [repr(value) for value in (m.top(), m.annotated(), m.closure(), m.made())]
