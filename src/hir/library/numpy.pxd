# What offcy knows about NumPy. Arrays are accessed through memoryviews: its headers are needed only if a module calls
# its C interface, or has foreign C that may.

cimport offcy
from cpython.object cimport PyObject

ctypedef npy_int8 int8_t
ctypedef npy_int16 int16_t
ctypedef npy_int32 int32_t
ctypedef npy_int64 int64_t
ctypedef npy_uint8 uint8_t
ctypedef npy_uint16 uint16_t
ctypedef npy_uint32 uint32_t
ctypedef npy_uint64 uint64_t
# The beginning of its objects, the same in all versions: no header is needed to read it.
cdef extern from *:
    ctypedef class numpy.ndarray [check_size ignore]:
        cdef:
            char *data
            int ndim "nd"
            npy_intp *shape "dimensions"
            npy_intp *strides
            PyObject *base
            dtype descr

    ctypedef class numpy.dtype [check_size ignore]:
        cdef:
            PyObject *typeobj
            char kind
            char type
            char byteorder
            char _former_flags
            int type_num

        @property
        cdef inline PyArray_ArrayDescr *subarray(self) noexcept nogil:
            return PyDataType_SUBARRAY(self)

    ctypedef class numpy.broadcast [check_size ignore]:
        cdef:
            int numiter
            npy_intp size
            npy_intp index
            int nd

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
ctypedef long double complex clongdouble_t

# C knows them by these names.
cdef extern from *:
    ctypedef signed char npy_byte
    ctypedef offcy.int8_t npy_int8
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
    ctypedef offcy.int64_t npy_datetime
    ctypedef offcy.int64_t npy_timedelta

