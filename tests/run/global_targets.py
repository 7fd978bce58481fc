from attempts import attempt


def cases(m):
    yield "show", m.show()
    yield "inner", [m.inner(), m.show()]
    yield "classes", [m.more(), m.reads(), m.own()]
    yield "names", sorted(name for name in dir(m) if not name.startswith("_"))
    yield "typed", [attempt(m.typed, name) for name in ("pi", "e", "sqrt")]
