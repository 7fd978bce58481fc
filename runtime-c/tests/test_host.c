/* Regions on the host: nothing moves, everything is reported. */
#include "check.h"

#include "offcy_rt.h"

#include <string.h>

static const offcy_region region = {.function = "f", .file = "host.pyx", .line = 12};

static int records;
static int last_device;

static void remember(void *closure, const offcy_trace_record *record)
{
    records += *(int *)closure;
    last_device = record->device;
    CHECK(record->region == &region && record->count == 0);
}

static void runs_on_the_host(void)
{
    double data[4] = {1, 2, 3, 4};
    const ptrdiff_t count = 4;
    const offcy_map maps[] = {OFFCY_MAP_POINTER("data", data, &count, OFFCY_TOFROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    int step = 1;
    records = 0;
    offcy_trace_to(remember, &step);
    CHECK(offcy_enter(&scope, &region, OFFCY_HOST, maps, 1, &error) == 0);
    CHECK(scope.device == OFFCY_HOST && scope.entered == NULL);
    CHECK(offcy_leave(&scope, false) == 0);
    CHECK(offcy_leave(&scope, false) == 0);
    offcy_trace_to(NULL, NULL);
    CHECK(records == 1 && last_device == OFFCY_HOST);
    CHECK(offcy_update(&region, OFFCY_HOST, maps, 1, &error) == 0 && !offcy_failed(&error));
    CHECK(data[0] == 1 && data[3] == 4);
}

static void errors_end_it(void)
{
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_leave(&scope, false) == 0);
    CHECK(offcy_enter(&scope, &region, OFFCY_HOST, NULL, 0, &error) == 0);
    offcy_fail(&error, OFFCY_OVERFLOW, 0);
    CHECK(offcy_leave(&scope, false) == -1);
    CHECK(offcy_enter(&scope, &region, OFFCY_HOST, NULL, 0, &error) == -1);
    CHECK(error.kind == OFFCY_OVERFLOW);
}

/* The same as on a device: by the map list alone. */
static void partial_overlap_is_refused(void)
{
    double x[12] = {0};
    const ptrdiff_t eight = 8, all = 12;
    const offcy_view1 even = {NULL, (char *)x, {6}, {16}}, odd = {NULL, (char *)(x + 1), {6}, {16}};
    const offcy_map maps[][2] = {
        {OFFCY_MAP_POINTER("a", x, &eight, OFFCY_FROM), OFFCY_MAP_POINTER("b", &x[4], &eight, OFFCY_TO)},
        {OFFCY_MAP_POINTER("a", x, &eight, OFFCY_TO), OFFCY_MAP_POINTER("b", &x[4], &eight, OFFCY_ALLOC)},
        {OFFCY_MAP_POINTER("a", x, &eight, OFFCY_TO), OFFCY_MAP_POINTER("b", &x[4], &eight, OFFCY_TO)},
        {OFFCY_MAP_POINTER("a", x, &eight, OFFCY_FROM), OFFCY_MAP_POINTER("b", x, &eight, OFFCY_TO)},
        {OFFCY_MAP_POINTER("a", x, &all, OFFCY_FROM), OFFCY_MAP_POINTER("b", &x[4], &eight, OFFCY_TO)},
        {OFFCY_MAP_VIEW("a", even, double, 1, OFFCY_FROM), OFFCY_MAP_VIEW("b", odd, double, 1, OFFCY_TO)},
        {OFFCY_MAP_POINTER("a", x, &eight, OFFCY_COHERENT), OFFCY_MAP_POINTER("b", &x[4], &eight, OFFCY_COHERENT)},
    };
    for (size_t k = 0; k < sizeof maps / sizeof maps[0]; k++) {
        offcy_error error = {0};
        offcy_scope scope = {0};
        const bool refused = offcy_enter(&scope, &region, OFFCY_HOST, maps[k], 2, &error) < 0;
        CHECK(refused == (k < 2));
        CHECK(!refused || (error.kind == OFFCY_OVERLAP && strcmp(error.name, "a") == 0 &&
                           strcmp(error.other, "b") == 0));
        offcy_leave(&scope, false);
    }
}

static int threads_of_a_team(void)
{
    int count = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic write
        count = omp_get_num_threads();
    }
    return count;
}

/* What threads add to, and what they read while others are in the loop: if by another name, too, there is one thread. */
static void one_thread_runs_shared_sums(void)
{
    double x[12] = {0};
    const ptrdiff_t four = 4, all = 12;
    const offcy_view1 even = {NULL, (char *)x, {6}, {16}}, odd = {NULL, (char *)(x + 1), {6}, {16}};
    const unsigned alone = OFFCY_TOFROM | OFFCY_ALONE, steady = OFFCY_TO | OFFCY_STEADY;
    const struct { offcy_map maps[2]; bool shared; } cases[] = {
        {{OFFCY_MAP_POINTER("a", x, &four, alone), OFFCY_MAP_POINTER("b", x, &four, OFFCY_TO)}, true},
        {{OFFCY_MAP_POINTER("a", x, &four, OFFCY_TO), OFFCY_MAP_POINTER("b", x, &all, alone)}, true},
        {{OFFCY_MAP_POINTER("a", x, &four, alone), OFFCY_MAP_POINTER("b", x, &four, alone)}, false},
        {{OFFCY_MAP_POINTER("a", x, &four, alone), OFFCY_MAP_POINTER("b", &x[4], &four, OFFCY_TO)}, false},
        {{OFFCY_MAP_VIEW("a", even, double, 1, alone), OFFCY_MAP_VIEW("b", odd, double, 1, OFFCY_TO)}, false},
        {{OFFCY_MAP_POINTER("a", x, &four, steady), OFFCY_MAP_POINTER("b", x, &four, OFFCY_TOFROM)}, true},
        {{OFFCY_MAP_POINTER("a", x, &four, OFFCY_FROM), OFFCY_MAP_POINTER("b", x, &four, steady)}, true},
        {{OFFCY_MAP_POINTER("a", x, &four, steady), OFFCY_MAP_POINTER("b", x, &four, OFFCY_TO)}, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        offcy_error error = {0};
        offcy_scope scope = {0};
        CHECK(offcy_enter(&scope, &region, OFFCY_HOST, cases[k].maps, 2, &error) == 0);
        CHECK(cases[k].shared ? strcmp(scope.shared[0], "a") == 0 && strcmp(scope.shared[1], "b") == 0
                              : scope.shared[0] == NULL);
        CHECK(threads_of_a_team() == (cases[k].shared ? 1 : 2));
        CHECK(offcy_leave(&scope, false) == 0 && threads_of_a_team() == 2);
    }
}

void test_host(void)
{
    runs_on_the_host();
    partial_overlap_is_refused();
    one_thread_runs_shared_sums();
    errors_end_it();
}
