/* Parallel loops that begin on the thread that comes to them: how long they go on there. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_state.h"

#include <offcy_team.h>

#include <limits.h>

/* How long a team takes to start, in seconds. */
static const double team_starts = 3e-6;

/* If there are this many iterations for each thread, one more or less does not matter. */
enum { OFFCY_MANY_PARTS = 8 };

/* The next part is at most this many times as long as all before. */
static const double growth = 8;

static void took_set(int *took, double picoseconds)
{
    const double most = INT_MAX, least = 1;
    const double kept = picoseconds < least ? least : picoseconds < most ? picoseconds : most;
    __atomic_store_n(took, (int)kept, __ATOMIC_RELAXED);
}

/* What was seen counts for less from one run to the next that does not look again. */
static const double slower = 1.03, faster = 0.97;

double offcy_trial_begun(int *took, ptrdiff_t start, ptrdiff_t stop, bool is_bounded, int threads)
{
    const double count = (double)stop - (double)start;
    const int each = __atomic_load_n(took, __ATOMIC_RELAXED);
    const double all = 1e-12 * each * count;
    if (each == 0)
        return count < (double)OFFCY_MANY_PARTS * threads ? -offcy_now() : offcy_now();
    if (is_bounded && all < team_starts / 2) {
        took_set(took, slower * each + 1);
        return 0;
    }
    return all < team_starts ? offcy_now() : -offcy_now();
}

ptrdiff_t offcy_trial_further(int *took, double since, ptrdiff_t start, ptrdiff_t next, ptrdiff_t stop)
{
    if (since < 0)
        return next;
    if (next == start)
        return start + 1;
    const double taken = offcy_now() - since, done = (double)next - (double)start;
    const double left = team_starts - taken;
    took_set(took, 1e12 * taken / done);
    if (left <= 0 || next >= stop)
        return next;
    const double more = done * (left < growth * taken ? left / taken : growth);
    return more < (double)stop - (double)next ? next + (more < 1 ? 1 : (ptrdiff_t)more) : stop;
}

void offcy_trial_ended(int *took, double since)
{
    const int each = __atomic_load_n(took, __ATOMIC_RELAXED);
    /* The start of the team may have been most of it, and an iteration may take less than it did. */
    if (since < 0 && offcy_now() + since < 8 * team_starts)
        took_set(took, faster * each);
}
