# What offcy knows about <complex.h>.

cimport cython, offcy

cdef extern from "<complex.h>" nogil:
    @offcy.pure
    double complex cacos(double complex z), casin(double complex z), catan(double complex z), ccos(double complex z)
    @offcy.pure
    double complex csin(double complex z), ctan(double complex z)
    @offcy.pure
    double complex cacosh(double complex z), casinh(double complex z), catanh(double complex z), ccosh(double complex z)
    @offcy.pure
    double complex csinh(double complex z), ctanh(double complex z)
    @offcy.pure
    double complex cexp(double complex z), clog(double complex z), csqrt(double complex z), cproj(double complex z)
    @cython.device
    @offcy.pure
    double complex conj(double complex z)
    @offcy.pure
    double complex cpow(double complex base, double complex exponent)
    @offcy.pure
    double cabs(double complex z), carg(double complex z)
    @cython.device
    @offcy.pure
    double creal(double complex z), cimag(double complex z)
    @offcy.pure
    float complex cacosf(float complex z), casinf(float complex z), catanf(float complex z), ccosf(float complex z)
    @offcy.pure
    float complex csinf(float complex z), ctanf(float complex z)
    @offcy.pure
    float complex cacoshf(float complex z), casinhf(float complex z), catanhf(float complex z), ccoshf(float complex z)
    @offcy.pure
    float complex csinhf(float complex z), ctanhf(float complex z)
    @offcy.pure
    float complex cexpf(float complex z), clogf(float complex z), csqrtf(float complex z), cprojf(float complex z)
    @cython.device
    @offcy.pure
    float complex conjf(float complex z)
    @offcy.pure
    float complex cpowf(float complex base, float complex exponent)
    @offcy.pure
    float cabsf(float complex z), cargf(float complex z)
    @cython.device
    @offcy.pure
    float crealf(float complex z), cimagf(float complex z)
    @offcy.pure
    long double complex cacosl(long double complex z), casinl(long double complex z), catanl(long double complex z), ccosl(long double complex z)
    @offcy.pure
    long double complex csinl(long double complex z), ctanl(long double complex z)
    @offcy.pure
    long double complex cacoshl(long double complex z), casinhl(long double complex z), catanhl(long double complex z), ccoshl(long double complex z)
    @offcy.pure
    long double complex csinhl(long double complex z), ctanhl(long double complex z)
    @offcy.pure
    long double complex cexpl(long double complex z), clogl(long double complex z), csqrtl(long double complex z), cprojl(long double complex z)
    @offcy.pure
    long double complex conjl(long double complex z)
    @offcy.pure
    long double complex cpowl(long double complex base, long double complex exponent)
    @offcy.pure
    long double cabsl(long double complex z), cargl(long double complex z), creall(long double complex z), cimagl(long double complex z)
    # GNU's.
    @offcy.pure
    double complex clog10(double complex z)
