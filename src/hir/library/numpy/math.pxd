# What offcy knows about NumPy's mathematics: what the C library has under these names.

cimport cython, offcy

cdef extern from "<math.h>" nogil:
    const float INFINITY, NAN
    const float PZERO "(+0.0f)"
    const float NZERO "(-0.0f)"
    const double E "M_E"
    const double LOG2E "M_LOG2E"
    const double LOG10E "M_LOG10E"
    const double LOGE2 "M_LN2"
    const double LOGE10 "M_LN10"
    const double PI "M_PI"
    const double PI_2 "M_PI_2"
    const double PI_4 "M_PI_4"
    const double EULER "0.577215664901532860606512090082402431"

    @cython.device
    @offcy.pure
    bint isinf(double x), isfinite(double x), isnan(double x), signbit(double x)
    @cython.device
    @offcy.pure
    double sin(double x), cos(double x), tan(double x), asin(double x), acos(double x)
    @cython.device
    @offcy.pure
    double atan(double x), sinh(double x), cosh(double x), tanh(double x), asinh(double x)
    @cython.device
    @offcy.pure
    double acosh(double x), atanh(double x), exp(double x), exp2(double x), expm1(double x)
    @cython.device
    @offcy.pure
    double log(double x), log2(double x), log10(double x), log1p(double x), sqrt(double x)
    @cython.device
    @offcy.pure
    double cbrt(double x), fabs(double x), ceil(double x), floor(double x), trunc(double x)
    @cython.device
    @offcy.pure
    double rint(double x)
    @cython.device
    @offcy.pure
    double atan2(double x, double y), hypot(double x, double y), fmod(double x, double y), fmax(double x, double y)
    @cython.device
    @offcy.pure
    double fmin(double x, double y), pow(double x, double y), copysign(double x, double y), nextafter(double x, double y)
    double modf(double x, double *whole)
