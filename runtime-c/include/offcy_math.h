/* Python's `//`, `%` and `**` of C numbers (`cdivision=False`), `min` and `max`. Callable in kernels.
 *
 * The functions assume that the operation is allowed; if it may not be, check first:
 *
 *     int problem = offcy_division_problem_long(a, b);
 *     if (OFFCY_UNLIKELY(problem)) offcy_fail(&error, problem, SITE_3);
 *     q = offcy_floordiv_long(a, b);
 */
#ifndef OFFCY_MATH_H
#define OFFCY_MATH_H

#include "offcy_error.h"
#include "offcy_round.h"

#include <math.h>

/* NVIDIA's library of functions approximates it unless it is asked not to, for which LLVM 19 knows no way. */
#ifdef __NVPTX__
#define sqrtf(x) __nvvm_sqrt_rn_f(x)
#endif

/* For a signed integer type:
 *
 *   offcy_division_problem_NAME(a, b)  0, or the error kind that `a // b` and `a % b` end in
 *   offcy_floordiv_NAME(a, b)          rounds towards minus infinity
 *   offcy_mod_NAME(a, b)               has the sign of b
 *   offcy_pow_NAME(base, exponent)     wraps around as C's multiplication on the unsigned type;
 *                                      a negative exponent gives 0, or 1/base for a base of 1 or -1
 *   offcy_shift_overflows_NAME(a, b)   whether `a << b` has no value of the type; so for negative numbers
 */
