/* What every header of the runtime shares: attributes that compilers spell in their own way. */
#ifndef OFFCY_BASE_H
#define OFFCY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A module and its runtime are one shared object; none of its symbols is visible outside. If they are also one file,
 * the compiler leaves out what is not used. */
#ifdef OFFCY_ONE_FILE
#define OFFCY_HIDDEN static
#else
#ifdef OFFCY_MERGED
/* Sources share a file to be compiled faster; what one offers others stays one function. */
#define OFFCY_HIDDEN __attribute__((visibility("hidden"), noinline))
#else
#define OFFCY_HIDDEN __attribute__((visibility("hidden")))
#endif
#endif
#define OFFCY_HIDDEN_DATA extern __attribute__((visibility("hidden")))

#define OFFCY_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define OFFCY_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* What is small rather than fast, for it is in every module; and what runs seldom, as at an import. */
#ifdef __clang__
#define OFFCY_SMALL __attribute__((minsize))
#else
#define OFFCY_SMALL __attribute__((optimize("Os")))
#endif
#define OFFCY_SELDOM __attribute__((cold))

/* A long function that runs once: it takes compilers more time than it ever will. */
#ifdef __clang__
#define OFFCY_ONCE __attribute__((optnone, noinline))
#else
#define OFFCY_ONCE __attribute__((optimize("O0"), noinline))
#endif

/* Before a loop over axes: there are few. */
#ifdef __clang__
#define OFFCY_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define OFFCY_SHORT_LOOP
#endif

/* What an iteration does, on a device and on the host. It is not a function of its own. */
#define OFFCY_ITERATION inline __attribute__((always_inline))

/* The address of a variable of a kernel, or of a part of one, for a function that may write it. Of code for GPUs, clang 19's
 * OpenMPOpt may keep the value from before the call where the variable is given one value twice: it runs before functions are
 * inlined. It does not follow what assembly gives; the variable stays in memory then. For AMD's GPUs it also runs when a module
 * is linked. */
#if !defined(__AMDGCN__) && (!defined(__NVPTX__) || defined(OFFCY_WITHOUT_OPENMP_OPT))
#define OFFCY_LENT(VARIABLE) (&(VARIABLE))
#else
#ifdef __AMDGCN__
#define OFFCY_POINTER_REGISTER "+v"
#else
#define OFFCY_POINTER_REGISTER "+l"
#endif
#define OFFCY_LENT(VARIABLE)                                                                       \
    ({                                                                                             \
        __typeof__(&(VARIABLE)) _address = &(VARIABLE);                                            \
        __asm__("" : OFFCY_POINTER_REGISTER(_address));                                            \
        _address;                                                                                  \
    })
#endif

/* Holds sums of sizes. */
typedef __int128 offcy_wide;

/* What is known here, for the compiler. */
#ifdef __clang__
#define OFFCY_ASSUME(CONDITION) __builtin_assume(CONDITION)
#else
#define OFFCY_ASSUME(CONDITION) ((CONDITION) ? (void)0 : __builtin_unreachable())
#endif

/* Hides from the compiler how the counter of a loop goes on. Before vectors, clang asks whether what a loop stores overlaps what
 * it reads: once for all iterations of the loop around, if it knows them. Rows of one array overlap then, although no two do. */
#if defined(__clang__) && !defined(__NVPTX__) && !defined(__AMDGCN__)
#define OFFCY_HIDE(COUNTER) __asm__("" : "+r"(COUNTER))
#else
#define OFFCY_HIDE(COUNTER) ((void)0)
#endif

/* Views have 1 to this many dimensions. */
#define OFFCY_MAX_DIMENSIONS 8

#endif
