# What offcy knows about Python's floating-point numbers in C.

cdef extern from "Python.h":
    bint PyFloat_Check(object o)
    bint PyFloat_CheckExact(object o)
    object PyFloat_FromString(object text)
    object PyFloat_FromDouble(double value)
    double PyFloat_AsDouble(object o) except? -1
    double PyFloat_AS_DOUBLE(object o)
    object PyFloat_GetInfo()
    double PyFloat_GetMax()
    double PyFloat_GetMin()
