#include "filters.h"

#include <math.h>

static const int colours[3] = {1, 2, 0};
static const double weight = 0.25;

static double at(const double *x, ptrdiff_t i, ptrdiff_t n)
{
    return x[i < 0 ? 0 : i >= n ? n - 1 : i];
}

double smoothed(const double *x, ptrdiff_t i, ptrdiff_t n)
{
    return weight * (at(x, i - 1, n) + at(x, i + 1, n)) + fabs(x[i]) / 2;
}

static void swap(double *x, double *y)
{
    const double kept = *x;
    *x = *y;
    *y = kept;
}

void sort_three(double *x)
{
    if (x[0] > x[1])
        swap(&x[0], &x[1]);
    if (x[1] > x[2])
        swap(&x[1], &x[2]);
    if (x[0] > x[1])
        swap(&x[0], &x[1]);
}

int next_colour(int colour)
{
    return 10 * colours[colour % 3];
}

double hidden_scale = 2.5;
int hidden_sizes[] = {3, 5, 7};
int hidden_sum(const int *values, int count)
{
    return count == 0 ? 0 : values[0] + hidden_sum(values + 1, count - 1);
}
