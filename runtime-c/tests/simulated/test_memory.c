/* Devices with little memory: the pool and coherent data give way, and whoever made room needs
 * it. */
#include "../check.h"
#include "device.h"

#include "offcy_rt.h"

#include <string.h>

enum { KIB = 1024 };

static const offcy_region region = {.function = "f", .file = "memory.pyx", .line = 1, .coherent = true};
static const offcy_region context = {
    .function = "f", .file = "memory.pyx", .line = 2, .kind = OFFCY_CONTEXT};

static char x[16 * KIB], y[16 * KIB], z[16 * KIB];

static offcy_map bytes(char *low, const ptrdiff_t *count, unsigned map)
{
    return (offcy_map){"b", low, 1, 1, map, count, NULL, NULL, 0};
}

static bool runs(offcy_map map, char value)
{
    offcy_error error = {0};
    offcy_scope scope = {0};
    if (offcy_enter(&scope, &region, 0, &map, 1, &error) < 0)
        return false;
    char *device = offcy_device_pointer(map.host, map.shape[0], 0);
    for (ptrdiff_t k = 0; device != NULL && k < map.shape[0]; k++)
        device[k] = value;
    return offcy_leave(&scope, false) == 0;
}

static bool is_present(const char *low)
{
    return offcy_device_pointer(low, 1, 0) != NULL;
}

/* Enters and leaves a region with `map`; returns whether it was rejected for its alignment, with
 * nothing left over. */
static bool is_refused(offcy_map map)
{
    offcy_error error = {0};
    offcy_scope scope = {0};
    if (offcy_enter(&scope, &region, 0, &map, 1, &error) == 0)
        return offcy_leave(&scope, false) != 0;
    CHECK(error.kind == OFFCY_BAD_MAP && strstr(error.other, "not aligned") != NULL);
    return offcy_device_pointer(map.host, 1, 0) == NULL;
}

static void elements_that_are_not_aligned_are_refused(void)
{
    _Alignas(8) static char buffer[128];
    static const ptrdiff_t nine = 9, sixteen = 16, one = 1, five = 5, all = 128;
    const offcy_map packed = {"p", buffer + 1, 8, 1, OFFCY_TO, &five, &nine, NULL, 8};
    const offcy_map within = {"w", buffer + 1, 8, 1, OFFCY_TO, &five, &sixteen, NULL, 8};
    const offcy_map alone = {"a", buffer + 1, 8, 1, OFFCY_TO, &one, &nine, NULL, 8};
    const offcy_map whole = {"b", buffer, 1, 1, OFFCY_TO, &all, NULL, NULL, 1};
    CHECK(!is_refused(packed));
    simulated.demands_alignment = true;
    CHECK(is_refused(packed));  /* by its stride, wherever it begins */
    CHECK(!is_refused(within)); /* in its own block it is aligned */
    CHECK(!is_refused(alone));
    offcy_error error = {0};
    offcy_scope outer = {0};
    CHECK(offcy_enter(&outer, &context, 0, &whole, 1, &error) == 0);
    offcy_scope inner = {0};
    CHECK(offcy_enter(&inner, &region, 0, &within, 1, &error) == -1 && error.kind == OFFCY_BAD_MAP);
    error = (offcy_error){0};
    CHECK(offcy_leave(&outer, false) == 0);
    simulated.demands_alignment = false;
}

static void the_pool_is_emptied(void)
{
    const ptrdiff_t four = 4 * KIB, ten = 10 * KIB;
    offcy_pool_statistics pool;
    CHECK(runs(bytes(x, &four, OFFCY_TOFROM), 1));
    offcy_pool_report(0, &pool);
    CHECK(pool.free_bytes == four && pool.used_bytes == 0);
    CHECK(runs(bytes(x, &ten, OFFCY_TOFROM), 2) && x[5] == 2);
    offcy_pool_report(0, &pool);
    CHECK(pool.free_bytes == ten && pool.used_bytes == 0);
    offcy_pool_trim(0);
    offcy_pool_report(0, &pool);
    CHECK(pool.free_bytes == 0);
}

static void coherent_data_is_evicted(void)
{
    const ptrdiff_t two = 2 * KIB, four = 4 * KIB, eight = 8 * KIB;
    offcy_error error = {0};
    offcy_scope outer = {0}, third = {0};
    const offcy_map kept[] = {bytes(x, &four, OFFCY_COHERENT), bytes(y, &two, OFFCY_COHERENT)};
    CHECK(offcy_enter(&outer, &context, 0, kept, 2, &error) == 0 && is_present(x) && is_present(y));
    CHECK(runs(bytes(x, &four, OFFCY_FROM), 3) && runs(bytes(y, &two, OFFCY_FROM), 4) && x[0] != 3);
    /* The largest goes first, and no more than is needed. */
    CHECK(runs(bytes(z, &eight, OFFCY_FROM), 5) && z[0] == 5);
    CHECK(!is_present(x) && x[0] == 3 && is_present(y) && y[0] != 4);
    /* What would be kept does not evict. */
    const offcy_map more = bytes(z, &eight, OFFCY_COHERENT);
    offcy_pool_trim(0);
    simulated.memory = 9 * KIB;
    CHECK(offcy_enter(&third, &context, 0, &more, 1, &error) == 0 && !is_present(z) && is_present(y));
    CHECK(offcy_leave(&third, false) == 0);
    /* Not enough, whatever goes. */
    const ptrdiff_t most = 16 * KIB;
    CHECK(!runs(bytes(z, &most, OFFCY_FROM), 6) && y[0] == 4);
    CHECK(offcy_leave(&outer, false) == 0 && !offcy_failed(&error));
}

/* A region uses little of what is kept: that much stays, and the rest makes room for its other variable. */
static void shared_data_is_evicted(void)
{
    const ptrdiff_t two = 2 * KIB, eight = 8 * KIB, most = 16 * KIB;
    offcy_error error = {0};
    offcy_scope outer = {0}, scope = {0};
    const offcy_map kept = bytes(x, &eight, OFFCY_COHERENT);
    simulated.memory = 12 * KIB;
    const offcy_map too_much[] = {bytes(x, &two, OFFCY_TOFROM), bytes(z, &most, OFFCY_FROM)};
    const offcy_map used[] = {bytes(x, &two, OFFCY_TOFROM), bytes(z, &eight, OFFCY_FROM)};
    CHECK(offcy_enter(&outer, &context, 0, &kept, 1, &error) == 0);
    CHECK(runs(bytes(x, &eight, OFFCY_FROM), 7) && x[0] != 7);
    CHECK(offcy_enter(&scope, &region, 0, used, 2, &error) == 0 && is_present(x) && is_present(z));
    CHECK(!is_present(x + two) && x[0] == 7 && x[eight - 1] == 7);
    const char *device = offcy_device_pointer(x, 1, 0);
    CHECK(device != NULL && *device == 7);
    CHECK(offcy_leave(&scope, false) == 0);
    CHECK(offcy_enter(&scope, &region, 0, too_much, 2, &error) < 0);
    CHECK(error.kind == OFFCY_OUT_OF_MEMORY && error.index == most);
    error = (offcy_error){0};
    CHECK(offcy_leave(&outer, false) == 0);
}

void test_memory(void)
{
    elements_that_are_not_aligned_are_refused();
    offcy_pool_trim(0);
    simulated.memory = 12 * KIB;
    the_pool_is_emptied();
    coherent_data_is_evicted();
    shared_data_is_evicted();
    simulated.memory = SIMULATED_MEMORY;
}
