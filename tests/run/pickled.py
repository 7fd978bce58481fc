import copy
import pickle
import pickletools
import sys

from attempts import attempt


class Stranger:
    pass


def words(data):
    return [(code.name, argument) for code, argument, _ in pickletools.genops(data)]


def cases(module):
    # Pickles name it.
    sys.modules[module.__name__] = module
    point = module.Point(3, 0.5, "a")
    yield "point", [one.shown() for one in (*module.again(point), *module.copies(point))]
    sphere = module.Sphere(2j, 1, 2.5, "s")
    yield "sphere", [one.all() for one in (*module.again(sphere), *module.copies(sphere))]
    one = copy.copy(sphere)
    yield "shared", [one.all()[4] is sphere.all()[4], copy.deepcopy(sphere).all()[4] is sphere.all()[4]]
    named = module.Named("n", 1, 2)
    named.more = [named]
    found = pickle.loads(pickle.dumps(named))
    yield "named", [found.label, found.more[0] is found, found.shown(), type(found).__name__]
    opened = module.Open()
    yield "open", [vars(one) for one in module.again(opened)]
    opened.held, opened.x = opened, 5
    yield "cycle", [(one.held is one, one.x) for one in module.again(opened)]
    yield "empty", [type(one).__name__ for one in (*module.again(module.Empty()), *module.copies(module.Empty()))]
    yield "numbers", [one.shown() for one in module.again(module.Numbers(1 << 40))]
    for value in (point, sphere, named, opened, module.Numbers(5), module.Forced().set(3), module.Empty()):
        # Several types of one module have the name of the module once with Cython alone.
        if value not in (sphere, named):
            yield f"data {type(value).__name__}", words(pickle.dumps(value, 4))
        yield f"reduced {type(value).__name__}", [str(part) for part in value.__reduce__()[1][1:]]
    for refused in ("WithPointer", "WithCinit", "UnderCinit", "WithStruct", "Plain"):
        value = getattr(module, refused)()
        yield f"refused {refused}", [attempt(pickle.dumps, value), attempt(copy.copy, value)]
        yield f"reduce {refused}", attempt(lambda: value.__reduce__())
    yield "forced", [one.shown() for one in module.again(module.Forced().set(3))]
    over = module.OverPlain()
    over.x, over.y = 3, 4
    yield "over plain", [(one.x, one.y) for one in module.again(over)]
    yield "own", [one.shown() for one in module.again(module.Own(4))]
    yield "under own", [type(one).__name__ for one in module.again(module.UnderOwn(4))]
    own = module.OwnState()
    own.x = 3
    yield "own state", attempt(lambda: [one.x for one in module.again(own)[2:]])
    sets = module.SetsState()
    sets.x, sets.more = 3, "m"
    yield "sets state", [(one.x, one.more) for one in module.again(sets)]
    failing = module.Failing("a", 1)
    failing.code = 3
    yield "exception", [(one.args, one.code) for one in module.again(failing)]
    table = module.Table(a=1)
    table.x = 3
    yield "table", [(dict(one), one.x) for one in module.again(table)]
    yield "inner", attempt(pickle.dumps, module.inner(3))
    names = ("__reduce__", "__setstate__", "__reduce_ex__")
    for kind in ("Point", "Plain", "OwnState", "SetsState", "WithCinit", "Own", "Failing"):
        yield f"names {kind}", [name in vars(getattr(module, kind)) for name in names]
    yield "module", sorted(name for name in vars(module) if name.startswith("__pyx_unpickle"))
    make = getattr(module, "__pyx_unpickle_Point")
    checksum = point.__reduce__()[1][1]
    state = (7, True, "b", 1, 2.0)
    yield "made", make(module.Point, checksum, state).shown()
    yield "of heir", type(make(module.Named, checksum, None)).__name__
    for arguments in (
        (module.Point, 5, state), (module.Point, checksum, (7, True)), (module.Point, checksum, (7, True, b"b", 1, 2.0)),
        (module.Point, checksum, ("x", True, "b", 1, 2.0)), (module.Point, checksum, [1]), (module.Point, "x", state),
        (module.Point, checksum, (*state, {"no": "dict"})), (module.Named, checksum, (*state, {"label": 1})),
    ):
        yield f"arguments {arguments[1:]}", attempt(lambda: str(vars(make(*arguments))) if arguments[0] is module.Named else make(*arguments).shown())
    for other in (int, 3, Stranger, module.Numbers):
        yield f"other {other}", type(attempt(make, other, checksum, state)).__name__
    for given in ((), [1], None, (1,), 5):
        yield f"set {given}", attempt(module.Point().__setstate__, given)
    yield "subclass of the tests", type(attempt(pickle.dumps, Stranger())).__name__
