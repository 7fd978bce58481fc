/* Coherence against a model: functions that report their accesses and functions that don't call each other at
 * random, enter contexts, run regions on either device or on the host, and read and write one array. At each
 * access both sides must have what a program without devices would have. Nor may more be moved than regions
 * would move without contexts. */
#include "../check.h"
#include "device.h"

#include "offcy_enter.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 256, MOST_ROWS = 3, MOST_FRAMES = 6, MOST_SCOPES = 10, MOST_LANES = 4 };

static _Thread_local uint64_t random_state;

static int below(int bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int)(random_state >> 33) % bound;
}

static int64_t x[N];         /* the program's array */
static int64_t expected[N];  /* what a program without devices would have in it */
static _Thread_local int64_t latest; /* values are never used twice */

/* Several threads at once: each has every `lanes`th element for itself, but contexts of any. */
static int lanes = 1;
static _Thread_local int lane;

/* Elements of the array: a part, with steps, or of two dimensions. */
typedef struct view {
    int first, ndim;
    ptrdiff_t shape[2], strides[2]; /* strides in bytes */
} view;

static view random_view_of(int lane, int lanes)
{
    for (;;) {
        view view = {.first = below(N / lanes), .ndim = 1, .shape = {1 + below(below(4) ? 40 : N), 1}, .strides = {8, 8}};
        const int kind = below(10);
        if (kind >= 4)
            view.strides[0] *= kind < 6 ? 1 + below(4) : kind == 6 ? -1 - below(3) : 1 + below(40);
        if (kind == 8 || kind == 9) {
            view.ndim = 2;
            view.shape[0] = 1 + below(8);
            view.shape[1] = 1 + below(12);
            view.strides[1] = kind == 8 ? 8 : 8 * (1 + below(3));
        }
        if (below(20) == 0)
            view = (struct view){.ndim = 1, .shape = {N / lanes, 1}, .strides = {8, 8}};
        view.first = view.first * lanes + lane;
        for (int axis = 0; axis < 2; axis++)
            view.strides[axis] *= lanes;
        const ptrdiff_t low = 8 * view.first + offcy_extent_low(view.ndim, view.shape, view.strides);
        const ptrdiff_t bytes = offcy_extent_bytes(view.ndim, view.shape, view.strides, 8);
        if (low >= 0 && low + bytes <= (ptrdiff_t)sizeof x)
            return view;
    }
}

static view random_view(void)
{
    return random_view_of(lane, lanes);
}

static int elements_of(const view *view, int elements[])
{
    int count = 0;
    for (int i = 0; i < view->shape[0]; i++)
        for (int j = 0; j < (view->ndim == 2 ? view->shape[1] : 1); j++)
            elements[count++] = view->first + (int)((i * view->strides[0] + j * view->strides[1]) / 8);
    return count;
}

static offcy_map map_of(const view *view, const char *name, unsigned map)
{
    return (offcy_map){name, &x[view->first], 8, view->ndim, map, view->shape, view->strides, NULL, 0};
}

/* The bytes that moving the elements takes, small gaps included. */
static int add_span(void *closure, char *low, ptrdiff_t bytes)
{
    (void)low;
    *(ptrdiff_t *)closure += bytes;
    return 0;
}

static ptrdiff_t cost_of(const view *view)
{
    const offcy_map map = map_of(view, "v", 0);
    offcy_extent extent;
    ptrdiff_t bytes = 0;
    offcy_extent_of(&map, &extent);
    offcy_extent_each_span(&extent, add_span, &bytes);
    return bytes;
}

static ptrdiff_t moved_to, moved_from;     /* actual */
static ptrdiff_t allowed_to, allowed_from; /* without contexts */

static void allow(unsigned map, const view *view)
{
    const ptrdiff_t bytes = cost_of(view);
    __atomic_fetch_add(&allowed_to, map & OFFCY_TO ? bytes : 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&allowed_from, map & OFFCY_FROM ? bytes : 0, __ATOMIC_RELAXED);
}

