# What offcy knows of NumPy: its number types. Arrays are reached through memoryviews, so NumPy's own C interface is
# not needed, nor are its headers.

cimport offcy

ctypedef object ndarray
ctypedef object dtype

ctypedef offcy.int8_t int8_t
ctypedef offcy.int16_t int16_t
ctypedef offcy.int32_t int32_t
ctypedef offcy.int64_t int64_t
ctypedef offcy.uint8_t uint8_t
ctypedef offcy.uint16_t uint16_t
ctypedef offcy.uint32_t uint32_t
ctypedef offcy.uint64_t uint64_t
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

# Known to C by these names.
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

cdef inline int import_array() except -1:
    return 0

cdef inline int import_umath() except -1:
    return 0
