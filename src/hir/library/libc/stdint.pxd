# What offcy knows about <stdint.h>. The types of `offcy` have the widths that their names say.

cimport offcy

cdef extern from "<stdint.h>" nogil:
    ctypedef offcy.int8_t int8_t
    ctypedef offcy.int16_t int16_t
    ctypedef offcy.int32_t int32_t
    ctypedef offcy.int64_t int64_t
    ctypedef offcy.uint8_t uint8_t
    ctypedef offcy.uint16_t uint16_t
    ctypedef offcy.uint32_t uint32_t
    ctypedef offcy.uint64_t uint64_t
    ctypedef offcy.int8_t int_least8_t
    ctypedef offcy.uint8_t uint_least8_t
    ctypedef offcy.int8_t int_fast8_t
    ctypedef offcy.uint8_t uint_fast8_t
    ctypedef offcy.int16_t int_least16_t
    ctypedef offcy.uint16_t uint_least16_t
    ctypedef offcy.int64_t int_fast16_t
    ctypedef offcy.uint64_t uint_fast16_t
    ctypedef offcy.int32_t int_least32_t
    ctypedef offcy.uint32_t uint_least32_t
    ctypedef offcy.int64_t int_fast32_t
    ctypedef offcy.uint64_t uint_fast32_t
    ctypedef offcy.int64_t int_least64_t
    ctypedef offcy.uint64_t uint_least64_t
    ctypedef offcy.int64_t int_fast64_t
    ctypedef offcy.uint64_t uint_fast64_t
    ctypedef ptrdiff_t intptr_t
    ctypedef size_t uintptr_t
    ctypedef offcy.int64_t intmax_t
    ctypedef offcy.uint64_t uintmax_t

    const int INT8_MIN, INT16_MIN, INT32_MIN
    const int INT8_MAX, INT16_MAX, INT32_MAX
    const int UINT8_MAX, UINT16_MAX
    const unsigned int UINT32_MAX
    const long INT64_MIN, INT64_MAX, INTPTR_MIN, INTPTR_MAX, INTMAX_MIN, INTMAX_MAX
    const unsigned long UINT64_MAX, UINTPTR_MAX, UINTMAX_MAX
    const long PTRDIFF_MIN, PTRDIFF_MAX
    const size_t SIZE_MAX
    const int_least8_t INT_LEAST8_MIN, INT_LEAST8_MAX
    const uint_least8_t UINT_LEAST8_MAX
    const int_least16_t INT_LEAST16_MIN, INT_LEAST16_MAX
    const uint_least16_t UINT_LEAST16_MAX
    const int_least32_t INT_LEAST32_MIN, INT_LEAST32_MAX
    const uint_least32_t UINT_LEAST32_MAX
    const int_least64_t INT_LEAST64_MIN, INT_LEAST64_MAX
    const uint_least64_t UINT_LEAST64_MAX
    const int_fast8_t INT_FAST8_MIN, INT_FAST8_MAX
    const uint_fast8_t UINT_FAST8_MAX
    const int_fast16_t INT_FAST16_MIN, INT_FAST16_MAX
    const uint_fast16_t UINT_FAST16_MAX
    const int_fast32_t INT_FAST32_MIN, INT_FAST32_MAX
    const uint_fast32_t UINT_FAST32_MAX
    const int_fast64_t INT_FAST64_MIN, INT_FAST64_MAX
    const uint_fast64_t UINT_FAST64_MAX
    const int SIG_ATOMIC_MIN, SIG_ATOMIC_MAX, WCHAR_MIN, WCHAR_MAX
    const unsigned int WINT_MIN, WINT_MAX
