/* Overlaps, threads, forks, the pool: several users of one memory. */
#include "check.h"

#include "offcy_rt.h"

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000 };

static const offcy_region region = {.function = "g", .file = "sharing.pyx", .line = 5};
static const ptrdiff_t all = N, half = N / 2, ten = 10;

static ptrdiff_t bytes_to, bytes_from;

static void sum_up(void *closure, const offcy_trace_record *record)
{
    (void)closure;
    bytes_to = bytes_from = 0;
    for (int k = 0; k < record->count; k++) {
        bytes_to += record->variables[k].to;
        bytes_from += record->variables[k].from;
    }
}

static void copy_to(int device, const double *from, double *to, ptrdiff_t count)
{
#pragma omp target teams distribute parallel for map(to : from[0 : count]) map(from : to[0 : count]) device(device)
    for (ptrdiff_t i = 0; i < count; i++)
        to[i] = from[i] + 1;
}

static bool nothing_present(void)
{
    offcy_pool_statistics pool;
    offcy_pool_report(0, &pool);
    return pool.used_bytes == 0;
}

static void same_range_twice(void)
{
    static double x[N];
    for (int k = 0; k < N; k++)
        x[k] = k;
    /* `to` under one name, `from` under another: one copy, the union of both. */
    const offcy_map maps[] = {OFFCY_MAP_POINTER("a", x, &all, OFFCY_TO),
                              OFFCY_MAP_POINTER("b", x, &all, OFFCY_FROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, 0, maps, 2, &error) == 0);
    copy_to(0, x, x, N);
    CHECK(offcy_leave(&scope, false) == 0);
    CHECK(x[0] == 1 && x[N - 1] == N && bytes_to == sizeof x && bytes_from == sizeof x);
    const offcy_map both[] = {OFFCY_MAP_POINTER("a", x, &all, OFFCY_TOFROM),
                              OFFCY_MAP_POINTER("b", x, &all, OFFCY_TOFROM),
                              OFFCY_MAP_POINTER("c", &x[5], &ten, OFFCY_TOFROM)};
    CHECK(offcy_enter(&scope, &region, 0, both, 3, &error) == 0);
    CHECK(offcy_leave(&scope, false) == 0);
    CHECK(bytes_to == sizeof x && bytes_from == sizeof x && nothing_present());
}

