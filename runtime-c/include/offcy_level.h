/* Loops of the host in versions for processors: what was compiled for every x86-64 has vectors of 128 bits, and most
 * processors have longer ones. Which version runs is known when the first one does.
 *
 *     static OFFCY_LOOP void f_loop(ptrdiff_t first, ptrdiff_t end, double *x) { ... }
 *     OFFCY_LEVELS(f_loop, (ptrdiff_t first, ptrdiff_t end, double *x), (first, end, x))
 *     ...
 *     OFFCY_BEST(f_loop)(0, n, x);
 *
 * All versions compute the same to the last bit. A processor with AVX2 could multiply and add in one instruction, which
 * rounds once: that version is compiled without it. With AVX-512 the instruction is always there, so contraction is off.
 * `OFFCY_WIDEST`: no version has longer vectors, in bits; 128 where the compiler is given a processor.
 */
#ifndef OFFCY_LEVEL_H
#define OFFCY_LEVEL_H

#include "offcy_base.h"

#ifndef OFFCY_WIDEST
#define OFFCY_WIDEST 512
#endif

/* Not with gcc, which contracts across statements, nor where sums may be computed in any order, of which each length
 * of vectors has its own, nor where the compiler may use more than every x86-64 has. */
#if defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && OFFCY_WIDEST > 128
#if !defined(__NVPTX__) && !defined(__AMDGCN__)
#if !defined(__FAST_MATH__) && !defined(__AVX__)
#define OFFCY_HAS_LEVELS
#endif
#endif
#endif

#ifdef OFFCY_HAS_LEVELS

/* For the rest of the file: without AVX-512 it makes no difference. */
#pragma clang fp contract(off)

/* In how many bits this process computes: 128, 256 or 512. */
OFFCY_HIDDEN int offcy_vector_bits(void);

/* What a version consists of. It is not a function of its own. */
#define OFFCY_LOOP inline __attribute__((always_inline))

#define OFFCY_VERSION(NAME, LOOP, PARAMETERS, ARGUMENTS, ...)                                      \
    static __attribute__((noinline, ##__VA_ARGS__)) void NAME PARAMETERS { LOOP ARGUMENTS; }

#if OFFCY_WIDEST >= 512
#define OFFCY_VERSION_512(LOOP, PARAMETERS, ARGUMENTS)                                             \
    OFFCY_VERSION(offcy_512_##LOOP, LOOP, PARAMETERS, ARGUMENTS,                                   \
                  target("avx512f,avx512bw,avx512dq,avx512vl"))
#define OFFCY_CASE_512(LOOP, ARGUMENTS)                                                            \
    case 512:                                                                                      \
        offcy_512_##LOOP ARGUMENTS;                                                                \
        break;
#else
#define OFFCY_VERSION_512(LOOP, PARAMETERS, ARGUMENTS)
#define OFFCY_CASE_512(LOOP, ARGUMENTS)
#endif

#define OFFCY_LEVELS(LOOP, PARAMETERS, ARGUMENTS)                                                  \
    OFFCY_VERSION_512(LOOP, PARAMETERS, ARGUMENTS)                                                 \
    OFFCY_VERSION(offcy_256_##LOOP, LOOP, PARAMETERS, ARGUMENTS, target("avx2"))                   \
    OFFCY_VERSION(offcy_128_##LOOP, LOOP, PARAMETERS, ARGUMENTS)                                   \
    static inline void offcy_best_##LOOP PARAMETERS                                                \
    {                                                                                              \
        switch (offcy_vector_bits()) {                                                             \
            OFFCY_CASE_512(LOOP, ARGUMENTS)                                                        \
        case 256:                                                                                  \
            offcy_256_##LOOP ARGUMENTS;                                                            \
            break;                                                                                 \
        default:                                                                                   \
            offcy_128_##LOOP ARGUMENTS;                                                            \
        }                                                                                          \
    }

#define OFFCY_BEST(LOOP) offcy_best_##LOOP

#else

#define OFFCY_LOOP inline
#define OFFCY_LEVELS(LOOP, PARAMETERS, ARGUMENTS)
#define OFFCY_BEST(LOOP) LOOP

#endif

#endif
