def cases(m):
    import shapes

    made = [shapes.Shape(3), shapes.half(3), m.third(3)]
    yield "of another module", [m.of_other_module(shape) for shape in made]
    yield "there", [shapes.own(shape, other) for shape in made for other in made]
    yield "own", [m.own(False), m.own(True)]
