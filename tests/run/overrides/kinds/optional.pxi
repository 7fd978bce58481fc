# What each of the modules has, compiled by its own compiler.

def optional(Shape shape not None, x, int given):
    if given == 0:
        return shape.between(x), shape.named(x), shape.added(x)
    if given == 1:
        return shape.between(x, 7), shape.named(x, [x]), shape.added(x, 2)
    if given == 2:
        return shape.between(x, 7, 2), shape.named(x, [x], shape), shape.added(x, 2, 1)
    return shape.named(x, None, None, {x})
