/* Whether the variables of a scope are present, and whether they may be. */
#include "offcy_enter.h"

/* 1: other threads have had the lock, or a block was evicted: what was found before may be gone. */
static int look_up_one(offcy_scope *scope, int k, offcy_error *error)
{
    struct offcy_entered *variable = &scope->entered[k];
    offcy_block *found = NULL;
    const offcy_presence presence = offcy_find_present(
        offcy_device_at(scope->device), variable->extent.low, variable->extent.bytes, &found);
    if ((found != NULL && offcy_should_wait(variable, found, presence)) ||
        offcy_any_busy(scope->device, &variable->extent)) {
        offcy_wait();
        return 1;
    }
    switch (presence) {
    case OFFCY_WITHIN: variable->block = found; break;
    case OFFCY_PARTLY:
        if (!offcy_evictable(found))
            return offcy_fail_data(error, OFFCY_OVERLAP, scope->device, variable->name, found->name, 0);
        if (offcy_evict(scope->device, found) < 0)
            return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, found->name, "return",
                                   found->bytes);
        return 1;
    case OFFCY_ABSENT: break;
    }
    return 0;
}

/* What a context would keep is looked up later, but not while another thread moves it. */
static bool coherent_is_busy(const offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        const offcy_extent *extent = &scope->entered[k].extent;
        if ((scope->entered[k].map & OFFCY_COHERENT) && extent->bytes > 0 && offcy_any_busy(OFFCY_HOST, extent))
            return true;
    }
    return false;
}

int offcy_look_up(offcy_scope *scope, offcy_error *error)
{
    if (offcy_device_at(scope->device) == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, scope->device, "map list", NULL, 0);
    for (int k = 0; k <= scope->count; k++) {
        int status = 0;
        if (k < scope->count && offcy_is_absent(&scope->entered[k], 0)) {
            status = look_up_one(scope, k, error);
        } else if (k == scope->count && coherent_is_busy(scope)) {
            offcy_wait();
            status = 1;
        }
        if (status < 0)
            return -1;
        if (status == 0)
            continue;
        for (int other = 0; other < scope->count; other++)
            scope->entered[other].block = NULL;
        k = -1;
    }
    return 0;
}
