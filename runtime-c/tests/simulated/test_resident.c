/* Arrays that live on devices against a model: reads, writes, copies, regions, host code, shared and foreign memory at random, in
 * one thread and in several, with transfers that fail and devices that are full. */
#include "../check.h"
#include "device.h"

#include "offcy_device.h"
#include "offcy_enter.h"
#include "offcy_resident.h"

#include <stdlib.h>
#include <string.h>

enum { N = 96, ARRAYS = 4, STEPS = 120, MOST_THREADS = 4 };

static const offcy_region region = {.function = "f", .file = "resident.pyx", .line = 1, .coherent = true};

/* An array and what must be in it. */
typedef struct kept {
    offcy_resident *resident; /* NULL: none */
    void *foreign;            /* memory on the device that is the test's own */
    int64_t want[N];
    bool is_known; /* a transfer of it has not failed */
} kept;

typedef struct program {
    uint64_t random;
    kept arrays[ARRAYS];
    bool may_fail, is_wrong;
} program;

static kept common; /* all threads read it */

static int below(program *program, int bound)
{
    program->random ^= program->random << 13;
    program->random ^= program->random >> 7;
    program->random ^= program->random << 17;
    return (int)(program->random >> 33) % bound;
}

/* Whether a step did what it should; one that failed may leave anything in the array. */
static bool went_well(program *program, kept *array, int status, offcy_error *error)
{
    const bool failed = status < 0 || offcy_failed(error);
    if (failed && !program->may_fail)
        program->is_wrong = true;
    if (failed)
        array->is_known = false;
    return !failed;
}

static void drop(kept *array)
{
    const int device = array->resident != NULL ? array->resident->device : 0;
    if (array->resident != NULL)
        offcy_resident_end(array->resident);
    if (array->foreign != NULL)
        offcy_device_free(device, array->foreign);
    *array = (kept){0};
}

static void make(program *program, kept *array)
{
    offcy_error error = {0};
    const int device = below(program, 2);
    drop(array);
    if (below(program, 4) == 0 && (array->foreign = offcy_device_allocate(device, N * 8)) != NULL) {
        const offcy_place place = {array->foreign, N * 8};
        array->resident = offcy_resident_adopt(device, place, place, &error);
    } else {
        array->resident = offcy_resident_make(device, N * 8, &error);
    }
    if (array->resident == NULL) {
        if (array->foreign != NULL)
            offcy_device_free(device, array->foreign);
        array->foreign = NULL;
        program->is_wrong = program->is_wrong || !program->may_fail;
        return;
    }
    for (int k = 0; k < N; k++)
        array->want[k] = below(program, 1000);
    array->is_known = true;
    went_well(program, array, offcy_resident_write(array->resident, 0, array->want, N * 8, &error), &error);
}

typedef struct part {
    ptrdiff_t first, count, step; /* in elements */
} part;

static part random_part(program *program)
{
    const part part = {below(program, N), 0, 1 + below(program, 3)};
    const ptrdiff_t most = (N - 1 - part.first) / part.step + 1;
    return (struct part){part.first, 1 + below(program, (int)most), part.step};
}

static offcy_map map_of(const kept *array, const part *part, ptrdiff_t *stride, unsigned map)
{
    *stride = 8 * part->step;
    char *low = array->resident->low + 8 * part->first;
    return (offcy_map){"x", low, 8, 1, map, &part->count, stride, NULL, 8};
}

static void check_part(program *program, const kept *array, const int64_t *found, part part)
{
    for (ptrdiff_t k = 0; k < part.count; k++)
        if (array->is_known && found[k * part.step] != array->want[part.first + k * part.step])
            program->is_wrong = true;
}

static void read_some(program *program, kept *array)
{
    part part = random_part(program);
    int64_t found[N];
    offcy_error error = {0};
    part.step = 1;
    part.count = part.count < N - part.first ? part.count : N - part.first;
    if (went_well(program, array, offcy_resident_read(array->resident, 8 * part.first, found, 8 * part.count, &error), &error))
        check_part(program, array, found, part);
}

static void write_some(program *program, kept *array)
{
    part part = random_part(program);
    int64_t values[N];
    offcy_error error = {0};
    part.count = part.count < N - part.first ? part.count : N - part.first;
    for (ptrdiff_t k = 0; k < part.count; k++)
        values[k] = array->want[part.first + k] = below(program, 1000);
    went_well(program, array, offcy_resident_write(array->resident, 8 * part.first, values, 8 * part.count, &error), &error);
}

/* Code on the host reads some elements, and may write them. */
static void use_on_host(program *program, kept *array, bool writes)
{
    const part part = random_part(program);
    ptrdiff_t stride;
    const offcy_map map = map_of(array, &part, &stride, OFFCY_READ | (writes ? OFFCY_WRITTEN : 0));
    offcy_error error = {0};
    if (!went_well(program, array, offcy_resident_use(array->resident, &map, &error), &error))
        return;
    int64_t *elements = map.host;
    check_part(program, array, elements, part);
    for (ptrdiff_t k = 0; writes && k < part.count; k++)
        elements[k * part.step] = array->want[part.first + k * part.step] = below(program, 1000);
}

