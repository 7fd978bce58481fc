/* A forked child has none of the threads that libomp waits for. Libomp handles that, unless KMP_INIT_AT_FORK forbids it
 * when it starts: `import joblib` does, because of other runtimes, and then the child's first parallel code never ends.
 * Whoever uses libomp first starts it, perhaps before any code of this module's: compilers ask for the thread's number
 * first of all in a function. So libomp itself is bound to two functions of this file (rt_scope.c): as it starts, it
 * asks for the variable OMP_TOOL, as OpenMP requires, then it reads the others, and then it registers for forks. In
 * between, the variable is removed. */
#include "offcy_state.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char variable[] = "KMP_INIT_AT_FORK";

/* By its first letters, as in libomp. */
static bool says_no(const char *value)
{
    return value[0] != '\0' && (strchr("fFnN0", value[0]) != NULL || strncasecmp(value, "of", 2) == 0);
}

/* Libomp's lock is held in both functions. */
static char *kept; /* owned */

char *offcy_openmp_asks(const char *name)
{
    if (strcmp(name, "OMP_TOOL") == 0 && kept == NULL) {
        const char *value = getenv(variable);
        kept = value != NULL && says_no(value) ? strdup(value) : NULL;
        if (kept != NULL)
            unsetenv(variable);
    }
    return getenv(name);
}

offcy_atfork *offcy_openmp_atfork;

int offcy_openmp_started(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library)
{
    if (kept != NULL)
        setenv(variable, kept, 1);
    free(kept);
    kept = NULL;
    return offcy_openmp_atfork(prepare, parent, child, library);
}
