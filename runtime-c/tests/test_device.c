/* Regions on a device: what moves, what comes back, what fails. */
#include "check.h"

#include "offcy_rt.h"

#include <pthread.h>
#include <string.h>

enum { N = 1000 };

static const offcy_region region = {.function = "f", .file = "device.pyx", .line = 12};
static const offcy_region failing = {
    .function = "f", .file = "device.pyx", .line = 13, .can_fail = true};
static const offcy_region context = {
    .function = "f", .file = "device.pyx", .line = 14, .kind = OFFCY_CONTEXT};

static const ptrdiff_t all = N;

/* The kernels carry the true map clauses, as emitted ones do: if the data isn't present, they move it. */
static void add_one(int device, double *x, ptrdiff_t count)
{
#pragma omp target teams distribute parallel for map(tofrom : x[0 : count]) device(device)
    for (ptrdiff_t i = 0; i < count; i++)
        x[i] += 1;
}

static void set_to(int device, double *x, ptrdiff_t count, double value)
{
#pragma omp target teams distribute parallel for map(from : x[0 : count]) device(device)
    for (ptrdiff_t i = 0; i < count; i++)
        x[i] = value;
}

/* What the last scope moved. */
static struct {
    int count;
    offcy_trace_variable variables[8];
    bool failed;
} last;

static void remember(void *closure, const offcy_trace_record *record)
{
    (void)closure;
    last.count = record->count;
    last.failed = record->failed;
    memcpy(last.variables, record->variables, (size_t)record->count * sizeof last.variables[0]);
}

static bool moved(int variable, ptrdiff_t to, ptrdiff_t from)
{
    const offcy_trace_variable *found = &last.variables[variable];
    if (variable < last.count && found->to == to && found->from == from)
        return true;
    fprintf(stderr, "%s: %td to, %td from\n", found->name, found->to, found->from);
    return false;
}

static bool nothing_present(void)
{
    offcy_pool_statistics pool;
    offcy_pool_report(0, &pool);
    return pool.used_bytes == 0;
}

static void map_types(void)
{
    static double x[N], y[N], z[N], w[N];
    for (int k = 0; k < N; k++)
        x[k] = y[k] = z[k] = w[k] = k;
    const offcy_map maps[] = {
        OFFCY_MAP_POINTER("x", x, &all, OFFCY_TOFROM), OFFCY_MAP_POINTER("y", y, &all, OFFCY_TO),
        OFFCY_MAP_POINTER("z", z, &all, OFFCY_FROM), OFFCY_MAP_POINTER("w", w, &all, OFFCY_ALLOC)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, maps, 4, &error) == 0);
    CHECK(scope.device == 0);
    CHECK(offcy_device_pointer(&x[5], 8, 0) == (char *)offcy_device_pointer(x, sizeof x, 0) + 40);
    add_one(0, x, N);
    add_one(0, y, N);
    set_to(0, z, N, 7);
    set_to(0, w, N, 7);
    CHECK(x[3] == 3 && z[3] == 3); /* separate memory: nothing is back yet */
    CHECK(offcy_leave(&scope, false) == 0);
    CHECK(x[3] == 4 && x[N - 1] == N && y[3] == 3 && z[3] == 7 && w[3] == 3);
    CHECK(moved(0, sizeof x, sizeof x) && moved(1, sizeof y, 0) && moved(2, 0, sizeof z) &&
          moved(3, 0, 0));
    CHECK(offcy_device_pointer(x, 8, 0) == NULL && nothing_present());
}

static void contexts_keep_data(void)
{
    static double x[N];
    for (int k = 0; k < N; k++)
        x[k] = k;
    const offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, OFFCY_TOFROM)};
    const ptrdiff_t ten = 10;
    const offcy_map part[] = {OFFCY_MAP_POINTER("part", &x[20], &ten, OFFCY_TOFROM)};
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    CHECK(offcy_enter(&outer, &context, OFFCY_DEFAULT_DEVICE, maps, 1, &error) == 0);
    for (int iteration = 0; iteration < 3; iteration++) {
        CHECK(offcy_enter(&inner, &region, OFFCY_DEFAULT_DEVICE, part, 1, &error) == 0);
        add_one(0, &x[20], 10);
        CHECK(offcy_leave(&inner, false) == 0);
        CHECK(moved(0, 0, 0) && x[20] == 20);
    }
    offcy_map update = part[0];
    update.map = OFFCY_FROM;
    CHECK(offcy_update(&region, OFFCY_DEFAULT_DEVICE, &update, 1, &error) == 0);
    CHECK(moved(0, 0, 80) && x[20] == 23 && x[19] == 19);
    x[20] = 100;
    update.map = OFFCY_TO;
    CHECK(offcy_update(&region, OFFCY_DEFAULT_DEVICE, &update, 1, &error) == 0);
    CHECK(offcy_leave(&outer, false) == 0);
    CHECK(x[20] == 100 && x[21] == 24 && x[30] == 30 && x[19] == 19 && nothing_present());
    CHECK(offcy_update(&region, OFFCY_DEFAULT_DEVICE, &update, 1, &error) == -1);
    CHECK(error.kind == OFFCY_NOT_PRESENT && strcmp(error.name, "part") == 0);
}

