/* Large transfers through pinned memory: measured, right whichever way they go, and failing like
 * others. */
#include "../check.h"
#include "device.h"

#include "offcy_rt.h"

#include <stdint.h>
#include <string.h>

enum { LARGE = OFFCY_LARGE_TRANSFER + 13, FEW = 40 };

static const offcy_region region = {.function = "f", .file = "staging.pyx", .line = 1};

static char x[LARGE], y[8 * LARGE];

static bool runs(offcy_map map, char value)
{
    offcy_error error = {0};
    offcy_scope scope = {0};
    if (offcy_enter(&scope, &region, 0, &map, 1, &error) < 0)
        return false;
    char *device = offcy_device_pointer(map.host, 1, 0);
    bool same = true;
    for (ptrdiff_t k = 0; k < map.shape[0]; k++) {
        same = same && (!(map.map & OFFCY_TO) || device[k] == x[k]);
        device[k] = (char)(value + k);
    }
    return offcy_leave(&scope, false) == 0 && same;
}

static bool round_trip(char value)
{
    const ptrdiff_t large = LARGE;
    for (ptrdiff_t k = 0; k < large; k++)
        x[k] = (char)(3 * value + 7 * k);
    if (!runs((offcy_map){"x", x, 1, 1, OFFCY_TOFROM, &large, NULL, NULL, 0}, value))
        return false;
    for (ptrdiff_t k = 0; k < large; k++)
        if (x[k] != (char)(value + k))
            return false;
    return true;
}

static void nothing_is_pinned_for_little(void)
{
    offcy_staging_statistics staging;
    CHECK(round_trip(1));
    offcy_staging_report(&staging);
    CHECK(staging.measured == 0 && staging.pinned_bytes == 0);
}

static void both_ways_are_measured(void)
{
    offcy_staging_statistics staging;
    for (int k = 0; k < FEW; k++)
        CHECK(round_trip((char)k));
    offcy_staging_report(&staging);
    CHECK(staging.measured >= 4 && staging.measured <= 6 && staging.pinned_bytes > 0);
}

/* Every transfer of a round trip fails once, in whatever piece. */
static void failures_are_reported(void)
{
    const ptrdiff_t large = LARGE;
    const offcy_map map = {"x", x, 1, 1, OFFCY_TOFROM, &large, NULL, NULL, 0};
    int failures = 0;
    for (int k = 0; k < 100; k++) {
        simulated.transfers_that_work = k;
        offcy_error error = {0};
        offcy_scope scope = {0};
        const bool failed = offcy_enter(&scope, &region, 0, &map, 1, &error) < 0 || offcy_leave(&scope, false) < 0;
        failures += failed;
        CHECK(!failed || error.kind == OFFCY_TRANSFER_FAILED);
    }
    simulated.transfers_that_work = PTRDIFF_MAX;
    CHECK(failures >= 2 && round_trip(5));
}

/* If every eighth byte is an element, the others stay; the memory that they pass through is
 * lent. */
static void gaps_are_left_alone(void)
{
    const ptrdiff_t count = LARGE / 8, stride = 8;
    offcy_staging_statistics before, after;
    offcy_staging_report(&before);
    memset(y, 1, sizeof y);
    offcy_error error = {0};
    offcy_scope scope = {0};
    const offcy_map map = {"y", y, 1, 1, OFFCY_TOFROM, &count, &stride, NULL, 0};
    CHECK(offcy_enter(&scope, &region, 0, &map, 1, &error) == 0);
    char *device = offcy_device_pointer(y, 1, 0);
    for (ptrdiff_t k = 0; k < count * stride - stride + 1; k++)
        device[k] = 2;
    CHECK(offcy_leave(&scope, false) == 0);
    bool right = true;
    for (ptrdiff_t k = 0; k < (ptrdiff_t)sizeof y; k++)
        right = right && y[k] == (k % stride == 0 && k < count * stride ? 2 : 1);
    CHECK(right);
    offcy_staging_report(&after);
    CHECK(after.borrowed > before.borrowed);
}

void test_staging(void)
{
    nothing_is_pinned_for_little();
    both_ways_are_measured();
    failures_are_reported();
    gaps_are_left_alone();
}
