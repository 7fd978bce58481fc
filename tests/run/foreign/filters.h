#ifndef FILTERS_H
#define FILTERS_H

#include <stddef.h>

double smoothed(const double *x, ptrdiff_t i, ptrdiff_t n);
void sort_three(double *x);
int next_colour(int colour);

#endif
