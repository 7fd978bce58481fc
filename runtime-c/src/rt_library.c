/* Calls of BLAS from host code. */
#include "offcy_device.h"
#include "offcy_enter.h"
#include "offcy_maker.h"
#include "offcy_resident.h"

#include <stdlib.h>
#include <string.h>

/* ---- What a routine does to memory ---- */

static int whole(const offcy_library_call *call, int argument)
{
    return *(const int *)call->with[argument];
}

static bool is_turned(const offcy_library_call *call, int argument)
{
    return (*(const char *)call->with[argument] | 0x20) != 'n';
}

static void add(offcy_library_call *call, int argument, const char *name, unsigned map, ptrdiff_t rows, ptrdiff_t columns,
                ptrdiff_t row_step, ptrdiff_t column_step)
{
    const int k = call->count;
    if (rows <= 0 || columns <= 0)
        return;
    call->argument[k] = argument;
    call->shapes[k][0] = columns, call->shapes[k][1] = rows;
    call->strides[k][0] = column_step * call->itemsize, call->strides[k][1] = row_step * call->itemsize;
    call->maps[k] = (offcy_map){
        .name = name,
        .host = call->with[argument],
        .itemsize = call->itemsize,
        .ndim = 2,
        .map = map,
        .shape = call->shapes[k],
        .strides = call->strides[k],
        .alignment = call->itemsize,
    };
    call->count++;
}

/* A matrix is stored column by column. */
static void matrix(offcy_library_call *call, int argument, const char *name, unsigned map, int rows, int columns, int step)
{
    add(call, argument, name, map, rows, columns, 1, whole(call, step));
}

/* A vector begins at its lowest address, whichever way it is walked. */
static void vector(offcy_library_call *call, int argument, const char *name, unsigned map, int count, int step)
{
    const ptrdiff_t by = whole(call, step);
    add(call, argument, name, map, count, 1, by < 0 ? -by : by, 1);
}

static void arrays_of_vectors(offcy_library_call *call)
{
    const int n = whole(call, 0);
    switch (call->routine) {
    case OFFCY_AXPY:
        vector(call, 2, "x", OFFCY_TO, n, 3);
        vector(call, 4, "y", OFFCY_TOFROM, n, 5);
        break;
    case OFFCY_SCAL:
        vector(call, 2, "x", OFFCY_TOFROM, n, 3);
        break;
    case OFFCY_COPY:
    case OFFCY_DOT:
    case OFFCY_SWAP:
        vector(call, 1, "x", call->routine == OFFCY_SWAP ? OFFCY_TOFROM : OFFCY_TO, n, 2);
        vector(call, 3, "y", call->routine == OFFCY_DOT ? OFFCY_TO : OFFCY_TOFROM, n, 4);
        break;
    default:
        vector(call, 1, "x", OFFCY_TO, n, 2);
    }
}

static void arrays_of(offcy_library_call *call)
{
    int m, n, k;
    switch (call->routine) {
    case OFFCY_GEMM:
        m = whole(call, 2), n = whole(call, 3), k = whole(call, 4);
        matrix(call, 6, "a", OFFCY_TO, is_turned(call, 0) ? k : m, is_turned(call, 0) ? m : k, 7);
        matrix(call, 8, "b", OFFCY_TO, is_turned(call, 1) ? n : k, is_turned(call, 1) ? k : n, 9);
        matrix(call, 11, "c", OFFCY_TOFROM, m, n, 12);
        break;
    case OFFCY_GEMV:
        m = whole(call, 1), n = whole(call, 2);
        matrix(call, 4, "a", OFFCY_TO, m, n, 5);
        vector(call, 6, "x", OFFCY_TO, is_turned(call, 0) ? m : n, 7);
        vector(call, 9, "y", OFFCY_TOFROM, is_turned(call, 0) ? n : m, 10);
        break;
    case OFFCY_SYMV:
        n = whole(call, 1);
        matrix(call, 3, "a", OFFCY_TO, n, n, 4);
        vector(call, 5, "x", OFFCY_TO, n, 6);
        vector(call, 8, "y", OFFCY_TOFROM, n, 9);
        break;
    case OFFCY_GER:
        m = whole(call, 0), n = whole(call, 1);
        vector(call, 3, "x", OFFCY_TO, m, 4);
        vector(call, 5, "y", OFFCY_TO, n, 6);
        matrix(call, 7, "a", OFFCY_TOFROM, m, n, 8);
        break;
    default:
        arrays_of_vectors(call);
    }
}

