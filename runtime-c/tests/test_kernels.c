/* What kernels have in place of the C library and of BLAS, and how many threads have memory. */
#include "check.h"

#include "offcy_rt.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 5, ROOM = 64 };

static double value_at(int k) { return (double)(k * 7 % 11) - 4; }

static void filled(double *array)
{
    for (int k = 0; k < ROOM; k++)
        array[k] = value_at(k);
}

/* The place of element k of a vector, as BLAS counts. */
static int place(int n, int k, int step) { return step < 0 ? (k - n + 1) * step : k * step; }

static void vectors_have_steps(void)
{
    const int steps[] = {1, 2, -1, -3};
    for (int n = 0; n <= MOST; n++)
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) {
                double x[ROOM], y[ROOM], expected[ROOM], sum = 0;
                const double scale = -1.5;
                filled(x), filled(y), filled(expected);
                for (int k = 0; k < n; k++) {
                    sum += x[place(n, k, steps[a])] * y[place(n, k, steps[b])];
                    expected[place(n, k, steps[b])] += scale * x[place(n, k, steps[a])];
                }
                CHECK(offcy_blas_ddot(&n, x, &steps[a], y, &steps[b]) == sum);
                offcy_blas_daxpy(&n, &scale, x, &steps[a], y, &steps[b]);
                CHECK(memcmp(y, expected, sizeof y) == 0);
                offcy_blas_dcopy(&n, x, &steps[a], y, &steps[b]);
                for (int k = 0; k < n; k++)
                    CHECK(y[place(n, k, steps[b])] == x[place(n, k, steps[a])]);
            }
}

static void norms_do_not_overflow(void)
{
    const int one = 1, two = 2;
    const double large[] = {3e200, -4e200}, small[] = {0, 3e-200, 0, 4e-200}, nothing[] = {0, 0};
    CHECK(fabs(offcy_blas_dnrm2(&two, large, &one) / 5e200 - 1) < 1e-14);
    CHECK(fabs(offcy_blas_dnrm2(&two, small + 1, &two) / 5e-200 - 1) < 1e-14);
    CHECK(offcy_blas_dnrm2(&two, nothing, &one) == 0);
    CHECK(offcy_blas_dasum(&two, large, &one) == 7e200);
    CHECK(offcy_blas_idamax(&two, large, &one) == 2 && offcy_blas_idamax(&two, nothing, &one) == 1);
    const int none = 0, back = -1;
    CHECK(offcy_blas_idamax(&none, large, &one) == 0 && offcy_blas_dnrm2(&none, large, &one) == 0);
    CHECK(offcy_blas_dnrm2(&two, large, &back) == offcy_blas_dnrm2(&two, large, &one) && offcy_blas_dasum(&two, large, &back) == 0);
}

static void factors_of_zero_keep_infinities_out(void)
{
    const double nothing = 0, itself = 1, large[] = {INFINITY, NAN};
    const int one = 1, two = 2;
    double y[] = {-0.0, 2}, kept[2];
    memcpy(kept, y, sizeof y);
    offcy_blas_daxpy(&two, &nothing, large, &one, y, &one);
    offcy_blas_dgemv("N", &two, &one, &nothing, large, &two, large, &one, &itself, y, &one);
    offcy_blas_dsymv("U", &one, &nothing, large, &one, large, &one, &itself, y, &one);
    offcy_blas_dgemm("N", "N", &two, &one, &one, &nothing, large, &two, large, &one, &itself, y, &two);
    CHECK(memcmp(y, kept, sizeof y) == 0);
}

static double element(const double *matrix, bool turned, int i, int j, int step)
{
    return turned ? matrix[j + i * step] : matrix[i + j * step];
}

static void products_of_matrices(void)
{
    const char *const options[] = {"N", "t", "C"};
    const double factors[] = {0, 1, -2};
    const int step = 6;
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++)
            for (int k = 0; k < 4; k++)
                for (int ta = 0; ta < 3; ta++)
                    for (int tb = 0; tb < 3; tb++)
                        for (int f = 0; f < 3; f++) {
                            double a[ROOM], b[ROOM], c[ROOM], expected[ROOM];
                            const double alpha = factors[(f + 1) % 3], beta = factors[f];
                            filled(a), filled(b), filled(c), filled(expected);
                            for (int i = 0; i < m; i++)
                                for (int j = 0; j < n; j++) {
                                    double sum = 0;
                                    for (int l = 0; l < k; l++)
                                        sum += element(a, ta > 0, i, l, step) * element(b, tb > 0, l, j, step);
                                    expected[i + j * step] = alpha * sum + beta * expected[i + j * step];
                                }
                            offcy_blas_dgemm(options[ta], options[tb], &m, &n, &k, &alpha, a, &step, b, &step, &beta, c,
                                             &step);
                            CHECK(memcmp(c, expected, sizeof c) == 0);
                        }
}

