/* Runs the runtime's tests. With an argument, those for a given environment:
 *
 *   (none)     everything that this build can do; with a device if it was built for one
 *   device     the same, and there must be a device
 *   trace      a region and a context, for tests/python/trace.py to read the trace of
 *   disabled   under OMP_TARGET_OFFLOAD=DISABLED: a build for a device runs on the host
 *   nowhere    under OMP_TARGET_OFFLOAD=MANDATORY without a device: an error, not the end
 */
#include "check.h"

#include "offcy_rt.h"

#include <string.h>

int checks_made, checks_failed;

static const offcy_region region = {.function = "f", .file = "main.pyx", .line = 1};

static void disabled(void)
{
    offcy_error error = {0};
    CHECK(offcy_device_count() == 0);
    CHECK(offcy_choose_device(OFFCY_DEFAULT_DEVICE, &error) == OFFCY_HOST && !offcy_failed(&error));
    CHECK(offcy_choose_device(2, &error) == OFFCY_HOST && !offcy_failed(&error));
}

static void nowhere(void)
{
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, NULL, 0, &error) < 0);
    CHECK(error.kind == OFFCY_NO_DEVICE && error.other != NULL);
    CHECK(offcy_leave(&scope, false) == 0);
    offcy_error none = {0};
    CHECK(offcy_choose_device(OFFCY_HOST, &none) == OFFCY_HOST && !offcy_failed(&none));
}

static void traced(void)
{
    static const offcy_region context = {
        .function = "quoted \"f\"", .file = "main.pyx", .line = 2, .kind = OFFCY_CONTEXT};
    static double x[10], y[20];
    const ptrdiff_t ten = 10, twenty = 20;
    const offcy_map outer_maps[] = {OFFCY_MAP_POINTER("x", x, &ten, OFFCY_TO)};
    const offcy_map inner_maps[] = {OFFCY_MAP_POINTER("x", x, &ten, OFFCY_TO),
                                    OFFCY_MAP_POINTER("y", y, &twenty, OFFCY_FROM)};
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    CHECK(offcy_enter(&outer, &context, OFFCY_DEFAULT_DEVICE, outer_maps, 1, &error) == 0);
    CHECK(offcy_enter(&inner, &region, OFFCY_DEFAULT_DEVICE, inner_maps, 2, &error) == 0);
    CHECK(offcy_leave(&inner, false) == 0);
    CHECK(offcy_enter(&inner, &region, OFFCY_HOST, inner_maps, 2, &error) == 0);
    CHECK(offcy_leave(&inner, true) == 0);
    CHECK(offcy_leave(&outer, false) == 0);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "disabled") == 0) {
        disabled();
    } else if (count > 1 && strcmp(arguments[1], "nowhere") == 0) {
        nowhere();
    } else if (count > 1 && strcmp(arguments[1], "trace") == 0) {
        traced();
    } else {
        test_core();
        test_kernels();
        test_host();
        if (offcy_device_count() > 0) {
            test_device();
            test_coherence();
            test_threads();
            test_sharing();
        } else if (count > 1) {
            CHECK(!"there is a device");
        } else {
            SKIP("tests that need a device", "none found, or built for the host alone");
        }
    }
    printf("%d checks, %d failed\n", checks_made, checks_failed);
    return checks_failed > 0 || checks_made == 0;
}
