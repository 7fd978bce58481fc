import numpy

WHOLE_INTERFACE = "NumPy's C interface"


def cases(module):
    yield "ufunc", (module.halved(numpy.arange(5.0)).tolist(), module.halved(3), module.halved.__doc__[-10:])
    yield "negated", module.negated(numpy.arange(4.0)).tolist()
    yield "strided", module.halved(numpy.arange(10.0)[::3]).tolist()
    record = numpy.dtype([("a", numpy.int32), ("b", numpy.float64, (3, 2))])
    yield "shapes", module.shapes(record.fields["a"][0], record.fields["b"][0])
