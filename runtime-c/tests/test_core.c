/* Errors, views, numbers, extents: what needs neither Python nor a device. */
#include "check.h"

#include "../src/offcy_elements.h"
#include "../src/offcy_extent.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

static void first_error_wins(void)
{
    offcy_error error = {0};
    CHECK(!offcy_failed(&error));
    CHECK(offcy_fail_index(&error, 3, 1, -5, 4) == -1);
    CHECK(offcy_fail(&error, OFFCY_OVERFLOW, 9) == -1);
    CHECK(offcy_failed(&error) && error.kind == OFFCY_INDEX_ERROR && error.site == 3);
    CHECK(error.axis == 1 && error.index == -5 && error.extent == 4);
    CHECK(sizeof error == 64);
}

static void what_is_dropped_is_no_failure(void)
{
    offcy_error error = {0}, own = {0}, other = {0};
    offcy_note_dropped(&error, &own);
    CHECK(error.dropped == 0);
    offcy_fail_index(&own, 70000, 2, 9, 4);
    offcy_note_dropped(&error, &own);
    offcy_fail(&other, OFFCY_OVERFLOW, 5);
    offcy_note_dropped(&error, &other); /* the first one stays */
    CHECK(!offcy_failed(&error) && (error.dropped & 0xff) == OFFCY_INDEX_ERROR);
    CHECK((error.dropped >> 8 & 0xff) == 2 && error.dropped >> 32 == 70000);
    offcy_error outer = {0};
    offcy_note_dropped(&outer, &error); /* and is handed on */
    CHECK(outer.dropped == error.dropped);
}

static void *race(void *argument)
{
    offcy_error *error = argument;
    for (int k = 0; k < 1000; k++)
        offcy_fail_index(error, 7, 7, 7, 7);
    return NULL;
}

static void one_thread_wins(void)
{
    for (int iteration = 0; iteration < 50; iteration++) {
        offcy_error error = {0};
        pthread_t threads[4];
        for (int k = 0; k < 4; k++)
            pthread_create(&threads[k], NULL, race, &error);
        for (int k = 0; k < 4; k++)
            pthread_join(threads[k], NULL);
        CHECK(error.kind == OFFCY_INDEX_ERROR && error.site == 7 && error.index == 7);
    }
}

/* Python's definition: q = floor(a / b), r = a - q * b. */
static void division_is_python_s(void)
{
    for (int a = -20; a <= 20; a++) {
        for (int b = -7; b <= 7; b++) {
            if (b == 0) {
                CHECK(offcy_division_problem_int(a, b) == OFFCY_INTEGER_DIVISION_BY_ZERO);
                continue;
            }
            const int q = offcy_floordiv_int(a, b), r = offcy_mod_int(a, b);
            CHECK(offcy_division_problem_int(a, b) == OFFCY_NO_ERROR);
            CHECK(q * b + r == a && (b > 0 ? r >= 0 && r < b : r <= 0 && r > b));
            CHECK(offcy_floordiv_long(a, b) == q && offcy_mod_long_long(a, b) == r);
            CHECK(offcy_floordiv_double(a, b) == q && offcy_mod_double(a, b) == r);
        }
    }
    CHECK(offcy_division_problem_int(INT_MIN, -1) == OFFCY_DIVISION_OVERFLOW);
    CHECK(offcy_division_problem_long(LONG_MIN, -1) == OFFCY_DIVISION_OVERFLOW);
    CHECK(offcy_division_problem_unsigned_int(5, 0) == OFFCY_INTEGER_DIVISION_BY_ZERO);
    CHECK(offcy_mod_double(5.5, -2.0) == -0.5 && offcy_mod_float(-5.5f, 2.0f) == 0.5f);
}

