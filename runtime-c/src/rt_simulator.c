/* The names of variables, for a simulated GPU (`offcy simulate`): its driver has one function more
 * than NVIDIA's. */
#include "offcy_simulator.h"

#include <dlfcn.h>
#include <stddef.h>

typedef void note_function(void *address, size_t bytes, const char *variable, unsigned map, const char *function,
                           const char *file, int line, int exact, size_t run, int axis_count, const size_t *steps);

#ifdef OFFCY_OFFLOAD

/* First requested when a block is made: the driver, whichever it is, is loaded by then. */
static note_function *simulator(void)
{
    static note_function *known;
    static bool asked;
    if (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE)) {
        void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
        void *address = driver != NULL ? dlsym(driver, "offcySimulatorNote") : NULL;
        __atomic_store_n(&known, (note_function *)address, __ATOMIC_RELEASE);
        __atomic_store_n(&asked, true, __ATOMIC_RELEASE);
        if (driver != NULL)
            dlclose(driver); /* whoever started it keeps it */
    }
    return __atomic_load_n(&known, __ATOMIC_ACQUIRE);
}

#else

static note_function *simulator(void) { return NULL; }

#endif

bool offcy_simulates(void)
{
    return simulator() != NULL;
}

void offcy_simulator_note(void *address, const offcy_extent *extent, const char *name, unsigned map,
                          const offcy_region *region)
{
    note_function *note = simulator();
    size_t steps[2 * OFFCY_MAX_DIMENSIONS];
    if (note == NULL || extent->bytes == 0)
        return;
    for (int axis = 0; axis < extent->axis_count; axis++) {
        steps[2 * axis] = (size_t)extent->axes[axis].count;
        steps[2 * axis + 1] = (size_t)extent->axes[axis].stride;
    }
    note(address, (size_t)extent->bytes, name, map, region->function, region->file, region->line, 0,
         (size_t)extent->run, extent->axis_count, steps);
}

void offcy_simulator_block(void *address, ptrdiff_t bytes, const char *name)
{
    note_function *note = simulator();
    if (note != NULL)
        note(address, (size_t)bytes, name, 0, NULL, NULL, 0, 1, 0, 0, NULL);
}
