"""NumPy's C interface: flags, dates, iterators over several arrays, sorting."""
cimport numpy as cnp
from numpy cimport (ndarray, PyArray_CHKFLAGS, NPY_ARRAY_C_CONTIGUOUS, is_timedelta64_object, is_datetime64_object,
    get_datetime64_value, get_datetime64_unit, get_timedelta64_value, npy_datetime, NPY_FR_D, NPY_FR_ns, PyTypeNum_ISFLOAT)
cnp.import_array()

def flags(ndarray a):
    return (bool(PyArray_CHKFLAGS(a, NPY_ARRAY_C_CONTIGUOUS)), cnp.PyArray_ISCARRAY(a), cnp.PyArray_ISFLOAT(a), cnp.PyArray_ISINTEGER(a),
            cnp.PyArray_ISBYTESWAPPED(a), cnp.PyArray_ISALIGNED(a), cnp.PyArray_HASFIELDS(a), PyTypeNum_ISFLOAT(cnp.PyArray_TYPE(a)))

def times(x):
    if is_datetime64_object(x):
        return "datetime", get_datetime64_value(x), get_datetime64_unit(x) == NPY_FR_D, get_datetime64_unit(x) == NPY_FR_ns
    if is_timedelta64_object(x):
        return "timedelta", get_timedelta64_value(x)
    return None

def products(a, b):
    cdef cnp.broadcast mi = cnp.PyArray_MultiIterNew2(a, b)
    cdef Py_ssize_t i, n = mi.size
    cdef double s = 0.0
    for i in range(n):
        s += (<double*>cnp.PyArray_MultiIter_DATA(mi, 0))[0] * (<double*>cnp.PyArray_MultiIter_DATA(mi, 1))[0]
        cnp.PyArray_MultiIter_NEXT(mi)
    return s, n, mi.nd, mi.numiter, [cnp.PyArray_MultiIter_DIMS(mi)[k] for k in range(mi.nd)]

def arranged(ndarray a, values):
    cnp.PyArray_Sort(a, -1, cnp.NPY_QUICKSORT)
    return (cnp.PyArray_ArgSort(a, 0, cnp.NPY_MERGESORT), cnp.PyArray_SearchSorted(a, values, cnp.NPY_SEARCHRIGHT, NULL),
            cnp.PyArray_Concatenate((a, a), 0), cnp.PyArray_Ravel(a, cnp.NPY_CORDER), cnp.PyArray_Copy(a))

def items(ndarray a, double by):
    cdef void *first = cnp.PyArray_DATA(a)
    before = cnp.PyArray_GETITEM(a, <char *>first)
    cnp.PyArray_SETITEM(a, <char *>first, by)
    return before, cnp.PyArray_ToScalar(first, a), (<double *>cnp.PyArray_GETPTR3(a, 1, 0, 1))[0]
