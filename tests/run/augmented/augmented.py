import numpy as np
from attempts import attempt


def cases(m):
    k = m.module
    for x in 3.0, -7.5, True:
        yield f"called {x}", m.called(x)
        for name in "half", "power", "halves", "uses_hidden", "wraps", "checked", "_hidden", "nothing", "untyped":
            yield f"{name} {x}", attempt(lambda: getattr(k, name)(x))
    yield "power of 3", k.power(1.5, n=3)
    yield "fails", [attempt(m.fails, x) for x in (1, -1, -2)]
    yield "total", [k.total(np.arange(4.0)), attempt(k.total, [1.0]), attempt(k.total, np.arange(3))]
    x = np.arange(5.0)
    yield "scale", [k.scale(x, 2), x, attempt(k.scale, x[::2], 2)]
    yield "refused", [attempt(k.half, "a"), attempt(k.wraps, 256), attempt(k.wraps, 255), attempt(k.halves, 2**40)]
    yield "objects", [m.objects(x) for x in (0, 4, -3)]
    yield "counted", [m.counted(), k.count(), hasattr(k, "counter"), k.limit]
    yield "rest", k.untyped(1, 2, a=3)
    a, h = k.Base(3), k.Heir(4, "h")
    yield "a", [repr(a), a.x, a.name, a.scaled(2), a.twice(), a.outer(0.5), a.doubled, a.free(1), repr(k.Base.made(2)), a + h]
    yield "h", [h.more(), h.scaled(by=2), h.x, isinstance(h, k.Base)]
    yield "hidden", [attempt(lambda: a.kept), attempt(lambda: a._inner(1)), attempt(setattr, a, "name", "b"), attempt(setattr, a, "y", 1)]
    yield "set", [attempt(setattr, a, "x", "b"), attempt(setattr, a, "x", 2**40), a.x]
    yield "classes", [type(a).__name__, type(a).__doc__, k.half.__doc__, k.__doc__]

    class Third(k.Base):
        def scaled(self, by):
            return 100 + by

    yield "override", [Third(1).twice(), Third(1).scaled(3)]
    p = k.Plain()
    p.other = 2
    yield "plain", [p.anything, p.other]
    from plain.edges import Edge

    s = k.Silent(9, "s")
    yield "inherited declarations", [s.twice(), s.outer(0.5), attempt(lambda: s._inner(1)), s.scaled(2)]
    yield "of another module", [k.Fringe().whole(), k.Fringe().twice(5), Edge().twice(5), attempt(lambda: Edge().at(1))]


BYTES = {"scale": {"values": (40, 40)}}


def traced(m):
    m.module.scale(np.arange(5.0), 2)
