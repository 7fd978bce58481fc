/* A library with the interface of cuBLAS, or with STAND_IN_ROCBLAS of rocBLAS, for devices whose memory is the host's. It
 * counts its calls, and refuses all but the first `limit`. */
#include <stdint.h>
#include "offcy_rt.h"

int calls = 0, limit = 1 << 30;

static int refuses(void)
{
    return calls >= limit ? 13 : (calls++, 0);
}

#ifdef STAND_IN_ROCBLAS
#define NAME(upper, lower, base) rocblas_##lower##base
#define NAME_OF_AMAX(lower) rocblas_i##lower##amax
#define CREATE rocblas_create_handle
static const char *option(int operation) { return operation == 111 ? "N" : operation == 112 ? "T" : "?"; }
static const char *part(int fill) { return fill == 121 ? "U" : fill == 122 ? "L" : "?"; }
#else
#define NAME(upper, lower, base) cublas##upper##base##_v2
#define NAME_OF_AMAX(lower) cublasI##lower##amax_v2
#define CREATE cublasCreate_v2
static const char *option(int operation) { return operation == 0 ? "N" : operation == 1 ? "T" : "?"; }
static const char *part(int fill) { return fill == 1 ? "U" : fill == 0 ? "L" : "?"; }
#endif

int CREATE(void **handle);
int CREATE(void **handle)
{
    *handle = &calls;
    return 0;
}

#define FUNCTION(name, call, ...)                 \
    int name(void *handle, __VA_ARGS__);          \
    int name(void *handle, __VA_ARGS__)           \
    {                                             \
        const int status = handle == (void *)&calls ? refuses() : 1; \
        if (status == 0)                          \
            call;                                 \
        return status;                            \
    }

#define LIBRARY(S, s, T)                                                                                                     \
    FUNCTION(NAME(S, s, axpy), offcy_blas_##s##axpy(&n, a, x, &ix, y, &iy), int n, const T *a, const T *x, int ix, T *y, int iy) \
    FUNCTION(NAME(S, s, copy), offcy_blas_##s##copy(&n, x, &ix, y, &iy), int n, const T *x, int ix, T *y, int iy)             \
    FUNCTION(NAME(S, s, swap), offcy_blas_##s##swap(&n, x, &ix, y, &iy), int n, T *x, int ix, T *y, int iy)                   \
    FUNCTION(NAME(S, s, scal), offcy_blas_##s##scal(&n, a, x, &ix), int n, const T *a, T *x, int ix)                          \
    FUNCTION(NAME(S, s, dot), *r = offcy_blas_##s##dot(&n, x, &ix, y, &iy), int n, const T *x, int ix, const T *y, int iy, T *r) \
    FUNCTION(NAME(S, s, asum), *r = offcy_blas_##s##asum(&n, x, &ix), int n, const T *x, int ix, T *r)                        \
    FUNCTION(NAME(S, s, nrm2), *r = offcy_blas_##s##nrm2(&n, x, &ix), int n, const T *x, int ix, T *r)                        \
    FUNCTION(NAME_OF_AMAX(s), *r = offcy_blas_i##s##amax(&n, x, &ix), int n, const T *x, int ix, int *r)                      \
    FUNCTION(NAME(S, s, gemv), offcy_blas_##s##gemv(option(t), &m, &n, al, a, &la, x, &ix, be, y, &iy), int t, int m, int n,  \
             const T *al, const T *a, int la, const T *x, int ix, const T *be, T *y, int iy)                                  \
    FUNCTION(NAME(S, s, symv), offcy_blas_##s##symv(part(u), &n, al, a, &la, x, &ix, be, y, &iy), int u, int n, const T *al,  \
             const T *a, int la, const T *x, int ix, const T *be, T *y, int iy)                                               \
    FUNCTION(NAME(S, s, ger), offcy_blas_##s##ger(&m, &n, al, x, &ix, y, &iy, a, &la), int m, int n, const T *al, const T *x, \
             int ix, const T *y, int iy, T *a, int la)                                                                        \
    FUNCTION(NAME(S, s, gemm), offcy_blas_##s##gemm(option(ta), option(tb), &m, &n, &k, al, a, &la, b, &lb, be, c, &lc),      \
             int ta, int tb, int m, int n, int k, const T *al, const T *a, int la, const T *b, int lb, const T *be, T *c, int lc)

LIBRARY(S, s, float)
LIBRARY(D, d, double)
