/* Several threads' regions on one array: none sees another's half-done work, none waits for ever. */
#include "check.h"

#include "offcy_rt.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 600, THREADS = 4 };

static const offcy_region region = {.function = "f", .file = "threads.pyx", .line = 1};
static const offcy_region reported = {.function = "f", .file = "threads.pyx", .line = 2, .coherent = true};
static const offcy_region context = {
    .function = "f", .file = "threads.pyx", .line = 3, .kind = OFFCY_CONTEXT};
static const offcy_region host_code = {
    .function = "f", .file = "threads.pyx", .line = 4, .kind = OFFCY_HOST_CODE, .coherent = true};

static double x[N];

static offcy_map part(int first, const ptrdiff_t *count, unsigned map)
{
    return (offcy_map)OFFCY_MAP_POINTER("x", &x[first], count, map);
}

/* The virtual device's memory is ours, so kernels need not be compiled for it. */
static void add(int first, ptrdiff_t count, double value)
{
    double *device = offcy_device_pointer(&x[first], count * 8, 0);
    for (ptrdiff_t k = 0; device != NULL && k < count; k++)
        device[k] += value;
}

static bool nothing_present(void)
{
    offcy_pool_statistics pool;
    offcy_pool_report(0, &pool);
    return pool.used_bytes == 0;
}

/* A region of another thread: adds one to its part. */
typedef struct other {
    const offcy_region *place;
    int first;
    ptrdiff_t count;
    unsigned map;
    int status, kind;
    bool done;
    pthread_t thread;
} other;

static void *run_other(void *argument)
{
    other *other = argument;
    const offcy_map map = part(other->first, &other->count, other->map);
    offcy_error error = {0};
    offcy_scope scope = {0};
    other->status = offcy_enter(&scope, other->place, 0, &map, 1, &error);
    if (other->status == 0) {
        add(other->first, other->count, 1);
        other->status = offcy_leave(&scope, false);
    }
    other->kind = error.kind;
    __atomic_store_n(&other->done, true, __ATOMIC_RELEASE);
    return NULL;
}

static void start(other *other)
{
    pthread_create(&other->thread, NULL, run_other, other);
}

/* Whether the other one finishes while we hold ours: for one that has to wait this is known quickly, and a busy
 * machine may take its time with one that need not. */
static bool waits(const other *other, bool expected)
{
    const int milliseconds = expected ? 20 : 60000;
    for (int k = 0; k < milliseconds && !__atomic_load_n(&other->done, __ATOMIC_ACQUIRE); k++)
        usleep(1000);
    return !__atomic_load_n(&other->done, __ATOMIC_ACQUIRE);
}

static void finish(other *other)
{
    pthread_join(other->thread, NULL);
}

static void fill(void)
{
    for (int k = 0; k < N; k++)
        x[k] = 0;
}

/* A region holds 100 to 299; what does another one do? */
static void regions_wait_for_regions(void)
{
    static const struct { int first; ptrdiff_t count; unsigned holder, map; bool waits; } cases[] = {
        {200, 200, OFFCY_TO, OFFCY_TO, true},          /* overlap in part */
        {0, 600, OFFCY_TO, OFFCY_TOFROM, true},        /* around it */
        {150, 50, OFFCY_TOFROM, OFFCY_TO, true},       /* what is being written */
        {150, 50, OFFCY_TOFROM, OFFCY_TOFROM, true},
        {150, 50, OFFCY_TO, OFFCY_TOFROM, false},      /* only read there */
        {150, 50, OFFCY_TO, OFFCY_TO, false},
        {300, 50, OFFCY_TOFROM, OFFCY_TOFROM, false},  /* beside it */
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const ptrdiff_t count = 200;
        const offcy_map map = part(100, &count, cases[k].holder);
        offcy_error error = {0};
        offcy_scope scope = {0};
        other other = {.place = &region, .first = cases[k].first, .count = cases[k].count, .map = cases[k].map};
        fill();
        CHECK(offcy_enter(&scope, &region, 0, &map, 1, &error) == 0);
        start(&other);
        CHECK(waits(&other, cases[k].waits) == cases[k].waits);
        add(100, count, 10);
        CHECK(offcy_leave(&scope, false) == 0);
        finish(&other);
        const double own = cases[k].holder & OFFCY_FROM ? 10 : 0;
        const double theirs = cases[k].map & OFFCY_FROM ? 1 : 0;
        bool right = other.status == 0;
        for (int e = 0; e < N; e++)
            right = right && x[e] == (e >= 100 && e < 300 ? own : 0) +
                                         (e >= other.first && e < other.first + other.count ? theirs : 0);
        CHECK(right && nothing_present());
    }
}

