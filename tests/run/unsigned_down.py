import numpy

BYTES = {"on_device": {"x": (40, 40), "y": (32, 0)}, "down_on_device": {"x": (40, 40)}}


def cases(module):
    for n in 0, 1, 4:
        yield f"all of {n}", module.all_of(n)[0]
        yield f"undeclared {n}", module.undeclared(n)
        yield f"objects {n}", module.object_bounds(n)
        yield f"assigned inside {n}", module.assigned_inside(n)
    yield "last", module.all_of(3)[1]
    for n, stop in (6, -1), (7, 0), (0, -1), (-1, -1), (5, -3):
        yield f"by three {n} {stop}", module.by_three(n, stop) if (n, stop) != (5, -3) else 0
        yield f"bytes {n} {stop}", module.bytes_down(n, stop) if n >= 0 and stop >= -1 else 0
    for n, stop in (6, 0), (9, 2), (1, 5):
        yield f"unsigned {n} {stop}", module.unsigned_bounds(n, stop)
    yield "triangle", module.triangle(numpy.arange(25.0).reshape(5, 5))
    for n, stop in (5, -1), (5, 0), (0, -1):
        x = numpy.zeros(5)
        module.in_threads(n, stop, x)
        yield f"threads {n} {stop}", x.tolist()
    yield from traced_cases(module)


def traced_cases(module):
    x, y = numpy.arange(5.0), numpy.arange(4.0)
    module.on_device(4, x, y)
    yield "device", x.tolist()
    module.down_on_device(5, x)
    yield "down on device", x.tolist()


def traced(module):
    list(traced_cases(module))
