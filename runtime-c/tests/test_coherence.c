/* Coherent data: what an inferred context keeps, and when it moves. */
#include "check.h"

#include "offcy_rt.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000, B = N * (int)sizeof(double) };

/* For a function that reports its accesses: its context and its regions. */
static const offcy_region context = {
    .function = "f", .file = "coherence.pyx", .line = 1, .kind = OFFCY_CONTEXT};
static const offcy_region reported = {
    .function = "f", .file = "coherence.pyx", .line = 2, .coherent = true};
static const offcy_region reported_context = {
    .function = "f", .file = "coherence.pyx", .line = 3, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region host_code = {
    .function = "f", .file = "coherence.pyx", .line = 4, .kind = OFFCY_HOST_CODE, .coherent = true};
/* For one that reports nothing. */
static const offcy_region unreported = {.function = "g", .file = "coherence.pyx", .line = 5};
static const offcy_region explicit_context = {
    .function = "g", .file = "coherence.pyx", .line = 6, .kind = OFFCY_CONTEXT};
static const offcy_region update = {
    .function = "g", .file = "coherence.pyx", .line = 7, .kind = OFFCY_UPDATE};

static const ptrdiff_t all = N, half = N / 2, ten = 10, one = 1;

static ptrdiff_t bytes_to, bytes_from;
static int records;
static offcy_region_kind last_kind;

static void sum_up(void *closure, const offcy_trace_record *record)
{
    (void)closure;
    records++;
    last_kind = record->region->kind;
    for (int k = 0; k < record->count; k++) {
        bytes_to += record->variables[k].to;
        bytes_from += record->variables[k].from;
    }
}

/* The bytes that were moved since the last call. */
static bool moved(ptrdiff_t to, ptrdiff_t from)
{
    const bool right = bytes_to == to && bytes_from == from;
    if (!right)
        fprintf(stderr, "moved %td to, %td from\n", bytes_to, bytes_from);
    bytes_to = bytes_from = 0;
    return right;
}

static void forget_moves(void)
{
    bytes_to = bytes_from = 0;
}

static bool nothing_present(void)
{
    offcy_pool_statistics pool;
    offcy_pool_report(0, &pool);
    return pool.used_bytes == 0;
}

static double x[N];
static offcy_error error;

static void fill(void)
{
    for (int k = 0; k < N; k++)
        x[k] = k;
    memset(&error, 0, sizeof error);
    bytes_to = bytes_from = 0;
}

static offcy_map part(double *low, const ptrdiff_t *count, unsigned map)
{
    return (offcy_map)OFFCY_MAP_POINTER("x", low, count, map);
}

static bool enter(offcy_scope *scope, const offcy_region *place, offcy_map map)
{
    return offcy_enter(scope, place, 0, &map, 1, &error) == 0;
}

static bool leave(offcy_scope *scope)
{
    return offcy_leave(scope, false) == 0;
}

static bool host_uses(offcy_map map)
{
    return offcy_host_access(&host_code, &map, 1, &error) == 0;
}

/* The kernels carry the true map clauses; a simulated device runs none. */
#ifdef OFFCY_SIMULATED
#define KERNEL(LOW, COUNT) LOW = offcy_device_pointer(LOW, (COUNT) * 8, 0);
#else
#define KERNEL(LOW, COUNT)
#endif

static void add_one(double *low, ptrdiff_t count)
{
    KERNEL(low, count)
#pragma omp target teams distribute parallel for map(tofrom : low[0 : count]) device(0)
    for (ptrdiff_t i = 0; i < count; i++)
        low[i] += 1;
}

static void set_to(double *low, ptrdiff_t count, double value)
{
    KERNEL(low, count)
#pragma omp target teams distribute parallel for map(from : low[0 : count]) device(0)
    for (ptrdiff_t i = 0; i < count; i++)
        low[i] = value;
}

/* A region that adds one to its part. */
static bool add_region(const offcy_region *place, double *low, const ptrdiff_t *count)
{
    offcy_scope scope = {0};
    if (!enter(&scope, place, part(low, count, OFFCY_TOFROM)))
        return false;
    add_one(low, *count);
    return leave(&scope);
}

static void moves_what_is_needed(void)
{
    offcy_scope outer = {0}, inner = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    CHECK(offcy_device_pointer(x, B, 0) != NULL && moved(0, 0));
    for (int iteration = 0; iteration < 3; iteration++)
        CHECK(add_region(&reported, x, &all));
    CHECK(moved(B, 0) && x[5] == 5);
    /* Ten elements come home; the host changes one of them. */
    records = 0;
    CHECK(host_uses(part(&x[20], &ten, OFFCY_READ)) && moved(0, 80));
    CHECK(x[20] == 23 && x[29] == 32 && x[19] == 19 && x[30] == 30);
    CHECK(records == 1 && last_kind == OFFCY_HOST_CODE);
    CHECK(host_uses(part(&x[20], &ten, OFFCY_READ)) && moved(0, 0) && records == 1);
    CHECK(host_uses(part(&x[25], &one, OFFCY_READ | OFFCY_WRITTEN)) && moved(0, 0));
    x[25] = 100;
    CHECK(enter(&inner, &reported, part(&x[20], &ten, OFFCY_TO)) && leave(&inner) && moved(8, 0));
    CHECK(add_region(&reported, x, &all) && moved(0, 0));
    CHECK(leave(&outer) && moved(0, B));
    CHECK(x[25] == 101 && x[24] == 28 && x[0] == 4 && x[N - 1] == N + 3 && nothing_present());
    CHECK(host_uses(part(x, &all, OFFCY_READ)) && moved(0, 0));
}

static void full_writes_receive_nothing(void)
{
    offcy_scope outer = {0}, inner = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    CHECK(enter(&inner, &reported, part(x, &half, OFFCY_FROM)));
    set_to(x, N / 2, 7);
    CHECK(leave(&inner) && moved(0, 0) && x[0] == 0);
    /* Overwritten by the host without reading it. */
    CHECK(host_uses(part(x, &ten, OFFCY_WRITTEN | OFFCY_FROM)) && moved(0, 0));
    for (int k = 0; k < 10; k++)
        x[k] = -k;
    CHECK(host_uses(part(&x[10], &ten, OFFCY_WRITTEN)) && moved(0, 80) && x[10] == 7);
    /* A failed one: what only the host had is the host's, elsewhere the device may have results. */
    CHECK(enter(&inner, &reported, part(x, &all, OFFCY_FROM)));
    CHECK(offcy_leave(&inner, true) == 0 && moved(0, 0));
    CHECK(leave(&outer) && moved(0, (N / 2 - 20) * 8));
    CHECK(x[3] == -3 && x[10] == 7 && x[N / 2 - 1] == 7 && x[N / 2] == N / 2 && nothing_present());
}

static void thrown_away_results(void)
{
    offcy_scope outer = {0}, inner = {0};
    static const unsigned thrown[] = {OFFCY_TO | OFFCY_WRITTEN, OFFCY_ALLOC | OFFCY_WRITTEN, OFFCY_ALLOC};
    for (int k = 0; k < 3; k++) {
        fill();
        CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
        CHECK(add_region(&reported, x, &half) && moved(B / 2, 0));
        CHECK(enter(&inner, &reported, part(x, &all, thrown[k])));
        set_to(x, N, -1);
        CHECK(leave(&inner) && moved(thrown[k] & OFFCY_TO ? B / 2 : 0, B / 2) && x[0] == 1);
        CHECK(add_region(&reported, x, &all) && moved(B, 0));
        CHECK(leave(&outer) && x[0] == 2 && x[N - 1] == N && nothing_present());
    }
}

static void code_that_reports_nothing(void)
{
    offcy_scope outer = {0}, inner = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    CHECK(add_region(&reported, x, &all) && moved(B, 0));
    CHECK(offcy_host_access_any(&host_code, OFFCY_READ | OFFCY_WRITTEN, &error) == 0);
    CHECK(moved(0, B) && x[1] == 2);
    x[1] = 50;
    CHECK(add_region(&unreported, x, &half) && moved(B / 2, B / 2) && x[1] == 51);
    x[1] = 60;
    CHECK(add_region(&unreported, x, &half) && moved(B / 2, B / 2) && x[1] == 61);
    CHECK(enter(&inner, &explicit_context, part(x, &ten, OFFCY_TO)) && moved(0, 0));
    CHECK(leave(&inner) && moved(80, 0));
    x[1] = 70;
    /* A function that keeps the same data for itself, called from there. */
    CHECK(enter(&inner, &context, part(x, &half, OFFCY_COHERENT | OFFCY_DEAD)));
    CHECK(add_region(&reported, x, &half) && leave(&inner) && moved(B / 2, B / 2) && x[1] == 71);
    /* One that keeps nothing: what it uses of others' data goes home immediately. */
    CHECK(offcy_enter(&inner, &context, 0, NULL, 0, &error) == 0);
    CHECK(add_region(&reported, x, &half) && moved(B / 2, B / 2) && x[1] == 72 && leave(&inner));
    x[1] = 80;
    /* Called from the outer function's own code: stays. */
    CHECK(enter(&inner, &reported_context, part(x, &half, OFFCY_COHERENT)));
    CHECK(add_region(&reported, x, &half) && leave(&inner) && moved(B / 2, 0) && x[1] == 80);
    CHECK(leave(&outer) && moved(0, B / 2) && x[1] == 81 && nothing_present());
}

static void updates_move_what_differs(void)
{
    offcy_scope outer = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    CHECK(add_region(&reported, x, &half) && moved(B / 2, 0));
    offcy_map map = part(x, &all, OFFCY_FROM);
    CHECK(offcy_update(&update, 0, &map, 1, &error) == 0 && moved(0, B / 2) && x[0] == 1);
    x[0] = 9;
    map.map = OFFCY_TO;
    CHECK(offcy_update(&update, 0, &map, 1, &error) == 0 && moved(B, 0));
    CHECK(add_region(&reported, x, &half) && leave(&outer) && x[0] == 10 && nothing_present());
}

static void private_and_dead(void)
{
    static double y[N];
    offcy_scope outer = {0}, inner = {0};
    fill();
    const offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, OFFCY_COHERENT | OFFCY_PRIVATE | OFFCY_DEAD),
                              OFFCY_MAP_POINTER("y", y, &all, OFFCY_COHERENT)};
    memset(y, 0, sizeof y);
    CHECK(offcy_enter(&outer, &context, 0, maps, 2, &error) == 0);
    CHECK(add_region(&reported, x, &all) && add_region(&reported, y, &all) && moved(2 * B, 0));
    CHECK(offcy_host_access_any(&host_code, OFFCY_READ, &error) == 0 && moved(0, B) && y[0] == 1);
    CHECK(leave(&outer) && moved(0, 0) && x[0] == 0 && nothing_present());
    /* A context of a function that is called need not know. */
    CHECK(offcy_enter(&outer, &context, 0, maps, 1, &error) == 0);
    CHECK(add_region(&reported, x, &all) && moved(B, 0));
    CHECK(enter(&inner, &reported_context, part(x, &ten, OFFCY_COHERENT)) && leave(&inner) && moved(0, 0));
    CHECK(offcy_host_access_any(&host_code, OFFCY_READ, &error) == 0 && moved(0, 0));
    CHECK(add_region(&reported, x, &all) && leave(&outer) && moved(0, 0) && x[0] == 0 && nothing_present());
    /* But if its caller reports nothing, the data is there when it ends. */
    CHECK(offcy_enter(&outer, &context, 0, maps, 1, &error) == 0);
    CHECK(enter(&inner, &context, part(x, &ten, OFFCY_COHERENT)) && add_region(&reported, x, &ten));
    CHECK(leave(&inner) && moved(80, 80) && x[0] == 1);
    CHECK(leave(&outer) && moved(0, 0) && nothing_present());
}

