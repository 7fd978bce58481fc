/* Functions of BLAS for kernels, as plain loops, with Fortran's arguments: everything is passed by its address, matrices are
 * column by column. See https://netlib.org/blas for what each does, and for when each returns at once: a factor of 0 keeps
 * infinities out of `y`, and a matrix without elements leaves `y` as it is, whatever `beta` is. */
#ifndef OFFCY_BLAS_H
#define OFFCY_BLAS_H

#include "offcy_base.h"

/* Where a vector of `n` elements begins: those of a negative step come from its end. */
static inline ptrdiff_t offcy_blas_first(int n, int step) { return step < 0 ? (ptrdiff_t)(1 - n) * step : 0; }

static inline bool offcy_blas_is(const char *option, char small) { return (*option | 0x20) == small; }

/* Whether the matrix is transposed. */
static inline bool offcy_blas_turned(const char *option) { return !offcy_blas_is(option, 'n'); }

/* The loop over `n` elements of two vectors. */
#define OFFCY_BLAS_EACH(n, ix, incx, iy, incy)                                                     \
    for (ptrdiff_t _k = 0, ix = offcy_blas_first(n, incx), iy = offcy_blas_first(n, incy); _k < (n); \
         _k++, ix += (incx), iy += (incy))

#define OFFCY_BLAS(s, T)                                                                           \
    static inline void offcy_blas_##s##axpy(const int *n, const T *a, const T *x, const int *incx, T *y,      \
                                            const int *incy)                                       \
    {                                                                                              \
        if (*a == 0)                                                                               \
            return;                                                                                \
        OFFCY_BLAS_EACH(*n, ix, *incx, iy, *incy)                                                  \
            y[iy] += *a * x[ix];                                                                   \
    }                                                                                              \
    static inline void offcy_blas_##s##copy(const int *n, const T *x, const int *incx, T *y, const int *incy) \
    {                                                                                              \
        OFFCY_BLAS_EACH(*n, ix, *incx, iy, *incy)                                                  \
            y[iy] = x[ix];                                                                         \
    }                                                                                              \
    static inline void offcy_blas_##s##swap(const int *n, T *x, const int *incx, T *y, const int *incy)       \
    {                                                                                              \
        OFFCY_BLAS_EACH(*n, ix, *incx, iy, *incy)                                                  \
        {                                                                                          \
            const T kept = x[ix];                                                                  \
            x[ix] = y[iy];                                                                         \
            y[iy] = kept;                                                                          \
        }                                                                                          \
    }                                                                                              \
    static inline void offcy_blas_##s##scal(const int *n, const T *a, T *x, const int *incx)       \
    {                                                                                              \
        for (ptrdiff_t k = 0; *incx > 0 && k < *n; k++)                                            \
            x[k * *incx] *= *a;                                                                    \
    }                                                                                              \
    static inline T offcy_blas_##s##dot(const int *n, const T *x, const int *incx, const T *y, const int *incy) \
    {                                                                                              \
        T sum = 0;                                                                                 \
        OFFCY_BLAS_EACH(*n, ix, *incx, iy, *incy)                                                  \
            sum += x[ix] * y[iy];                                                                  \
        return sum;                                                                                \
    }                                                                                              \
    static inline T offcy_blas_##s##asum(const int *n, const T *x, const int *incx)                \
    {                                                                                              \
        T sum = 0;                                                                                 \
        for (ptrdiff_t k = 0; *incx > 0 && k < *n; k++)                                            \
            sum += x[k * *incx] < 0 ? -x[k * *incx] : x[k * *incx];                                \
        return sum;                                                                                \
    }                                                                                              \
    /* Scaled by the largest element: the squares of others fit. A step from the end visits the same elements. */\
    static inline T offcy_blas_##s##nrm2(const int *n, const T *x, const int *incx)                \
    {                                                                                              \
        const ptrdiff_t step = *incx < 0 ? -(ptrdiff_t)*incx : *incx;                              \
        T scale = 0, sum = 1;                                                                      \
        for (ptrdiff_t k = 0; k < *n; k++) {                                                       \
            const T size = x[k * step] < 0 ? -x[k * step] : x[k * step];                           \
            if (size != size)                                                                      \
                return size;                                                                       \
            if (size == 0)                                                                         \
                continue;                                                                          \
            const T ratio = scale < size ? scale / size : size / scale;                            \
            sum = scale < size ? 1 + sum * ratio * ratio : sum + (size == scale ? 1 : ratio * ratio);                    \
            scale = scale < size ? size : scale;                                                   \
        }                                                                                          \
        return scale * (T)__builtin_sqrt((double)sum);                                             \
    }                                                                                              \
    static inline int offcy_blas_i##s##amax(const int *n, const T *x, const int *incx)             \
    {                                                                                              \
        int at = *n < 1 || *incx < 1 ? 0 : 1;                                                      \
        T most = -1;                                                                               \
        for (ptrdiff_t k = 0; at > 0 && k < *n; k++) {                                             \
            const T size = x[k * *incx] < 0 ? -x[k * *incx] : x[k * *incx];                        \
            if (size > most) {                                                                     \
                most = size;                                                                       \
                at = (int)k + 1;                                                                   \
            }                                                                                      \
        }                                                                                          \
        return at;                                                                                 \
    }                                                                                              \
    static inline void offcy_blas_##s##gemv(const char *trans, const int *m, const int *n, const T *alpha,    \
                                            const T *a, const int *lda, const T *x, const int *incx,          \
                                            const T *beta, T *y, const int *incy)                  \
    {                                                                                              \
        if (*m < 1 || *n < 1 || (*alpha == 0 && *beta == 1))                                       \
            return;                                                                                \
        const bool turned = offcy_blas_turned(trans);                                              \
        const int rows = turned ? *n : *m, columns = turned ? *m : *n;                             \
        ptrdiff_t iy = offcy_blas_first(rows, *incy);                                              \
        for (ptrdiff_t i = 0; i < rows; i++, iy += *incy) {                                        \
            T sum = 0;                                                                             \
            ptrdiff_t ix = offcy_blas_first(columns, *incx);                                       \
            for (ptrdiff_t k = 0; *alpha != 0 && k < columns; k++, ix += *incx)                    \
                sum += (turned ? a[k + i * *lda] : a[i + k * *lda]) * x[ix];                       \
            y[iy] = *beta == 0 ? *alpha * sum : *beta * y[iy] + *alpha * sum;                      \
        }                                                                                          \
    }                                                                                              \
    static inline void offcy_blas_##s##symv(const char *uplo, const int *n, const T *alpha, const T *a,       \
                                            const int *lda, const T *x, const int *incx, const T *beta, T *y, \
                                            const int *incy)                                       \
    {                                                                                              \
        if (*alpha == 0 && *beta == 1)                                                             \
            return;                                                                                \
        const bool upper = offcy_blas_is(uplo, 'u');                                               \
        ptrdiff_t iy = offcy_blas_first(*n, *incy);                                                \
        for (ptrdiff_t i = 0; i < *n; i++, iy += *incy) {                                          \
            T sum = 0;                                                                             \
            ptrdiff_t ix = offcy_blas_first(*n, *incx);                                            \
            for (ptrdiff_t k = 0; *alpha != 0 && k < *n; k++, ix += *incx)                         \
                sum += ((i <= k) == upper ? a[i + k * *lda] : a[k + i * *lda]) * x[ix];            \
            y[iy] = *beta == 0 ? *alpha * sum : *beta * y[iy] + *alpha * sum;                      \
        }                                                                                          \
    }                                                                                              \
    static inline void offcy_blas_##s##ger(const int *m, const int *n, const T *alpha, const T *x,            \
                                           const int *incx, const T *y, const int *incy, T *a,     \
                                           const int *lda)                                         \
    {                                                                                              \
        ptrdiff_t iy = offcy_blas_first(*n, *incy);                                                \
        for (ptrdiff_t k = 0; *alpha != 0 && k < *n; k++, iy += *incy) {                           \
            ptrdiff_t ix = offcy_blas_first(*m, *incx);                                            \
            for (ptrdiff_t i = 0; i < *m; i++, ix += *incx)                                        \
                a[i + k * *lda] += *alpha * x[ix] * y[iy];                                         \
        }                                                                                          \
    }                                                                                              \
    static inline void offcy_blas_##s##gemm(const char *transa, const char *transb, const int *m,  \
                                            const int *n, const int *k, const T *alpha, const T *a,           \
                                            const int *lda, const T *b, const int *ldb, const T *beta, T *c,  \
                                            const int *ldc)                                        \
    {                                                                                              \
        if ((*alpha == 0 || *k < 1) && *beta == 1)                                                 \
            return;                                                                                \
        const bool turned_a = offcy_blas_turned(transa), turned_b = offcy_blas_turned(transb);     \
        for (ptrdiff_t j = 0; j < *n; j++)                                                         \
            for (ptrdiff_t i = 0; i < *m; i++) {                                                   \
                T sum = 0;                                                                         \
                for (ptrdiff_t l = 0; *alpha != 0 && l < *k; l++)                                  \
                    sum += (turned_a ? a[l + i * *lda] : a[i + l * *lda])                          \
                           * (turned_b ? b[j + l * *ldb] : b[l + j * *ldb]);                       \
                T *const at = &c[i + j * *ldc];                                                    \
                *at = *beta == 0 ? *alpha * sum : *beta * *at + *alpha * sum;                      \
            }                                                                                      \
    }

OFFCY_BLAS(s, float)
OFFCY_BLAS(d, double)

#endif