/* Steps of which BLAS itself makes errors, or with which it does nothing, are left to the host. */
static bool is_usual(const offcy_library_call *call)
{
    const bool is_one = call->routine == OFFCY_SCAL || call->routine == OFFCY_NRM2 || call->routine == OFFCY_ASUM ||
                        call->routine == OFFCY_AMAX;
    bool usual = !is_one || whole(call, call->routine == OFFCY_SCAL ? 3 : 2) > 0;
    for (int k = 0; k < call->count; k++)
        usual = usual && (call->shapes[k][0] == 1 || call->strides[k][0] >= call->shapes[k][1] * call->itemsize);
    return usual;
}

/* ---- Where its arrays are ---- */

typedef struct spot {
    int device;   /* OFFCY_HOST: on none */
    bool coherent;
} spot;

static bool is_on(int number, const offcy_extent *extent, spot *where)
{
    const offcy_device *device = offcy_shared()->devices[number];
    offcy_block *block;
    if (device == NULL || offcy_find_present(device, extent->low, extent->bytes, &block) != OFFCY_WITHIN)
        return false;
    where->device = number;
    where->coherent = block->coherent;
    return true;
}

static void find(const offcy_library_call *call, spot *where)
{
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    for (int k = 0; k < call->count; k++) {
        offcy_extent extent;
        where[k] = (spot){.device = OFFCY_HOST};
        if (offcy_extent_of(&call->maps[k], &extent) != NULL)
            continue;
        for (int number = 0; number < state->device_count && where[k].device == OFFCY_HOST; number++)
            is_on(number, &extent, &where[k]);
    }
    pthread_mutex_unlock(&state->lock);
}

/* ---- The ways to make the call ---- */

/* What was on a device is lost with it: an error where its context ends. */
static void lose(const offcy_library_call *call)
{
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    for (int k = 0; k < call->count; k++)
        for (int number = 0; number < state->device_count; number++) {
            const offcy_device *device = state->devices[number];
            offcy_extent extent;
            offcy_block *block;
            if (device != NULL && offcy_extent_of(&call->maps[k], &extent) == NULL &&
                offcy_find_present(device, extent.low, extent.bytes, &block) != OFFCY_ABSENT)
                block->lost = true;
        }
    pthread_mutex_unlock(&state->lock);
}

/* Where the elements of a row of the scope begin on its device. */
static char *on_device(const offcy_library_call *call, const offcy_map *map)
{
    return offcy_device_pointer(map->host, map->itemsize, call->scope.device);
}

static bool by_device(offcy_library_call *call, const char **why)
{
    void *with[OFFCY_LIBRARY_ARGUMENTS];
    memcpy(with, call->with, sizeof(void *) * (size_t)call->with_count);
    for (int k = 0; k < call->count; k++)
        with[call->argument[k]] = on_device(call, &call->maps[k]);
    return offcy_maker_run(call, call->scope.device, with, why) == 0;
}

static ptrdiff_t span_of(const offcy_map *map)
{
    return (map->shape[0] - 1) * map->strides[0] + (map->shape[1] - 1) * map->strides[1] + map->itemsize;
}

static void drop_copies(offcy_library_call *call)
{
    for (int row = 0; row < OFFCY_LIBRARY_ARRAYS; row++) {
        free(call->copies[row]);
        call->copies[row] = NULL;
    }
}

/* The host's function gets copies of what the device has. */
static bool copy_in(offcy_library_call *call)
{
    for (int row = 0; row < call->scope.map_count; row++) {
        const offcy_map *map = &call->entered[row];
        const ptrdiff_t bytes = span_of(map);
        char *copy = call->copies[row] = malloc((size_t)bytes);
        if (copy == NULL || offcy_device_read(call->scope.device, copy, on_device(call, map), bytes) < 0) {
            drop_copies(call);
            return false;
        }
        call->scope.entered[row].moved.from += bytes;
        call->with[call->row_argument[row]] = copy;
    }
    return true;
}

