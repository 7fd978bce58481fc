import array
import copy
import dataclasses
import pickle
import sys

from attempts import attempt

CLASSES = """Nothing Point Labelled Kinds Both Frozen ById Ordered Chosen Named NamedHeir HeirOfNamed Loose Started StartedHeir AfterBetween Own Bare Node
    InC""".split()


def shown(field):
    given = [None if one is dataclasses.MISSING else one for one in (field.default, field.default_factory)]
    given = [one if not callable(one) else getattr(one, "__name__", "?") for one in given]
    settings = [field.init, field.repr, field.hash, field.compare, dict(field.metadata)]
    return field.name, field.type, given, settings, field._field_type.name


def cases(module):
    for name in CLASSES:
        made = getattr(module, name)
        yield f"{name} fields", [shown(field) for field in made.__dataclass_fields__.values()]
        yield f"{name} params", repr(made.__dataclass_params__)
        yield f"{name} parts", [getattr(made, "__match_args__", None), made.__hash__ is None, dataclasses.is_dataclass(made)]
    yield from points(module)
    yield from kinds(module)
    yield from methods(module)
    yield from started(module)
    yield from in_c(module)
    yield from with_python(module)


def points(module):
    Point, Labelled = module.Point, module.Labelled
    some = [Point(1), Point(1.0, 2.5), Point(y=0, x=1), Point(0, 9), Point(float("nan"))]
    yield "points", [repr(one) for one in some] + [Point.__doc__]
    for label, act in (("eq", "__eq__"), ("ne", "__ne__"), ("lt", "__lt__"), ("le", "__le__"), ("gt", "__gt__"), ("ge", "__ge__")):
        yield f"points {label}", [[getattr(one, act)(other) for other in some] for one in some]
    yield "others", [Point(1) == 1, Point(1) != None, attempt(lambda: Point(1) < Labelled(1)), Point(1) == Labelled(1)]
    yield "norms", [module.sum_of_norms([Point(1), Labelled(2)]), Point(3).moved(1), attempt(module.sum_of_norms, [1])]
    for wrong in ((), (1, 2, 3), ("x",), (None,)):
        yield f"wrong {wrong}", attempt(Point, *wrong)
    yield "wrong names", [attempt(lambda: Point(1, z=2)), attempt(lambda: Point(1, x=2)), attempt(lambda: Point(y=1))]
    yield "set", attempt(setattr, Point(1), "x", "text")
    yield "hash", [attempt(hash, Point(1)), attempt(hash, Labelled(1))]
    one = Labelled(1, name="a")
    one.weights.append(5)
    yield "labelled", [one, Labelled(1, 2, "b", [1], 4), Labelled(1).weights, Labelled.kind, one.kind]
    yield "labelled order", [one < Labelled(1, name="b"), one >= Labelled(1, name="a", weights=[1]), one == Labelled(1, name="a")]
    yield "labelled wrong", [attempt(Labelled, 1, 2, 3), attempt(Labelled, 1, 2, "", 3), attempt(lambda: Labelled(1, count="x"))]
    yield "sorted", sorted([Labelled(2), Labelled(1, name="z"), Labelled(1, 0)])
    yield "none", [Labelled(1, name=None), Labelled(1, weights=None), attempt(lambda: Labelled(1, name="a") < Labelled(1, name=None))]
    yield "nothing", [module.Nothing(), module.Nothing() == module.Nothing(), attempt(module.Nothing, 1)]


def kinds(module):
    Kinds = module.Kinds
    yield "kinds", [Kinds(1), Kinds(-5, 2, 3, 4, 5, 0, 1, 2, "s", b"y", 6, 7, module.Point(1), [8], {9: 9})]
    yield "kinds hash", [hash(Kinds(1)) == hash((1, -1, 255, Kinds(1).f, 1.0, True, False, 1j, "text", b"bytes", 10**30, None, None, (), None)), hash(Kinds(1)) == hash(Kinds(1)), attempt(hash, Kinds(1, o=[])), Kinds(1) == Kinds(1)]
    for name, value in (("i", 2**40), ("i", 1.5), ("l", "x"), ("u", 256), ("u", -1), ("f", None), ("d", "x"), ("b", []), ("c", "x"),
                        ("s", 1), ("y", "x"), ("n", "x"), ("n", 1.5), ("p", 3), ("w", 3), ("e", 3)):
        yield f"kinds {name}={value!r}", attempt(lambda: Kinds(**{"i": 1, name: value}))
    both = module.Both()
    yield "both", [both, both.of_hidden(), attempt(getattr, both, "hidden"), attempt(setattr, both, "fixed", 1), both.free, both.items]
    yield "both given", [module.Both(1, 2, 3, [4], [5]), module.Both(hidden=9).of_hidden(), attempt(lambda: module.Both(items=1))]
    yield "both are", [module.Both().items is not module.Both().items, module.Both() == module.Both(1), module.Both(1) == module.Both(1)]