static void powers(void)
{
    CHECK(offcy_pow_int(3, 0) == 1 && offcy_pow_int(3, 4) == 81 && offcy_pow_int(-3, 3) == -27);
    CHECK(offcy_pow_int(2, -1) == 0 && offcy_pow_int(1, -5) == 1 && offcy_pow_int(-1, -5) == -1);
    CHECK(offcy_pow_long(10, 18) == 1000000000000000000L);
    CHECK(offcy_pow_int(2, 32) == 0); /* wraps, as in Cython */
    CHECK(offcy_pow_unsigned_long_long(3, 40) == 12157665459056928801ULL);
}

static int destroyed;

static void count_destroyed(offcy_buffer *buffer)
{
    (void)buffer;
    destroyed++;
}

static void views_count_references(void)
{
    offcy_buffer buffer = {.references = 1, .destroy = count_destroyed};
    double data[6] = {0};
    offcy_view2 X = {&buffer, (char *)data, {2, 3}, {24, 8}};
    offcy_view1 row = {0};
    offcy_view1_assign(&row, (offcy_view1){X.owner, X.data + X.strides[0], {3}, {8}});
    CHECK(buffer.references == 2 && row.data == (char *)&data[3]);
    offcy_view1_assign(&row, row);
    CHECK(buffer.references == 2 && destroyed == 0);
    offcy_view2_clear(&X);
    CHECK(X.owner == NULL && X.data == NULL && X.shape[1] == 0 && destroyed == 0);
    offcy_view2_clear(&X);
    offcy_view1_clear(&row);
    CHECK(destroyed == 1);
}

static offcy_extent extent_of(void *host, int ndim, const ptrdiff_t *shape, const ptrdiff_t *strides,
                              ptrdiff_t itemsize)
{
    const offcy_map map = {"x", host, itemsize, ndim, OFFCY_TO, shape, strides, NULL, 0};
    offcy_extent extent;
    CHECK(offcy_extent_of(&map, &extent) == NULL);
    return extent;
}

#define EXTENT(HOST, NDIM, SHAPE, STRIDES)                                                         \
    extent_of(HOST, NDIM, (const ptrdiff_t[])SHAPE, (const ptrdiff_t[])STRIDES, 8)
#define L(...) {__VA_ARGS__}

static void extents_of_views(void)
{
    char *a = (char *)0x10000;
    offcy_extent x = EXTENT(a, 2, L(3, 4), L(32, 8)); /* C */
    CHECK(x.low == a && x.bytes == 96 && x.run == 96 && x.axis_count == 0);
    x = EXTENT(a, 2, L(4, 3), L(8, 32)); /* Fortran */
    CHECK(x.low == a && x.bytes == 96 && x.run == 96 && x.axis_count == 0);
    x = EXTENT(a + 64, 2, L(3, 4), L(-32, 8)); /* rows reversed */
    CHECK(x.low == a && x.bytes == 96 && x.axis_count == 0);
    x = EXTENT(a, 2, L(3, 2), L(32, 16)); /* every other column */
    CHECK(x.bytes == 88 && x.run == 8 && x.axis_count == 2 && x.axes[0].stride == 16);
    x = EXTENT(a, 2, L(3, 2), L(32, 8)); /* the first two columns */
    CHECK(x.bytes == 80 && x.run == 16 && x.axis_count == 1 && x.axes[0].count == 3);
    x = EXTENT(a, 2, L(5, 4), L(0, 8)); /* broadcast */
    CHECK(x.bytes == 32 && x.run == 32 && x.axis_count == 0);
    x = EXTENT(a, 2, L(5, 4), L(8, 8)); /* sliding windows */
    CHECK(x.bytes == 64 && x.run == 64 && x.axis_count == 0);
    x = EXTENT(a, 2, L(5, 0), L(32, 8));
    CHECK(x.bytes == 0);
    x = EXTENT(a, 0, L(0), L(0));
    CHECK(x.bytes == 8 && x.run == 8);
    CHECK(offcy_extent_low(2, (const ptrdiff_t[]){3, 4}, (const ptrdiff_t[]){-32, 8}) == -64);
    CHECK(offcy_extent_bytes(2, (const ptrdiff_t[]){3, 4}, (const ptrdiff_t[]){-32, 8}, 8) == 96);
    CHECK(offcy_extent_bytes(2, (const ptrdiff_t[]){3, 4}, NULL, 8) == 96);
}