static void add_one_strided(int device, double *x, ptrdiff_t rows, ptrdiff_t columns,
                            ptrdiff_t row_stride, ptrdiff_t column_stride)
{
    const ptrdiff_t shape[2] = {rows, columns}, strides[2] = {row_stride, column_stride};
    const ptrdiff_t low = offcy_extent_low(2, shape, strides);
    const ptrdiff_t bytes = offcy_extent_bytes(2, shape, strides, sizeof *x);
    char *base = (char *)x;
#pragma omp target teams distribute parallel for map(tofrom : base[low : bytes]) device(device)
    for (ptrdiff_t i = 0; i < rows; i++)
        for (ptrdiff_t j = 0; j < columns; j++)
            *(double *)(base + i * row_stride + j * column_stride) += 1;
}

static void gaps_keep_their_values(ptrdiff_t row_stride, ptrdiff_t column_stride, ptrdiff_t first)
{
    enum { SIZE = 40000 };
    static double x[SIZE];
    const ptrdiff_t shape[2] = {4, 3}, strides[2] = {row_stride * 8, column_stride * 8};
    for (int k = 0; k < SIZE; k++)
        x[k] = k;
    offcy_view2 X = {NULL, (char *)&x[first], {4, 3}, {strides[0], strides[1]}};
    const offcy_map maps[] = {OFFCY_MAP_VIEW("X", X, double, 2, OFFCY_TOFROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, maps, 1, &error) == 0);
    add_one_strided(0, &x[first], 4, 3, strides[0], strides[1]);
    for (int k = 0; k < SIZE; k++)
        x[k] += 1000000; /* the host works on, beside the region */
    CHECK(offcy_leave(&scope, false) == 0);
    int elements = 0, gaps = 0;
    for (int k = 0; k < SIZE; k++) {
        elements += x[k] == k + 1;
        gaps += x[k] == k + 1000000;
    }
    CHECK(elements == 12 && gaps == SIZE - 12);
    CHECK(last.variables[0].from <= offcy_extent_bytes(2, shape, strides, 8));
}

static double wide[8][16];

/* Enters a region that stays entered, as another thread's does while its kernel runs. */
static void *enter_elsewhere(void *scope)
{
    static offcy_error error;
    const ptrdiff_t count = 8 * 16;
    const offcy_map map = OFFCY_MAP_POINTER("wide", &wide[0][0], &count, OFFCY_TOFROM);
    CHECK(offcy_enter(scope, &region, OFFCY_DEFAULT_DEVICE, &map, 1, &error) == 0);
    return NULL;
}

/* An update of one column leaves the others as the device has them. If a kernel of another thread may be
 * writing those, they are not even touched. */
static void updates_leave_gaps_alone(bool beside_another)
{
    const ptrdiff_t count = 8 * 16;
    for (int k = 0; k < count; k++)
        (&wide[0][0])[k] = k;
    const offcy_map maps[] = {OFFCY_MAP_POINTER("wide", &wide[0][0], &count, OFFCY_TOFROM)};
    offcy_view2 column = {NULL, (char *)&wide[0][3], {8, 1}, {sizeof wide[0], sizeof wide[0][0]}};
    const offcy_map update = OFFCY_MAP_VIEW("column", column, double, 2, OFFCY_TO);
    offcy_error error = {0};
    offcy_scope scope = {0}, elsewhere = {0};
    CHECK(offcy_enter(&scope, &context, OFFCY_DEFAULT_DEVICE, maps, 1, &error) == 0);
    add_one(0, &wide[0][0], count);
    pthread_t thread;
    if (beside_another && pthread_create(&thread, NULL, enter_elsewhere, &elsewhere) == 0)
        pthread_join(thread, NULL);
    for (int row = 0; row < 8; row++)
        wide[row][3] = -row;
    CHECK(offcy_update(&region, OFFCY_DEFAULT_DEVICE, &update, 1, &error) == 0);
    const ptrdiff_t range = 7 * sizeof wide[0] + sizeof wide[0][0];
    CHECK(beside_another ? moved(0, 8 * sizeof wide[0][0], 0) : moved(0, range, range));
    CHECK(offcy_leave(&elsewhere, false) == 0);
    CHECK(offcy_leave(&scope, false) == 0 && nothing_present());
    for (int k = 0; k < count; k++)
        CHECK((&wide[0][0])[k] == (k % 16 == 3 ? -(k / 16) : k + 1));
}

