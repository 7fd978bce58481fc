import inspect

from attempts import attempt


def cases(module):
    Base, Derived = module.Base, module.Derived
    base = Base(3)
    yield "attributes", [Base.kind, Base.count, Base.__annotations__, Base.__doc__, Base.large, Base.last, Base.k]
    yield "names", [Base.__name__, Base.__qualname__, Base.get.__name__, Base.get.__qualname__, Base.get.__doc__]
    yield "methods", [base.get(), base.get(scale=4), base.private(), base.x, base.z, base[5], base.alias(1)]
    base.twice = 10
    yield "properties", [base.x, base.twice, sorted(base.__dict__)]
    yield "static", [Base.made(1, 2, k=3)[1:], base.made(4)[0].x, Base.named(), base.named()]
    yield "compared", [base == Base(5.0), base == Base(6), attempt(hash, base)]
    yield "wrong calls", [
        attempt(base.get, 1, 2), attempt(Base.get), attempt(base.get, "x"), attempt(Base), attempt(Base, 1, q=2),
    ]
    derived = Derived(7)
    yield "super", [derived.get(), derived.of() is Derived, derived.private(), Derived.named(), derived.later()]
    yield "metaclass", [module.Tagged.tag, module.Tagged.doubled, type(module.Tagged).__name__]
    yield "unpacked", (module.unpacked([module.Taking], {"given": 3, "other": 4}), attempt(module.unpacked, 3, {}))

    class Last(module.Under, tag=1):
        pass

    yield "subclass", [Last.tag, Last.mark, module.Generic[3] == (module.Generic, 3)]
    yield "entries", [[c.__name__ for c in module.Mixed.__mro__], len(module.Mixed.__orig_bases__)]
    yield "extension", [module.Inheriting(2).get(), module.Further(3).get()]
    yield "decorated", [module.grow(1), module.grow.__name__, type(module.Odd()).__name__]
    yield "order", [module.first(), module.twice_defined(), module.chosen()]
    borrowing = module.Borrowing()
    yield "binding", [borrowing.plain(1), borrowing.plain(1, 2, 3, d=4, e=5), borrowing.lowest()]
    yield "unbound", [module.Borrowing.plain(borrowing, 3), attempt(borrowing.plain)]
    function = module.Borrowing.plain
    function.extra = 4
    yield "function attributes", [function.extra, function.__dict__, attempt(setattr, function, "__name__", 3)]
    function.__name__, function.__doc__ = "other", None
    yield "renamed", [function.__name__, function.__qualname__, function.__doc__]
    yield "signature", list(inspect.signature(Base.get).parameters)
    Inner = module.in_a_function("v", 4)
    yield "inner", [Inner.__qualname__, Inner(1).get(), Inner.Deep.__qualname__, Inner.Deep().get()]
    yield "shared", [Inner(1).grow(), Inner(1).grow(), Inner(1).get(), module.in_a_function(1, 2)(0).grow()]
    for kind in ["base", "conflict", "body", "keyword"]:
        yield f"wrong {kind}", attempt(module.wrong, kind)
    yield "log", str(module.log)