static void undefined_data_is_not_sent(void)
{
    offcy_scope outer = {0}, inner = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT | OFFCY_UNDEFINED)));
    CHECK(add_region(&reported, x, &half) && moved(0, 0));
    /* What the host writes is sent, and what a region has written comes back. */
    CHECK(host_uses(part(x + N / 2, &ten, OFFCY_WRITTEN)));
    for (int k = 0; k < 10; k++)
        x[N / 2 + k] = 5;
    CHECK(add_region(&reported, x + N / 2, &half) && moved(80, 0));
    CHECK(leave(&outer) && moved(0, B) && x[N / 2] == 6 && nothing_present());
    /* In a block that is already there nothing is known about that. */
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    CHECK(enter(&inner, &reported_context, part(x, &ten, OFFCY_COHERENT | OFFCY_UNDEFINED)));
    CHECK(add_region(&reported, x, &ten) && moved(80, 0) && leave(&inner));
    CHECK(leave(&outer) && moved(0, 80) && x[0] == 1 && nothing_present());
}

static void does_not_stand_in_the_way(void)
{
    const ptrdiff_t huge = (ptrdiff_t)1 << 52;
    double *null = NULL;
    offcy_scope outer = {0}, inner = {0}, third = {0};
    fill();
    /* No room, or no sense: not kept. */
    const offcy_map odd[] = {OFFCY_MAP_POINTER("h", (double *)0x100000000000000, &huge, OFFCY_COHERENT),
                             OFFCY_MAP_POINTER("n", null, &ten, OFFCY_COHERENT),
                             OFFCY_MAP_POINTER("x", x, &ten, OFFCY_COHERENT)};
    CHECK(offcy_enter(&outer, &context, 0, odd, 3, &error) == 0 && !offcy_failed(&error));
    CHECK(offcy_device_pointer(x, 80, 0) != NULL && leave(&outer) && nothing_present());
    /* Two that overlap in part are one. */
    const offcy_map overlapping[] = {OFFCY_MAP_POINTER("a", x, &half, OFFCY_COHERENT),
                                     OFFCY_MAP_POINTER("b", &x[10], &half, OFFCY_COHERENT)};
    CHECK(offcy_enter(&outer, &context, 0, overlapping, 2, &error) == 0);
    CHECK(offcy_device_pointer(x, 8 * (N / 2 + 10), 0) != NULL);
    CHECK(add_region(&reported, x, &half) && add_region(&reported, &x[10], &half) && moved(8 * (N / 2 + 10), 0));
    /* One that reaches out of the block ends it. */
    CHECK(add_region(&reported, &x[100], &half) && moved(B / 2, B / 2));
    CHECK(x[5] == 6 && x[10] == 12 && x[100] == 103 && x[599] == 600 && nothing_present());
    CHECK(leave(&outer) && moved(0, 8 * (N / 2 + 10)));
    /* Not if a region uses it, or the user's context. */
    const struct { const offcy_region *place; unsigned map; } users[] = {
        {&reported, OFFCY_TO}, {&explicit_context, OFFCY_TO}};
    for (int k = 0; k < 2; k++) {
        offcy_map reaching = part(&x[100], &half, OFFCY_TO);
        offcy_error overlap = {0};
        CHECK(enter(&outer, &context, part(x, &half, OFFCY_COHERENT)));
        CHECK(enter(&inner, users[k].place, part(x, &ten, users[k].map)));
        CHECK(offcy_enter(&third, &reported, 0, &reaching, 1, &overlap) == -1 && overlap.kind == OFFCY_OVERLAP);
        CHECK(leave(&inner) && leave(&outer) && nothing_present());
    }
    /* What the user decided stays so. */
    CHECK(enter(&outer, &explicit_context, part(x, &half, OFFCY_TO)));
    CHECK(enter(&inner, &context, part(x, &ten, OFFCY_COHERENT)));
    forget_moves();
    CHECK(add_region(&reported, x, &ten) && host_uses(part(x, &ten, OFFCY_READ)) && moved(0, 0));
    CHECK(leave(&inner) && leave(&outer) && moved(B / 2, 0) && nothing_present());
    /* And an inferred context does not evict another's data. */
    CHECK(enter(&outer, &context, part(x, &half, OFFCY_COHERENT)));
    CHECK(enter(&inner, &context, part(&x[100], &half, OFFCY_COHERENT)));
    CHECK(offcy_device_pointer(x, B / 2, 0) != NULL && offcy_device_pointer(&x[N / 2], 8, 0) == NULL);
    CHECK(leave(&outer) && leave(&inner) && nothing_present());
}

