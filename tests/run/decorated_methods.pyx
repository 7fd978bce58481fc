# Decorators of methods of extension types: what they make is what Python finds under the name.
import functools


def traced(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return [function.__name__, function(*args, **kwargs)]
    return inner


def scaled(by):
    def decorator(function):
        def inner(self, *args):
            return by * function(self, *args)
        return inner
    return decorator


def replaced(function):
    return 17


cdef class Shape:
    cdef public double side
    factor = 3

    def __init__(self, side):
        self.side = side

    @traced
    def grown(self, double by, more=1):
        """Grows."""
        return self.side * by + more

    @scaled(factor)
    @scaled(2)
    def area(self):
        return self.side ** 2

    @replaced
    def number(self):
        return self.side

    @classmethod
    @traced
    def unit(cls, *sides):
        return cls.__name__, sides

    def again(self):
        """Calls it as Python does, through a typed `self`."""
        return self.grown(2.0), self.area()

    cpdef twice(self):
        return 2 * self.side


cdef class Square(Shape):
    def area(self):
        return "square", super().area()

    @traced
    def grown(self, double by, more=2):
        return Shape.grown(self, by, more)


def called(Shape shape not None):
    return shape.grown(3), shape.area(), shape.number, shape.again()
