/* The functions of C that round a floating-point number to an integer.
 *
 * x86-64 has instructions for them since SSE4.1. Without that, compilers call the C library, which takes longer than most
 * loops' other work, and keeps them from being vectorised. Adding 2^52 to a number below it, and subtracting that again,
 * rounds it as the processor is set to; the rest follows from comparing.
 *
 *   offcy_floor(x), offcy_floorf(x)   and ceil, trunc, rint, nearbyint, round: C's functions
 */
#ifndef OFFCY_ROUND_H
#define OFFCY_ROUND_H

#include <math.h>

/* Where the compiler may reorder sums, the one with 2^52 would vanish. */
#if defined(__x86_64__) && !defined(__SSE4_1__) && !defined(__FAST_MATH__)

/* `F`: the suffix of C's functions. `WHOLE`: numbers from here on are integers. `BELOW_HALF`: the number before 0.5. `+ 0`
 * makes a signalling NaN a quiet one. */
#define OFFCY_DEFINE_ROUND(TYPE, F, WHOLE, BELOW_HALF)                                             \
    static inline TYPE offcy_rint##F(TYPE x)                                                       \
    {                                                                                              \
        const TYPE whole = __builtin_copysign##F(WHOLE, x);                                        \
        const TYPE rounded = x + whole - whole;                                                    \
        return __builtin_fabs##F(x) < WHOLE ? __builtin_copysign##F(rounded, x) : x + 0;           \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_nearbyint##F(TYPE x) { return offcy_rint##F(x); }                     \
                                                                                                   \
    static inline TYPE offcy_floor##F(TYPE x)                                                      \
    {                                                                                              \
        const TYPE rounded = offcy_rint##F(x);                                                     \
        return rounded - (rounded > x);                                                            \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_ceil##F(TYPE x)                                                       \
    {                                                                                              \
        const TYPE rounded = offcy_rint##F(x);                                                     \
        return __builtin_copysign##F(rounded + (rounded < x), x);                                  \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_trunc##F(TYPE x)                                                      \
    {                                                                                              \
        return __builtin_copysign##F(offcy_floor##F(__builtin_fabs##F(x)), x);                     \
    }                                                                                              \
                                                                                                   \
    static inline TYPE offcy_round##F(TYPE x)                                                      \
    {                                                                                              \
        return offcy_trunc##F(x + __builtin_copysign##F(BELOW_HALF, x));                           \
    }

OFFCY_DEFINE_ROUND(double, , 0x1p52, 0x1.fffffffffffffp-2)
OFFCY_DEFINE_ROUND(float, f, 0x1p23f, 0x1.fffffep-2f)

#else

#define offcy_floor floor
#define offcy_ceil ceil
#define offcy_trunc trunc
#define offcy_rint rint
#define offcy_nearbyint nearbyint
#define offcy_round round
#define offcy_floorf floorf
#define offcy_ceilf ceilf
#define offcy_truncf truncf
#define offcy_rintf rintf
#define offcy_nearbyintf nearbyintf
#define offcy_roundf roundf

#endif

#endif