static bool copy_out(offcy_library_call *call)
{
    bool done = true;
    for (int row = 0; row < call->scope.map_count; row++) {
        const offcy_map *map = &call->entered[row];
        if (!(map->map & OFFCY_FROM) || call->copies[row] == NULL)
            continue;
        done = offcy_device_write(call->scope.device, on_device(call, map), call->copies[row], span_of(map)) == 0 && done;
        call->scope.entered[row].moved.to += span_of(map);
    }
    return done;
}

/* Whether the host's own elements are not those that count: an explicit context keeps the array on the device. */
static bool is_kept(const spot *where, int device)
{
    return where->device == device && !where->coherent;
}

/* Enters all rows, to run there, or those whose data the host's function cannot reach. */
static bool enter(offcy_library_call *call, const spot *where, int device, bool all)
{
    int count = 0;
    for (int k = 0; k < call->count; k++) {
        if (!all && !is_kept(&where[k], device))
            continue;
        call->row_argument[count] = call->argument[k];
        call->entered[count++] = call->maps[k];
    }
    if (offcy_enter(&call->scope, call->place, device, call->entered, count, &call->error) < 0)
        return false;
    if (call->scope.device != device)
        offcy_leave(&call->scope, true);
    return call->scope.active;
}

/* The others are the host's, or come home. */
static bool host_uses_others(offcy_library_call *call, const spot *where, int device)
{
    offcy_map maps[OFFCY_LIBRARY_ARRAYS];
    int count = 0;
    for (int k = 0; k < call->count; k++) {
        if (is_kept(&where[k], device))
            continue;
        maps[count] = call->maps[k];
        maps[count++].map = OFFCY_READ | (call->maps[k].map & OFFCY_FROM ? OFFCY_WRITTEN : 0);
    }
    return offcy_host_access(call->place, maps, count, &call->error) == 0;
}

static bool copy_for_host(offcy_library_call *call, const spot *where, int device, const char *why)
{
    if (!enter(call, where, device, false))
        return false;
    call->scope.by_host = why;
    return copy_in(call);
}

/* The device that keeps one of the arrays, if one does; otherwise one that has a copy. */
static int device_of(const spot *where, int count)
{
    int device = OFFCY_HOST;
    for (int k = 0; k < count; k++)
        if (where[k].device != OFFCY_HOST && (device == OFFCY_HOST || !where[k].coherent))
            device = where[k].device;
    return device;
}

/* Whether the device may run it: all arrays are there. Where the code around reports nothing, the host's elements count
 * of what an inferred context keeps. */
static bool may_run_there(const offcy_library_call *call, const spot *where, int device)
{
    bool may = is_usual(call);
    for (int k = 0; k < call->count; k++)
        may = may && where[k].device == device && (!where[k].coherent || call->place->coherent);
    return may;
}

/* Whether the host's function is to be called. */
static bool prepare(offcy_library_call *call)
{
    spot where[OFFCY_LIBRARY_ARRAYS];
    find(call, where);
    const int device = device_of(where, call->count);
    if (device == OFFCY_HOST)
        return true;
    const char *why = "not all arrays are there";
    if (may_run_there(call, where, device) && offcy_maker_has(device, offcy_device_pointer(call->maps[0].host, 1, device), &why) &&
        enter(call, where, device, true)) {
        if (by_device(call, &why))
            return false;
        offcy_leave(&call->scope, true);
    }
    bool any_kept = false;
    for (int k = 0; k < call->count; k++)
        any_kept = any_kept || is_kept(&where[k], device);
    call->error = (offcy_error){0};
    if (host_uses_others(call, where, device) && (!any_kept || copy_for_host(call, where, device, why)))
        return true;
    lose(call);
    return false;
}

bool offcy_library_begin(offcy_library_call *call, const offcy_region *place, ptrdiff_t itemsize, void **with, int with_count,
                         void *result)
{
    call->scope.active = false;
    if (__atomic_load_n(&offcy_shared()->device_count, __ATOMIC_RELAXED) == 0 || !offcy_device_usable_here())
        return true;
    const offcy_routine routine = call->routine;
    *call = (offcy_library_call){
        .routine = routine, .itemsize = itemsize, .with = with, .with_count = with_count, .result = result, .place = place};
    arrays_of(call);
    return call->count == 0 || prepare(call);
}

void offcy_library_end(offcy_library_call *call)
{
    if (!call->scope.active)
        return;
    const bool done = copy_out(call);
    if (offcy_leave(&call->scope, !done) < 0 || !done)
        lose(call);
    drop_copies(call);
}
