import gc
import inspect
import sys
import weakref

import numpy as np
from attempts import attempt


def taken(log):
    found = list(log)
    log.clear()
    return found


def cases(module):
    texts = module.Texts(b"text")
    yield "texts", [texts.name, texts.other, attempt(setattr, texts, "name", b"x"), attempt(setattr, texts, "name", None)]
    Shape, Circle = module.Shape, module.Circle

    class Python(Circle):
        def __init__(self, n, width=3.0):
            super().__init__(n, width)
            self.extra = n

        def __repr__(self):
            return "Python"

    shape = Shape(4)
    yield "made", [repr(shape), len(shape), shape.width, shape.n, shape.name, shape[1], np.asarray(shape.table), taken(module.log)]
    shape[2] = 7
    yield "items", [shape[2], shape[-1], list(shape), attempt(lambda: shape[9]), attempt(lambda: shape["x"])]
    yield "fields", [shape.fill(3), shape.total(), shape.total(), shape.scaled(3), shape.count(), shape.count()]
    yield "rows", [attempt(shape.row, i) for i in (0, 1, -1, 2)]
    yield "unset", [attempt(Shape.__new__(Shape, 2).total), attempt(Shape.__new__(Shape, 2).fill, 1)]
    yield "none", [shape.without_data()]
    yield "public", [
        attempt(setattr, shape, "width", 2), shape.width, attempt(setattr, shape, "width", "x"),
        attempt(delattr, shape, "width"), attempt(setattr, shape, "n", 3), attempt(delattr, shape, "n"),
        attempt(setattr, shape, "name", 5), shape.name, attempt(delattr, shape, "name"), shape.name,
        attempt(setattr, shape, "items", 5), attempt(setattr, shape, "items", [1]), shape.items,
        attempt(setattr, shape, "items", None), attempt(setattr, shape, "unknown", 1), attempt(getattr, shape, "data"),
        attempt(setattr, shape, "flag", [1]), shape.flag, attempt(setattr, shape, "scale", 2), shape.scale,
    ]
    yield "properties", [
        shape.double_width, attempt(setattr, shape, "double_width", 9), shape.width, shape.half,
        attempt(setattr, shape, "half", 1), shape.width, attempt(delattr, shape, "half"), shape.width,
        attempt(delattr, shape, "double_width"), Shape.double_width.__doc__,
    ]
    yield "arguments", [
        attempt(Shape), attempt(Shape, "x"), attempt(Shape, 3, 4, 5), attempt(Shape, 3, foo=4),
        attempt(Shape, 3, width="x"), attempt(Shape, **{"n": 3}).n, attempt(shape.fill), attempt(shape.fill, "x"),
        attempt(shape.total, 1), attempt(shape.total, x=1),
    ]
    yield "static and class methods", [Shape.make(3).width, Circle.other(2)[1], attempt(Shape.make), Circle.make(1).n]
    yield "compared", [
        shape == Shape(4), Shape(3) == Shape(4), shape != Shape(4), shape == 3, shape != 3, Shape(1) < Shape(2),
        attempt(lambda: shape < 3), attempt(lambda: shape > 3), attempt(lambda: shape <= shape), hash(shape),
        Circle(1) == Shape(1), attempt(hash, Circle(1)),
    ]
    circle = Circle(2)
    yield "numbers", [
        shape + 1, 1 + shape, shape + shape, attempt(lambda: shape - 1), Shape(1) * 2.5, attempt(lambda: 2.5 * shape),
        attempt(lambda: shape * "x"), -Shape(1), float(Shape(1)), int(Shape(7)), [5, 6, 7][Shape(1)], bool(Shape(0)),
        bool(shape), 2.0 in Shape(1), 3 in Shape(1), attempt(lambda: "x" in shape), circle + 1, 1 + circle,
        circle + shape,
    ]
    grown = Shape(1)
    grown *= 4
    yield "called", [Shape(1)(2), Shape(1)(2, b=3), attempt(Shape(1)), attempt(Shape(1), 2, 3), grown.width]
    taken(module.log)
    circle = Circle(2)
    yield "inherited", [
        taken(module.log), circle.width, circle.scaled(2), attempt(circle.set_inner, None), attempt(circle.set_inner, 3),
        attempt(circle.inner_width), circle.set_inner(shape), circle.inner_width(), circle.inner is shape,
        attempt(setattr, circle, "inner", 3), attempt(setattr, circle, "inner", circle), circle.inner_width(),
    ]
    circle[1] = 2
    del circle[0]
    yield "items of two classes", [circle[1], circle.get_spare(), attempt(shape.__delitem__, 1)]
    python = Python(3)
    yield "inherited by Python", [
        repr(python), python.extra, python.scaled(2), isinstance(python, Shape), attempt(Python), python.n, python.total(),
    ]
    yield "types", [
        Shape.__doc__, Shape.__module__, Shape.__name__, repr(Shape), Circle.__mro__[1] is Shape, Shape.total.__doc__,
        attempt(setattr, Shape, "x", 1), attempt(Shape.__new__, int),
        attempt(lambda: type("Late", (module.Sealed,), {})), attempt(Shape.__len__, 3),
    ]
    sealed = module.Sealed()
    yield "final", [sealed.next_k(), sealed.next_k()]
    yield "iterated", [list(module.Countdown(3)), sum(module.Countdown(5)), attempt(next, module.Countdown(0))]
    ordered = module.Ordered(3)
    yield "richcmp", [ordered == 1, ordered < 1, 1 < ordered, ordered != ordered, list(ordered), 20 in ordered]

    class Overriding(module.Middle):
        def doubled(self, x):
            return super().doubled(x) + 0.5

        def shown(self, x):
            return "Overriding"

    class Plain(module.Last):
        pass

    class Wrong(module.Base):
        def doubled(self, x):
            return "no"

    for kind in (module.Base, module.Middle, module.Last, Overriding, Plain, Wrong):
        made = kind(3)
        calls = [attempt(made.run, 5), attempt(module.chosen, made, 7), attempt(module.chosen, made, -7)]
        yield f"chosen {kind.__name__}", calls + [made.call_plain(), made.doubled(2)]
    yield "used", [
        module.used(shape), attempt(module.used, None), attempt(module.used, 3), attempt(module.used, shape, 4),
        module.used(Circle(2), shape), attempt(module.converted, 3), attempt(module.converted, None),
        module.converted(Python(1)), attempt(module.strictly, None), attempt(module.strictly, 3.5),
        module.strictly(shape), attempt(module.typed_list, (1,)), module.typed_list([1]), module.typed_list(None),
    ]
    one, other = Shape(1), Circle(2)
    one.name, other.name = "one", "other"
    yield "swapped", [module.swapped(one, other), one.width, other.width, one.name, other.name]
    taken(module.log)
    marker = object()
    before = sys.getrefcount(marker)
    for where in ("cinit", "init", "nowhere"):
        error = attempt(module.Failing, where, marker)
        yield f"failing {where}", [error if where != "nowhere" else None, attempt(module.Failing, where)]
        del error
    yield "ended", [taken(module.log), sys.getrefcount(marker) - before]
    error = attempt(module.during_exception, "kept")
    yield "during an exception", [error, taken(module.log)]
    child = module.Child(7)
    del child
    yield "ended base last", taken(module.log)
    for kind in (module.Flexible, module.Stiff):
        flexible = kind(3)
        gone = []
        weak = weakref.ref(flexible, gone.append)
        flexible.other = flexible
        yield f"flexible {kind.__name__}", [
            flexible.extra, sorted(flexible.__dict__), weak() is flexible, hasattr(flexible, "none"),
        ]
        del flexible
        gc.collect()
        yield f"flexible {kind.__name__} gone", [weak(), len(gone), taken(module.log)]
    gathered = module.Gathered(1, 2, b=3, a=4)
    yield "gathered", [
        gathered.given, gathered.method(), gathered.method(1, "x"), gathered.with_inner(1, x=2), gathered.of_class(3),
        module.Gathered.of_class(), module.Gathered.made(1, 2), attempt(module.Gathered.method),
    ]
    yield "flat", flat(module, Python)


def flat(module, Python):
    """Objects that are gone leave nothing behind, those in cycles neither."""
    def make(count):
        for _ in range(count):
            shape, circle = module.Shape(3), module.Circle(2)
            shape.name = shape
            circle.set_inner(circle)
            circle.name = shape
            shape.fill(2)
            python = Python(2)
            python.me = python
        del shape, circle, python
        module.log.clear()
        gc.collect()

    make(10)
    objects, types = len(gc.get_objects()), sys.getrefcount(module.Shape)
    make(10000)
    return abs(len(gc.get_objects()) - objects) < 20, sys.getrefcount(module.Shape) - types
