import numpy

BYTES = {"on_device": {"x": (40, 40), "weights": (24, 0)}, "rows_on_device": {"x": (48, 0), "sums": (24, 24)}}


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def cases(module):
    x = numpy.arange(6.0)
    numbers = numpy.arange(6, dtype=numpy.int32)
    record = numpy.array([(1, 2.5), (3, 4.5)], numpy.dtype([("a", "i4"), ("b", "f8")]))
    yield "total", (module.total(x), module.total(x[::-2]))
    yield "without the GIL", (module.free(x), module.free(x[:2].copy()))
    yield "rebound", module.rebound(x)
    yield "numbers", (module.given(numbers), module.given(numbers[:3]))
    yield "records", module.recs(record)
    yield "objects and rows", (module.obj(numpy.array([1, "a"], object)), module.rows(numpy.ones((2, 2), numpy.int32)))
    yield "targets", module.target(x)
    yield "characters", module.chars(bytearray(b"abc"), x)
    yield "of others", (module.temp(), module.H().go(), list(module.gen(x)))
    yield "raises", outcome(module.raises, x)
    yield from traced_cases(module)


def traced_cases(module):
    x = numpy.arange(5.0)
    module.on_device(x, numpy.arange(3.0))
    yield "device", x.tolist()
    sums = numpy.zeros(3)
    module.rows_on_device(numpy.arange(6.0).reshape(3, 2), sums)
    yield "rows on device", sums.tolist()


def traced(module):
    list(traced_cases(module))
