from math import *
from somewhere import *


cdef undefined_type x  #~ ERROR OFC0102


def f(double y):
    from math import *  #~ ERROR OFC0001
    return undefined_name + y


cdef double h(double y) nogil:
    return y * factor  #~ ERROR OFC0401


class C:
    from math import *  #~ ERROR OFC0001
