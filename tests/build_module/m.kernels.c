/* Written by hand as if written by offcy: kernels without Python. */
#include "m.h"

#ifdef OFFCY_OFFLOAD
#include <omp.h>
#endif

int m_scale(double *x, ptrdiff_t n, double factor)
{
    int on_host = 1;
#ifdef OFFCY_OFFLOAD
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) map(from: on_host)
    for (ptrdiff_t i = 0; i < n; i++) {
        x[i] *= factor;
        if (i == 0) {
            on_host = omp_is_initial_device();
        }
    }
#else
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        x[i] *= factor;
    }
#endif
    return on_host;
}
