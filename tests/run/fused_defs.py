"""Methods of fused types that Python calls."""


import numpy as np
from attempts import attempt

CALLS = """
a.times(1.5) a.times() a.times(1) a.times('x') a.times(x=1.5,y=3) a.times(1.5,z=3) S.times(a,1.5) S.times(a,x=1.5) S.times(1.5)
S.times() a.times['float'](1.5) S.times['float'](a,1.5) S.times['int'] a.times['int'] S.times['float']() o.times(1.5)
S.times(o,1.5) S.times['float'](o,1.5) b.times(1.5) B.times(b,1.5)
S.plain(1) a.plain(1,z=4) a.plain['short'](1) S.plain['short'](1) S.plain('x') S.plain()
S.of_class(1) a.of_class(1) a.of_class['short'](1) S.of_class['short'](1) B.of_class(2) O.of_class(2)
a.kept(1.5) S.kept(a,1.5) S.kept['float'](a,1.5) o.kept(1.5) a.twice(1.5) a.twice(1.5,5) a.twice['float'](1.5)
a.of_view(d,1.5) a.of_view(f,1.5) a.of_view(f,1,2,k=3) a.of_view['double','short'](d,1) a.of_view(i,1.5) S.of_view(a,d,1.5)
a.times.__name__ S.times.__name__ S.times.__qualname__ S.times.__doc__ sorted(S.times.__signatures__)
O.other
""".split()


def cases(module):
    class B(module.Scale):
        def kept(self, x):
            return "B", x

        def twice(self, x, n=2):
            return x * n + 1

    a, o, b = module.Scale(2), module.Other(3), B(4)
    d, f, i = np.array([1.5]), np.array([2.5], "f"), np.array([1])
    names = {"a": a, "o": o, "b": b, "S": module.Scale, "O": module.Other, "B": B, "d": d, "f": f, "i": i}
    for text in CALLS:
        yield text, attempt(eval, text, names)
    for each in (a, o, b):
        yield f"in C {type(each).__name__}", module.in_c(each, 1.5, 2.5)
    yield "closed", module.in_closed(module.Closed(), 1.5, 2.5)
    bound = a.times
    yield "bound", [bound(float(x)) for x in range(3)]

    class Taker:
        method = module.of_module

    taker = Taker()
    for text in ("taker.method(1)", "taker.method(1, y=2)", "taker.method['short'](1)", "taker.method()", "Taker.method(5, 1)"):
        yield text, attempt(eval, text, {"taker": taker, "Taker": Taker})
    yield "mapped", list(map(a.times, [1.5, 2.5]))
