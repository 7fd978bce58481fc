import dataclasses
import types
from dataclasses import KW_ONLY, field

from attempts import attempt


def kind(function, *arguments, **keywords):
    """What a call gives, or the type of what it raises: Cython and Python have other words for wrong arguments."""
    given = attempt(function, *arguments, **keywords)
    return type(given).__name__ if isinstance(given, Exception) else given


def cases(module):
    Point, Mixed, Loose, log = module.Point, module.Mixed, module.Loose, []

    @dataclasses.dataclass
    class Heir(Point):
        w: object = 5

        def __post_init__(self):
            log.append(self.w)

    Heir.__qualname__ = "Heir"
    yield "points", [Point(1, z=3), Point(z=3, x=1, y=5), Point(1, z=3) < Point(1, z=4)]
    yield "wrong points", [kind(Point, 1), kind(Point, 1, 2), kind(Point, 1, 2, 3), kind(Point)]
    yield "mixed", [Mixed(1, a=2), Mixed(1, 2, a=3, c=4), kind(Mixed, 1), kind(Mixed, 1, 2, 3, a=4)]
    yield "loose", [Loose(1, a=0, e=5), Loose(1, 2, 3, a=4, e=5), kind(Loose, 1, 2, 3, 4, a=4, e=5), kind(Loose, 1, a=1)]
    yield "heir", [Heir(1, z=3), Heir(1, 2, z=3), Heir(x=1, z=0, y=9), kind(Heir, 1, 2, 3), log]
    for made in (Point, Mixed, Loose, Heir):
        name = made.__name__
        yield name, [(one.name, one.kw_only, one.default is dataclasses.MISSING) for one in dataclasses.fields(made)]
        yield f"{name} by place", made.__match_args__
    Compared = module.Compared
    yield "compared", [Compared(1) == Compared(1, 2), hash(Compared(1)) == hash(Compared(1, 2)), hash(Compared(1)) == hash((1,))]
    yield "metadata", [dict(one.metadata) for one in dataclasses.fields(Compared)]
    yield "replaced", [dataclasses.replace(Mixed(1, a=2), b=7), dataclasses.asdict(Heir(1, z=3)), dataclasses.astuple(Loose(1, a=0, e=5))]
    yield "shapes", [module.shape(Point(1, z=2)), module.shape(Mixed(1, a=2)), module.shape(3)]


def model():
    @dataclasses.dataclass(order=True)
    class Point:
        x: object
        _: KW_ONLY
        y: object = 2
        z: object

    @dataclasses.dataclass
    class Mixed:
        a: object = field(kw_only=True)
        b: object
        c: object = field(default=3, kw_only=True)
        d: object = 4

    @dataclasses.dataclass(unsafe_hash=True)
    class Compared:
        a: object
        b: object = field(default=0, compare=False, metadata={"unit": "m"})

    @dataclasses.dataclass
    class Loose(Mixed):
        e: object = field(kw_only=True)
        f: object = field(default=6, kw_only=False)

    def shape(value):
        match value:
            case Point(x):
                return x
            case Mixed(b, d):
                return b, d
        return None

    for made in (Point, Mixed, Compared, Loose):
        made.__qualname__ = made.__name__
    return types.SimpleNamespace(Point=Point, Mixed=Mixed, Compared=Compared, Loose=Loose, shape=shape)
