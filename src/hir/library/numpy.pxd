# What offcy knows about NumPy. Arrays are accessed through memoryviews: its headers are needed only if a module calls
# its C interface, or has foreign C that may.

cimport offcy
from cpython.object cimport PyObject

ctypedef object dtype

ctypedef offcy.int8_t int8_t
ctypedef offcy.int16_t int16_t
ctypedef offcy.int32_t int32_t
ctypedef offcy.int64_t int64_t
ctypedef offcy.uint8_t uint8_t
ctypedef offcy.uint16_t uint16_t
ctypedef offcy.uint32_t uint32_t
ctypedef offcy.uint64_t uint64_t
# The beginning of its objects, the same in all versions: no header is needed to read it.
cdef extern from *:
    ctypedef class numpy.ndarray [check_size ignore]:
        cdef:
            char *data
            int ndim "nd"
            npy_intp *shape "dimensions"
            npy_intp *strides

ctypedef float float32_t
ctypedef double float64_t
ctypedef float complex complex64_t
ctypedef double complex complex128_t

ctypedef long int_t
ctypedef long long_t
ctypedef long long longlong_t
ctypedef unsigned long uint_t
ctypedef unsigned long ulong_t
ctypedef unsigned long long ulonglong_t
ctypedef ptrdiff_t intp_t
ctypedef size_t uintp_t
ctypedef double float_t
ctypedef double double_t
ctypedef long double longdouble_t
ctypedef float complex cfloat_t
ctypedef double complex cdouble_t
ctypedef double complex complex_t

# C knows them by these names.
cdef extern from *:
    ctypedef signed char npy_byte
    ctypedef signed char npy_int8
    ctypedef unsigned char npy_ubyte
    ctypedef unsigned char npy_bool
    ctypedef short npy_short
    ctypedef unsigned short npy_ushort
    ctypedef int npy_int
    ctypedef unsigned int npy_uint
    ctypedef long npy_long
    ctypedef unsigned long npy_ulong
    ctypedef long long npy_longlong
    ctypedef unsigned long long npy_ulonglong
    ctypedef float npy_float
    ctypedef double npy_double
    ctypedef long double npy_longdouble
    ctypedef offcy.int16_t npy_int16
    ctypedef offcy.int32_t npy_int32
    ctypedef offcy.int64_t npy_int64
    ctypedef offcy.uint8_t npy_uint8
    ctypedef offcy.uint16_t npy_uint16
    ctypedef offcy.uint32_t npy_uint32
    ctypedef offcy.uint64_t npy_uint64
    ctypedef float npy_float32
    ctypedef double npy_float64
    ctypedef ptrdiff_t npy_intp
    ctypedef size_t npy_uintp

