/* Elements at addresses that are not multiples of their type's size: a field of a packed record, or a view that
 * begins in the middle of an element. Processors read them, and so does the virtual device; NVIDIA's GPUs fault, and
 * a fault of a kernel ends the process. A new block begins with the variable's first byte and is aligned, so what
 * counts is where an element lies in the block, and how far it is from one to the next. */
#include "offcy_device.h"
#include "offcy_enter.h"

static bool is_aligned(const struct offcy_entered *variable, const offcy_map *map)
{
    const uintptr_t mask = (uintptr_t)map->alignment - 1;
    const char *low = variable->block->address + (variable->extent.low - variable->block->low);
    uintptr_t off = (uintptr_t)low + (uintptr_t)((char *)map->host - variable->extent.low);
    for (int axis = 0; map->strides != NULL && axis < map->ndim; axis++)
        if (map->shape[axis] > 1)
            off |= (uintptr_t)map->strides[axis];
    return (off & mask) == 0;
}

int offcy_check_alignment(const offcy_scope *scope, const offcy_map *maps, int count, offcy_error *error)
{
    if (scope->region->kind != OFFCY_REGION || !offcy_device_demands_alignment(scope->device))
        return 0;
    for (int k = 0; k < count; k++)
        if (maps[k].alignment > 1 && scope->entered[k].block != NULL && !is_aligned(&scope->entered[k], &maps[k]))
            return offcy_fail_data(error, OFFCY_BAD_MAP, scope->device, maps[k].name,
                                   "its elements are not aligned, and this device cannot read them: pass a copy",
                                   0);
    return 0;
}
