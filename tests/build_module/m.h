/* Written by hand as if written by offcy. */
#include <stddef.h>

int m_scale(double *x, ptrdiff_t n, double factor);
