"""Functions of fused types whose objects are made at their definitions."""

import inspect

import numpy as np
from attempts import attempt

CALLS = """
m.decorated(1.5) m.decorated('x') m.decorated() m.decorated(1.5,2,3) m.decorated['float'](1.5,y=3) m.decorated[float](1) m.decorated['int']
m.decorated.mark m.decorated.__name__ m.decorated.__qualname__ m.decorated.__doc__ m.decorated.__module__ m.decorated.__dict__
sorted(m.decorated.__signatures__)
m.replaced(d) m.replaced(f) m.replaced(i) m.replaced(x=d) m.replaced(d[:0]) m.replaced([1.0]) m.replaced()
m.conditional(1.5) m.conditional['float'](1.5) m.conditional(1.5,y=1)
a.start h.start M('x') M(2) a(3) a('x') a(1.5) a()
a.fit(d,1) a.fit(f,1) a.fit(d,1,y=3) a.fit(d,'x') a.fit() a.fit(d) a.fit(n=1,x=f) a.fit(d,1,2,3) a.fit(d,1,z=2) a.fit(d2,1) a.fit(i,1)
M.fit(a,d,1) M.fit(a,x=d,n=1) M.fit(d,1) M.fit(None,d,1) M.fit() M.fit(a) M.fit(a,d) M.fit(self=a,x=d,n=1)
a.fit['double','long'](d,1) M.fit['double','long'](a,d,1) M.fit['double|long'](a,d,1) a.fit['double'] M.fit['double'] M.fit['no']
a.fit['float','long'](d,1) a.fit[float,int](d,1) M.fit['double','long'](d,1) M.fit['double','long']()
M.fit.__name__ a.fit.__name__ M.fit.__qualname__ a.fit.__qualname__ M.fit.__doc__ M.fit.__module__ M.fit['double','long'].__qualname__
M.fit['double','long'].__doc__ sorted(M.fit.__signatures__) a.fit.__self__==a M.fit==M.fit callable(a.fit) str(inspect.signature(M.fit))
M.__dict__['fit']==M.fit
M.fit.__get__(a,M)(d,1) M.fit.__get__(a)(d,1) M.fit.__get__(None,M)==M.fit
a.sizes(d) a.sizes(d,d2) a.sizes(d,None) a.sizes(None) a.sizes(d[:0]) a.sizes(d,f) a.sizes()
a.who(1.5) a.who(1) a.who('x') h.who(1.5) H.who(h,1.5) M.who(h,1.5) H.who(a,1.5) M.who(3,1.5) a.who(x=1.5) a.who(1.5,2) h.who['float'](1.5)
M.alone(1.5) a.alone(1.5) a.alone['float'](1.5) M.alone['float'](1.5) M.alone('x') M.alone() a.alone() M.alone(1.5,3) M.alone(1.5,z=4)
M.made(1.5) a.made(1.5) H.made(1.5) h.made(1.5) H.made['float'](1.5) h.made['float'](1) M.made() M.made('x') M.made.__self__.__name__
a.with_mark(1.5) M.with_mark.mark a.in_other(1.5) M.in_other(a,1.5) M.both(1.5) a.both(1.5)
a.gathered(1.5) a.gathered(1.5) a.gathered['float'](1.5) h.gathered(2.5,[],1,2,key=3,other=4)
a.with_inner(1.5,2)(3) a.with_inner['float','short'](1.5,2)(3)
M.Part().who(1) M.Part.who.__qualname__ M.Part().who['short'](1)
list(map(a.who,[1.5,2.5])) sorted([3.5,1.5],key=a.who)
m.both_types(1.5,2)() m.both_types['float','short'](1.5,2)() m.both_types['float|long'](0.1,3)()
m.Extension().inner(1.5) m.Extension().inner['float'](0.1)
""".split()


def counted(counter):
    more, deepest, add, steps = counter
    return [more(), more(), deepest(), deepest("y"), add(1), steps]


def cases(module):
    Model, Heir = module.Model, module.Heir
    d, f, i = np.array([1.5, 2.5]), np.array([2.5], "f"), np.array([1])
    names = {
        "m": module, "M": Model, "H": Heir, "a": Model(1.5), "h": Heir(2.5), "d": d, "d2": d[:, None], "f": f, "i": i,
        "inspect": inspect,
    }
    for text in CALLS:
        yield text, attempt(eval, text, names)
    yield "counter", counted(module.counter(0.1))
    yield "counter of float", counted(module.counter["float"](0.1))
    two = [module.counter(1.5)[0] for _ in range(2)]
    yield "of their own", [two[0](), two[0](), two[1]()]
    bound = names["a"].fit
    yield "bound", [bound(d, k) for k in range(3)]
    for size in 0, 1, 1000:
        for dtype in "f", "d":
            x = np.linspace(0, 1, size).astype(dtype)
            names["a"].scaled(x, 2)
            yield f"scaled {size} {dtype}", x
    yield "scaled by other", attempt(names["a"].scaled, i, 2)
    Model.late = module.decorated
    yield "late", attempt(lambda: names["a"].late())


BYTES = {
    "scaled[float, long]": {"x": (40, 40)},
    "scaled[double, long]": {"x": (80, 80)},
}


def traced(module):
    for dtype in "f", "d":
        module.Model(1.5).scaled(np.ones(10, dtype), 2)