static void sum_up(void *closure, const offcy_trace_record *record)
{
    (void)closure;
    for (int k = 0; k < record->count; k++) {
        __atomic_fetch_add(&moved_to, record->variables[k].to, __ATOMIC_RELAXED);
        __atomic_fetch_add(&moved_from, record->variables[k].from, __ATOMIC_RELAXED);
    }
}

/* A function that is being run. */
typedef struct frame {
    bool reports;
    bool reports_around; /* its caller reports the call, too */
    int scopes;        /* that it has entered */
} frame;

static _Thread_local frame frames[MOST_FRAMES];
static _Thread_local int depth;
static _Thread_local struct {
    offcy_scope scope;
    bool inferred;
} scopes[MOST_SCOPES];
static _Thread_local int scope_count;
static _Thread_local offcy_error error;
static _Thread_local bool over;  /* a run: something was wrong, or failed as it should */
static bool wrong;

static offcy_region places[2][2]; /* by kind (0: region, 1: context), coherent */

/* With MODEL_VERBOSE in the environment, prints what is done. */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (getenv("MODEL_VERBOSE") != NULL)
        vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static void say_view(const char *what, unsigned map, const view *view)
{
    say("  %s %u: x[%d] shape %td %td strides %td %td\n", what, map, view->first, view->shape[0],
        view->shape[1], view->strides[0] / 8, view->strides[1] / 8);
}

static void complain(const char *what, int element)
{
    over = true;
    __atomic_store_n(&wrong, true, __ATOMIC_RELAXED);
    fprintf(stderr, "%s: element %d\n", what, element);
}

/* A call failed: that is right if a transfer was made to fail. */
static void failed(const char *call, const offcy_error *why)
{
    over = true;
    if (why->kind == OFFCY_TRANSFER_FAILED && simulated.transfers_that_work < 0)
        return;
    __atomic_store_n(&wrong, true, __ATOMIC_RELAXED);
    fprintf(stderr, "%s failed: %d\n", call, (int)why->kind);
}

static void check_host(const int *elements, int count, const char *what)
{
    for (int k = 0; k < count && !over; k++)
        if (x[elements[k]] != expected[elements[k]])
            complain(what, elements[k]);
}

static void check_all_on_host(const char *what)
{
    for (int k = lane; k < N && !over; k += lanes)
        if (x[k] != expected[k])
            complain(what, k);
}

static frame *top(void)
{
    return &frames[depth - 1];
}

/* Whether code runs in an inferred context of this function, or the surrounding code reports. */
static bool is_reported(void)
{
    bool own = false;
    for (int k = 0; k < top()->scopes; k++)
        own = own || scopes[scope_count - 1 - k].inferred;
    return top()->reports && (own || top()->reports_around);
}

static void announce(const view *view, unsigned access)
{
    static const offcy_region place = {"f", "model.pyx", 3, OFFCY_HOST_CODE, false, true, false, NULL};
    const offcy_map map = map_of(view, "h", access);
    say_view("host", access, view);
    if (top()->reports && offcy_host_access(&place, &map, 1, &error) < 0)
        failed("announcing", &error);
}

/* Lets other threads go ahead. */
static void dawdle(void)
{
    if (lanes > 1 && below(4) == 0)
        usleep((useconds_t)below(40));
}

static void host_reads(void)
{
    int elements[N];
    const view view = random_view();
    const int count = elements_of(&view, elements);
    announce(&view, OFFCY_READ);
    dawdle();
    check_host(elements, count, "the host reads");
}

/* In an explicit context the user says when the device's copy is to follow. */
static bool is_explicit(void)
{
    for (int k = 0; k < scope_count; k++)
        if (!scopes[k].inferred)
            return true;
    return false;
}