def methods(module):
    Frozen, Ordered, Chosen, Named = module.Frozen, module.Ordered, module.Chosen, module.Named
    frozen = Frozen(2, "y")
    yield "frozen", [frozen, hash(frozen) == hash((2, "y", 3)), {frozen: 1}[Frozen(2, "y")], attempt(setattr, frozen, "x", 1), attempt(delattr, frozen, "y")]
    frozen.z = 8
    yield "frozen in part", frozen
    by_id = module.ById(1)
    yield "by id", [by_id == module.ById(1), by_id == by_id, hash(by_id) == object.__hash__(by_id), by_id]
    yield "ordered", [Ordered(1) < Ordered(2), Ordered(1) <= Ordered(1), Ordered(1) == Ordered(1), "Ordered object" in repr(Ordered(1))]
    yield "chosen", [hash(Chosen(1)) == hash(Chosen(1, 5)), hash(Chosen(1)) == hash(Chosen(1, d=5)), Chosen(1) == Chosen(1, 1, 5, 6), Chosen(1)]
    yield "named", [Named(b=1), Named(a=3, b=1), Named(b=1) < Named(b=2, c=[1]), attempt(Named), attempt(Named, 1, 2), attempt(lambda: Named(a=1))]
    NamedHeir, HeirOfNamed, Loose = module.NamedHeir, module.HeirOfNamed, module.Loose
    yield "named heirs", [NamedHeir(x=1), attempt(NamedHeir, 1), HeirOfNamed(1, 2, [3], 4), attempt(HeirOfNamed), Loose(b=2), attempt(Loose)]
    own = module.Own(1)
    yield "own", [own, own == module.Own(2), hash(own), own.x, module.Own.__match_args__]
    bare = module.Bare()
    yield "bare", [bare.x, bare.y, bare == module.Bare(), "Bare object" in repr(bare)]
    yield "between", [module.AfterBetween(1), module.AfterBetween(1, 2, 3), module.AfterBetween(1).extra, module.Between(4)]
    node = module.Node(1)
    node.next = module.Node([node], None, [node, module.Node(2)])
    yield "recursive", [node, node.next]
    yield "subclasses", [subclass(module.Point)(1, 2), subclass(module.Point)(1) == module.Point(1), attempt(subclass(Frozen), 1, 2, 3, 4)]


def subclass(base):
    return type("Sub", (base,), {})


def started(module):
    module.log.clear()
    yield "started", [module.Started(3), module.Started(3, 4), module.Started(1, more="x", last=2), attempt(module.Started, 1, "x")]
    yield "started log", module.log.copy()
    module.log.clear()
    yield "heir", [module.StartedHeir(3), module.StartedHeir(3, 4, 5, 6, 7)]
    yield "heir log", module.log.copy()
    yield "wrong", [attempt(lambda: module.Started(1, made=2)), attempt(lambda: module.Started(1, total=2)), attempt(lambda: module.Started())]
    yield "unset", module.Started(1).unset


def in_c(module):
    one = module.InC({"a": 1, "b": 2.5})
    yield "in c", [repr(one), one.stored(4), one.pair, module.InC({"a": 1, "b": 2}, array.array("d", [7])).stored(1)]
    yield "in c wrong", [attempt(module.InC), attempt(module.InC, {"a": 1}), attempt(module.InC, {"a": 1, "b": 2}, [1])]
    yield "in c hidden", [hasattr(one, "memory"), one.view is None, one == module.InC({"a": 5, "b": 5})]


def with_python(module):
    Point, Labelled, Node = module.Point, module.Labelled, module.Node
    sys.modules[module.__name__] = module
    one = Labelled(1, name="a", weights=[[1]])
    yield "asdict", [dataclasses.asdict(one), dataclasses.asdict(Node(Point(1), Node(2), [Point(3)])), dataclasses.astuple(one)]
    yield "copied", dataclasses.asdict(one)["weights"][0] is one.weights[0]
    yield "replace", [dataclasses.replace(one, x=5), dataclasses.replace(Point(1), y=0), attempt(lambda: dataclasses.replace(one, z=1))]
    yield "replace init", [attempt(lambda: dataclasses.replace(module.Started(1), a=2)), attempt(lambda: dataclasses.replace(module.Started(1), total=2))]
    yield "names", [field.name for field in dataclasses.fields(module.Started)]
    yield "copies", [copy.copy(one), copy.deepcopy(one), copy.copy(one).weights is one.weights]
    yield "pickled", pickle.loads(pickle.dumps(one))
    held = dataclasses.make_dataclass("Held", [("point", object), ("many", list)])
    yield "held", [held(Point(1), [one]), dataclasses.asdict(held(Point(1), [one])), held(one, []) == held(copy.copy(one), [])]
    yield "shapes", [module.shape(value) for value in (Point(0), Point(1), Labelled(1), module.Named(b=4), 3)]
    yield "signed", [type(Point.__init__).__name__, Point.__eq__.__name__, Point.__qualname__, Point.__module__ == module.__name__]
