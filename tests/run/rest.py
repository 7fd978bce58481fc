import array
import sys

from attempts import attempt


def cases(module):
    box = module.Box(1, a=2)
    functions = [module.both, module.some, module.only_tuple, module.only_dict, module.keyword_behind, module.rebound]
    functions += [box.method, box, module.Box, module.view_first]
    names = ["both", "some", "only_tuple", "only_dict", "keyword_behind", "rebound", "method", "call", "Box", "view_first"]
    view = array.array("d", [1.0, 2.0])
    given = [(), (1,), (1, 2, 3), (1, "x"), (view,), (view, 5), ([], 1)]
    for name, function in zip(names, functions):
        for at, arguments in enumerate(given):
            for named in {}, {"key": 1}, {"c": 2, "z": 3}, {"a": 1}, {"b": "wrong"}:
                result = attempt(function, *arguments, **named)
                result = result.made if isinstance(result, module.Box) else result
                yield f"{name} {at} {sorted(named)}", result if isinstance(result, Exception) else str(result)
    yield "counts", module.counts(object())
    leaked = object()
    before = sys.getrefcount(leaked)
    for _ in range(10):
        attempt(module.some, 1, "no number", leaked, k=leaked)
        attempt(module.view_first, leaked, leaked)
    yield "after failures", sys.getrefcount(leaked) - before
    for name in ("bound_again", "looped", "counted", "split", "shared", "of_lambda"):
        yield name, [attempt(getattr(module, name), *given) for given in ((), (1,), ("a", "b"))]
    yield "bound again by name", [module.bound_again(k=2), module.exchanged(1, a=2)]
    yield "yielded", list(module.yielded("ab"))
    yield "methods", [module.Rebinding().method(1, a=2), module.Rebinding.of_class(1, 2)]
    yield "C's methods", [module.CRebinding(1, a=2).made, module.CRebinding()(7)]
