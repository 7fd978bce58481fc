# What offcy knows about <math.h>: `@offcy.pure` functions depend only on their arguments and change nothing.

cimport cython, offcy

cdef extern from "<math.h>" nogil:
    const double M_E, M_LOG2E, M_LOG10E, M_LN2, M_LN10
    const double M_PI, M_PI_2, M_PI_4, M_1_PI, M_2_PI, M_2_SQRTPI
    const double M_SQRT2, M_SQRT1_2
    const double e "M_E"
    const double pi "M_PI"
    const float INFINITY, NAN
    const double HUGE_VAL
    const float HUGE_VALF
    const long double HUGE_VALL

    @cython.device
    @offcy.pure
    double acos(double x), asin(double x), atan(double x), cos(double x), sin(double x), tan(double x)
    @cython.device
    @offcy.pure
    double acosh(double x), asinh(double x), atanh(double x), cosh(double x), sinh(double x), tanh(double x)
    @cython.device
    @offcy.pure
    double exp(double x), exp2(double x), expm1(double x), log(double x), log10(double x), log1p(double x)
    @cython.device
    @offcy.pure
    double log2(double x), logb(double x), sqrt(double x), cbrt(double x), fabs(double x), erf(double x)
    @cython.device
    @offcy.pure
    double erfc(double x), lgamma(double x), tgamma(double x)
    @cython.device
    @offcy.pure
    double ceil(double x), floor(double x), trunc(double x), round(double x), rint(double x), nearbyint(double x)
    @cython.device
    @offcy.pure
    double atan2(double y, double x), pow(double x, double y), hypot(double x, double y), fmod(double x, double y)
    @cython.device
    @offcy.pure
    double remainder(double x, double y), copysign(double x, double y), nextafter(double x, double y)
    @cython.device
    @offcy.pure
    double fdim(double x, double y), fmax(double x, double y), fmin(double x, double y)
    @cython.device
    @offcy.pure
    double fma(double x, double y, double z), ldexp(double x, int exponent), scalbn(double x, int exponent)
    @cython.device
    @offcy.pure
    bint isnan(double x), isfinite(double x), isnormal(double x), signbit(double x)
    @cython.device
    @offcy.pure
    int isinf(double x), ilogb(double x)
    @cython.device
    @offcy.pure
    long lround(double x), lrint(double x)
    @cython.device
    @offcy.pure
    long long llround(double x), llrint(double x)

    @cython.device
    @offcy.pure
    float acosf(float x), asinf(float x), atanf(float x), cosf(float x), sinf(float x), tanf(float x)
    @cython.device
    @offcy.pure
    float acoshf(float x), asinhf(float x), atanhf(float x), coshf(float x), sinhf(float x), tanhf(float x)
    @cython.device
    @offcy.pure
    float expf(float x), exp2f(float x), expm1f(float x), logf(float x), log10f(float x), log1pf(float x)
    @cython.device
    @offcy.pure
    float log2f(float x), logbf(float x), sqrtf(float x), cbrtf(float x), fabsf(float x), erff(float x)
    @cython.device
    @offcy.pure
    float erfcf(float x), lgammaf(float x), tgammaf(float x)
    @cython.device
    @offcy.pure
    float ceilf(float x), floorf(float x), truncf(float x), roundf(float x), rintf(float x), nearbyintf(float x)
    @cython.device
    @offcy.pure
    float atan2f(float y, float x), powf(float x, float y), hypotf(float x, float y), fmodf(float x, float y)
    @cython.device
    @offcy.pure
    float remainderf(float x, float y), copysignf(float x, float y), nextafterf(float x, float y)
    @cython.device
    @offcy.pure
    float fdimf(float x, float y), fmaxf(float x, float y), fminf(float x, float y)
    @cython.device
    @offcy.pure
    float fmaf(float x, float y, float z), ldexpf(float x, int exponent), scalbnf(float x, int exponent)

    # These write through a pointer.
    double frexp(double x, int *exponent), modf(double x, double *whole)
    float frexpf(float x, int *exponent), modff(float x, float *whole)

    # A device has no `long double`.
    @offcy.pure
    long double acosl(long double x), asinl(long double x), atanl(long double x)
    @offcy.pure
    long double cosl(long double x), sinl(long double x), tanl(long double x)
    @offcy.pure
    long double acoshl(long double x), asinhl(long double x), atanhl(long double x)
    @offcy.pure
    long double coshl(long double x), sinhl(long double x), tanhl(long double x)
    @offcy.pure
    long double expl(long double x), exp2l(long double x), expm1l(long double x)
    @offcy.pure
    long double logl(long double x), log10l(long double x), log1pl(long double x)
    @offcy.pure
    long double log2l(long double x), logbl(long double x), sqrtl(long double x)
    @offcy.pure
    long double cbrtl(long double x), fabsl(long double x), erfl(long double x)
    @offcy.pure
    long double erfcl(long double x), lgammal(long double x), tgammal(long double x)
    @offcy.pure
    long double ceill(long double x), floorl(long double x), truncl(long double x)
    @offcy.pure
    long double roundl(long double x), rintl(long double x), nearbyintl(long double x)
    @offcy.pure
    long double atan2l(long double x, long double y), powl(long double x, long double y)
    @offcy.pure
    long double hypotl(long double x, long double y), fmodl(long double x, long double y)
    @offcy.pure
    long double remainderl(long double x, long double y), copysignl(long double x, long double y)
    @offcy.pure
    long double nextafterl(long double x, long double y), fdiml(long double x, long double y)
    @offcy.pure
    long double fmaxl(long double x, long double y), fminl(long double x, long double y)
    @offcy.pure
    long double fmal(long double x, long double y, long double z), ldexpl(long double x, int exponent)
    long double frexpl(long double x, int *exponent), modfl(long double x, long double *whole)
    const int FP_INFINITE, FP_NAN, FP_NORMAL, FP_SUBNORMAL, FP_ZERO
    int fpclassify(double x)
    @offcy.pure
    long lroundf(float x), lroundl(long double x), lrintf(float x), lrintl(long double x)
    @offcy.pure
    long long llroundf(float x), llroundl(long double x), llrintf(float x), llrintl(long double x)
    @offcy.pure
    int ilogbf(float x), ilogbl(long double x)
    @offcy.pure
    long double scalbnl(long double x, int exponent)
    double remquo(double x, double y, int *quotient), nan(const char *text)
    float remquof(float x, float y, int *quotient), nanf(const char *text)
    long double remquol(long double x, long double y, int *quotient), nanl(const char *text)
    @offcy.pure
    double nexttoward(double x, long double y), scalbln(double x, long exponent)
    @offcy.pure
    float nexttowardf(float x, long double y), scalblnf(float x, long exponent)
    @offcy.pure
    long double nexttowardl(long double x, long double y), scalblnl(long double x, long exponent)