static void evicted_for_want_of_room(void)
{
    const ptrdiff_t huge = (ptrdiff_t)1 << 52;
    offcy_scope outer = {0}, inner = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)) && add_region(&reported, x, &all));
    offcy_map map = OFFCY_MAP_POINTER("h", (double *)0x100000000000000, &huge, OFFCY_TO);
    offcy_error no_room = {0};
    CHECK(offcy_enter(&inner, &reported, 0, &map, 1, &no_room) == -1 && no_room.kind == OFFCY_OUT_OF_MEMORY);
    CHECK(nothing_present() && x[0] == 1);
    forget_moves();
    CHECK(add_region(&reported, x, &all) && moved(B, B) && leave(&outer) && moved(0, B) && x[0] == 2);
}

static void regions_on_the_host(void)
{
    offcy_scope outer = {0}, inner = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)) && add_region(&reported, x, &all));
    forget_moves();
    offcy_map map = part(x, &half, OFFCY_TOFROM);
    CHECK(offcy_enter(&inner, &reported, OFFCY_HOST, &map, 1, &error) == 0 && moved(0, B / 2));
    CHECK(x[0] == 1 && last_kind == OFFCY_HOST_CODE);
    x[0] = 5;
    CHECK(leave(&inner) && add_region(&reported, x, &all) && moved(B / 2, 0));
    CHECK(leave(&outer) && x[0] == 6 && x[N - 1] == N + 1 && nothing_present());
}