static void partial_overlap_is_refused(void)
{
    static double x[N], y[N];
    const offcy_map read_read[] = {OFFCY_MAP_POINTER("a", x, &half, OFFCY_TO),
                                   OFFCY_MAP_POINTER("b", &x[10], &half, OFFCY_TO),
                                   OFFCY_MAP_POINTER("y", y, &ten, OFFCY_FROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    for (int k = 0; k < N; k++)
        x[k] = k;
    CHECK(offcy_enter(&scope, &region, 0, read_read, 3, &error) == 0);
    copy_to(0, &x[10 + N / 2 - 10], y, 10); /* the end of b, which a doesn't have */
    CHECK(offcy_leave(&scope, false) == 0 && y[0] == N / 2 + 1);

    for (int written = 0; written < 2; written++) {
        offcy_map maps[] = {read_read[0], read_read[1]};
        maps[written].map = OFFCY_TO | (written ? OFFCY_WRITTEN : OFFCY_FROM);
        offcy_error overlap = {0};
        CHECK(offcy_enter(&scope, &region, 0, maps, 2, &overlap) == -1);
        CHECK(overlap.kind == OFFCY_OVERLAP && strcmp(overlap.name, "a") == 0 &&
              strcmp(overlap.other, "b") == 0);
        CHECK(nothing_present());
    }

    offcy_scope outer = {0};
    CHECK(offcy_enter(&outer, &region, 0, &read_read[0], 1, &error) == 0);
    offcy_error overlap = {0};
    CHECK(offcy_enter(&scope, &region, 0, &read_read[1], 1, &overlap) == -1);
    CHECK(overlap.kind == OFFCY_OVERLAP && strcmp(overlap.name, "b") == 0 &&
          strcmp(overlap.other, "a") == 0);
    CHECK(offcy_leave(&outer, false) == 0 && nothing_present());
}

static void interleaved_views_share_a_block(void)
{
    static double x[N];
    for (int k = 0; k < N; k++)
        x[k] = k;
    offcy_view1 even = {NULL, (char *)x, {N / 2}, {16}}, odd = {NULL, (char *)(x + 1), {N / 2}, {16}};
    const offcy_map maps[] = {OFFCY_MAP_VIEW("even", even, double, 1, OFFCY_TO),
                              OFFCY_MAP_VIEW("odd", odd, double, 1, OFFCY_FROM)};
    offcy_error error = {0};
    offcy_scope scope = {0};
    CHECK(offcy_enter(&scope, &region, 0, maps, 2, &error) == 0);
    char *base = (char *)x;
#pragma omp target teams distribute parallel for map(tofrom : base[0 : N * 8]) device(0)
    for (int i = 0; i < N / 2; i++)
        *(double *)(base + i * 16 + 8) = *(double *)(base + i * 16) + 100;
    CHECK(offcy_leave(&scope, false) == 0);
    bool right = true;
    for (int k = 0; k < N; k++)
        right = right && x[k] == (k % 2 ? k - 1 + 100 : k);
    CHECK(right && nothing_present());
}

static const offcy_region context = {
    .function = "g", .file = "sharing.pyx", .line = 6, .kind = OFFCY_CONTEXT};

static void add_on_device(double *x, ptrdiff_t count)
{
#pragma omp target teams distribute parallel for map(tofrom : x[0 : count]) device(0)
    for (ptrdiff_t i = 0; i < count; i++)
        x[i] += 100;
}

static void views_inside_one_another_are_one(void)
{
    static double x[N];
    const ptrdiff_t inner = N - 1;
    offcy_error error = {0};
    offcy_scope scope = {0}, outer = {0};
    /* The inner one is received, the outer one returned, and the other way round. */
    for (int way = 0; way < 2; way++) {
        const offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, way ? OFFCY_TO : OFFCY_FROM),
                                  OFFCY_MAP_POINTER("rest", &x[1], &inner, way ? OFFCY_FROM : OFFCY_TO)};
        for (int k = 0; k < N; k++)
            x[k] = k;
        CHECK(offcy_enter(&scope, &region, 0, maps, 2, &error) == 0);
        add_on_device(&x[1], inner);
        if (!way)
            copy_to(0, &x[1], x, 1);
        CHECK(offcy_leave(&scope, false) == 0 && nothing_present());
        CHECK(x[0] == (way ? 0 : 102) && x[1] == 101 && x[N - 1] == N - 1 + 100);
        CHECK(bytes_to == 8 * (way ? N : inner) && bytes_from == 8 * (way ? inner : N));
    }
    /* In an explicit context of the outer one, parts of it move nothing, but may overlap no more
     * than elsewhere. */
    const offcy_map kept = OFFCY_MAP_POINTER("x", x, &all, OFFCY_TOFROM);
    CHECK(offcy_enter(&outer, &context, 0, &kept, 1, &error) == 0);
    const offcy_map parts[] = {OFFCY_MAP_POINTER("a", x, &inner, OFFCY_FROM),
                               OFFCY_MAP_POINTER("b", &x[1], &inner, OFFCY_TO)};
    offcy_error refused = {0};
    CHECK(offcy_enter(&scope, &region, 0, parts, 2, &refused) == -1 && refused.kind == OFFCY_OVERLAP);
    CHECK(offcy_enter(&scope, &region, 0, &parts[1], 1, &error) == 0);
    add_on_device(&x[1], inner);
    CHECK(offcy_leave(&scope, false) == 0 && bytes_to == 0 && bytes_from == 0 && x[1] == 101);
    CHECK(offcy_leave(&outer, false) == 0 && x[1] == 201 && x[N - 1] == N - 1 + 200 && nothing_present());
    /* For the inner one: the outer one does not fit. */
    const offcy_map kept_inner = OFFCY_MAP_POINTER("rest", &x[1], &inner, OFFCY_TOFROM);
    CHECK(offcy_enter(&outer, &context, 0, &kept_inner, 1, &error) == 0);
    offcy_error overlap = {0};
    CHECK(offcy_enter(&scope, &region, 0, &kept, 1, &overlap) == -1 && overlap.kind == OFFCY_OVERLAP);
    CHECK(strcmp(overlap.name, "x") == 0 && strcmp(overlap.other, "rest") == 0);
    CHECK(offcy_leave(&outer, false) == 0 && nothing_present());
}

