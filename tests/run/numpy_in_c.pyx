# NumPy's own functions for C: its headers are there because something of them is used.

import numpy as np
cimport numpy as np
from cpython.ref cimport Py_INCREF

np.import_array()


def summed(np.ndarray a):
    cdef double *items = <double *>np.PyArray_DATA(a)
    cdef np.npy_intp i, n = np.PyArray_DIM(a, 0)
    cdef double total = 0
    with nogil:
        for i in range(n):
            total += items[i]
    return total, np.PyArray_NDIM(a), np.PyArray_TYPE(a) == np.NPY_FLOAT64, np.PyArray_ISCONTIGUOUS(a)


def of_shape(int rows, int columns):
    cdef np.npy_intp[2] dims = [rows, columns]
    zeros = np.PyArray_ZEROS(2, dims, np.NPY_INT, 0)
    return zeros, np.PyArray_SIZE(zeros), np.PyArray_STRIDE(zeros, 0), np.PyArray_ITEMSIZE(zeros)


def around(double[::1] x):
    """An array of memory that another owns."""
    cdef np.npy_intp[1] dims = [x.shape[0]]
    view = np.PyArray_SimpleNewFromData(1, dims, np.NPY_DOUBLE, &x[0])
    np.set_array_base(view, np.asarray(x))
    return view + 1, np.get_array_base(view) is None, np.get_array_base(np.PyArray_SimpleNew(1, dims, np.NPY_DOUBLE))


def kinds(o):
    return np.PyArray_Check(o), np.PyArray_CheckExact(o), (np.PyArray_FLAGS(o) & np.NPY_ARRAY_WRITEABLE) != 0


cdef extern from "numpy/arrayobject.h":
    np.npy_intp *extents_of "PyArray_SHAPE"(np.PyArrayObject *array) nogil


def extents(np.ndarray a):
    cdef np.npy_intp *extents = extents_of(<np.PyArrayObject *>a)
    return [extents[axis] for axis in range(np.PyArray_NDIM(a))]


def line_sums(np.ndarray a, int axis):
    """The sums along an axis, found by NumPy's iterator over all others."""
    cdef np.flatiter lines = np.PyArray_IterAllButAxis(a, &axis)
    cdef np.npy_intp i, n = np.PyArray_DIM(a, axis), stride = np.PyArray_STRIDE(a, axis)
    cdef char *line
    cdef double total
    sums = []
    while np.PyArray_ITER_NOTDONE(lines):
        line = <char *>np.PyArray_ITER_DATA(lines)
        total = 0
        for i in range(n):
            total += (<double *>(line + i * stride))[0]
        sums.append(total)
        np.PyArray_ITER_NEXT(lines)
    return sums


def as_iterator(np.flatiter it not None):
    return it.index, it.coords


def fields_of(np.dtype of not None):
    """What an object of NumPy's class has in C: characters, and not Python's strings."""
    flags = np.PyDataType_ISFLOAT(of), np.PyDataType_ISINTEGER(of), np.PyDataType_ISNOTSWAPPED(of), np.PyDataType_ISOBJECT(of)
    return of.kind, of.type, of.byteorder, of.type_num, flags, np.PyDataType_ELSIZE(of), of.name, of.kind == c"f"


def type_of(object a):
    cdef np.dtype of = a.dtype
    cdef np.dtype other = np.PyArray_DescrFromType(of.type_num)
    return of.str, chr(of.kind), of == other, np.PyArray_EquivTypes(of, other)


def none_has_no_name():
    cdef np.dtype of = None
    return of.name


def owner(np.ndarray a, object other):
    cdef np.ndarray view = np.PyArray_SimpleNewFromData(1, &a.shape[0], np.NPY_DOUBLE, a.data)
    Py_INCREF(other)
    np.PyArray_SetBaseObject(view, other)
    return np.get_array_base(view) is other, view
