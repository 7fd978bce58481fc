cdef class Shape:
    def __init__(self, side):
        self.side = side

    cdef double area(self):
        return self.side * self.side

    cdef double scaled(self, double by) noexcept nogil:
        return self.side * by

    cdef object named(self, prefix):
        return f"{prefix} shape {self.side}"


cdef class Half(Shape):
    cdef double area(self):
        return self.side * self.side / 2


def half(side):
    return Half(side)


cdef double measured(measure_t function, Shape shape):
    return function(shape)


def own(Shape shape, Shape other):
    """The method that an object has, as a value, also of heirs in other modules."""
    cdef measure_t function = shape.area
    return function(shape), measured(shape.area, shape), function(other), measured(Shape.area, shape)