static void host_writes(void)
{
    if (!top()->reports && is_explicit())
        return;
    int elements[N];
    const view view = random_view();
    const int count = elements_of(&view, elements);
    const int kind = below(3);
    announce(&view, kind == 0   ? OFFCY_WRITTEN | OFFCY_FROM
                    : kind == 1 ? OFFCY_WRITTEN
                                : OFFCY_READ | OFFCY_WRITTEN);
    dawdle();
    if (kind == 2)
        check_host(elements, count, "the host changes");
    for (int k = 0; k < count; k++)
        if (kind == 0 || below(2))
            x[elements[k]] = expected[elements[k]] = ++latest;
}

/* A row of a region: its elements, and what its kernel does with them. Only a part of some views is
 * mapped. */
typedef struct row {
    view view, mapped;
    ptrdiff_t part[2][2];
    bool has_part;
    unsigned map;
    int elements[N], count;
} row;

static void random_part(row *row)
{
    row->mapped = row->view;
    row->has_part = below(4) == 0;
    for (int axis = 0; axis < 2 && row->has_part; axis++) {
        const int extent = (int)row->view.shape[axis], start = below(extent), count = 1 + below(extent - start);
        row->part[axis][0] = start;
        row->part[axis][1] = start + count;
        row->mapped.first += (int)(start * row->view.strides[axis] / 8);
        row->mapped.shape[axis] = count;
    }
}

/* A row of nested views: elements of `other`, or what is around it. */
static void near(row *row, const struct row *other)
{
    ptrdiff_t low = other->view.first, high = low + 1;
    for (int axis = 0; axis < other->view.ndim; axis++) {
        const ptrdiff_t reach = (other->view.shape[axis] - 1) * other->view.strides[axis] / 8;
        *(reach < 0 ? &low : &high) += reach;
    }
    const int room = (int)(high - low), start = below(room / lanes + 1) * lanes;
    row->view = (view){.first = (int)low + start, .ndim = 1, .shape = {1, 1}, .strides = {8 * lanes * (1 + below(3)), 8}};
    row->view.shape[0] += below(room) / (row->view.strides[0] / 8);
    if (row->view.first + (row->view.shape[0] - 1) * row->view.strides[0] / 8 >= N)
        row->view = other->view;
}

static int64_t *element_at(int element, int device)
{
    return device == OFFCY_HOST ? &x[element] : offcy_device_pointer(&x[element], 8, device);
}

/* Row by row, so that what rows share is read and written in turn; but only once if the region fails: what is
 * left may be what it wrote first. */
static void kernel(const row *rows, int count, int device, bool fails, const int64_t *before)
{
    for (int k = 0; k < count; k++) {
        const unsigned map = rows[k].map;
        const bool thrown_away = offcy_map_writes(map) && !(map & OFFCY_FROM) && device != OFFCY_HOST;
        dawdle();
        for (int e = 0; e < rows[k].count && !over; e++) {
            const int element = rows[k].elements[e];
            const int64_t *at = element_at(element, device);
            if (at == NULL)
                complain("not present", element);
            else if ((map & OFFCY_TO) && *at != expected[element])
                complain(device == OFFCY_HOST ? "a region on the host reads" : "a region reads", element);
        }
        dawdle();
        for (int e = 0; e < rows[k].count && !over; e++) {
            const int element = rows[k].elements[e];
            if (thrown_away)
                *element_at(element, device) = ++latest;
            if (!(map & OFFCY_FROM) || (fails && expected[element] != before[element]))
                continue;
            if ((map & OFFCY_TO) || fails ? below(2) : true)
                *element_at(element, device) = expected[element] = ++latest;
        }
    }
}

/* Whether rows share elements of which one says that they are thrown away: then the remaining value
 * depends. */