static void extents_refused(void)
{
    offcy_extent extent;
    const ptrdiff_t negative = -1, huge = PTRDIFF_MAX, large[2] = {PTRDIFF_MAX / 2, 16};
    offcy_map map = {"p", (void *)0x1000, 8, 1, OFFCY_TO, &negative, NULL, NULL, 0};
    CHECK(offcy_extent_of(&map, &extent) != NULL);
    map.shape = &huge;
    CHECK(offcy_extent_of(&map, &extent) != NULL);
    map.shape = large, map.ndim = 2;
    CHECK(offcy_extent_of(&map, &extent) != NULL);
    map = (offcy_map){"p", NULL, 8, 0, OFFCY_TO, NULL, NULL, NULL, 0};
    CHECK(offcy_extent_of(&map, &extent) != NULL);
    map = (offcy_map){"p", (void *)0x1000, 8, 9, OFFCY_TO, large, NULL, NULL, 0};
    CHECK(offcy_extent_of(&map, &extent) != NULL);
}

/* Compared with a map of the bytes themselves. */
static void disjoint_is_never_wrong(void)
{
    static unsigned char touched[400];
    char *base = (char *)0x10000;
    unsigned seed = 1;
    int proven = 0;
    for (int iteration = 0; iteration < 20000; iteration++) {
        offcy_extent extents[2];
        memset(touched, 0, sizeof touched);
        bool meet = false;
        for (int which = 0; which < 2; which++) {
            ptrdiff_t shape[2], strides[2];
            for (int axis = 0; axis < 2; axis++) {
                seed = seed * 1103515245u + 12345u, shape[axis] = 1 + (seed >> 16) % 4;
                seed = seed * 1103515245u + 12345u, strides[axis] = (ptrdiff_t)((seed >> 16) % 25) - 12;
            }
            seed = seed * 1103515245u + 12345u;
            const ptrdiff_t start = 150 + (seed >> 16) % 30;
            extents[which] = extent_of(base + start, 2, shape, strides, 2);
            for (ptrdiff_t i = 0; i < shape[0]; i++)
                for (ptrdiff_t j = 0; j < shape[1]; j++)
                    for (ptrdiff_t byte = 0; byte < 2; byte++) {
                        unsigned char *mark =
                            &touched[start + i * strides[0] + j * strides[1] + byte];
                        meet = meet || (which == 1 && *mark == 1);
                        *mark = which == 0 ? 1 : *mark;
                        /* Every byte of an element lies in a piece, and no piece outside the range. */
                        const char *address = base + (mark - touched);
                        CHECK(address >= extents[which].low &&
                              address < extents[which].low + extents[which].bytes);
                    }
        }
        const bool disjoint = offcy_extent_disjoint(&extents[0], &extents[1]);
        CHECK(!(disjoint && meet));
        proven += disjoint && offcy_extent_ranges_meet(&extents[0], &extents[1]);
    }
    CHECK(proven > 100);
    offcy_extent even = EXTENT(base, 1, L(10), L(16)), odd = EXTENT(base + 8, 1, L(10), L(16));
    CHECK(offcy_extent_disjoint(&even, &odd) && offcy_extent_ranges_meet(&even, &odd));
    offcy_extent left = EXTENT(base, 2, L(9, 2), L(32, 8)), right = EXTENT(base + 16, 2, L(9, 2), L(32, 8));
    CHECK(offcy_extent_disjoint(&left, &right) && !offcy_extent_disjoint(&left, &left));
}

