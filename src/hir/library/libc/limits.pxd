# What offcy knows about <limits.h>.

cdef extern from "<limits.h>" nogil:
    const int CHAR_BIT, MB_LEN_MAX, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX, CHAR_MIN, CHAR_MAX
    const int SHRT_MIN, SHRT_MAX, USHRT_MAX, INT_MIN, INT_MAX
    const unsigned int UINT_MAX
    const long LONG_MIN, LONG_MAX
    const unsigned long ULONG_MAX
    const long long LLONG_MIN, LLONG_MAX
    const unsigned long long ULLONG_MAX