cdef extern from *:
    """
    #if !defined(Py_LIMITED_API) && __has_include(<numpy/arrayobject.h>)
    #include <numpy/arrayobject.h>
    #define OFFCY_NUMPY
    #define offcy_np_with_array(FUNCTION, ARRAY) FUNCTION((PyArrayObject *)(ARRAY))
    #define offcy_np_ndim(ARRAY) offcy_np_with_array(PyArray_NDIM, ARRAY)
    #define offcy_np_data(ARRAY) offcy_np_with_array(PyArray_DATA, ARRAY)
    #define offcy_np_bytes(ARRAY) offcy_np_with_array(PyArray_BYTES, ARRAY)
    #define offcy_np_dims(ARRAY) offcy_np_with_array(PyArray_DIMS, ARRAY)
    #define offcy_np_strides(ARRAY) offcy_np_with_array(PyArray_STRIDES, ARRAY)
    #define offcy_np_itemsize(ARRAY) offcy_np_with_array(PyArray_ITEMSIZE, ARRAY)
    #define offcy_np_size(ARRAY) offcy_np_with_array(PyArray_SIZE, ARRAY)
    #define offcy_np_nbytes(ARRAY) offcy_np_with_array(PyArray_NBYTES, ARRAY)
    #define offcy_np_type(ARRAY) offcy_np_with_array(PyArray_TYPE, ARRAY)
    #define offcy_np_flags(ARRAY) offcy_np_with_array(PyArray_FLAGS, ARRAY)
    #define offcy_np_base(ARRAY) offcy_np_with_array(PyArray_BASE, ARRAY)
    #define offcy_np_is_c(ARRAY) offcy_np_with_array(PyArray_IS_C_CONTIGUOUS, ARRAY)
    #define offcy_np_is_f(ARRAY) offcy_np_with_array(PyArray_IS_F_CONTIGUOUS, ARRAY)
    #define offcy_np_is_writeable(ARRAY) offcy_np_with_array(PyArray_ISWRITEABLE, ARRAY)
    #define offcy_np_dim(ARRAY, AXIS) PyArray_DIM((PyArrayObject *)(ARRAY), (AXIS))
    #define offcy_np_stride(ARRAY, AXIS) PyArray_STRIDE((PyArrayObject *)(ARRAY), (AXIS))
    #define offcy_np_getptr1(ARRAY, I) PyArray_GETPTR1((PyArrayObject *)(ARRAY), (I))
    #define offcy_np_getptr2(ARRAY, I, J) PyArray_GETPTR2((PyArrayObject *)(ARRAY), (I), (J))
    #define offcy_np_enable(ARRAY, FLAGS) PyArray_ENABLEFLAGS((PyArrayObject *)(ARRAY), (FLAGS))
    #define offcy_np_clear(ARRAY, FLAGS) PyArray_CLEARFLAGS((PyArrayObject *)(ARRAY), (FLAGS))
    #define offcy_np_new_copy(ARRAY, ORDER) PyArray_NewCopy((PyArrayObject *)(ARRAY), (ORDER))
    #define offcy_np_copy_into(ARRAY, OTHER) PyArray_CopyInto((PyArrayObject *)(ARRAY), (PyArrayObject *)(OTHER))
    static inline int offcy_np_set_base(PyObject *array, PyObject *base)
    {
        Py_INCREF(base);
        return PyArray_SetBaseObject((PyArrayObject *)array, base);
    }
    #endif
    """
    ctypedef enum NPY_TYPES:
        NPY_BOOL, NPY_BYTE, NPY_UBYTE, NPY_SHORT, NPY_USHORT, NPY_INT, NPY_UINT, NPY_LONG, NPY_ULONG
        NPY_LONGLONG, NPY_ULONGLONG, NPY_FLOAT, NPY_DOUBLE, NPY_LONGDOUBLE, NPY_CFLOAT, NPY_CDOUBLE
        NPY_CLONGDOUBLE, NPY_OBJECT, NPY_STRING, NPY_UNICODE, NPY_VOID, NPY_DATETIME, NPY_TIMEDELTA, NPY_NOTYPE
        NPY_INT8, NPY_INT16, NPY_INT32, NPY_INT64, NPY_UINT8, NPY_UINT16, NPY_UINT32, NPY_UINT64
        NPY_FLOAT16, NPY_FLOAT32, NPY_FLOAT64, NPY_COMPLEX64, NPY_COMPLEX128, NPY_INTP, NPY_UINTP

    ctypedef enum NPY_ORDER:
        NPY_ANYORDER, NPY_CORDER, NPY_FORTRANORDER, NPY_KEEPORDER

    const int NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_F_CONTIGUOUS, NPY_ARRAY_OWNDATA, NPY_ARRAY_FORCECAST
    const int NPY_ARRAY_ENSURECOPY, NPY_ARRAY_ENSUREARRAY, NPY_ARRAY_ALIGNED, NPY_ARRAY_NOTSWAPPED
    const int NPY_ARRAY_WRITEABLE, NPY_ARRAY_WRITEBACKIFCOPY, NPY_ARRAY_BEHAVED, NPY_ARRAY_CARRAY
    const int NPY_ARRAY_CARRAY_RO, NPY_ARRAY_FARRAY, NPY_ARRAY_FARRAY_RO, NPY_ARRAY_DEFAULT
    const int NPY_ARRAY_IN_ARRAY, NPY_ARRAY_OUT_ARRAY, NPY_ARRAY_INOUT_ARRAY, NPY_ARRAY_UPDATE_ALL, NPY_MAXDIMS

    ctypedef struct PyArrayObject:
        pass
    ctypedef class numpy.flatiter [check_size ignore]:
        pass
    ctypedef struct npy_cfloat:
        pass
    ctypedef struct npy_cdouble:
        pass
    ctypedef struct npy_clongdouble:
        pass
    ctypedef struct npy_complex64:
        pass
    ctypedef struct npy_complex128:
        pass

    object PyArray_IterNew(object array)
    object PyArray_IterAllButAxis(object array, int *axis)
    bint PyArray_ITER_NOTDONE(flatiter it) nogil
    void PyArray_ITER_RESET(flatiter it) nogil
    void PyArray_ITER_NEXT(flatiter it) nogil
    void *PyArray_ITER_DATA(flatiter it) nogil

    bint PyArray_Check(object o)
    bint PyArray_CheckExact(object o)
    bint PyArray_DescrCheck(object o)
    bint PyArray_CheckScalar(object o)
    bint PyArray_IsZeroDim(object o)
    bint PyArray_IS_C_CONTIGUOUS "offcy_np_is_c" (ndarray array) nogil
    bint PyArray_ISCONTIGUOUS "offcy_np_is_c" (ndarray array) nogil
    bint PyArray_IS_F_CONTIGUOUS "offcy_np_is_f" (ndarray array) nogil
    bint PyArray_ISWRITEABLE "offcy_np_is_writeable" (ndarray array) nogil
    int PyArray_NDIM "offcy_np_ndim" (ndarray array) nogil
    void *PyArray_DATA "offcy_np_data" (ndarray array) nogil
    char *PyArray_BYTES "offcy_np_bytes" (ndarray array) nogil
    npy_intp *PyArray_DIMS "offcy_np_dims" (ndarray array) nogil
    npy_intp *PyArray_SHAPE "offcy_np_dims" (ndarray array) nogil
    npy_intp *PyArray_STRIDES "offcy_np_strides" (ndarray array) nogil
    npy_intp PyArray_DIM "offcy_np_dim" (ndarray array, size_t axis) nogil
    npy_intp PyArray_STRIDE "offcy_np_stride" (ndarray array, size_t axis) nogil
    npy_intp PyArray_ITEMSIZE "offcy_np_itemsize" (ndarray array) nogil
    npy_intp PyArray_SIZE "offcy_np_size" (ndarray array) nogil
    npy_intp PyArray_NBYTES "offcy_np_nbytes" (ndarray array) nogil
    int PyArray_TYPE "offcy_np_type" (ndarray array) nogil
    int PyArray_FLAGS "offcy_np_flags" (ndarray array) nogil
    void PyArray_ENABLEFLAGS "offcy_np_enable" (ndarray array, int flags) nogil
    void PyArray_CLEARFLAGS "offcy_np_clear" (ndarray array, int flags) nogil
    void *PyArray_GETPTR1 "offcy_np_getptr1" (ndarray array, npy_intp i) nogil
    void *PyArray_GETPTR2 "offcy_np_getptr2" (ndarray array, npy_intp i, npy_intp j) nogil
    PyObject *PyArray_BASE "offcy_np_base" (ndarray array) nogil

    object PyArray_FROM_O(object o)
    object PyArray_FROM_OF(object o, int flags)
    object PyArray_FROM_OT(object o, int type)
    object PyArray_FROM_OTF(object o, int type, int flags)
    object PyArray_FROMANY(object o, int type, int least, int most, int flags)
    object PyArray_ContiguousFromAny(object o, int type, int least, int most)
    object PyArray_EnsureArray(object o)
    object PyArray_ZEROS(int ndim, npy_intp *dims, int type, int fortran)
    object PyArray_EMPTY(int ndim, npy_intp *dims, int type, int fortran)
    object PyArray_SimpleNew(int ndim, npy_intp *dims, int type)
    object PyArray_SimpleNewFromData(int ndim, npy_intp *dims, int type, void *data)
    object PyArray_Arange(double start, double stop, double step, int type)
    object PyArray_NewCopy "offcy_np_new_copy" (ndarray array, NPY_ORDER order)
    int PyArray_CopyInto "offcy_np_copy_into" (ndarray array, ndarray other) except -1
    int offcy_np_set_base(ndarray array, object base) except -1

cdef extern from *:
    """
    /* Where the module needs NumPy's C interface, that as well. */
    static inline int offcy_import_numpy(void)
    {
    #ifdef OFFCY_NUMPY
        return _import_array();
    #else
        PyObject *numpy = PyImport_ImportModule("numpy");
        Py_XDECREF(numpy);
        return numpy ? 0 : -1;
    #endif
    }
    """
    int offcy_import_numpy() except -1

cdef inline int import_array() except -1:
    return offcy_import_numpy()

cdef inline int _import_array() except -1:
    return import_array()

cdef inline int import_umath() except -1:
    return import_array()

cdef inline int import_ufunc() except -1:
    return import_array()

cdef inline void set_array_base(ndarray array, object base):
    offcy_np_set_base(array, base)

cdef inline object get_array_base(ndarray array):
    cdef PyObject *base = PyArray_BASE(array)
    return None if base is NULL else <object>base
