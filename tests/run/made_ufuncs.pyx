# NumPy's C interface of ufuncs, as SciPy's modules use it, and what it says of record types.
cimport numpy as np

import numpy

np.import_array()
np.import_ufunc()


cdef double half(double x) noexcept nogil:
    return x / 2


cdef void loop(char **args, np.npy_intp *dims, np.npy_intp *steps, void *data) noexcept nogil:
    cdef np.npy_intp i
    cdef char *source = args[0]
    cdef char *target = args[1]
    for i in range(dims[0]):
        (<double *>target)[0] = (<double (*)(double) noexcept nogil>data)((<double *>source)[0])
        source += steps[0]
        target += steps[1]


cdef np.PyUFuncGenericFunction loops[1]
cdef void *functions[1]
cdef char types[2]
loops[0] = <np.PyUFuncGenericFunction>loop
functions[0] = <void *>half
types[0] = np.NPY_DOUBLE
types[1] = np.NPY_DOUBLE
halved = np.PyUFunc_FromFuncAndData(loops, functions, types, 1, 1, 1, np.PyUFunc_None, "halved", "Half of x.", 0)


def shapes(np.dtype plain, np.dtype part):
    assert not np.PyDataType_HASSUBARRAY(plain)
    return np.PyDataType_SHAPE(plain), np.PyDataType_SHAPE(part), <tuple>part.subarray.shape




cdef double opposite(double x) noexcept nogil:
    return -x


cdef np.PyUFuncGenericFunction own_loops[1]
cdef void *own_functions[1]
own_loops[0] = np.PyUFunc_d_d
own_functions[0] = <void *>opposite
negated = np.PyUFunc_FromFuncAndData(own_loops, own_functions, types, 1, 1, 1, np.PyUFunc_None, "negated", "Minus x.", 0)