cdef extern from *:
    """
    #if !defined(Py_LIMITED_API) && __has_include(<numpy/arrayobject.h>)
    #include <numpy/arrayobject.h>
    #include <numpy/arrayscalars.h>
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
    #define offcy_np_iscarray(ARRAY) offcy_np_with_array(PyArray_ISCARRAY, ARRAY)
    #define offcy_np_iscarray_ro(ARRAY) offcy_np_with_array(PyArray_ISCARRAY_RO, ARRAY)
    #define offcy_np_isfarray(ARRAY) offcy_np_with_array(PyArray_ISFARRAY, ARRAY)
    #define offcy_np_isfarray_ro(ARRAY) offcy_np_with_array(PyArray_ISFARRAY_RO, ARRAY)
    #define offcy_np_isbehaved(ARRAY) offcy_np_with_array(PyArray_ISBEHAVED, ARRAY)
    #define offcy_np_isbehaved_ro(ARRAY) offcy_np_with_array(PyArray_ISBEHAVED_RO, ARRAY)
    #define offcy_np_isaligned(ARRAY) offcy_np_with_array(PyArray_ISALIGNED, ARRAY)
    #define offcy_np_isbyteswapped(ARRAY) offcy_np_with_array(PyArray_ISBYTESWAPPED, ARRAY)
    #define offcy_np_isnotswapped(ARRAY) offcy_np_with_array(PyArray_ISNOTSWAPPED, ARRAY)
    #define offcy_np_isonesegment(ARRAY) offcy_np_with_array(PyArray_ISONESEGMENT, ARRAY)
    #define offcy_np_isfortran(ARRAY) offcy_np_with_array(PyArray_ISFORTRAN, ARRAY)
    #define offcy_np_isinteger(ARRAY) offcy_np_with_array(PyArray_ISINTEGER, ARRAY)
    #define offcy_np_isfloat(ARRAY) offcy_np_with_array(PyArray_ISFLOAT, ARRAY)
    #define offcy_np_isnumber(ARRAY) offcy_np_with_array(PyArray_ISNUMBER, ARRAY)
    #define offcy_np_iscomplex(ARRAY) offcy_np_with_array(PyArray_ISCOMPLEX, ARRAY)
    #define offcy_np_isbool(ARRAY) offcy_np_with_array(PyArray_ISBOOL, ARRAY)
    #define offcy_np_issigned(ARRAY) offcy_np_with_array(PyArray_ISSIGNED, ARRAY)
    #define offcy_np_isunsigned(ARRAY) offcy_np_with_array(PyArray_ISUNSIGNED, ARRAY)
    #define offcy_np_isobject(ARRAY) offcy_np_with_array(PyArray_ISOBJECT, ARRAY)
    #define offcy_np_isstring(ARRAY) offcy_np_with_array(PyArray_ISSTRING, ARRAY)
    #define offcy_np_isflexible(ARRAY) offcy_np_with_array(PyArray_ISFLEXIBLE, ARRAY)
    #define offcy_np_isvariable(ARRAY) offcy_np_with_array(PyArray_ISVARIABLE, ARRAY)
    #define offcy_np_hasfields(ARRAY) offcy_np_with_array(PyArray_HASFIELDS, ARRAY)
    #define offcy_np_chkflags(ARRAY, FLAGS) PyArray_CHKFLAGS((PyArrayObject *)(ARRAY), (FLAGS))
    #define offcy_np_getptr3(ARRAY, I, J, K) PyArray_GETPTR3((PyArrayObject *)(ARRAY), (I), (J), (K))
    #define offcy_np_getptr4(ARRAY, I, J, K, L) PyArray_GETPTR4((PyArrayObject *)(ARRAY), (I), (J), (K), (L))
    #define offcy_np_sameshape(ARRAY, OTHER) PyArray_SAMESHAPE((PyArrayObject *)(ARRAY), (PyArrayObject *)(OTHER))
    #define offcy_np_getitem(ARRAY, ITEM) PyArray_GETITEM((PyArrayObject *)(ARRAY), (const char *)(ITEM))
    #define offcy_np_setitem(ARRAY, ITEM, VALUE) PyArray_SETITEM((PyArrayObject *)(ARRAY), (char *)(ITEM), (VALUE))
    #define offcy_np_to_scalar(ITEM, ARRAY) PyArray_ToScalar((ITEM), (PyArrayObject *)(ARRAY))
    #define offcy_np_fill(ARRAY, VALUE) PyArray_FillWithScalar((PyArrayObject *)(ARRAY), (VALUE))
    #define offcy_np_copy(ARRAY) PyArray_NewCopy((PyArrayObject *)(ARRAY), NPY_CORDER)
    #define offcy_np_ravel(ARRAY, ORDER) PyArray_Ravel((PyArrayObject *)(ARRAY), (ORDER))
    #define offcy_np_flatten(ARRAY, ORDER) PyArray_Flatten((PyArrayObject *)(ARRAY), (ORDER))
    #define offcy_np_squeeze(ARRAY) offcy_np_with_array(PyArray_Squeeze, ARRAY)
    #define offcy_np_swap_axes(ARRAY, I, J) PyArray_SwapAxes((PyArrayObject *)(ARRAY), (I), (J))
    #define offcy_np_sort(ARRAY, AXIS, KIND) PyArray_Sort((PyArrayObject *)(ARRAY), (AXIS), (KIND))
    #define offcy_np_arg_sort(ARRAY, AXIS, KIND) PyArray_ArgSort((PyArrayObject *)(ARRAY), (AXIS), (KIND))
    #define offcy_np_search(ARRAY, VALUES, SIDE, ORDER) \
        PyArray_SearchSorted((PyArrayObject *)(ARRAY), (VALUES), (SIDE), (ORDER))
    #define offcy_np_is_datetime(OBJECT) PyObject_TypeCheck((OBJECT), &PyDatetimeArrType_Type)
    #define offcy_np_is_timedelta(OBJECT) PyObject_TypeCheck((OBJECT), &PyTimedeltaArrType_Type)
    #define offcy_np_datetime(OBJECT) (((PyDatetimeScalarObject *)(OBJECT))->obval)
    #define offcy_np_timedelta(OBJECT) (((PyTimedeltaScalarObject *)(OBJECT))->obval)
    #define offcy_np_unit(OBJECT) (((PyDatetimeScalarObject *)(OBJECT))->obmeta.base)
    #define offcy_np_multi_numiter(MULTI) PyArray_MultiIter_NUMITER((PyArrayMultiIterObject *)(MULTI))
    #define offcy_np_multi_size(MULTI) PyArray_MultiIter_SIZE((PyArrayMultiIterObject *)(MULTI))
    #define offcy_np_multi_index(MULTI) PyArray_MultiIter_INDEX((PyArrayMultiIterObject *)(MULTI))
    #define offcy_np_multi_ndim(MULTI) PyArray_MultiIter_NDIM((PyArrayMultiIterObject *)(MULTI))
    #define offcy_np_multi_dims(MULTI) PyArray_MultiIter_DIMS((PyArrayMultiIterObject *)(MULTI))
    #define offcy_np_multi2(A, B) PyArray_MultiIterNew(2, A, B)
    #define offcy_np_multi3(A, B, C) PyArray_MultiIterNew(3, A, B, C)
    #define offcy_np_multi4(A, B, C, D) PyArray_MultiIterNew(4, A, B, C, D)
    #define offcy_np_multi5(A, B, C, D, E) PyArray_MultiIterNew(5, A, B, C, D, E)
    #define offcy_np_sum(ARRAY, AXIS, TYPE, OUT) PyArray_Sum((PyArrayObject *)(ARRAY), (AXIS), (TYPE), (PyArrayObject *)(OUT))
    #define offcy_np_prod(ARRAY, AXIS, TYPE, OUT) PyArray_Prod((PyArrayObject *)(ARRAY), (AXIS), (TYPE), (PyArrayObject *)(OUT))
    #define offcy_np_cumsum(ARRAY, AXIS, TYPE, OUT) PyArray_CumSum((PyArrayObject *)(ARRAY), (AXIS), (TYPE), (PyArrayObject *)(OUT))
    #define offcy_np_cumprod(ARRAY, AXIS, TYPE, OUT) PyArray_CumProd((PyArrayObject *)(ARRAY), (AXIS), (TYPE), (PyArrayObject *)(OUT))
    #define offcy_np_mean(ARRAY, AXIS, TYPE, OUT) PyArray_Mean((PyArrayObject *)(ARRAY), (AXIS), (TYPE), (PyArrayObject *)(OUT))
    #define offcy_np_std(ARRAY, AXIS, TYPE, OUT, VARIANCE) PyArray_Std((PyArrayObject *)(ARRAY), (AXIS), (TYPE), (PyArrayObject *)(OUT), (VARIANCE))
    #define offcy_np_max(ARRAY, AXIS, OUT) PyArray_Max((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_min(ARRAY, AXIS, OUT) PyArray_Min((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_ptp(ARRAY, AXIS, OUT) PyArray_Ptp((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_argmax(ARRAY, AXIS, OUT) PyArray_ArgMax((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_argmin(ARRAY, AXIS, OUT) PyArray_ArgMin((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_any(ARRAY, AXIS, OUT) PyArray_Any((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_all(ARRAY, AXIS, OUT) PyArray_All((PyArrayObject *)(ARRAY), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_takefrom(ARRAY, INDICES, AXIS, OUT, MODE) PyArray_TakeFrom((PyArrayObject *)(ARRAY), (INDICES), (AXIS), (PyArrayObject *)(OUT), (MODE))
    #define offcy_np_putto(ARRAY, VALUES, INDICES, MODE) PyArray_PutTo((PyArrayObject *)(ARRAY), (VALUES), (INDICES), (MODE))
    #define offcy_np_putmask(ARRAY, VALUES, MASK) PyArray_PutMask((PyArrayObject *)(ARRAY), (VALUES), (MASK))
    #define offcy_np_repeat(ARRAY, COUNTS, AXIS) PyArray_Repeat((PyArrayObject *)(ARRAY), (COUNTS), (AXIS))
    #define offcy_np_choose(ARRAY, CHOICES, OUT, MODE) PyArray_Choose((PyArrayObject *)(ARRAY), (CHOICES), (PyArrayObject *)(OUT), (MODE))
    #define offcy_np_clip(ARRAY, LEAST, MOST, OUT) PyArray_Clip((PyArrayObject *)(ARRAY), (LEAST), (MOST), (PyArrayObject *)(OUT))
    #define offcy_np_compress(ARRAY, CONDITION, AXIS, OUT) PyArray_Compress((PyArrayObject *)(ARRAY), (CONDITION), (AXIS), (PyArrayObject *)(OUT))
    #define offcy_np_conjugate(ARRAY, OUT) PyArray_Conjugate((PyArrayObject *)(ARRAY), (PyArrayObject *)(OUT))
    #define offcy_np_round(ARRAY, DECIMALS, OUT) PyArray_Round((PyArrayObject *)(ARRAY), (DECIMALS), (PyArrayObject *)(OUT))
    #define offcy_np_diagonal(ARRAY, OFFSET, ONE, OTHER) PyArray_Diagonal((PyArrayObject *)(ARRAY), (OFFSET), (ONE), (OTHER))
    #define offcy_np_trace(ARRAY, OFFSET, ONE, OTHER, TYPE, OUT) PyArray_Trace((PyArrayObject *)(ARRAY), (OFFSET), (ONE), (OTHER), (TYPE), (PyArrayObject *)(OUT))
    #define offcy_np_nonzero(ARRAY) PyArray_Nonzero((PyArrayObject *)(ARRAY))
    #define offcy_np_reshape(ARRAY, SHAPE) PyArray_Reshape((PyArrayObject *)(ARRAY), (SHAPE))
    #define offcy_np_newshape(ARRAY, DIMS, ORDER) PyArray_Newshape((PyArrayObject *)(ARRAY), (DIMS), (ORDER))
    #define offcy_np_resize(ARRAY, DIMS, CHECK, ORDER) PyArray_Resize((PyArrayObject *)(ARRAY), (DIMS), (CHECK), (ORDER))
    #define offcy_np_transpose(ARRAY, AXES) PyArray_Transpose((PyArrayObject *)(ARRAY), (AXES))
    #define offcy_np_cast(ARRAY, TYPE) PyArray_Cast((PyArrayObject *)(ARRAY), (TYPE))
    #define offcy_np_checkaxis(ARRAY, AXIS, FLAGS) PyArray_CheckAxis((PyArrayObject *)(ARRAY), (AXIS), (FLAGS))
    #define offcy_np_tolist(ARRAY) PyArray_ToList((PyArrayObject *)(ARRAY))
    #define offcy_np_tostring(ARRAY, ORDER) PyArray_ToString((PyArrayObject *)(ARRAY), (ORDER))
    #define offcy_np_byteswap(ARRAY, IN_PLACE) PyArray_Byteswap((PyArrayObject *)(ARRAY), (IN_PLACE))
    #define offcy_np_getcontiguous(ARRAY) ((PyObject *)PyArray_GETCONTIGUOUS((PyArrayObject *)(ARRAY)))
    #define offcy_np_copyobject(ARRAY, SOURCE) PyArray_CopyObject((PyArrayObject *)(ARRAY), (SOURCE))
    #define offcy_np_fillwbyte(ARRAY, VALUE) PyArray_FILLWBYTE((PyArrayObject *)(ARRAY), (VALUE))
    #define offcy_np_updateflags(ARRAY, MASK) PyArray_UpdateFlags((PyArrayObject *)(ARRAY), (MASK))
    #define offcy_np_getptr(ARRAY, PLACE) PyArray_GetPtr((PyArrayObject *)(ARRAY), (PLACE))
    #define offcy_np_fortranif(ARRAY) PyArray_FORTRANIF((PyArrayObject *)(ARRAY))
    #define offcy_np_isuserdef(ARRAY) PyArray_ISUSERDEF((PyArrayObject *)(ARRAY))
    #define offcy_np_isextended(ARRAY) PyArray_ISEXTENDED((PyArrayObject *)(ARRAY))
    #define offcy_np_flagswap(ARRAY, FLAGS) PyArray_FLAGSWAP((PyArrayObject *)(ARRAY), (FLAGS))
    #define offcy_np_safealignedcopy(ARRAY) PyArray_SAFEALIGNEDCOPY((PyArrayObject *)(ARRAY))
    #define offcy_np_equivarrtypes(ARRAY, OTHER) PyArray_EquivArrTypes((PyArrayObject *)(ARRAY), (PyArrayObject *)(OTHER))
    #define offcy_np_descr(ARRAY) PyArray_DESCR((PyArrayObject *)(ARRAY))
    #define offcy_np_dtype(ARRAY) PyArray_DTYPE((PyArrayObject *)(ARRAY))
    #define offcy_np_put(ARRAY, INDICES, VALUES) PyArray_PutTo((PyArrayObject *)(ARRAY), (VALUES), (INDICES), NPY_RAISE)
    #define offcy_np_take(ARRAY, INDICES, AXIS) \
        PyArray_TakeFrom((PyArrayObject *)(ARRAY), (INDICES), (AXIS), NULL, NPY_RAISE)
    #define offcy_np_of_type(TYPE) ((PyObject *)PyArray_DescrFromType(TYPE))
    #define offcy_np_of_object(OBJECT, LEAST) ((PyObject *)PyArray_DescrFromObject((OBJECT), (PyArray_Descr *)(LEAST)))
    #define offcy_np_of_scalar(OBJECT) ((PyObject *)PyArray_DescrFromScalar(OBJECT))
    #define offcy_np_of_type_object(OBJECT) ((PyObject *)PyArray_DescrFromTypeObject(OBJECT))
    #define offcy_np_new_of_type(TYPE) ((PyObject *)PyArray_DescrNewFromType(TYPE))
    #define offcy_np_equivtypes(ONE, OTHER) PyArray_EquivTypes((PyArray_Descr *)(ONE), (PyArray_Descr *)(OTHER))
    #define offcy_np_dtype_isbool(DTYPE) PyDataType_ISBOOL((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isunsigned(DTYPE) PyDataType_ISUNSIGNED((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_issigned(DTYPE) PyDataType_ISSIGNED((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isinteger(DTYPE) PyDataType_ISINTEGER((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isfloat(DTYPE) PyDataType_ISFLOAT((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isnumber(DTYPE) PyDataType_ISNUMBER((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isstring(DTYPE) PyDataType_ISSTRING((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_iscomplex(DTYPE) PyDataType_ISCOMPLEX((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isflexible(DTYPE) PyDataType_ISFLEXIBLE((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isuserdef(DTYPE) PyDataType_ISUSERDEF((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isextended(DTYPE) PyDataType_ISEXTENDED((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isobject(DTYPE) PyDataType_ISOBJECT((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isnotswapped(DTYPE) PyDataType_ISNOTSWAPPED((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_isbyteswapped(DTYPE) PyDataType_ISBYTESWAPPED((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_hasfields(DTYPE) PyDataType_HASFIELDS((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_hassubarray(DTYPE) PyDataType_HASSUBARRAY((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_subarray(DTYPE) PyDataType_SUBARRAY((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_elsize(DTYPE) PyDataType_ELSIZE((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_alignment(DTYPE) PyDataType_ALIGNMENT((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_flags(DTYPE) PyDataType_FLAGS((PyArray_Descr *)(DTYPE))
    #define offcy_np_dtype_names(DTYPE) ((PyObject *)PyDataType_NAMES((PyArray_Descr *)(DTYPE)))
    #define offcy_np_dtype_fields(DTYPE) ((PyObject *)PyDataType_FIELDS((PyArray_Descr *)(DTYPE)))
    #define offcy_np_dtype_metadata(DTYPE) ((PyObject *)PyDataType_METADATA((PyArray_Descr *)(DTYPE)))
    #define offcy_np_set_base_object(ARRAY, BASE) PyArray_SetBaseObject((PyArrayObject *)(ARRAY), (BASE))
    #define offcy_np_can_cast_to(ONE, OTHER) PyArray_CanCastTo((PyArray_Descr *)(ONE), (PyArray_Descr *)(OTHER))
    #define offcy_np_new_byteorder(DTYPE, ORDER) ((PyObject *)PyArray_DescrNewByteorder((PyArray_Descr *)(DTYPE), (ORDER)))
    #define offcy_np_copy_any_into(ARRAY, OTHER) PyArray_CopyAnyInto((PyArrayObject *)(ARRAY), (PyArrayObject *)(OTHER))
    #define offcy_np_multi1(A) PyArray_MultiIterNew(1, A)
    #define offcy_np_multi_iters(MULTI) ((void **)((PyArrayMultiIterObject *)(MULTI))->iters)
    #define offcy_np_multi_broadcast(MULTI) PyArray_Broadcast((PyArrayMultiIterObject *)(MULTI))
    #define offcy_np_multi_smallest(MULTI) PyArray_RemoveSmallest((PyArrayMultiIterObject *)(MULTI))
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

    ctypedef enum NPY_CASTING:
        NPY_NO_CASTING, NPY_EQUIV_CASTING, NPY_SAFE_CASTING, NPY_SAME_KIND_CASTING, NPY_UNSAFE_CASTING

    ctypedef enum NPY_CLIPMODE:
        NPY_CLIP, NPY_WRAP, NPY_RAISE

    ctypedef enum NPY_SEARCHSIDE:
        NPY_SEARCHLEFT, NPY_SEARCHRIGHT

    ctypedef enum NPY_SORTKIND:
        NPY_QUICKSORT, NPY_HEAPSORT, NPY_MERGESORT

    ctypedef enum NPY_DATETIMEUNIT:
        NPY_FR_Y, NPY_FR_M, NPY_FR_W, NPY_FR_D, NPY_FR_h, NPY_FR_m, NPY_FR_s, NPY_FR_ms, NPY_FR_us, NPY_FR_ns
        NPY_FR_ps, NPY_FR_fs, NPY_FR_as, NPY_FR_GENERIC

    const int NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_F_CONTIGUOUS, NPY_ARRAY_OWNDATA, NPY_ARRAY_FORCECAST
    const int NPY_ARRAY_ENSURECOPY, NPY_ARRAY_ENSUREARRAY, NPY_ARRAY_ALIGNED, NPY_ARRAY_NOTSWAPPED
    const int NPY_ARRAY_WRITEABLE, NPY_ARRAY_WRITEBACKIFCOPY, NPY_ARRAY_BEHAVED, NPY_ARRAY_CARRAY
    const int NPY_ARRAY_CARRAY_RO, NPY_ARRAY_FARRAY, NPY_ARRAY_FARRAY_RO, NPY_ARRAY_DEFAULT
    const int NPY_ARRAY_IN_ARRAY, NPY_ARRAY_OUT_ARRAY, NPY_ARRAY_INOUT_ARRAY, NPY_ARRAY_UPDATE_ALL, NPY_MAXDIMS

    ctypedef struct PyArrayObject:
        pass
    ctypedef struct PyArray_Descr:
        pass
    ctypedef struct PyArray_Dims:
        npy_intp *ptr
        int len
    ctypedef struct PyArray_DatetimeMetaData:
        NPY_DATETIMEUNIT base
        int num
    ctypedef struct PyDatetimeScalarObject:
        npy_datetime obval
        PyArray_DatetimeMetaData obmeta
    ctypedef struct PyTimedeltaScalarObject:
        npy_timedelta obval
        PyArray_DatetimeMetaData obmeta
    ctypedef struct npy_datetimestruct:
        npy_int64 year
        npy_int32 month, day, hour, min, sec, us, ps, as
    ctypedef class numpy.flatiter [check_size ignore]:
        pass
    ctypedef class numpy.generic [check_size ignore]:
        pass
    ctypedef class numpy.number [check_size ignore]:
        pass
    ctypedef class numpy.integer [check_size ignore]:
        pass
    ctypedef class numpy.signedinteger [check_size ignore]:
        pass
    ctypedef class numpy.unsignedinteger [check_size ignore]:
        pass
    ctypedef class numpy.inexact [check_size ignore]:
        pass
    ctypedef class numpy.floating [check_size ignore]:
        pass
    ctypedef class numpy.complexfloating [check_size ignore]:
        pass
    ctypedef class numpy.flexible [check_size ignore]:
        pass
    ctypedef class numpy.character [check_size ignore]:
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

    bint PyArray_ISCARRAY "offcy_np_iscarray" (ndarray array) nogil
    bint PyArray_ISCARRAY_RO "offcy_np_iscarray_ro" (ndarray array) nogil
    bint PyArray_ISFARRAY "offcy_np_isfarray" (ndarray array) nogil
    bint PyArray_ISFARRAY_RO "offcy_np_isfarray_ro" (ndarray array) nogil
    bint PyArray_ISBEHAVED "offcy_np_isbehaved" (ndarray array) nogil
    bint PyArray_ISBEHAVED_RO "offcy_np_isbehaved_ro" (ndarray array) nogil
    bint PyArray_ISALIGNED "offcy_np_isaligned" (ndarray array) nogil
    bint PyArray_ISBYTESWAPPED "offcy_np_isbyteswapped" (ndarray array) nogil
    bint PyArray_ISNOTSWAPPED "offcy_np_isnotswapped" (ndarray array) nogil
    bint PyArray_ISONESEGMENT "offcy_np_isonesegment" (ndarray array) nogil
    bint PyArray_ISFORTRAN "offcy_np_isfortran" (ndarray array) nogil
    bint PyArray_ISINTEGER "offcy_np_isinteger" (ndarray array) nogil
    bint PyArray_ISFLOAT "offcy_np_isfloat" (ndarray array) nogil
    bint PyArray_ISNUMBER "offcy_np_isnumber" (ndarray array) nogil
    bint PyArray_ISCOMPLEX "offcy_np_iscomplex" (ndarray array) nogil
    bint PyArray_ISBOOL "offcy_np_isbool" (ndarray array) nogil
    bint PyArray_ISSIGNED "offcy_np_issigned" (ndarray array) nogil
    bint PyArray_ISUNSIGNED "offcy_np_isunsigned" (ndarray array) nogil
    bint PyArray_ISOBJECT "offcy_np_isobject" (ndarray array) nogil
    bint PyArray_ISSTRING "offcy_np_isstring" (ndarray array) nogil
    bint PyArray_ISFLEXIBLE "offcy_np_isflexible" (ndarray array) nogil
    bint PyArray_ISVARIABLE "offcy_np_isvariable" (ndarray array) nogil
    bint PyArray_HASFIELDS "offcy_np_hasfields" (ndarray array) nogil
    bint PyArray_CHKFLAGS "offcy_np_chkflags" (ndarray array, int flags) nogil
    bint PyArray_SAMESHAPE "offcy_np_sameshape" (ndarray array, ndarray other) nogil
    void *PyArray_GETPTR3 "offcy_np_getptr3" (ndarray array, npy_intp i, npy_intp j, npy_intp k) nogil
    void *PyArray_GETPTR4 "offcy_np_getptr4" (ndarray array, npy_intp i, npy_intp j, npy_intp k, npy_intp l) nogil
    object PyArray_GETITEM "offcy_np_getitem" (ndarray array, const void *item)
    int PyArray_SETITEM "offcy_np_setitem" (ndarray array, void *item, object value) except -1
    object PyArray_ToScalar "offcy_np_to_scalar" (void *item, ndarray array)
    int PyArray_FillWithScalar "offcy_np_fill" (ndarray array, object value) except -1
    object PyArray_Copy "offcy_np_copy" (ndarray array)
    object PyArray_Ravel "offcy_np_ravel" (ndarray array, NPY_ORDER order)
    object PyArray_Flatten "offcy_np_flatten" (ndarray array, NPY_ORDER order)
    object PyArray_Squeeze "offcy_np_squeeze" (ndarray array)
    object PyArray_SwapAxes "offcy_np_swap_axes" (ndarray array, int i, int j)
    int PyArray_Sort "offcy_np_sort" (ndarray array, int axis, NPY_SORTKIND kind) except -1
    object PyArray_ArgSort "offcy_np_arg_sort" (ndarray array, int axis, NPY_SORTKIND kind)
    object PyArray_SearchSorted "offcy_np_search" (ndarray array, object values, NPY_SEARCHSIDE side, PyObject *order)
    object PyArray_Concatenate(object arrays, int axis)
    npy_intp PyArray_Size(object o)
    bint PyArray_IsPythonNumber(object o)
    bint PyArray_IsPythonScalar(object o)
    bint PyArray_IsAnyScalar(object o)
    bint PyArray_CheckAnyScalar(object o)
    npy_bool PyArray_EquivTypenums(int one, int other) nogil
    int PyArray_CanCastSafely(int one, int other) nogil
    bint PyTypeNum_ISBOOL(int type) nogil
    bint PyTypeNum_ISUNSIGNED(int type) nogil
    bint PyTypeNum_ISSIGNED(int type) nogil
    bint PyTypeNum_ISINTEGER(int type) nogil
    bint PyTypeNum_ISFLOAT(int type) nogil
    bint PyTypeNum_ISNUMBER(int type) nogil
    bint PyTypeNum_ISSTRING(int type) nogil
    bint PyTypeNum_ISCOMPLEX(int type) nogil
    bint PyTypeNum_ISFLEXIBLE(int type) nogil
    bint PyTypeNum_ISDATETIME(int type) nogil
    bint PyTypeNum_ISUSERDEF(int type) nogil
    bint PyTypeNum_ISOBJECT(int type) nogil

    object PyArray_Sum "offcy_np_sum" (ndarray array, int axis, int type, ndarray out)
    object PyArray_Prod "offcy_np_prod" (ndarray array, int axis, int type, ndarray out)
    object PyArray_CumSum "offcy_np_cumsum" (ndarray array, int axis, int type, ndarray out)
    object PyArray_CumProd "offcy_np_cumprod" (ndarray array, int axis, int type, ndarray out)
    object PyArray_Mean "offcy_np_mean" (ndarray array, int axis, int type, ndarray out)
    object PyArray_Std "offcy_np_std" (ndarray array, int axis, int type, ndarray out, int variance)
    object PyArray_Max "offcy_np_max" (ndarray array, int axis, ndarray out)
    object PyArray_Min "offcy_np_min" (ndarray array, int axis, ndarray out)
    object PyArray_Ptp "offcy_np_ptp" (ndarray array, int axis, ndarray out)
    object PyArray_ArgMax "offcy_np_argmax" (ndarray array, int axis, ndarray out)
    object PyArray_ArgMin "offcy_np_argmin" (ndarray array, int axis, ndarray out)
    object PyArray_Any "offcy_np_any" (ndarray array, int axis, ndarray out)
    object PyArray_All "offcy_np_all" (ndarray array, int axis, ndarray out)
    object PyArray_TakeFrom "offcy_np_takefrom" (ndarray array, object indices, int axis, ndarray out, NPY_CLIPMODE mode)
    object PyArray_PutTo "offcy_np_putto" (ndarray array, object values, object indices, NPY_CLIPMODE mode)
    object PyArray_Take "offcy_np_take" (ndarray array, object indices, int axis)
    object PyArray_Put "offcy_np_put" (ndarray array, object indices, object values)
    object PyArray_PutMask "offcy_np_putmask" (ndarray array, object values, object mask)
    object PyArray_Repeat "offcy_np_repeat" (ndarray array, object counts, int axis)
    object PyArray_Choose "offcy_np_choose" (ndarray array, object choices, ndarray out, NPY_CLIPMODE mode)
    object PyArray_Clip "offcy_np_clip" (ndarray array, object least, object most, ndarray out)
    object PyArray_Compress "offcy_np_compress" (ndarray array, object condition, int axis, ndarray out)
    object PyArray_Conjugate "offcy_np_conjugate" (ndarray array, ndarray out)
    object PyArray_Round "offcy_np_round" (ndarray array, int decimals, ndarray out)
    object PyArray_Diagonal "offcy_np_diagonal" (ndarray array, int offset, int one, int other)
    object PyArray_Trace "offcy_np_trace" (ndarray array, int offset, int one, int other, int type, ndarray out)
    object PyArray_Nonzero "offcy_np_nonzero" (ndarray array)
    object PyArray_Reshape "offcy_np_reshape" (ndarray array, object shape)
    object PyArray_Newshape "offcy_np_newshape" (ndarray array, PyArray_Dims *dims, NPY_ORDER order)
    object PyArray_Resize "offcy_np_resize" (ndarray array, PyArray_Dims *dims, int check, NPY_ORDER order)
    object PyArray_Transpose "offcy_np_transpose" (ndarray array, PyArray_Dims *axes)
    object PyArray_Cast "offcy_np_cast" (ndarray array, int type)
    object PyArray_CheckAxis "offcy_np_checkaxis" (ndarray array, int *axis, int flags)
    object PyArray_ToList "offcy_np_tolist" (ndarray array)
    object PyArray_ToString "offcy_np_tostring" (ndarray array, NPY_ORDER order)
    object PyArray_Byteswap "offcy_np_byteswap" (ndarray array, bint in_place)
    ndarray PyArray_GETCONTIGUOUS "offcy_np_getcontiguous" (ndarray array)
    int PyArray_CopyObject "offcy_np_copyobject" (ndarray array, object source) except -1
    void PyArray_FILLWBYTE "offcy_np_fillwbyte" (ndarray array, int value)
    void PyArray_UpdateFlags "offcy_np_updateflags" (ndarray array, int mask)
    void *PyArray_GetPtr "offcy_np_getptr" (ndarray array, npy_intp *place) nogil
    int PyArray_FORTRANIF "offcy_np_fortranif" (ndarray array) nogil
    bint PyArray_ISUSERDEF "offcy_np_isuserdef" (ndarray array) nogil
    bint PyArray_ISEXTENDED "offcy_np_isextended" (ndarray array) nogil
    bint PyArray_FLAGSWAP "offcy_np_flagswap" (ndarray array, int flags) nogil
    bint PyArray_SAFEALIGNEDCOPY "offcy_np_safealignedcopy" (ndarray array) nogil
    npy_bool PyArray_EquivArrTypes "offcy_np_equivarrtypes" (ndarray array, ndarray other)
    PyArray_Descr *PyArray_DESCR "offcy_np_descr" (ndarray array) nogil
    PyArray_Descr *PyArray_DTYPE "offcy_np_dtype" (ndarray array) nogil
    bint PyArray_ISNBO(char order) nogil
    bint PyArray_IsNativeByteOrder(char order) nogil
    bint PyArray_EquivByteorders(int one, int other) nogil
    npy_bool PyArray_EquivTypes "offcy_np_equivtypes" (dtype one, dtype other)
    int PyArray_ValidType(int type)
    bint PyTypeNum_ISEXTENDED(int type) nogil
    dtype PyArray_DescrFromType "offcy_np_of_type" (int type)
    dtype PyArray_DescrFromObject "offcy_np_of_object" (object o, dtype least)
    dtype PyArray_DescrFromScalar "offcy_np_of_scalar" (object o)
    dtype PyArray_DescrFromTypeObject "offcy_np_of_type_object" (object o)
    dtype PyArray_DescrNewFromType "offcy_np_new_of_type" (int type)
    int PyArray_ObjectType(object o, int least) except 0
    object PyArray_EnsureAnyArray(object o)
    object PyArray_FromObject(object o, int type, int least, int most)
    object PyArray_ContiguousFromObject(object o, int type, int least, int most)
    object PyArray_CopyFromObject(object o, int type, int least, int most)
    object PyArray_InnerProduct(object a, object b)
    object PyArray_MatrixProduct(object a, object b)
    object PyArray_Correlate(object a, object b, int mode)
    object PyArray_Where(object condition, object a, object b)
    object PyArray_LexSort(object keys, int axis)
    int PyArray_OrderConverter(object o, NPY_ORDER *order) except 0
    int PyArray_ClipmodeConverter(object o, NPY_CLIPMODE *mode) except 0
    int PyArray_SortkindConverter(object o, NPY_SORTKIND *kind) except 0
    int PyArray_SearchsideConverter(object o, NPY_SEARCHSIDE *side) except 0
    int PyArray_AxisConverter(object o, int *axis) except 0
    int PyArray_BoolConverter(object o, npy_bool *value) except 0
    int PyArray_PyIntAsInt(object o) except? -1
    npy_intp PyArray_PyIntAsIntp(object o) except? -1
    int PyArray_IntpFromSequence(object o, npy_intp *values, int most) except -1
    npy_intp PyArray_MultiplyList(npy_intp *values, int count) nogil
    int PyArray_MultiplyIntList(int *values, int count) nogil
    int PyArray_CompareLists(npy_intp *one, npy_intp *other, int count) nogil
    double PyArray_GetPriority(object o, double otherwise)

    bint PyDataType_ISBOOL "offcy_np_dtype_isbool" (dtype one) nogil
    bint PyDataType_ISUNSIGNED "offcy_np_dtype_isunsigned" (dtype one) nogil
    bint PyDataType_ISSIGNED "offcy_np_dtype_issigned" (dtype one) nogil
    bint PyDataType_ISINTEGER "offcy_np_dtype_isinteger" (dtype one) nogil
    bint PyDataType_ISFLOAT "offcy_np_dtype_isfloat" (dtype one) nogil
    bint PyDataType_ISNUMBER "offcy_np_dtype_isnumber" (dtype one) nogil
    bint PyDataType_ISSTRING "offcy_np_dtype_isstring" (dtype one) nogil
    bint PyDataType_ISCOMPLEX "offcy_np_dtype_iscomplex" (dtype one) nogil
    bint PyDataType_ISFLEXIBLE "offcy_np_dtype_isflexible" (dtype one) nogil
    bint PyDataType_ISUSERDEF "offcy_np_dtype_isuserdef" (dtype one) nogil
    bint PyDataType_ISEXTENDED "offcy_np_dtype_isextended" (dtype one) nogil
    bint PyDataType_ISOBJECT "offcy_np_dtype_isobject" (dtype one) nogil
    bint PyDataType_ISNOTSWAPPED "offcy_np_dtype_isnotswapped" (dtype one) nogil
    bint PyDataType_ISBYTESWAPPED "offcy_np_dtype_isbyteswapped" (dtype one) nogil
    bint PyDataType_HASFIELDS "offcy_np_dtype_hasfields" (dtype one) nogil
    bint PyDataType_HASSUBARRAY "offcy_np_dtype_hassubarray" (dtype one) nogil
    ctypedef struct PyArray_ArrayDescr:
        PyObject *base
        PyObject *shape

    PyArray_ArrayDescr *PyDataType_SUBARRAY "offcy_np_dtype_subarray" (dtype one) nogil
    npy_intp PyDataType_ELSIZE "offcy_np_dtype_elsize" (dtype one) nogil
    npy_intp PyDataType_ALIGNMENT "offcy_np_dtype_alignment" (dtype one) nogil
    npy_uint64 PyDataType_FLAGS "offcy_np_dtype_flags" (dtype one) nogil
    PyObject *PyDataType_NAMES "offcy_np_dtype_names" (dtype one) nogil
    PyObject *PyDataType_FIELDS "offcy_np_dtype_fields" (dtype one) nogil
    PyObject *PyDataType_METADATA "offcy_np_dtype_metadata" (dtype one) nogil
    int PyArray_SetBaseObject "offcy_np_set_base_object" (ndarray array, object base) except -1
    npy_bool PyArray_CanCastTo "offcy_np_can_cast_to" (dtype one, dtype other)
    dtype PyArray_DescrNewByteorder "offcy_np_new_byteorder" (dtype one, char order)
    int PyArray_CopyAnyInto "offcy_np_copy_any_into" (ndarray array, ndarray other) except -1
    broadcast PyArray_MultiIterNew1 "offcy_np_multi1" (object a)
    void **PyArray_MultiIter_ITERS "offcy_np_multi_iters" (broadcast multi) nogil
    int PyArray_Broadcast "offcy_np_multi_broadcast" (broadcast multi) except -1
    int PyArray_RemoveSmallest "offcy_np_multi_smallest" (broadcast multi) except -1
    void PyArray_ITER_GOTO(flatiter it, npy_intp *place) nogil
    void PyArray_ITER_GOTO1D(flatiter it, npy_intp place) nogil
    void PyArray_MultiIter_GOTO(broadcast multi, npy_intp *place) nogil
    object PyArray_TypeObjectFromType(int type)
    void PyArray_ScalarAsCtype(object scalar, void *value)
    int PyArray_Dump(object o, object file, int protocol) except -1
    object PyArray_Dumps(object o, int protocol)
    npy_bool PyArray_CheckStrides(int itemsize, int ndim, npy_intp count, npy_intp offset, npy_intp *dims, npy_intp *strides) nogil
    object PyArray_FromInterface(object o)
    object PyArray_FromStructInterface(object o)
    int PyArray_ElementStrides(object o)
    int PyArray_IntpConverter(object o, PyArray_Dims *dims) except 0
    int PyArray_ByteorderConverter(object o, char *order) except 0
    object PyArray_IntTupleFromIntp(int count, npy_intp *values)
    npy_intp PyArray_OverflowMultiplyList(npy_intp *values, int count) nogil

    bint is_datetime64_object "offcy_np_is_datetime" (object o)
    bint is_timedelta64_object "offcy_np_is_timedelta" (object o)
    npy_datetime get_datetime64_value "offcy_np_datetime" (object o) nogil
    npy_timedelta get_timedelta64_value "offcy_np_timedelta" (object o) nogil
    NPY_DATETIMEUNIT get_datetime64_unit "offcy_np_unit" (object o) nogil

    broadcast PyArray_MultiIterNew2 "offcy_np_multi2" (object a, object b)
    broadcast PyArray_MultiIterNew3 "offcy_np_multi3" (object a, object b, object c)
    broadcast PyArray_MultiIterNew4 "offcy_np_multi4" (object a, object b, object c, object d)
    broadcast PyArray_MultiIterNew5 "offcy_np_multi5" (object a, object b, object c, object d, object e)
    int PyArray_MultiIter_NUMITER "offcy_np_multi_numiter" (broadcast multi) nogil
    npy_intp PyArray_MultiIter_SIZE "offcy_np_multi_size" (broadcast multi) nogil
    npy_intp PyArray_MultiIter_INDEX "offcy_np_multi_index" (broadcast multi) nogil
    int PyArray_MultiIter_NDIM "offcy_np_multi_ndim" (broadcast multi) nogil
    npy_intp *PyArray_MultiIter_DIMS "offcy_np_multi_dims" (broadcast multi) nogil
    void PyArray_MultiIter_RESET(broadcast multi) nogil
    void PyArray_MultiIter_NEXT(broadcast multi) nogil
    void PyArray_MultiIter_NEXTi(broadcast multi, npy_intp i) nogil
    void PyArray_MultiIter_GOTO1D(broadcast multi, npy_intp place) nogil
    void *PyArray_MultiIter_DATA(broadcast multi, npy_intp i) nogil
    bint PyArray_MultiIter_NOTDONE(broadcast multi) nogil

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

cdef extern from *:
    """
    #if !defined(Py_LIMITED_API) && __has_include(<numpy/ufuncobject.h>)
    #include <numpy/arrayobject.h>
    #include <numpy/ufuncobject.h>
    /* NumPy's type has `const`, that of its declarations for Cython has none. */
    #define offcy_np_ufunc(LOOPS, ...) PyUFunc_FromFuncAndData((PyUFuncGenericFunction *)(void *)(LOOPS), __VA_ARGS__)
    #define offcy_np_gufunc(LOOPS, ...) \
        PyUFunc_FromFuncAndDataAndSignature((PyUFuncGenericFunction *)(void *)(LOOPS), __VA_ARGS__)
    #define offcy_np_loop(LOOP) ((void (*)(char **, npy_intp *, npy_intp *, void *))(LOOP))
    #define offcy_np_PyUFunc_f_f_As_d_d offcy_np_loop(PyUFunc_f_f_As_d_d)
    #define offcy_np_PyUFunc_d_d offcy_np_loop(PyUFunc_d_d)
    #define offcy_np_PyUFunc_f_f offcy_np_loop(PyUFunc_f_f)
    #define offcy_np_PyUFunc_g_g offcy_np_loop(PyUFunc_g_g)
    #define offcy_np_PyUFunc_F_F_As_D_D offcy_np_loop(PyUFunc_F_F_As_D_D)
    #define offcy_np_PyUFunc_F_F offcy_np_loop(PyUFunc_F_F)
    #define offcy_np_PyUFunc_D_D offcy_np_loop(PyUFunc_D_D)
    #define offcy_np_PyUFunc_G_G offcy_np_loop(PyUFunc_G_G)
    #define offcy_np_PyUFunc_O_O offcy_np_loop(PyUFunc_O_O)
    #define offcy_np_PyUFunc_ff_f_As_dd_d offcy_np_loop(PyUFunc_ff_f_As_dd_d)
    #define offcy_np_PyUFunc_ff_f offcy_np_loop(PyUFunc_ff_f)
    #define offcy_np_PyUFunc_dd_d offcy_np_loop(PyUFunc_dd_d)
    #define offcy_np_PyUFunc_gg_g offcy_np_loop(PyUFunc_gg_g)
    #define offcy_np_PyUFunc_FF_F_As_DD_D offcy_np_loop(PyUFunc_FF_F_As_DD_D)
    #define offcy_np_PyUFunc_DD_D offcy_np_loop(PyUFunc_DD_D)
    #define offcy_np_PyUFunc_FF_F offcy_np_loop(PyUFunc_FF_F)
    #define offcy_np_PyUFunc_GG_G offcy_np_loop(PyUFunc_GG_G)
    #define offcy_np_PyUFunc_OO_O offcy_np_loop(PyUFunc_OO_O)
    #define offcy_np_PyUFunc_O_O_method offcy_np_loop(PyUFunc_O_O_method)
    #define offcy_np_PyUFunc_OO_O_method offcy_np_loop(PyUFunc_OO_O_method)
    #define offcy_np_PyUFunc_On_Om offcy_np_loop(PyUFunc_On_Om)
    static inline int offcy_import_ufunc(void)
    {
        return _import_array() < 0 ? -1 : _import_umath();
    }
    #else
    static inline int offcy_import_ufunc(void)
    {
        return offcy_import_numpy();
    }
    #endif
    """
    ctypedef void (*PyUFuncGenericFunction)(char **, npy_intp *, npy_intp *, void *)

    const int PyUFunc_Zero, PyUFunc_One, PyUFunc_None
    const int NPY_FPE_DIVIDEBYZERO, NPY_FPE_OVERFLOW, NPY_FPE_UNDERFLOW, NPY_FPE_INVALID

    int offcy_import_ufunc() except -1
    object PyUFunc_FromFuncAndData "offcy_np_ufunc" (PyUFuncGenericFunction *loops, void **data, char *types, int ntypes, int nin, int nout, int identity, char *name, char *doc, int unused)
    object PyUFunc_FromFuncAndDataAndSignature "offcy_np_gufunc" (PyUFuncGenericFunction *loops, void **data, char *types, int ntypes, int nin, int nout, int identity, char *name, char *doc, int unused, char *signature)
    void PyUFunc_f_f_As_d_d "offcy_np_PyUFunc_f_f_As_d_d" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_d_d "offcy_np_PyUFunc_d_d" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_f_f "offcy_np_PyUFunc_f_f" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_g_g "offcy_np_PyUFunc_g_g" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_F_F_As_D_D "offcy_np_PyUFunc_F_F_As_D_D" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_F_F "offcy_np_PyUFunc_F_F" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_D_D "offcy_np_PyUFunc_D_D" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_G_G "offcy_np_PyUFunc_G_G" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_O_O "offcy_np_PyUFunc_O_O" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_ff_f_As_dd_d "offcy_np_PyUFunc_ff_f_As_dd_d" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_ff_f "offcy_np_PyUFunc_ff_f" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_dd_d "offcy_np_PyUFunc_dd_d" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_gg_g "offcy_np_PyUFunc_gg_g" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_FF_F_As_DD_D "offcy_np_PyUFunc_FF_F_As_DD_D" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_DD_D "offcy_np_PyUFunc_DD_D" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_FF_F "offcy_np_PyUFunc_FF_F" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_GG_G "offcy_np_PyUFunc_GG_G" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_OO_O "offcy_np_PyUFunc_OO_O" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_O_O_method "offcy_np_PyUFunc_O_O_method" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_OO_O_method "offcy_np_PyUFunc_OO_O_method" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_On_Om "offcy_np_PyUFunc_On_Om" (char **, npy_intp *, npy_intp *, void *)
    void PyUFunc_clearfperr()
    int PyUFunc_getfperr()

cdef inline int import_array() except -1:
    return offcy_import_numpy()

cdef inline int _import_array() except -1:
    return import_array()

cdef inline int _import_umath() except -1:
    return offcy_import_ufunc()

cdef inline int import_umath() except -1:
    return offcy_import_ufunc()

cdef inline int import_ufunc() except -1:
    return offcy_import_ufunc()

cdef inline tuple PyDataType_SHAPE(dtype one):
    return <tuple>PyDataType_SUBARRAY(one).shape if PyDataType_HASSUBARRAY(one) else ()

cdef inline void set_array_base(ndarray array, object base):
    offcy_np_set_base(array, base)

cdef inline object get_array_base(ndarray array):
    cdef PyObject *base = PyArray_BASE(array)
    return None if base is NULL else <object>base
