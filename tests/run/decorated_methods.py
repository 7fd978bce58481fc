import inspect

from attempts import attempt


def cases(module):
    for kind in (module.Shape, module.Square):
        shape = kind(1.5)
        yield f"grown {kind.__name__}", (shape.grown(2), shape.grown(2.0, more=4), attempt(shape.grown))
        yield f"area {kind.__name__}", (shape.area(), shape.number, kind.number, shape.twice())
        yield f"unit {kind.__name__}", (kind.unit(1, 2), attempt(lambda: shape.unit()))
        yield f"again {kind.__name__}", (shape.again(), module.called(shape))
        yield f"words {kind.__name__}", (kind.grown.__name__, kind.grown.__doc__)
    yield "wrapped", list(inspect.signature(module.Shape.grown.__wrapped__).parameters)

    class Own(module.Shape):
        def area(self):
            return super().area(), super().grown(1)

    yield "in Python", (Own(2).area(), module.called(Own(2)))
