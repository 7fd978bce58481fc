# What offcy knows about <float.h>. Whole numbers are floating-point numbers here, as in Cython: `DBL_DIG` is 15.0.

cdef extern from "<float.h>" nogil:
    const float FLT_EPSILON, FLT_MIN, FLT_MAX
    const double DBL_EPSILON, DBL_MIN, DBL_MAX
    const long double LDBL_EPSILON, LDBL_MIN, LDBL_MAX
    const float FLT_RADIX, FLT_MANT_DIG, FLT_DIG, FLT_MIN_EXP, FLT_MAX_EXP, FLT_MIN_10_EXP, FLT_MAX_10_EXP
    const double DBL_MANT_DIG, DBL_DIG, DBL_MIN_EXP, DBL_MAX_EXP, DBL_MIN_10_EXP, DBL_MAX_10_EXP, DECIMAL_DIG
    const long double LDBL_MANT_DIG, LDBL_DIG, LDBL_MIN_EXP, LDBL_MAX_EXP, LDBL_MIN_10_EXP, LDBL_MAX_10_EXP