/* The gaps belong to someone else, who need not report anything. */
static void gaps_stay_the_hosts(unsigned how)
{
    offcy_scope outer = {0}, inner = {0};
    fill();
    offcy_view1 even = {NULL, (char *)x, {N / 2}, {16}};
    const offcy_map map = OFFCY_MAP_VIEW("even", even, double, 1, how);
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    for (int iteration = 0; iteration < 2; iteration++) {
        CHECK(enter(&inner, &reported, map));
        double *device = offcy_device_pointer(x, B, 0);
        for (int k = 0; k < N; k += 2)
            device[k] = -k; /* the virtual device's memory is ours */
        CHECK(leave(&inner));
    }
    CHECK(moved(how & OFFCY_TO ? B - 8 : 0, 0));
    for (int k = 1; k < N; k += 2)
        x[k] = 1000 + k;
    CHECK(host_uses(part(&x[10], &ten, OFFCY_READ)) && x[12] == -12 && x[11] == 1011);
    CHECK(leave(&outer) && bytes_from <= B - 8);
    bool right = true;
    for (int k = 0; k < N; k++)
        right = right && x[k] == (k % 2 ? 1000 + k : -k);
    CHECK(right && nothing_present());
}

static void *region_of_another_thread(void *unused)
{
    CHECK(add_region(&reported, x, &half));
    return unused;
}