#define OFFCY_DEFINE_SIGNED_MATH(NAME, TYPE, UNSIGNED, MIN)                                        \
    static inline int offcy_division_problem_##NAME(TYPE a, TYPE b)                                \
    {                                                                                              \
        if (b == 0)                                                                                \
            return OFFCY_INTEGER_DIVISION_BY_ZERO;                                                 \
        return b == -1 && a == MIN ? OFFCY_DIVISION_OVERFLOW : OFFCY_NO_ERROR;                     \
    }                                                                                              \
                                                                                                   \
    static inline bool offcy_shift_overflows_##NAME(TYPE a, TYPE b)                                \
    {                                                                                              \
        const TYPE most = (TYPE)~(UNSIGNED)MIN;                                                    \
        return a < 0 || b < 0 || b >= (TYPE)(8 * sizeof(TYPE)) || a > most >> b;                   \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_floordiv_##NAME(TYPE a, TYPE b)                                       \
    {                                                                                              \
        const TYPE quotient = (TYPE)(a / b), remainder = (TYPE)(a - quotient * b);                 \
        return (TYPE)(quotient - (remainder != 0 && (remainder ^ b) < 0));                         \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_mod_##NAME(TYPE a, TYPE b)                                            \
    {                                                                                              \
        /* The smallest number modulo -1 traps on some processors. */                              \
        const TYPE remainder = b == -1 ? 0 : (TYPE)(a % b);                                        \
        return (TYPE)(remainder + (remainder != 0 && (remainder ^ b) < 0) * b);                    \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_pow_##NAME(TYPE base, TYPE exponent)                                  \
    {                                                                                              \
        if (exponent < 0)                                                                          \
            return (TYPE)(base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0);               \
        UNSIGNED result = 1, square = (UNSIGNED)base;                                              \
        for (; exponent != 0; exponent >>= 1, square *= square)                                    \
            if (exponent & 1)                                                                      \
                result *= square;                                                                  \
        return (TYPE)result;                                                                       \
    }

/* The same names for an unsigned type, whose division is C's. */
#define OFFCY_DEFINE_UNSIGNED_MATH(NAME, TYPE)                                                     \
    static inline int offcy_division_problem_##NAME(TYPE a, TYPE b)                                \
    {                                                                                              \
        (void)a;                                                                                   \
        return b == 0 ? OFFCY_INTEGER_DIVISION_BY_ZERO : OFFCY_NO_ERROR;                           \
    }                                                                                              \
                                                                                                   \
    static inline bool offcy_shift_overflows_##NAME(TYPE a, TYPE b)                                \
    {                                                                                              \
        return b >= (TYPE)(8 * sizeof(TYPE)) || a > (TYPE)-1 >> b;                                 \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_floordiv_##NAME(TYPE a, TYPE b) { return (TYPE)(a / b); }             \
    static inline TYPE offcy_mod_##NAME(TYPE a, TYPE b) { return (TYPE)(a % b); }                  \
                                                                                                   \
    static inline TYPE offcy_pow_##NAME(TYPE base, TYPE exponent)                                  \
    {                                                                                              \
        TYPE result = 1;                                                                           \
        for (; exponent != 0; exponent >>= 1, base *= base)                                        \
            if (exponent & 1)                                                                      \
                result *= base;                                                                    \
        return result;                                                                             \
    }

/* Narrower types are promoted to int first, as in C. */
OFFCY_DEFINE_SIGNED_MATH(int, int, unsigned int, INT32_MIN)
OFFCY_DEFINE_SIGNED_MATH(long, long, unsigned long, (-__LONG_MAX__ - 1L))
OFFCY_DEFINE_SIGNED_MATH(long_long, long long, unsigned long long, (-__LONG_LONG_MAX__ - 1LL))
OFFCY_DEFINE_UNSIGNED_MATH(unsigned_int, unsigned int)
OFFCY_DEFINE_UNSIGNED_MATH(unsigned_long, unsigned long)
OFFCY_DEFINE_UNSIGNED_MATH(unsigned_long_long, unsigned long long)

/* For a floating type; b must not be 0 (OFFCY_FLOAT_DIVISION_BY_ZERO):
 *
 *   offcy_floordiv_NAME(a, b)   floor(a / b), a double as in Cython
 *   offcy_mod_NAME(a, b)        has the sign of b
 */
#define OFFCY_DEFINE_FLOAT_MATH(NAME, TYPE, FMOD)                                                  \
    static inline double offcy_floordiv_##NAME(TYPE a, TYPE b)                                     \
    {                                                                                              \
        return offcy_floor((double)(a / b));                                                       \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_mod_##NAME(TYPE a, TYPE b)                                            \
    {                                                                                              \
        const TYPE remainder = FMOD(a, b);                                                         \
        return remainder + (remainder != 0 && (remainder < 0) != (b < 0)) * b;                     \
    }

OFFCY_DEFINE_FLOAT_MATH(double, double, fmod)
OFFCY_DEFINE_FLOAT_MATH(float, float, fmodf)
OFFCY_DEFINE_FLOAT_MATH(long_double, long double, fmodl)

/* What compilers make of pow(x, 2), and powf. */
static inline double offcy_square(double x) { return x * x; }
static inline float offcy_squaref(float x) { return x * x; }

/* For every type above, `min(a, b)` and `max(a, b)`: `b` where it is less, or greater, and `a` otherwise. */
#define OFFCY_DEFINE_MIN_MAX(NAME, TYPE)                                                           \
    static inline TYPE offcy_min_##NAME(TYPE a, TYPE b) { return b < a ? b : a; }                  \
    static inline TYPE offcy_max_##NAME(TYPE a, TYPE b) { return b > a ? b : a; }

OFFCY_DEFINE_MIN_MAX(int, int)
OFFCY_DEFINE_MIN_MAX(long, long)
OFFCY_DEFINE_MIN_MAX(long_long, long long)
OFFCY_DEFINE_MIN_MAX(unsigned_int, unsigned int)
OFFCY_DEFINE_MIN_MAX(unsigned_long, unsigned long)
OFFCY_DEFINE_MIN_MAX(unsigned_long_long, unsigned long long)
OFFCY_DEFINE_MIN_MAX(double, double)
OFFCY_DEFINE_MIN_MAX(float, float)
OFFCY_DEFINE_MIN_MAX(long_double, long double)

/* Complex numbers. clang's <complex.h> brings the functions by which GPUs multiply and divide them; the
 * names that it takes are the user's. */
#ifdef OFFCY_OFFLOAD
#include <complex.h>
#undef I
#undef complex
#endif

static inline float offcy_abs_float_complex(float _Complex z)
{
    return hypotf(__real__ z, __imag__ z);
}

static inline double offcy_abs_double_complex(double _Complex z)
{
    return hypot(__real__ z, __imag__ z);
}

#define offcy_conjugate(Z) (~(Z))

/* Quotients of complex integers. */
#define OFFCY_DEFINE_QUOTIENT(NAME, TYPE)                                                          \
    static inline TYPE _Complex offcy_quotient_##NAME##_complex(TYPE _Complex a, TYPE _Complex b)  \
    {                                                                                              \
        /* The square of a large one would not fit. */                                             \
        if (__imag__ b == 0) {                                                                     \
            __real__ a /= __real__ b;                                                              \
            __imag__ a /= __real__ b;                                                              \
            return a;                                                                              \
        }                                                                                          \
        return a / b;                                                                              \
    }

OFFCY_DEFINE_QUOTIENT(int, int)
OFFCY_DEFINE_QUOTIENT(unsigned_int, unsigned int)
OFFCY_DEFINE_QUOTIENT(long, long)
OFFCY_DEFINE_QUOTIENT(unsigned_long, unsigned long)
OFFCY_DEFINE_QUOTIENT(long_long, long long)
OFFCY_DEFINE_QUOTIENT(unsigned_long_long, unsigned long long)

/* Their sums and products as reductions, and those of `long double`: OpenMP's own combine them by atomic operations that
 * devices do not have for so many bytes, and hosts only in a library that need not be there. */
#ifdef _OPENMP
#pragma omp declare reduction(offcy_sum : float _Complex, double _Complex, long double _Complex,    \
                              long double : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(offcy_product : float _Complex, double _Complex,                      \
                              long double _Complex, long double : omp_out *= omp_in)                \
    initializer(omp_priv = 1)
#pragma omp declare reduction(offcy_sum : char _Complex, signed char _Complex,                     \
                              unsigned char _Complex, short _Complex, unsigned short _Complex,     \
                              int _Complex, unsigned int _Complex, long _Complex,                  \
                              unsigned long _Complex, long long _Complex,                          \
                              unsigned long long _Complex : omp_out += omp_in)                     \
    initializer(omp_priv = 0)
#pragma omp declare reduction(offcy_product : char _Complex, signed char _Complex,                 \
                              unsigned char _Complex, short _Complex, unsigned short _Complex,     \
                              int _Complex, unsigned int _Complex, long _Complex,                  \
                              unsigned long _Complex, long long _Complex,                          \
                              unsigned long long _Complex : omp_out *= omp_in)                     \
    initializer(omp_priv = 1)
#endif

/* `place += value` and the like in a loop whose iterations are in no order: threads compute several sums at a time, which
 * processors do in one instruction. Only that operation is free, not those of the value. */
#ifdef __clang__
#define OFFCY_IN_ANY_ORDER(PLACE, OPERATOR, VALUE)                                                 \
    do {                                                                                           \
        __auto_type offcy_value = (VALUE);                                                         \
        {                                                                                          \
            _Pragma("clang fp reassociate(on)") PLACE OPERATOR offcy_value;                        \
        }                                                                                          \
    } while (0)
#else
#define OFFCY_IN_ANY_ORDER(PLACE, OPERATOR, VALUE) PLACE OPERATOR VALUE
#endif

/* The minimum and maximum of floating-point numbers as reductions. OpenMP's own begin with the largest
 * finite number, so infinity becomes that; these begin with infinity, which any number replaces. If a
 * compiler may assume that there is no infinity they begin with what the variable holds: on a GPU a thread
 * of a team without iterations may read that when the result has already been stored, which is a race,
 * although nothing uses what it has read. */
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#define OFFCY_GREATEST omp_orig
#define OFFCY_LEAST omp_orig
#else
#define OFFCY_GREATEST __builtin_inf()
#define OFFCY_LEAST (-__builtin_inf())
#endif
#ifdef _OPENMP
#pragma omp declare reduction(offcy_min : float, double, long double : omp_out =                   \
                              omp_in < omp_out ? omp_in : omp_out)                                 \
    initializer(omp_priv = OFFCY_GREATEST)
#pragma omp declare reduction(offcy_max : float, double, long double : omp_out =                   \
                              omp_in > omp_out ? omp_in : omp_out)                                 \
    initializer(omp_priv = OFFCY_LEAST)
#endif

#endif
