# Python's integers by the names that they had.

cdef extern from "Python.h":
    bint PyInt_Check "PyLong_Check" (object o)
    bint PyInt_CheckExact "PyLong_CheckExact" (object o)
    object PyInt_FromLong "PyLong_FromLong" (long value)
    object PyInt_FromSsize_t "PyLong_FromSsize_t" (Py_ssize_t value)
    object PyInt_FromSize_t "PyLong_FromSize_t" (size_t value)
    long PyInt_AsLong "PyLong_AsLong" (object o) except? -1
    long PyInt_AS_LONG "PyLong_AsLong" (object o)
    Py_ssize_t PyInt_AsSsize_t "PyLong_AsSsize_t" (object o) except? -1
