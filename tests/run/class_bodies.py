import array
import gc

from attempts import attempt


def cases(module):
    Body, Heir = module.Body, module.Heir
    yield "log", module.log.copy()
    names = ["factor", "names", "squares", "large", "missing", "a", "b", "k", "__hash__", "__doc__"]
    yield "attributes", [attempt(getattr, Body, name) for name in names]
    yield "gone", [hasattr(Body, "temporary"), "name" in Body.__dict__]
    yield "same", [Body.__dict__["alias"] is Body.__dict__["method"], Body.__dict__["also_made"] is Body.__dict__["made"]]
    body, heir = Body(), Heir(5)
    yield "body", [body.method(), body.alias(1), body.half(), body.double_of(4), body.made(), body.also_made(8), body.c_method()]
    yield "calls", [int(body), Body(2).__index__(), module.from_c(body), module.from_c(heir), body.mathematics.__name__]
    yield "heir", [heir.factor, heir.method(), heir.large, heir.names, Heir.made(3), heir.alias()]
    module.log.clear()

    hidden = module.hidden()
    yield "hidden", [hasattr(module, "Hidden"), hidden.__name__, hidden().x]
    yield "matched", [matched(module.Sequence()), matched(module.Mapping()), matched(hidden())]
    yield "final", attempt(type, "Sub", (module.Mapping,), {})
    for kind in ("Kept", "Plain"):
        one = getattr(module, kind)()
        one.other = [one] if kind == "Kept" else []
        yield f"{kind} is tracked", gc.is_tracked(one)
        del one
        gc.collect()
        yield f"{kind} log", module.log.copy()
    numbers = array.array("d", [1, 2, 3])
    for directed in module.Directed(), module.DirectedAgain():
        yield f"{type(directed).__name__}", (directed.divided(-7, 2, numbers), directed.of_python(-7, 2))
        yield f"{type(directed).__name__} of zero", attempt(directed.of_python, 1, 0)
    yield "undirected", module.Undirected().divided(-7, 2)
    one, other = module.Documented("of the object"), module.DocumentedByMethod("unseen")
    yield "texts", [one.__doc__, module.Documented.__doc__, other.__doc__, module.DocumentedByMethod.__doc__]
    one.__doc__ = "changed"
    yield "changed text", [one.__doc__, attempt(setattr, other, "__doc__", 1), attempt(delattr, one, "__doc__"), one.__doc__]
    Month, January = module.Month, module.January
    yield "months", [January().month, January(3).month, January().sums(), attempt(Month), Month.last, Month.scale]
    yield "attributes of months", [[hasattr(one, name) for name in ("first", "last", "own", "days", "hours", "unit")] for one in (Month, January, January())]


def matched(value):
    match value:
        case [*_]:
            return "sequence"
        case {}:
            return "mapping"
    return None
