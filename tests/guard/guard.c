/* Linked into a module built for the virtual device, in front of the runtime's `offcy_enter` and
 * `offcy_leave` (`--wrap`): while a region's kernels run, no array of NumPy's can be touched. There host
 * pointers are readable in kernels, so that a map that is missing goes unnoticed otherwise. */
#define _GNU_SOURCE
#include "offcy_rt.h"

#include <dlfcn.h>

/* Of guard_memory.c, which is loaded first and for all to see. */
static void (*protect)(int on);

int __real_offcy_enter(offcy_scope *scope, const offcy_region *region, int device,
                       const offcy_map *maps, int count, offcy_error *error);
int __real_offcy_leave(offcy_scope *scope, bool failed);

OFFCY_HIDDEN int __wrap_offcy_enter(offcy_scope *scope, const offcy_region *region, int device,
                                    const offcy_map *maps, int count, offcy_error *error)
{
    const int status = __real_offcy_enter(scope, region, device, maps, count, error);
    if (protect == NULL)
        *(void **)&protect = dlsym(RTLD_DEFAULT, "guard_protect");
    if (status == 0 && scope->device >= 0 && region->kind == OFFCY_REGION)
        protect(1);
    return status;
}

OFFCY_HIDDEN int __wrap_offcy_leave(offcy_scope *scope, bool failed)
{
    if (scope->active && scope->device >= 0 && scope->region->kind == OFFCY_REGION)
        protect(0);
    return __real_offcy_leave(scope, failed);
}