/* What is mapped of them may overlap in part, then. */
static void parts_of_views_inside_one_another(void)
{
    static double x[N];
    const ptrdiff_t inner = N - 1;
    const ptrdiff_t first[][2] = {{0, N / 2}}, then[][2] = {{0, N / 2}};
    offcy_error error = {0};
    offcy_scope scope = {0};
    for (int failed = 0; failed < 2; failed++) {
        offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, OFFCY_FROM),
                            OFFCY_MAP_POINTER("rest", &x[1], &inner, OFFCY_TO)};
        maps[0].part = first;
        maps[1].part = then;
        for (int k = 0; k < N; k++)
            x[k] = k;
        CHECK(offcy_enter(&scope, &region, 0, maps, 2, &error) == 0);
        copy_to(0, &x[N / 2], x, 1);
        add_on_device(&x[1], N / 2 - 1);
        CHECK(offcy_leave(&scope, failed != 0) == 0 && nothing_present());
        CHECK(x[0] == (failed ? 0 : N / 2 + 1) && x[1] == (failed ? 1 : 101) && x[N / 2] == N / 2);
        CHECK(bytes_to == 4 * N && bytes_from == (failed ? 0 : 4 * N));
    }
}

static void pool_reuses_blocks(void)
{
    static double x[N];
    const offcy_map maps[] = {OFFCY_MAP_POINTER("x", x, &all, OFFCY_TO)};
    offcy_pool_statistics before, after;
    offcy_error error = {0};
    offcy_scope scope = {0};
    offcy_pool_report(0, &before);
    for (int k = 0; k < 50; k++) {
        CHECK(offcy_enter(&scope, &region, 0, maps, 1, &error) == 0);
        CHECK(offcy_leave(&scope, false) == 0);
    }
    offcy_pool_report(0, &after);
    CHECK(after.requests == before.requests + 50 && after.reused >= before.reused + 49);
    CHECK(after.free_bytes >= (ptrdiff_t)sizeof x && after.free_bytes <= after.limit);
    offcy_pool_trim(0);
    offcy_pool_report(0, &after);
    CHECK(after.free_bytes == 0 && after.used_bytes == 0);
}

static double shared[N];
static int wrong_sums;

