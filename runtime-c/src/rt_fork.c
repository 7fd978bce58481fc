/* A child that was forked has none of the threads that libomp waits for. Libomp sees to that, unless KMP_INIT_AT_FORK
 * forbids it when it starts: `import joblib` does, on account of other runtimes, and then the child's first region never
 * ends. So libomp is started with the variable out of the way. */
#include "offcy_state.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* NULL where this module needs no OpenMP runtime, or a runtime of another family. */
extern void __kmpc_fork_call(void) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));

static const char variable[] = "KMP_INIT_AT_FORK";

/* By its first letters, as libomp does. */
static bool says_no(const char *value)
{
    return value[0] != '\0' && (strchr("fFnN0", value[0]) != NULL || strncasecmp(value, "of", 2) == 0);
}

void offcy_start_openmp(void)
{
    static int started;
    if (__atomic_load_n(&started, __ATOMIC_RELAXED))
        return;
    const char *value = getenv(variable);
    if (value == NULL || !says_no(value) || __kmpc_fork_call == NULL || omp_get_max_threads == NULL)
        return;
    char *const kept = strdup(value);
    if (kept == NULL || __atomic_exchange_n(&started, 1, __ATOMIC_ACQ_REL)) {
        free(kept);
        return;
    }
    unsetenv(variable);
    omp_get_max_threads();
    setenv(variable, kept, 1);
    free(kept);
}