static void *context_of_another_thread(void *unused)
{
    offcy_scope outer = {0};
    CHECK(enter(&outer, &context, part(x, &half, OFFCY_COHERENT)));
    CHECK(add_region(&reported, x, &half) && leave(&outer));
    return unused;
}

static void other_threads_take_theirs_home(void)
{
    offcy_scope outer = {0};
    pthread_t thread;
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT)));
    pthread_create(&thread, NULL, region_of_another_thread, NULL);
    pthread_join(thread, NULL);
    CHECK(x[0] == 1 && moved(B / 2, B / 2));
    pthread_create(&thread, NULL, context_of_another_thread, NULL);
    pthread_join(thread, NULL);
    CHECK(x[0] == 2 && moved(B / 2, B / 2));
    CHECK(leave(&outer) && moved(0, 0) && nothing_present());
}

#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

/* Peak memory of this process in KiB. */
static long peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void memory_stays_flat(void)
{
    long before = 0;
    fill();
    for (int iteration = 0; iteration < 11000; iteration++) {
        offcy_scope outer = {0};
        bool right = enter(&outer, &context, part(x, &all, OFFCY_COHERENT)) && add_region(&reported, x, &half);
        right = right && host_uses(part(&x[20], &ten, OFFCY_READ | OFFCY_WRITTEN)) &&
                add_region(&unreported, x, &ten) && leave(&outer);
        if (!right)
            CHECK(!"an iteration works");
        if (iteration == 1000)
            before = peak();
    }
    CHECK(x[0] == 22000 && x[20] == 11020 && nothing_present());
    CHECK(SANITIZED || peak() - before < 1024); /* sanitizers keep what was freed */
}

#ifndef OFFCY_SIMULATED
static void forked_children_have_the_data(void)
{
    offcy_scope outer = {0};
    fill();
    CHECK(enter(&outer, &context, part(x, &all, OFFCY_COHERENT | OFFCY_PRIVATE)) && add_region(&reported, x, &all));
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(x[1] == 2 && host_uses(part(x, &all, OFFCY_READ | OFFCY_WRITTEN)) ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(leave(&outer) && nothing_present());
}
#endif

void test_coherence(void)
{
    offcy_trace_to(sum_up, NULL);
    moves_what_is_needed();
    full_writes_receive_nothing();
    thrown_away_results();
    code_that_reports_nothing();
    updates_move_what_differs();
    private_and_dead();
    undefined_data_is_not_sent();
    does_not_stand_in_the_way();
    evicted_for_want_of_room();
    regions_on_the_host();
    gaps_stay_the_hosts(OFFCY_FROM);
    gaps_stay_the_hosts(OFFCY_TOFROM);
    other_threads_take_theirs_home();
    memory_stays_flat();
#ifndef OFFCY_SIMULATED
    forked_children_have_the_data();
#endif
    offcy_trace_to(NULL, NULL);
}
