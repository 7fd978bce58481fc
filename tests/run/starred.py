from attempts import attempt


def cases(m):
    d, l, o = {"a": 1, "b": 2}, [[1, 2], [3]], m.Holder()
    for k, value in enumerate(m.lists(d, l, o)):
        yield f"list {k}", value
    yield "sets", m.sets(d, o)
    yield "tuples", m.tuples(d, l, o)
    yield "returned", m.returned(d, o)
    yield "yielded", list(m.yielded(o))
    yield "looped", m.looped(o, l)
    yield "indexed", m.indexed(o, l)
    yield "called", m.called(o, l, d)
    yield "products", m.products(2.0, 3.0, [1])
    yield "no list", attempt(m.sets, d, 3)