static void nobody_waits_for_contexts(void)
{
    const ptrdiff_t count = 200;
    const offcy_map map = part(100, &count, OFFCY_TOFROM);
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    other other = {.place = &region, .first = 200, .count = 200, .map = OFFCY_TO};
    CHECK(offcy_enter(&outer, &context, 0, &map, 1, &error) == 0);
    CHECK(offcy_enter(&inner, &region, 0, &map, 1, &error) == 0);
    start(&other);
    finish(&other);
    CHECK(other.status == -1 && other.kind == OFFCY_OVERLAP);
    CHECK(offcy_leave(&inner, false) == 0 && offcy_leave(&outer, false) == 0 && nothing_present());
}

/* Whoever is in a region does not wait: the other might wait for it. */
static void *overlaps_in_a_region(void *unused)
{
    const ptrdiff_t ten = 10, count = 200;
    const offcy_map maps[] = {part(0, &ten, OFFCY_TO), part(200, &count, OFFCY_TO)};
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    CHECK(offcy_enter(&outer, &region, 0, &maps[0], 1, &error) == 0);
    CHECK(offcy_enter(&inner, &region, 0, &maps[1], 1, &error) == -1 && error.kind == OFFCY_OVERLAP);
    offcy_leave(&outer, false);
    return unused;
}

static void nobody_waits_in_a_region(void)
{
    const ptrdiff_t count = 200;
    const offcy_map map = part(100, &count, OFFCY_TOFROM);
    offcy_error error = {0};
    offcy_scope scope = {0};
    pthread_t thread;
    CHECK(offcy_enter(&scope, &region, 0, &map, 1, &error) == 0);
    pthread_create(&thread, NULL, overlaps_in_a_region, NULL);
    pthread_join(thread, NULL);
    CHECK(offcy_leave(&scope, false) == 0 && nothing_present());
}

/* A region that shares another thread's copy nevertheless has its own data in it. */
static void sharers_send_and_receive(void)
{
    const ptrdiff_t count = N;
    const offcy_map map = part(0, &count, OFFCY_TO);
    offcy_error error = {0};
    offcy_scope scope = {0};
    fill();
    CHECK(offcy_enter(&scope, &region, 0, &map, 1, &error) == 0);
    x[5] = 40; /* not what that region uses */
    other other = {.place = &region, .first = 0, .count = 10, .map = OFFCY_TOFROM};
    start(&other);
    finish(&other);
    CHECK(other.status == 0 && x[5] == 41 && x[0] == 1);
    CHECK(offcy_leave(&scope, false) == 0 && nothing_present());
}

/* Random parts, all written: nobody's additions are lost. */
static int additions[N];

