import operator

from attempts import attempt


def cases(module):
    found, again = module.Found(), module.FoundAgain()
    for name in ["count", "kind", "thing", "nothing", "odd", "__class__"]:
        yield f"found.{name}", str(attempt(getattr, found, name))
        yield f"again.{name}", str(attempt(getattr, again, name))
    yield "lost", attempt(getattr, again, "lost")
    yield "method", found.method()
    yield "count", found.count
    yield "hasattr", [hasattr(found, name) for name in ["yes", "no"]]

    for kind in ["Written", "Removed"]:
        written = getattr(module, kind)()
        yield f"{kind} set", attempt(setattr, written, "a", 1)
        yield f"{kind} bad", attempt(setattr, written, "bad", 1)
        yield f"{kind} plain", attempt(setattr, written, "plain", 1)
        yield f"{kind} get", [attempt(getattr, written, name) for name in ["a", "b", "plain"]]
        yield f"{kind} del", [attempt(delattr, written, name) for name in ["a", "b", "plain"]]
        yield f"{kind} then", [attempt(getattr, written, name) for name in ["a", "plain"]]
    only = module.OnlyRemoved()
    only.plain = 3
    del only.plain
    yield "only removed", (only.plain, only.names, attempt(setattr, only, "other", 3))

    owner = module.Owner()
    for name in ["described", "erased", "only"]:
        yield f"{name} get", str(attempt(getattr, owner, name))[:20]
        yield f"{name} set", [attempt(setattr, owner, name, value) for value in [1, None]]
        yield f"{name} del", attempt(delattr, owner, name)
    yield "values", (owner.described, owner.erased)
    yield "of the class", module.Owner.described
    yield "bound", module.Described().__get__(None, int)

    power = module.Power(3)
    yield "pow", [power**2, 2**power, pow(power, 2, 5), pow(power, power)[:2]]
    for kind in ["ShortPower", "LongPower"]:
        short = getattr(module, kind)()
        calls = [
            (module.raise_to, short, 2), (module.raise_to, short, 0), (module.raise_to, 2, short), (pow, short, 2, 3),
            (module.raise_in_place, short, 4), (short.__ipow__, 4), (short.__pow__, 4),
        ]
        for at, call in enumerate(calls):
            yield f"{kind} {at}", attempt(*call)

    for kind in ["Places", "Keys"]:
        for key in (0, -1, 2, 5, "a", slice(1)):
            for act in (operator.getitem, operator.delitem, lambda one, key: operator.setitem(one, key, 7)):
                yield f"{kind} {key}", attempt(act, one := getattr(module, kind)(), key)
                yield f"{kind} {key} then", attempt(lambda: list(iter(one)) if kind == "Places" else one[0])
