import sys

from attempts import attempt


def python_classes(shapes, theirs):
    class Titled(shapes.Shape):
        def title(self):
            return "titled in Python"

        def twice(self, x):
            return -x

        def added(self, x, y=23, z=6):
            return x + 3 * y + 5 * z

    class Counted(theirs.Circle):
        def counted(self, x):
            return 3 * x

        def title(self):
            return super().title() + ", counted"

    class Nothing(shapes.Square):
        pass

    class Failing(theirs.Tile):
        def twice(self, x):
            raise LookupError("not twice")

    def instance():
        one = Nothing()
        one.title = lambda: "of the object itself"
        one.twice = abs
        return one

    class Slotted(theirs.Circle):
        __slots__ = ()

    class Found(shapes.Square):
        __slots__ = ()

        def __getattribute__(self, name):
            return (lambda *_: 17) if name == "title" else super().__getattribute__(name)

    classes = [Titled, Counted, Nothing, Failing, Slotted, Found, instance]
    return {kind.__name__.lower(): kind for kind in classes}


def cases(module):
    from kinds import shapes, theirs

    makers = module.classes() | python_classes(shapes, theirs)
    makers |= {"hidden": lambda: shapes.hidden(False), "hiding": lambda: shapes.hidden(True)}
    for label, make in makers.items():
        shape = make()
        shape.scale = 0.5
        yield f"everything {label}", attempt(shapes.everything, shape, 3.0)
        yield f"their everything {label}", attempt(theirs.their_everything, shape, 3.0)
        yield f"called {label}", attempt(module.called, shape, 3.0)
        yield f"by Python {label}", attempt(shape.by_python, 2.0)
        for which in range(5):
            yield f"failing {which} {label}", attempt(shapes.failing, shape, which)
            yield f"their failing {which} {label}", attempt(theirs.their_failing, shape, which)
            yield f"called failing {which} {label}", attempt(module.called_failing, shape, which)
        for function in (shapes.optional, theirs.optional, module.optional):
            yield f"{function.__name__} {label}", [attempt(function, shape, 3, given) for given in range(4)]
        yield f"in parallel {label}", attempt(shapes.in_parallel, shape, 10)
        for function in (shapes.corners, theirs.their_corners, module.cornered, module.circled):
            yield f"{function.__name__} {label}", attempt(function, shape, 2)
        yield f"last {label}", attempt(module.last, shape)
        yield f"here {label}", attempt(module.here, shape)
    yield "backwards", [attempt(module.circled, make(), -1) for make in (module.classes()["circle"], module.classes()["disc"])]
    yield "hidden", [shapes.hidden(False).own(), shapes.hidden(True).own()]

    class Shown(theirs.Rounder):
        def shown(self, depth):
            return f"in Python {depth}"

        def moved(self, x, y=9):
            return [x, x, y]

    for label, make in (module.rounds() | {"shown": Shown}).items():
        yield f"bent {label}", [attempt(theirs.bent, make(), what) for what in ([1, 2], [3, 0], [9])]
        yield f"turned {label}", [attempt(function, make()) for function in (theirs.turned, module.all_turned, module.ring_turned)]
        yield f"unbent {label}", attempt(theirs.unbent, make())
        yield f"rounded {label}", [attempt(module.rounded, make(), by) for by in (1, 0, 9)]
    yield "slabs", [attempt(module.slabs, x) for x in (0.5, 9.0, 30.0)]
    yield "references", list(references(module))
    yield "shown tables", ["__pyx_vtable__" in vars(kind) for kind in (shapes.Shape, shapes.Plain, theirs.Circle, shapes.Named)]


def references(module):
    """What calls leave behind."""
    from kinds import shapes, theirs

    what = object()
    for make in (module.classes() | python_classes(shapes, theirs)).values():
        shape = make()
        before = sys.getrefcount(what), sys.getrefcount(shape)
        for function in (shapes.everything, theirs.their_everything, module.called):
            attempt(function, shape, 3.0)
        for function in (shapes.optional, theirs.optional, module.optional):
            for given in range(4):
                attempt(function, shape, 3, given)
        yield before == (sys.getrefcount(what), sys.getrefcount(shape))
