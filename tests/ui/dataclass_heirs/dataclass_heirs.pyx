# A dataclass that inherits from a class of another module.

from cython.dataclasses cimport dataclass
from shapes cimport Shape


@dataclass
cdef class Circle(Shape):  #~ WARNING OFC0701
    x: object = None