static bool unclear(const row *rows, int count)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            const offcy_map maps[] = {map_of(&rows[a].mapped, "a", 0), map_of(&rows[b].mapped, "b", 0)};
            offcy_extent extents[2];
            for (int k = 0; k < 2; k++)
                offcy_extent_of(&maps[k], &extents[k]);
            if (a != b && offcy_map_writes(rows[a].map) && !(rows[a].map & OFFCY_FROM) &&
                offcy_extent_ranges_meet(&extents[0], &extents[1]) &&
                !offcy_extent_disjoint(&extents[0], &extents[1]))
                return true;
        }
    return false;
}

/* After a failure: what was not received now holds the old or the new value. */
static void find_out(const row *rows, int count, const int64_t *before)
{
    for (int k = 0; k < count && !over; k++) {
        if (!(rows[k].map & OFFCY_FROM))
            continue;
        announce(&rows[k].mapped, OFFCY_READ);
        for (int e = 0; e < rows[k].count && !(rows[k].map & OFFCY_TO); e++)
            if (x[rows[k].elements[e]] == before[rows[k].elements[e]])
                expected[rows[k].elements[e]] = before[rows[k].elements[e]];
    }
    for (int k = 0; k < count && !over; k++)
        if (rows[k].map & OFFCY_FROM)
            check_host(rows[k].elements, rows[k].count, "after a failure");
}

static void region(void)
{
    static const unsigned kinds[] = {OFFCY_TO, OFFCY_TO, OFFCY_TOFROM, OFFCY_TOFROM, OFFCY_FROM, OFFCY_FROM,
                                     OFFCY_TO | OFFCY_WRITTEN, OFFCY_ALLOC | OFFCY_WRITTEN,
                                     OFFCY_ALLOC, OFFCY_ALLOC | OFFCY_READ};
    static const char *const names[] = {"a", "b", "c"};
    static _Thread_local row rows[MOST_ROWS];
    int count;
    do {
        count = 1 + below(MOST_ROWS);
        for (int k = 0; k < count; k++) {
            rows[k].view = random_view();
            if (k > 0 && below(3) == 0)
                near(&rows[k], &rows[below(k)]);
            random_part(&rows[k]);
            rows[k].map = kinds[below(10)];
            rows[k].count = elements_of(&rows[k].mapped, rows[k].elements);
        }
    } while (unclear(rows, count));
    offcy_map maps[MOST_ROWS];
    for (int k = 0; k < count; k++) {
        maps[k] = map_of(&rows[k].view, names[k], rows[k].map);
        maps[k].part = rows[k].has_part ? rows[k].part : NULL;
    }
    const int device = below(8) == 0 ? OFFCY_HOST : below(4) == 0;
    offcy_error failure = {0};
    offcy_scope scope = {0};
    say("region on %d, reported %d\n", device, is_reported());
    for (int k = 0; k < count; k++)
        say_view(names[k], rows[k].map, &rows[k].mapped);
    if (offcy_enter(&scope, &places[0][is_reported()], device, maps, count, &failure) < 0) {
        if (failure.kind != OFFCY_OVERLAP)
            failed("entering a region", &failure);
        return;
    }
    int64_t before[N];
    for (int k = lane; k < N; k += lanes)
        before[k] = expected[k];
    const bool fails = below(10) == 0;
    say("  fails %d\n", fails);
    kernel(rows, count, device, fails, before);
    if (offcy_leave(&scope, fails) < 0)
        failed("leaving a region", &failure);
    for (int k = 0; k < count; k++)
        allow(rows[k].map, &rows[k].mapped);
    if (fails && device != OFFCY_HOST)
        find_out(rows, count, before);
}

static void enter_context(void)
{
    view views[2];
    offcy_map maps[2];
    const int count = 1 + below(2);
    for (int k = 0; k < count; k++) {
        views[k] = random_view_of(0, 1);
        maps[k] = map_of(&views[k], k ? "q" : "p", OFFCY_COHERENT);
    }
    const bool reported = is_reported();
    if (scope_count == MOST_SCOPES || !top()->reports)
        return;
    for (int k = 0; k < count; k++)
        say_view(reported ? "reported context" : "context", maps[k].map, &views[k]);
    scopes[scope_count].inferred = true;
    if (offcy_enter(&scopes[scope_count].scope, &places[1][reported], below(4) == 0, maps, count, &error) < 0)
        failed("entering a context", &error);
    scope_count++;
    top()->scopes++;
}

