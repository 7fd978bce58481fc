/* Regions that one thread must run. */
#include "offcy_enter.h"

#include <offcy_team.h>

#ifdef _OPENMP
/* Every module has this code, but only those with threads the OpenMP runtime. */
extern int omp_get_max_active_levels(void) __attribute__((weak));
extern void omp_set_max_active_levels(int levels) __attribute__((weak));
#endif

int offcy_only_one_thread(void)
{
#ifdef _OPENMP
    if (omp_get_max_active_levels != NULL && omp_set_max_active_levels != NULL) {
        const int levels = omp_get_max_active_levels();
        omp_set_max_active_levels(0); /* this also holds where a clause asks for a number of threads */
        return levels;
    }
#endif
    return 0;
}

void offcy_allow_levels(int levels)
{
#ifdef _OPENMP
    if (omp_set_max_active_levels != NULL)
        omp_set_max_active_levels(levels);
#else
    (void)levels;
#endif
}