static void products_with_vectors(void)
{
    const int step = 6, one = 1, back = -2;
    const double alpha = 2, beta = -1;
    for (int m = 0; m <= MOST; m++)
        for (int n = 0; n <= MOST; n++)
            for (int turned = 0; turned < 2; turned++) {
                double a[ROOM], x[ROOM], y[ROOM], expected[ROOM];
                const int rows = turned ? n : m, columns = turned ? m : n;
                filled(a), filled(x), filled(y), filled(expected);
                /* Without columns nothing is done, not even by `beta`. */
                for (int i = 0; columns > 0 && i < rows; i++) {
                    double sum = 0;
                    for (int j = 0; j < columns; j++)
                        sum += element(a, turned, i, j, step) * x[j];
                    expected[place(rows, i, back)] = beta * expected[place(rows, i, back)] + alpha * sum;
                }
                offcy_blas_dgemv(turned ? "T" : "N", &m, &n, &alpha, a, &step, x, &one, &beta, y, &back);
                CHECK(memcmp(y, expected, sizeof y) == 0);
                filled(expected);
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++)
                        expected[i + j * step] += alpha * x[i] * x[place(n, j, back)];
                offcy_blas_dger(&m, &n, &alpha, x, &one, x, &back, a, &step);
                CHECK(memcmp(a, expected, sizeof a) == 0);
            }
    for (int upper = 0; upper < 2; upper++) {
        double a[ROOM], x[ROOM], y[ROOM], expected[ROOM];
        const int n = MOST;
        filled(a), filled(x), filled(y), filled(expected);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += element(a, (i <= j) != (upper == 1), i, j, step) * x[j];
            expected[i] = beta * expected[i] + alpha * sum;
        }
        offcy_blas_dsymv(upper ? "U" : "l", &n, &alpha, a, &step, x, &one, &beta, y, &one);
        CHECK(memcmp(y, expected, sizeof y) == 0);
    }
}

static int by_value(const void *one, const void *other)
{
    const int left = *(const int *)one, right = *(const int *)other;
    return (left > right) - (left < right);
}

static void sorted_as_by_the_c_library(void)
{
    static int array[1000], expected[1000];
    const size_t counts[] = {0, 1, 2, 3, 17, 256, 257, 1000};
    for (size_t at = 0; at < sizeof counts / sizeof *counts; at++)
        for (int seed = 1; seed < 5; seed++) {
            unsigned state = (unsigned)seed;
            for (size_t k = 0; k < counts[at]; k++) {
                state = state * 1664525u + 1013904223u;
                array[k] = expected[k] = (int)(state >> 16) % (seed * 100);
            }
            offcy_sort(array, counts[at], sizeof *array, by_value);
            qsort(expected, counts[at], sizeof *expected, by_value);
            CHECK(memcmp(array, expected, counts[at] * sizeof *array) == 0);
        }
}

static void memory_has_bounds(void)
{
    offcy_tile tile = {.total = 1000000};
    CHECK(offcy_room(0) == 0 && offcy_room(1) == 16 && offcy_room(16) == 16);
    CHECK(offcy_room(SIZE_MAX) > PTRDIFF_MAX / 64 && offcy_room_for(SIZE_MAX, 2) == offcy_room(SIZE_MAX));
    CHECK(offcy_threads_of(&tile, 0) == 1 << 15 && offcy_threads_of(&tile, 16) == 1 << 15);
    CHECK(offcy_threads_of(&tile, 1 << 20) == 256 && offcy_threads_of(&tile, offcy_room(SIZE_MAX)) == 1);
    tile.total = 3;
    CHECK(offcy_threads_of(&tile, 1 << 20) == 3);
    CHECK(offcy_memory_of_threads(0, 0, 5) == NULL && offcy_memory_of_threads(0, PTRDIFF_MAX / 2, 5) == NULL);
    char block[32];
    memset(block, 1, sizeof block);
    CHECK(offcy_zeros(block, 16) == block && block[15] == 0 && block[16] == 1 && offcy_zeros(NULL, 16) == NULL);
    int *made = offcy_calloc(4, sizeof *made);
    CHECK(made != NULL && made[0] == 0 && made[3] == 0 && offcy_calloc(SIZE_MAX, 2) == NULL);
    free(made);
}

void test_kernels(void)
{
    vectors_have_steps();
    norms_do_not_overflow();
    factors_of_zero_keep_infinities_out();
    products_of_matrices();
    products_with_vectors();
    sorted_as_by_the_c_library();
    memory_has_bounds();
}