static void *add_at_random(void *seed)
{
    unsigned state = (unsigned)(ptrdiff_t)seed * 7919 + 1;
    for (int iteration = 0; iteration < 300; iteration++) {
        const int first = rand_r(&state) % N;
        other other = {.place = &region, .first = first, .count = 1 + rand_r(&state) % (N - first),
                       .map = OFFCY_TOFROM};
        run_other(&other);
        if (other.status < 0)
            return seed;
        for (int k = first; k < first + other.count; k++)
            __atomic_fetch_add(&additions[k], 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void nothing_is_lost(void)
{
    pthread_t threads[THREADS];
    fill();
    for (ptrdiff_t k = 0; k < THREADS; k++)
        pthread_create(&threads[k], NULL, add_at_random, (void *)(k + 1));
    for (int k = 0; k < THREADS; k++) {
        void *failed = NULL;
        pthread_join(threads[k], &failed);
        CHECK(failed == NULL);
    }
    bool right = true;
    for (int k = 0; k < N; k++)
        right = right && x[k] == additions[k];
    CHECK(right && nothing_present());
}

/* Two threads keep the same data. One has said that it writes and then does, while the other's region takes the
 * element along as a gap: it must not count as received. */
static pthread_barrier_t steps;

static void *writes_slowly(void *unused)
{
    const ptrdiff_t all = N, one = 1;
    const offcy_map kept = part(0, &all, OFFCY_COHERENT), written = part(1, &one, OFFCY_WRITTEN);
    const offcy_map read = part(1, &one, OFFCY_TO);
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    CHECK(offcy_enter(&outer, &context, 0, &kept, 1, &error) == 0);
    CHECK(offcy_host_access(&host_code, &written, 1, &error) == 0);
    pthread_barrier_wait(&steps);
    pthread_barrier_wait(&steps); /* the other's region */
    x[1] = 77;
    CHECK(offcy_enter(&inner, &reported, 0, &read, 1, &error) == 0);
    CHECK(*(double *)offcy_device_pointer(&x[1], 8, 0) == 77);
    CHECK(offcy_leave(&inner, false) == 0 && offcy_leave(&outer, false) == 0);
    pthread_barrier_wait(&steps);
    return unused;
}

static void announced_writes_are_not_overtaken(void)
{
    const ptrdiff_t all = N, shape[] = {N / 2}, strides[] = {16};
    const offcy_map kept = part(0, &all, OFFCY_COHERENT);
    const offcy_map even = {"even", x, 8, 1, OFFCY_TO, shape, strides, NULL, 0};
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    pthread_t thread;
    fill();
    pthread_barrier_init(&steps, NULL, 2);
    CHECK(offcy_enter(&outer, &context, 0, &kept, 1, &error) == 0);
    pthread_create(&thread, NULL, writes_slowly, NULL);
    pthread_barrier_wait(&steps);
    CHECK(offcy_enter(&inner, &reported, 0, &even, 1, &error) == 0 && offcy_leave(&inner, false) == 0);
    pthread_barrier_wait(&steps);
    pthread_barrier_wait(&steps);
    pthread_join(thread, NULL);
    CHECK(offcy_leave(&outer, false) == 0 && nothing_present());
    pthread_barrier_destroy(&steps);
}

/* Elements of every other, from x[first]. */
static offcy_map half_of(int first, unsigned map)
{
    static const ptrdiff_t shape[] = {N / 2}, strides[] = {16};
    return (offcy_map){first ? "odd" : "even", &x[first], 8, 1, map, shape, strides, NULL, 0};
}

static void set_half(int first, double value)
{
    for (int k = first; k < N; k += 2)
        *(double *)offcy_device_pointer(&x[k], 8, 0) = value;
}

static void *writes_odd_elements(void *failed)
{
    const ptrdiff_t all = N;
    const offcy_map kept = part(0, &all, OFFCY_COHERENT), odd = half_of(1, OFFCY_FROM);
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    offcy_enter(&outer, &context, 0, &kept, 1, &error);
    if (offcy_enter(&inner, &reported, 0, &odd, 1, &error) == 0)
        set_half(1, 5);
    pthread_barrier_wait(&steps);
    usleep(20000); /* the other enters a region, or waits */
    offcy_leave(&inner, false);
    return offcy_leave(&outer, false) == 0 ? NULL : failed;
}

/* What the device has of the even elements comes home for one variable, and is sent again for the next, with its
 * gaps: not while somebody writes those. */
static void what_comes_home_first_is_sent_with_gaps(void)
{
    const ptrdiff_t all = N;
    const offcy_map kept = part(0, &all, OFFCY_COHERENT), used = part(0, &all, OFFCY_READ);
    const offcy_map even = half_of(0, OFFCY_FROM);
    const offcy_map again[] = {half_of(0, OFFCY_ALLOC | OFFCY_WRITTEN), half_of(0, OFFCY_TO)};
    offcy_error error = {0};
    offcy_scope outer = {0}, inner = {0};
    pthread_t thread;
    fill();
    pthread_barrier_init(&steps, NULL, 2);
    CHECK(offcy_enter(&outer, &context, 0, &kept, 1, &error) == 0);
    CHECK(offcy_enter(&inner, &reported, 0, &even, 1, &error) == 0);
    set_half(0, 1);
    CHECK(offcy_leave(&inner, false) == 0);
    void *failed = NULL;
    pthread_create(&thread, NULL, writes_odd_elements, &failed);
    pthread_barrier_wait(&steps);
    CHECK(offcy_enter(&inner, &reported, 0, again, 2, &error) == 0 && offcy_leave(&inner, false) == 0);
    pthread_join(thread, &failed);
    CHECK(failed == NULL);
    CHECK(offcy_host_access(&host_code, &used, 1, &error) == 0 && x[0] == 1 && x[1] == 5);
    CHECK(offcy_leave(&outer, false) == 0 && nothing_present());
    pthread_barrier_destroy(&steps);
}

void test_threads(void)
{
    regions_wait_for_regions();
    nobody_waits_for_contexts();
    nobody_waits_in_a_region();
    sharers_send_and_receive();
    nothing_is_lost();
    announced_writes_are_not_overtaken();
    what_comes_home_first_is_sent_with_gaps();
}