/* All threads read `shared`, entering and leaving at any time; each writes its own array. */
static void *work(void *argument)
{
    double result[100];
    const ptrdiff_t hundred = 100;
    for (int iteration = 0; iteration < 200; iteration++) {
        const offcy_map maps[] = {OFFCY_MAP_POINTER("shared", shared, &all, OFFCY_TO),
                                  OFFCY_MAP_POINTER("result", result, &hundred, OFFCY_FROM)};
        offcy_error error = {0};
        offcy_scope scope = {0};
        memset(result, 0, sizeof result);
        if (offcy_enter(&scope, &region, 0, maps, 2, &error) < 0) {
            __atomic_fetch_add(&wrong_sums, 1, __ATOMIC_RELAXED);
            continue;
        }
        const ptrdiff_t first = (ptrdiff_t)argument * 100;
        copy_to(0, &shared[first], result, 100);
        if (offcy_leave(&scope, false) < 0 || result[99] != (double)first + 99 + 1)
            __atomic_fetch_add(&wrong_sums, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

/* Two threads' regions write different halves of one array that both have mapped whole. */
static void *write_half(void *argument)
{
    const ptrdiff_t first = (ptrdiff_t)argument * (N / 2);
    for (int iteration = 0; iteration < 200; iteration++) {
        const offcy_map maps[] = {OFFCY_MAP_POINTER("half", &shared[first], &half, OFFCY_TOFROM)};
        offcy_error error = {0};
        offcy_scope scope = {0};
        if (offcy_enter(&scope, &region, 0, maps, 1, &error) < 0)
            continue;
        copy_to(0, &shared[first], &shared[first], N / 2);
        offcy_leave(&scope, false);
    }
    return NULL;
}

static void threads_share(void)
{
    for (int k = 0; k < N; k++)
        shared[k] = k;
    pthread_t threads[6];
    offcy_trace_to(NULL, NULL);
    for (ptrdiff_t k = 0; k < 6; k++)
        pthread_create(&threads[k], NULL, work, (void *)k);
    for (int k = 0; k < 6; k++)
        pthread_join(threads[k], NULL);
    CHECK(wrong_sums == 0 && nothing_present());
    for (ptrdiff_t k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, write_half, (void *)k);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    CHECK(shared[0] == 200 && shared[N - 1] == N - 1 + 200 && nothing_present());
}

/* Whoever shares the block of another thread's region takes its own results home. */
static void *late_reader(void *argument)
{
    const offcy_map maps[] = {OFFCY_MAP_POINTER("s", shared, &all, OFFCY_TOFROM)};
    offcy_error error = {0};
    offcy_scope *scope = argument;
    if (offcy_enter(scope, &region, 0, maps, 1, &error) == 0) {
        copy_to(0, shared, shared, N);
        offcy_leave(scope, false);
    }
    return NULL;
}

static void sharers_get_their_results(void)
{
    const offcy_map maps[] = {OFFCY_MAP_POINTER("s", shared, &all, OFFCY_TO)};
    offcy_error error = {0};
    offcy_scope scope = {0}, other = {0};
    pthread_t thread;
    shared[0] = 1;
    CHECK(offcy_enter(&scope, &region, 0, maps, 1, &error) == 0);
    pthread_create(&thread, NULL, late_reader, &other);
    pthread_join(thread, NULL);
    CHECK(shared[0] == 2);
    CHECK(offcy_leave(&scope, false) == 0 && nothing_present());
}

static void forked_children_are_refused(void)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        offcy_error error = {0};
        offcy_scope scope = {0};
        const int entered = offcy_enter(&scope, &region, OFFCY_DEFAULT_DEVICE, NULL, 0, &error);
        offcy_error none = {0};
        const int on_host = offcy_enter(&scope, &region, OFFCY_HOST, NULL, 0, &none);
        _exit(entered == -1 && error.kind == OFFCY_FORKED && on_host == 0 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int stop;

static void *enter_and_leave(void *unused)
{
    static double big[100000];
    const ptrdiff_t count = 100000;
    const offcy_map maps[] = {OFFCY_MAP_POINTER("big", big, &count, OFFCY_TOFROM)};
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        offcy_error error = {0};
        offcy_scope scope = {0};
        CHECK(offcy_enter(&scope, &region, 0, maps, 1, &error) == 0);
        CHECK(offcy_leave(&scope, false) == 0);
    }
    return unused;
}

/* A fork while another thread holds the runtime's lock must not leave the child without it. */
static void forks_beside_transfers(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, enter_and_leave, NULL);
    for (int iteration = 0; iteration < 20; iteration++) {
        usleep(1000);
        const pid_t child = fork();
        if (child == 0) {
            offcy_pool_statistics pool;
            alarm(60);
            offcy_pool_report(0, &pool);
            _exit(0);
        }
        int status = -1;
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status));
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
}

void test_sharing(void)
{
    offcy_trace_to(sum_up, NULL);
    same_range_twice();
    partial_overlap_is_refused();
    interleaved_views_share_a_block();
    views_inside_one_another_are_one();
    parts_of_views_inside_one_another();
    pool_reuses_blocks();
    threads_share();
    sharers_get_their_results();
    forked_children_are_refused();
    forks_beside_transfers();
}