/* Where an inferred context keeps the data: elsewhere the user says what is current. */
static void enter_explicit_context(void)
{
    static const unsigned kinds[] = {OFFCY_TO, OFFCY_TOFROM, OFFCY_FROM, OFFCY_ALLOC};
    const view view = random_view();
    const offcy_map map = map_of(&view, "e", kinds[below(4)]);
    const int number = below(4) == 0;
    offcy_extent extent;
    offcy_block *block;
    offcy_extent_of(&map, &extent);
    if (scope_count == MOST_SCOPES || number >= offcy_shared()->device_count ||
        offcy_shared()->devices[number] == NULL ||
        offcy_find_present(offcy_shared()->devices[number], extent.low, extent.bytes, &block) != OFFCY_WITHIN ||
        !block->coherent)
        return;
    say_view("explicit context", map.map, &view);
    scopes[scope_count].inferred = false;
    if (offcy_enter(&scopes[scope_count].scope, &places[1][is_reported()], number, &map, 1, &error) < 0)
        failed("entering an explicit context", &error);
    allow(map.map & OFFCY_TO, &view);
    scope_count++;
    top()->scopes++;
}

static void leave_context(void)
{
    if (top()->scopes == 0)
        return;
    top()->scopes--;
    say("leave\n");
    if (offcy_leave(&scopes[--scope_count].scope, below(10) == 0) < 0)
        failed("leaving a context", &error);
}

static void updates(void)
{
    const view view = random_view();
    const offcy_region place = {"f", "model.pyx", 4, OFFCY_UPDATE, false, is_reported(), false, NULL};
    const offcy_map map = map_of(&view, "u", below(2) ? OFFCY_TO : OFFCY_FROM);
    offcy_error absent = {0};
    say_view("update", map.map, &view);
    if (offcy_update(&place, below(4) == 0, &map, 1, &absent) == 0)
        allow(map.map, &view);
    else if (absent.kind != OFFCY_NOT_PRESENT)
        failed("an update", &absent);
}

static void call(void)
{
    static const offcy_region place = {"f", "model.pyx", 5, OFFCY_HOST_CODE, false, true, false, NULL};
    if (depth == MOST_FRAMES)
        return;
    const bool reports = below(3) > 0, reported_call = reports && top()->reports && below(2);
    if (top()->reports && !reported_call &&
        offcy_host_access_any(&place, OFFCY_READ | OFFCY_WRITTEN, &error) < 0)
        failed("announcing a call", &error);
    /* What is reported around a function whose caller reports depends on where that is. */
    say("call: reports %d, reported %d\n", reports, reported_call);
    frames[depth] = (frame){.reports = reports, .reports_around = reported_call && is_reported()};
    depth++;
}

static void go_back(void)
{
    while (top()->scopes > 0)
        leave_context();
    say("go back\n");
    if (depth > 1)
        depth--;
}

static void step(void)
{
    if (!top()->reports)
        check_all_on_host("code that reports nothing");
    const int kind = below(20);
    if (kind < 7)
        region();
    else if (kind < 9)
        host_reads();
    else if (kind < 11)
        host_writes();
    else if (kind < 14)
        enter_context();
    else if (kind < 15 && lanes == 1)
        enter_explicit_context();
    else if (kind < 16)
        leave_context();
    else if (kind < 17 && lanes == 1)
        updates();
    else if (kind < 19)
        call();
    else
        go_back();
}