static void run_region(program *program, kept *array, bool writes)
{
    const part part = random_part(program);
    ptrdiff_t stride;
    const offcy_map map = map_of(array, &part, &stride, writes ? OFFCY_TOFROM : OFFCY_TO);
    offcy_error error = {0};
    offcy_scope scope = {0};
    const int device = offcy_choose_for(OFFCY_DEFAULT_DEVICE, &map, 1, &error);
    if (device != array->resident->device)
        program->is_wrong = true;
    if (!went_well(program, array, offcy_enter(&scope, &region, device, &map, 1, &error), &error))
        return;
    int64_t *elements = offcy_device_pointer(map.host, 8 * ((part.count - 1) * part.step + 1), device);
    if (elements == NULL) {
        program->is_wrong = true;
    } else {
        check_part(program, array, elements, part);
        for (ptrdiff_t k = 0; writes && k < part.count; k++)
            elements[k * part.step] = array->want[part.first + k * part.step] = below(program, 1000);
    }
    went_well(program, array, offcy_leave(&scope, false), &error);
}

static void copy_some(program *program, kept *to, kept *from)
{
    const int count = 1 + below(program, N / 2), into = below(program, N - count), out = below(program, N - count);
    offcy_error error = {0};
    if (to == from || from->resident == NULL || to->resident->device != from->resident->device)
        return;
    const bool is_known = from->is_known;
    const int status = offcy_resident_copy(to->resident, 8 * into, from->resident, 8 * out, 8 * count, &error);
    if (!went_well(program, to, status, &error))
        from->is_known = false;
    memcpy(&to->want[into], &from->want[out], (size_t)(8 * count));
    to->is_known = to->is_known && is_known;
}

/* Others use its memory on the device, where Python's code would run. */
static void share(program *program, kept *array)
{
    offcy_error error = {0};
    const int64_t *elements = offcy_resident_share(array->resident, &error);
    if (!went_well(program, array, elements != NULL ? 0 : -1, &error))
        return;
    use_on_host(program, array, true);
    if (went_well(program, array, offcy_residents_settle(&error), &error))
        check_part(program, array, elements, (part){0, N, 1});
}

/* Somebody else's view of a part of it: the same array. */
static void adopt_part(program *program, kept *array)
{
    offcy_error error = {0};
    const part part = random_part(program);
    const offcy_place place = {array->resident->block->address + 8 * part.first, 8}, all = {array->resident->block->address, N * 8};
    offcy_resident *again = offcy_resident_adopt(array->resident->device, place, all, &error);
    if (again != array->resident)
        program->is_wrong = true;
    else
        offcy_resident_end(again);
}

static void step(program *program)
{
    kept *array = &program->arrays[below(program, ARRAYS)];
    if (array->resident == NULL || !array->is_known || below(program, 30) == 0) {
        make(program, array);
        return;
    }
    switch (below(program, 9)) {
    case 0: read_some(program, array); break;
    case 1: write_some(program, array); break;
    case 2: use_on_host(program, array, false); break;
    case 3: use_on_host(program, array, true); break;
    case 4: run_region(program, array, false); break;
    case 5: run_region(program, array, true); break;
    case 6: copy_some(program, array, &program->arrays[below(program, ARRAYS)]); break;
    case 7: below(program, 4) ? adopt_part(program, array) : share(program, array); break;
    default:
        if (common.resident != NULL)
            below(program, 2) ? read_some(program, &common) : use_on_host(program, &common, false);
    }
}

static void *run(void *argument)
{
    program *program = argument;
    for (int k = 0; k < STEPS && !program->is_wrong; k++)
        step(program);
    for (int k = 0; k < ARRAYS; k++) {
        if (program->arrays[k].resident != NULL && !program->is_wrong)
            read_some(program, &program->arrays[k]);
        drop(&program->arrays[k]);
    }
    return NULL;
}

static bool nothing_left(void)
{
    offcy_pool_statistics pool[2];
    for (int device = 0; device < 2; device++)
        offcy_pool_report(device, &pool[device]);
    const offcy_state *state = offcy_shared();
    return pool[0].used_bytes == 0 && pool[1].used_bytes == 0 && state->resident_count == 0 && state->shared_count == 0;
}

static void run_together(uint64_t seed)
{
    program programs[MOST_THREADS] = {0};
    pthread_t threads[MOST_THREADS];
    make(&(program){.random = seed}, &common);
    for (int k = 0; k < MOST_THREADS; k++) {
        programs[k].random = seed * MOST_THREADS + (uint64_t)k + 1;
        pthread_create(&threads[k], NULL, run, &programs[k]);
    }
    bool right = true;
    for (int k = 0; k < MOST_THREADS; k++) {
        pthread_join(threads[k], NULL);
        right = right && !programs[k].is_wrong;
    }
    drop(&common);
    if (!right || !nothing_left())
        fprintf(stderr, "arrays, several threads, seed %llu\n", (unsigned long long)seed);
    CHECK(right && nothing_left());
}

void test_resident(int first, int runs)
{
    for (int seed = first; seed < first + runs; seed++) {
        program program = {.random = 977 * (uint64_t)seed};
        run(&program);
        if (program.is_wrong)
            fprintf(stderr, "arrays, seed %d\n", seed);
        CHECK(!program.is_wrong && nothing_left());
    }
    for (int seed = 1; seed <= runs / 2; seed++) {
        program program = {.random = 977 * (uint64_t)seed, .may_fail = true};
        simulated.transfers_that_work = seed % 2 ? seed % 100 : PTRDIFF_MAX;
        simulated.memory = seed % 2 ? SIMULATED_MEMORY : 3 * N * 8;
        run(&program);
        simulated.transfers_that_work = PTRDIFF_MAX;
        simulated.memory = SIMULATED_MEMORY;
        CHECK(!program.is_wrong && nothing_left());
    }
    for (int seed = first; seed < first + runs; seed++)
        run_together((uint64_t)seed);
}
