"""What stands beside memoryviews in objects of classes that another module makes, with whichever compiler."""

from kit.shapes cimport Shape, Solid


def used(Shape shape not None):
    shape.n -= 1
    shape.label = shape.label, shape.n
    with nogil:
        first = shape.first()
    return first, shape.seen()


def dense(Solid solid not None):
    solid.density *= 3
    solid.names.append(solid.n)
    return solid.first(), solid.seen(), solid.first()


cdef class Mine(Solid):
    cdef readonly object own
    cdef double[:] view
    cdef readonly double last

    def __init__(self, n, view):
        super().__init__(n)
        self.own = [n]
        self.view = view
        self.last = 2.5

    cdef double first(self) except? -1 nogil:
        return self.view[0] + self.last + self.density


cdef class Plain(Shape):
    pass


def heirs():
    return Mine, Plain