static void copies_go_through_memory_of_their_own_where_they_overlap(void)
{
    const ptrdiff_t size = sizeof(int);
    int x[6] = {0, 1, 2, 3, 4, 5};
    CHECK(offcy_copy(x + 1, x, sizeof(int), 1, (ptrdiff_t)5, size, size) == 0);
    const int moved[6] = {0, 0, 1, 2, 3, 4};
    CHECK(memcmp(x, moved, sizeof x) == 0);
    CHECK(offcy_copy(x, x + 5, sizeof(int), 1, (ptrdiff_t)6, size, -size) == 0);
    const int turned[6] = {4, 3, 2, 1, 0, 0};
    CHECK(memcmp(x, turned, sizeof x) == 0);
    int square[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(offcy_copy(square, square, sizeof(int), 2, (ptrdiff_t)3, 3 * size, size, (ptrdiff_t)3, size, 3 * size) == 0);
    const int transposed[9] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
    CHECK(memcmp(square, transposed, sizeof square) == 0);
    CHECK(offcy_copy(square, x, sizeof(int), 2, (ptrdiff_t)3, 3 * size, (ptrdiff_t)0, (ptrdiff_t)2, size, size) == 0);
    CHECK(square[0] == 4 && square[1] == 3 && square[2] == 6 && square[6] == 4 && square[8] == 8);
    CHECK(offcy_copy(NULL, NULL, sizeof(int), 1, (ptrdiff_t)0, size, size) == 0);
}

/* One by one where that is said to be right, and all at once: the same. */
static bool is_in_order(const offcy_copied_axis *axes, int to, int from)
{
    enum { SIZE = 80 };
    short all[SIZE], one_by_one[SIZE], kept[36];
    for (int k = 0; k < SIZE; k++)
        all[k] = one_by_one[k] = (short)k;
    const bool in_order = offcy_in_order(one_by_one + to, one_by_one + from, sizeof *all, 2, axes);
    int count = 0;
    for (int store = 0; store < 2; store++, count = 0)
        for (ptrdiff_t i = 0; i < axes[0].extent; i++)
            for (ptrdiff_t j = 0; j < axes[1].extent; j++, count++) {
                const ptrdiff_t at[2] = {axes[0].from_extent == 1 ? 0 : i, axes[1].from_extent == 1 ? 0 : j};
                const ptrdiff_t size = sizeof *all;
                const ptrdiff_t read = from + (at[0] * axes[0].from_stride + at[1] * axes[1].from_stride) / size;
                const ptrdiff_t written = to + (i * axes[0].stride + j * axes[1].stride) / size;
                if (store)
                    all[written] = kept[count];
                else {
                    kept[count] = all[read];
                    one_by_one[written] = one_by_one[read];
                }
            }
    CHECK(!in_order || memcmp(all, one_by_one, sizeof all) == 0);
    return in_order;
}

static void copies_know_when_their_order_is_right(void)
{
    const ptrdiff_t size = sizeof(short), strides[] = {-8, -3, -1, 1, 2, 3, 8};
    enum { STRIDES = sizeof strides / sizeof *strides };
    int in_order = 0, others = 0, shifted = 0;
    for (int code = 0; code < STRIDES * STRIDES * STRIDES * STRIDES; code++) {
        const ptrdiff_t to[2] = {strides[code % STRIDES], strides[code / STRIDES % STRIDES]};
        const ptrdiff_t from[2] = {strides[code / STRIDES / STRIDES % STRIDES],
                                   strides[code / STRIDES / STRIDES / STRIDES]};
        for (int extents = 0; extents < 16; extents++) {
            const ptrdiff_t n = extents % 4, m = extents / 4 % 4;
            const ptrdiff_t from_n = code % 11 == 1 ? 1 : n, from_m = code % 13 == 1 ? 1 : m;
            const offcy_copied_axis axes[2] = {{n, to[0] * size, from_n, from[0] * size},
                                               {m, to[1] * size, from_m, from[1] * size}};
            for (int apart = -3; apart <= 3; apart++) {
                const bool right = is_in_order(axes, 40, 40 + apart);
                in_order += right;
                others += !right;
                shifted += right && apart != 0 && n > 1 && m > 1 && from_n == n && from_m == m && from[0] == to[0] &&
                           from[1] == to[1];
            }
        }
    }
    CHECK(in_order > 1000 && others > 1000 && shifted > 20);
}

/* The iterations of all tiles, one after another, are those of the nest. */
static void tiles_number_every_iteration_in_order(void)
{
    unsigned seed = 7;
    int several = 0;
    for (int attempt = 0; attempt < 2000; attempt++) {
        offcy_tile tile = {0};
        ptrdiff_t expected = 0, iterations = 1, tiles = 0;
        const int ndim = 1 + attempt % 4;
        for (int axis = 0; axis < ndim; axis++) {
            seed = seed * 1103515245u + 12345u;
            tile.extent[axis] = (ptrdiff_t)(seed >> 16) % 7 - (attempt % 50 == 0);
            iterations *= tile.extent[axis] > 0 ? tile.extent[axis] : 0;
        }
        while (offcy_next_tile(&tile, ndim)) {
            ptrdiff_t count = 1;
            for (int axis = 0; axis < ndim; axis++)
                count *= tile.count[axis];
            for (ptrdiff_t k = 0; k < count; k++) {
                ptrdiff_t number = 0, left = k, inner = count;
                for (int axis = 0; axis < ndim; axis++) {
                    inner /= tile.count[axis];
                    number = number * tile.extent[axis] + tile.first[axis] + left / inner;
                    left %= inner;
                }
                CHECK(number == expected++);
            }
            tiles++;
#ifdef OFFCY_TILE_ITERATIONS
            CHECK(count <= OFFCY_TILE_ITERATIONS);
#endif
        }
        CHECK(expected == iterations && !offcy_next_tile(&(offcy_tile){.extent = {0}}, 1));
        several += tiles > 1;
    }
#ifdef OFFCY_TILE_ITERATIONS
    CHECK(several > 500);
#else
    CHECK(several == 0);
    const ptrdiff_t large = (ptrdiff_t)1 << 33;
    offcy_tile long_rows = {.extent = {3, large, 2}};
    ptrdiff_t iterations = 0;
    while (offcy_next_tile(&long_rows, 3)) {
        const ptrdiff_t count = (ptrdiff_t)long_rows.count[0] * long_rows.count[1] * long_rows.count[2];
        CHECK(count <= INT32_MAX && long_rows.count[2] == 2);
        iterations += count;
    }
    CHECK(iterations == 6 * large);
#endif
}

#ifndef OFFCY_TILE_ITERATIONS
/* Small sums of many iterations. */
static void teams_have_sums_where_they_are_worth_it(void)
{
    const struct {
        ptrdiff_t iterations, bytes;
        int sums, teams;
    } cases[] = {
        {0, 8, 0, 0},           {1000, 8, 0, 8},          {1 << 20, 0, 0, 8192},        {1 << 20, 1024, 1024, 1024},
        {1 << 18, 1024, 1024, 256}, {1 << 16, 1024, 0, 512}, {1 << 24, 16384, 16384, 1024}, {1 << 24, 16392, 0, 131072},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        offcy_tile tile = {.extent = {cases[k].iterations}};
        const bool has_some = offcy_next_tile(&tile, 1);
        CHECK(has_some == (cases[k].iterations > 0));
        CHECK(!has_some || offcy_team_sums(&tile, cases[k].bytes) == cases[k].sums);
        CHECK(tile.teams == cases[k].teams);
    }
}
#endif

void test_core(void)
{
#ifndef OFFCY_TILE_ITERATIONS
    teams_have_sums_where_they_are_worth_it();
#endif
    tiles_number_every_iteration_in_order();
    copies_go_through_memory_of_their_own_where_they_overlap();
    copies_know_when_their_order_is_right();
    first_error_wins();
    what_is_dropped_is_no_failure();
    one_thread_wins();
    division_is_python_s();
    powers();
    views_count_references();
    extents_of_views();
    extents_refused();
    disjoint_is_never_wrong();
}
