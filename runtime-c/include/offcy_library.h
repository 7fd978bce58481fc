/* Functions of BLAS that host code calls, where their arrays are.
 *
 * If all arrays of a call are on one device, and its maker's library is found, that runs the call there: cuBLAS or rocBLAS.
 * Otherwise the host's function runs, on the host's data. Of arrays that an explicit context keeps on a device, that is
 * a copy of what the device has, and goes back there: the host's own elements are left alone, as by a region. What an
 * inferred context keeps comes home first, as for all host code.
 *
 * The library is the first of: OFFCY_DEVICE_BLAS, the path of one; what is loaded already; where the dynamic linker looks.
 * A call that it refuses is run by the host. Arguments are Fortran's: see https://netlib.org/blas. */
#ifndef OFFCY_LIBRARY_H
#define OFFCY_LIBRARY_H

#include "offcy_data.h"

typedef enum offcy_routine {
    OFFCY_AMAX,
    OFFCY_ASUM,
    OFFCY_AXPY,
    OFFCY_COPY,
    OFFCY_DOT,
    OFFCY_GEMM,
    OFFCY_GEMV,
    OFFCY_GER,
    OFFCY_NRM2,
    OFFCY_SCAL,
    OFFCY_SWAP,
    OFFCY_SYMV,
    OFFCY_ROUTINES,
} offcy_routine;

enum { OFFCY_LIBRARY_ARRAYS = 3, OFFCY_LIBRARY_ARGUMENTS = 13 };

/* A call: from `offcy_library_begin` to `offcy_library_end`. */
typedef struct offcy_library_call {
    offcy_routine routine;
    ptrdiff_t itemsize;     /* bytes of an element: of float or double */
    void **with;            /* its arguments; those of arrays become what the host's function shall use */
    int with_count;
    void *result;           /* NULL: it has none */
    offcy_map maps[OFFCY_LIBRARY_ARRAYS]; /* of the arrays with elements */
    ptrdiff_t shapes[OFFCY_LIBRARY_ARRAYS][2], strides[OFFCY_LIBRARY_ARRAYS][2];
    int argument[OFFCY_LIBRARY_ARRAYS]; /* which one each of them is */
    int count;
    const offcy_region *place;
    offcy_error error;
    offcy_scope scope;      /* of those that it uses on a device, or copies */
    offcy_map entered[OFFCY_LIBRARY_ARRAYS];
    int row_argument[OFFCY_LIBRARY_ARRAYS];
    char *copies[OFFCY_LIBRARY_ARRAYS]; /* owned */
} offcy_library_call;

/* `call->routine` is set. Whether the caller has to call the host's function with `call->with`, which has the addresses of all arguments. Otherwise
 * the call has been made, and its result is in `result`; or what it needs has been lost with its device, which is an error
 * where the context of the data ends. */
OFFCY_HIDDEN bool offcy_library_begin(offcy_library_call *call, const offcy_region *place, ptrdiff_t itemsize, void **with,
                                      int with_count, void *result);
OFFCY_HIDDEN void offcy_library_end(offcy_library_call *call);

/* A function of the user's module for each: `host` is the function that it calls otherwise. */
#define OFFCY_LIBRARY_CALL(ROUTINE, T, RESULT, HOST, ...)                                          \
    offcy_library_call call;                                                                       \
    void *with[] = {__VA_ARGS__};                                                                  \
    call.routine = ROUTINE;                                                                        \
    if (offcy_library_begin(&call, place, (ptrdiff_t)sizeof(T), with, (int)(sizeof with / sizeof with[0]), RESULT)) \
        HOST;                                                                                      \
    offcy_library_end(&call)

#define OFFCY_ADDRESS(pointer) (void *)(uintptr_t)(pointer)