static void failures_leave_no_garbage(void)
{
    static double x[N], z[N];
    for (int k = 0; k < N; k++)
        x[k] = z[k] = k;
    const offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, OFFCY_TOFROM),
                              OFFCY_MAP_POINTER("z", z, &all, OFFCY_FROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, maps, 2, &error) == 0);
    add_one(0, x, N);
    CHECK(offcy_leave(&scope, true) == 0 && last.failed);
    CHECK(x[3] == 4 && z[3] == 3 && nothing_present());
}

static void fill_until(int device, double *z, ptrdiff_t count, ptrdiff_t extent, offcy_error *error)
{
#pragma omp target teams distribute parallel for map(from : z[0 : count]) map(tofrom : error[0 : 1]) device(device)
    for (ptrdiff_t i = 0; i < count; i++) {
        if (OFFCY_UNLIKELY((size_t)i >= (size_t)extent)) {
            offcy_fail_index(error, 2, 0, i, extent);
            continue;
        }
        z[i] = 1;
    }
}

static void kernels_report_errors(void)
{
    static double z[N];
    const offcy_map maps[] = {OFFCY_MAP_POINTER("z", z, &all, OFFCY_FROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &failing, OFFCY_DEFAULT_DEVICE, maps, 1, &error) == 0);
    fill_until(0, z, N, N, &error);
    CHECK(offcy_leave(&scope, false) == 0 && z[N - 1] == 1);
    CHECK(last.count == 1 && !last.failed);
    memset(z, 0, sizeof z);
    CHECK(offcy_enter(&scope, &failing, OFFCY_DEFAULT_DEVICE, maps, 1, &error) == 0);
    fill_until(0, z, N, N - 10, &error);
    CHECK(!offcy_failed(&error)); /* still on the device */
    CHECK(offcy_leave(&scope, false) == -1 && last.failed);
    CHECK(error.kind == OFFCY_INDEX_ERROR && error.site == 2 && error.extent == N - 10);
    CHECK(error.index >= N - 10 && error.index < N && z[0] == 0 && nothing_present());
}

static void bad_maps_change_nothing(void)
{
    static double x[N];
    const ptrdiff_t none = 0, negative = -3, huge = (ptrdiff_t)1 << 52, too_many = PTRDIFF_MAX;
    double *null = NULL;
    struct { offcy_map bad; int kind; } cases[] = {
        {OFFCY_MAP_POINTER("b", null, &all, OFFCY_TO), OFFCY_BAD_MAP},
        {OFFCY_MAP_POINTER("b", &x[0], &negative, OFFCY_TO), OFFCY_BAD_MAP},
        {OFFCY_MAP_POINTER("b", &x[0], &too_many, OFFCY_TO), OFFCY_BAD_MAP},
        {OFFCY_MAP_POINTER("b", (double *)0x100000000000000, &huge, OFFCY_TO), OFFCY_OUT_OF_MEMORY},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, OFFCY_TO), cases[k].bad};
        offcy_error error = {0};
        offcy_scope scope = {0};
        CHECK(offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, maps, 2, &error) == -1);
        CHECK(error.kind == cases[k].kind && strcmp(error.name, "b") == 0);
        CHECK(error.kind != OFFCY_OUT_OF_MEMORY || error.index == huge * 8);
        CHECK(offcy_device_pointer(x, 8, 0) == NULL && nothing_present());
        CHECK(offcy_leave(&scope, false) == 0);
    }
    const offcy_map empty[] = {OFFCY_MAP_POINTER("b", null, &none, OFFCY_TOFROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, empty, 1, &error) == 0);
    CHECK(offcy_leave(&scope, false) == 0 && moved(0, 0, 0));
}

static void device_numbers(void)
{
    const int count = offcy_device_count();
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, count - 1, NULL, 0, &error) == 0 && scope.device == count - 1);
    CHECK(offcy_leave(&scope, false) == 0);
    const int wrong[] = {count, count + 1, 1 << 20, -2};
    for (int k = 0; k < 4; k++) {
        offcy_error bad = {0};
        CHECK(offcy_enter(&scope, &region, wrong[k], NULL, 0, &bad) == -1);
        CHECK(bad.kind == OFFCY_BAD_DEVICE && bad.device == wrong[k] && bad.extent == count);
    }
}

void test_device(void)
{
    offcy_trace_to(remember, NULL);
    map_types();
    contexts_keep_data();
    gaps_keep_their_values(10, 2, 0);      /* gaps within and between rows, near */
    gaps_keep_their_values(10000, 1, 0);   /* rows far apart */
    gaps_keep_their_values(10000, 3, 5);   /* both */
    gaps_keep_their_values(1, 9999, 7);    /* Fortran-like */
    gaps_keep_their_values(-100, 2, 350);  /* reversed rows */
    gaps_keep_their_values(-10, -3, 36);
    updates_leave_gaps_alone(false);
    updates_leave_gaps_alone(true);
    failures_leave_no_garbage();
    kernels_report_errors();
    bad_maps_change_nothing();
    device_numbers();
    offcy_trace_to(NULL, NULL);
}
