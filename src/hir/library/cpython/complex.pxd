# What offcy knows about Python's complex numbers in C.

cdef extern from "Python.h":
    ctypedef struct Py_complex:
        double real
        double imag

    ctypedef class __builtin__.complex [object PyComplexObject]:
        cdef Py_complex cval

    bint PyComplex_Check(object o)
    bint PyComplex_CheckExact(object o)
    object PyComplex_FromCComplex(Py_complex value)
    object PyComplex_FromDoubles(double real, double imag)
    double PyComplex_RealAsDouble(object o) except? -1
    double PyComplex_ImagAsDouble(object o) except? -1
    Py_complex PyComplex_AsCComplex(object o)