/* What a vector gives: R. */
#define OFFCY_LIBRARY_OF_ONE(NAME, ROUTINE, T, R)                                                  \
    static inline R NAME(const offcy_region *place, R (*host)(const int *, const T *, const int *), const int *n, \
                         const T *x, const int *incx)                                              \
    {                                                                                              \
        R result = 0;                                                                              \
        OFFCY_LIBRARY_CALL(ROUTINE, T, &result, result = host(n, with[1], incx), OFFCY_ADDRESS(n), OFFCY_ADDRESS(x), \
                           OFFCY_ADDRESS(incx));                                                   \
        return result;                                                                             \
    }

#define OFFCY_LIBRARY(s, T)                                                                        \
    static inline void offcy_device_##s##axpy(                                                     \
        const offcy_region *place, void (*host)(const int *, const T *, const T *, const int *, T *, const int *), \
        const int *n, const T *a, const T *x, const int *incx, T *y, const int *incy)              \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_AXPY, T, NULL, host(n, a, with[2], incx, with[4], incy), OFFCY_ADDRESS(n), \
                           OFFCY_ADDRESS(a), OFFCY_ADDRESS(x), OFFCY_ADDRESS(incx), y, OFFCY_ADDRESS(incy)); \
    }                                                                                              \
    static inline void offcy_device_##s##copy(                                                     \
        const offcy_region *place, void (*host)(const int *, const T *, const int *, T *, const int *), const int *n, \
        const T *x, const int *incx, T *y, const int *incy)                                        \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_COPY, T, NULL, host(n, with[1], incx, with[3], incy), OFFCY_ADDRESS(n), OFFCY_ADDRESS(x), \
                           OFFCY_ADDRESS(incx), y, OFFCY_ADDRESS(incy));                           \
    }                                                                                              \
    static inline void offcy_device_##s##swap(const offcy_region *place,                           \
                                              void (*host)(const int *, T *, const int *, T *, const int *), \
                                              const int *n, T *x, const int *incx, T *y, const int *incy) \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_SWAP, T, NULL, host(n, with[1], incx, with[3], incy), OFFCY_ADDRESS(n), x, \
                           OFFCY_ADDRESS(incx), y, OFFCY_ADDRESS(incy));                           \
    }                                                                                              \
    static inline void offcy_device_##s##scal(const offcy_region *place,                           \
                                              void (*host)(const int *, const T *, T *, const int *), const int *n, \
                                              const T *a, T *x, const int *incx)                   \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_SCAL, T, NULL, host(n, a, with[2], incx), OFFCY_ADDRESS(n), OFFCY_ADDRESS(a), x, \
                           OFFCY_ADDRESS(incx));                                                   \
    }                                                                                              \
    static inline T offcy_device_##s##dot(                                                         \
        const offcy_region *place, T (*host)(const int *, const T *, const int *, const T *, const int *), const int *n, \
        const T *x, const int *incx, const T *y, const int *incy)                                  \
    {                                                                                              \
        T result = 0;                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_DOT, T, &result, result = host(n, with[1], incx, with[3], incy), OFFCY_ADDRESS(n), \
                           OFFCY_ADDRESS(x), OFFCY_ADDRESS(incx), OFFCY_ADDRESS(y), OFFCY_ADDRESS(incy)); \
        return result;                                                                             \
    }                                                                                              \
    OFFCY_LIBRARY_OF_ONE(offcy_device_##s##asum, OFFCY_ASUM, T, T)                                \
    OFFCY_LIBRARY_OF_ONE(offcy_device_##s##nrm2, OFFCY_NRM2, T, T)                                \
    OFFCY_LIBRARY_OF_ONE(offcy_device_i##s##amax, OFFCY_AMAX, T, int)                              \
    static inline void offcy_device_##s##gemv(                                                     \
        const offcy_region *place,                                                                 \
        void (*host)(const char *, const int *, const int *, const T *, const T *, const int *, const T *, const int *, \
                     const T *, T *, const int *),                                                 \
        const char *trans, const int *m, const int *n, const T *alpha, const T *a, const int *lda, const T *x, \
        const int *incx, const T *beta, T *y, const int *incy)                                     \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_GEMV, T, NULL, host(trans, m, n, alpha, with[4], lda, with[6], incx, beta, with[9], incy), \
                           OFFCY_ADDRESS(trans), OFFCY_ADDRESS(m), OFFCY_ADDRESS(n), OFFCY_ADDRESS(alpha), OFFCY_ADDRESS(a), \
                           OFFCY_ADDRESS(lda), OFFCY_ADDRESS(x), OFFCY_ADDRESS(incx), OFFCY_ADDRESS(beta), y, \
                           OFFCY_ADDRESS(incy));                                                   \
    }                                                                                              \
    static inline void offcy_device_##s##symv(                                                     \
        const offcy_region *place,                                                                 \
        void (*host)(const char *, const int *, const T *, const T *, const int *, const T *, const int *, const T *, T *, \
                     const int *),                                                                 \
        const char *uplo, const int *n, const T *alpha, const T *a, const int *lda, const T *x, const int *incx, \
        const T *beta, T *y, const int *incy)                                                      \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_SYMV, T, NULL, host(uplo, n, alpha, with[3], lda, with[5], incx, beta, with[8], incy), \
                           OFFCY_ADDRESS(uplo), OFFCY_ADDRESS(n), OFFCY_ADDRESS(alpha), OFFCY_ADDRESS(a), OFFCY_ADDRESS(lda), \
                           OFFCY_ADDRESS(x), OFFCY_ADDRESS(incx), OFFCY_ADDRESS(beta), y, OFFCY_ADDRESS(incy)); \
    }                                                                                              \
    static inline void offcy_device_##s##ger(                                                      \
        const offcy_region *place,                                                                 \
        void (*host)(const int *, const int *, const T *, const T *, const int *, const T *, const int *, T *, const int *), \
        const int *m, const int *n, const T *alpha, const T *x, const int *incx, const T *y, const int *incy, T *a, \
        const int *lda)                                                                            \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(OFFCY_GER, T, NULL, host(m, n, alpha, with[3], incx, with[5], incy, with[7], lda), OFFCY_ADDRESS(m), \
                           OFFCY_ADDRESS(n), OFFCY_ADDRESS(alpha), OFFCY_ADDRESS(x), OFFCY_ADDRESS(incx), OFFCY_ADDRESS(y), \
                           OFFCY_ADDRESS(incy), a, OFFCY_ADDRESS(lda));                            \
    }                                                                                              \
    static inline void offcy_device_##s##gemm(                                                     \
        const offcy_region *place,                                                                 \
        void (*host)(const char *, const char *, const int *, const int *, const int *, const T *, const T *, const int *, \
                     const T *, const int *, const T *, T *, const int *),                         \
        const char *transa, const char *transb, const int *m, const int *n, const int *k, const T *alpha, const T *a, \
        const int *lda, const T *b, const int *ldb, const T *beta, T *c, const int *ldc)           \
    {                                                                                              \
        OFFCY_LIBRARY_CALL(                                                                        \
            OFFCY_GEMM, T, NULL,                                                                   \
            host(transa, transb, m, n, k, alpha, with[6], lda, with[8], ldb, beta, with[11], ldc), OFFCY_ADDRESS(transa), \
            OFFCY_ADDRESS(transb), OFFCY_ADDRESS(m), OFFCY_ADDRESS(n), OFFCY_ADDRESS(k), OFFCY_ADDRESS(alpha), \
            OFFCY_ADDRESS(a), OFFCY_ADDRESS(lda), OFFCY_ADDRESS(b), OFFCY_ADDRESS(ldb), OFFCY_ADDRESS(beta), c, \
            OFFCY_ADDRESS(ldc));                                                                   \
    }

OFFCY_LIBRARY(s, float)
OFFCY_LIBRARY(d, double)

#endif