static void run(uint64_t seed)
{
    random_state = seed * 0x9E3779B97F4A7C15u + 1;
    over = false;
    depth = 1;
    frames[0] = (frame){0};
    latest = ((int64_t)lane + 1) << 32;
    for (int k = lane; k < N; k += lanes)
        x[k] = expected[k] = ++latest;
    for (int k = 0; k < 400 && !over; k++)
        step();
    while (!over && (depth > 1 || top()->scopes > 0))
        go_back();
    if (!over)
        check_all_on_host("at the end");
}

static void run_alone(uint64_t seed)
{
    moved_to = moved_from = allowed_to = allowed_from = 0;
    simulated.memory = seed % 4 == 0 ? 2048 + (ptrdiff_t)(seed % 61) * 64 : SIMULATED_MEMORY;
    run(seed);
    if (!over && (moved_to > allowed_to || moved_from > allowed_from)) {
        fprintf(stderr, "moved %td of %td to, %td of %td from\n", moved_to, allowed_to, moved_from, allowed_from);
        wrong = true;
    }
}

static uint64_t seed_of_all;

static void *run_lane(void *number)
{
    lane = (int)(ptrdiff_t)number;
    run(seed_of_all * MOST_LANES + (uint64_t)lane);
    while (depth > 1 || top()->scopes > 0)
        go_back();
    return NULL;
}

static void run_together(uint64_t seed)
{
    pthread_t threads[MOST_LANES];
    seed_of_all = seed;
    lanes = 2 + (int)(seed % (MOST_LANES - 1));
    moved_to = moved_from = allowed_to = allowed_from = 0;
    simulated.memory = SIMULATED_MEMORY;
    for (ptrdiff_t k = 0; k < lanes; k++)
        pthread_create(&threads[k], NULL, run_lane, (void *)k);
    for (int k = 0; k < lanes; k++)
        pthread_join(threads[k], NULL);
    lanes = 1;
    if (!wrong && (moved_to > allowed_to || moved_from > allowed_from)) {
        fprintf(stderr, "moved %td of %td to, %td of %td from\n", moved_to, allowed_to, moved_from, allowed_from);
        wrong = true;
    }
}

/* Transfers fail: nothing is right then, but everything is released, and each failure is reported. */
static void run_into_failure(uint64_t seed)
{
    simulated.transfers_that_work = (ptrdiff_t)(seed % 100);
    run_alone(seed);
    simulated.transfers_that_work = PTRDIFF_MAX;
    memset(&error, 0, sizeof error);
    while (depth > 1 || top()->scopes > 0)
        go_back();
    memset(&error, 0, sizeof error);
}

static bool nothing_present(void)
{
    offcy_pool_statistics pool[2];
    for (int device = 0; device < 2; device++)
        offcy_pool_report(device, &pool[device]);
    return pool[0].used_bytes == 0 && pool[1].used_bytes == 0;
}

void test_model(int first, int runs)
{
    for (int kind = 0; kind < 2; kind++)
        for (int coherent = 0; coherent < 2; coherent++)
            places[kind][coherent] = (offcy_region){"f", "model.pyx", 1 + kind,
                                                    kind ? OFFCY_CONTEXT : OFFCY_REGION, false, coherent, false, NULL};
    offcy_trace_to(sum_up, NULL);
    for (int seed = first; seed < first + runs && !wrong; seed++) {
        run_alone((uint64_t)seed);
        if (wrong)
            fprintf(stderr, "run %d\n", seed);
        CHECK(!wrong);
    }
    CHECK(wrong || nothing_present());
    for (int seed = 1; seed <= runs / 4 && !wrong; seed++) {
        run_into_failure((uint64_t)seed);
        if (wrong)
            fprintf(stderr, "run %d, transfers fail\n", seed);
        CHECK(!wrong && nothing_present());
    }
    for (int seed = first; seed < first + runs && !wrong; seed++) {
        run_together((uint64_t)seed);
        if (wrong)
            fprintf(stderr, "run %d, several threads\n", seed);
        CHECK(!wrong && nothing_present());
    }
    offcy_trace_to(NULL, NULL);
    simulated.memory = SIMULATED_MEMORY;
}
