# distutils: language = c++
# Many modules are marked as C++ and hold none: they are compiled as C. What is C++ is reported where it is, once.
from libcpp.vector cimport vector  #~ ERROR OFC0011
from cython.parallel import prange

cdef extern from "shapes.h":
    cppclass Shape:  #~ ERROR OFC0011
        double area()

def count(double[:] x):
    cdef Py_ssize_t i
    cdef int n = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        n += x[i] > 0
    return n

def area(vector[int] corners):
    cdef Shape *shape = new Shape()  #~ ERROR OFC0011
    return shape.area()
