/* Teams of the host's threads. */
#ifndef OFFCY_TEAM_H
#define OFFCY_TEAM_H

#ifndef OFFCY_RT_H
#error "include offcy_rt.h"
#endif

#ifdef _OPENMP
#include <omp.h>
#endif

/* Every process can start this many threads. */
enum { OFFCY_MANY_THREADS = 1024 };

/* For more: `asked`, or `otherwise` if they cannot be started. */
OFFCY_HIDDEN int offcy_many_threads(int asked, int otherwise);

/* Whether a team of this many threads can be started. */
OFFCY_HIDDEN bool offcy_can_start(int count);

/* Whether a team as large as a clause asks for cannot be started. */
static inline bool offcy_too_many_threads(int asked)
{
#ifdef _OPENMP
    return asked > OFFCY_MANY_THREADS && !offcy_can_start(asked);
#else
    (void)asked;
    return false;
#endif
}

/* Whether a loop's team may have several threads. To start a team takes about a microsecond even if it has one. */
static inline bool offcy_has_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads() > 1;
#else
    return false;
#endif
}

/* How many threads a team gets if this many are asked for: none means as many as without asking. */
static inline int offcy_threads(int asked)
{
#ifdef _OPENMP
    const int threads = asked > 0 ? asked : omp_get_max_threads();
    return threads > OFFCY_MANY_THREADS ? offcy_many_threads(threads, omp_get_num_procs()) : threads;
#else
    return asked;
#endif
}

/* Seconds on a clock that only goes forward. */
OFFCY_HIDDEN double offcy_now(void);

/* A parallel loop of which nobody knows how long it takes begins on the thread that comes to it, and goes on there for
 * as long as the start of a team takes. `took`: how long one of its iterations took there before, in picoseconds; zero
 * if that is unknown. */

/* Compilers make up to so many times less of a loop than is estimated. */
enum { OFFCY_ESTIMATE = 16 };

/* Tests have this many iterations run alone, one by one, whatever they take. */
#ifndef OFFCY_TRIAL_OF
#define OFFCY_TRIAL_OF 0
#endif

/* When it begins; zero if no other thread would help at all. Negative: with a team, as the loop is long, or the first
 * iteration may be a large part of it. `work`: how much the loop does by estimate, zero if it is unknown; `little`: how
 * much takes as long as the start of a team. */
OFFCY_HIDDEN double offcy_trial_begun(int *took, ptrdiff_t start, ptrdiff_t stop, bool is_bounded,
                                      int threads);
static inline double offcy_trial_since(int *took, ptrdiff_t start, ptrdiff_t stop, double work,
                                       int little)
{
    if (OFFCY_TRIAL_OF > 0)
        return 1;
    const bool is_little = start >= stop || start + 1 >= stop || (work != 0 && work <= little);
    if (is_little || !offcy_has_threads())
        return 0;
    if (work > OFFCY_ESTIMATE * little)
        return -1;
    return offcy_trial_begun(took, start, stop, work != 0, offcy_threads(0));
}

/* Up to where it goes on alone: `next` if it is time for a team. */
OFFCY_HIDDEN ptrdiff_t offcy_trial_further(int *took, double since, ptrdiff_t start, ptrdiff_t next,
                                           ptrdiff_t stop);
static inline ptrdiff_t offcy_trial_until(int *took, double since, ptrdiff_t start, ptrdiff_t next,
                                          ptrdiff_t stop)
{
    if (OFFCY_TRIAL_OF > 0)
        return next < stop && next < start + OFFCY_TRIAL_OF ? next + 1 : next;
    return since == 0 ? stop : offcy_trial_further(took, since, start, next, stop);
}

/* After the team. */
OFFCY_HIDDEN void offcy_trial_ended(int *took, double since);

/* From now on what the calling thread starts are teams of one thread. Returns what `offcy_allow_levels` needs to end
 * that. */
OFFCY_HIDDEN int offcy_only_one_thread(void);
OFFCY_HIDDEN void offcy_allow_levels(int levels);

/* In a region: what its threads on the host check before an iteration that takes long, and the host between kernels:
 * whether they must leave because of Ctrl-C. */
OFFCY_HIDDEN const int *offcy_stop(void);
static inline bool offcy_stopped(const int *stop)
{
    return __builtin_expect(__atomic_load_n(stop, __ATOMIC_RELAXED) != 0, 0);
}

/* In a team whose threads all come here: whether one of them has failed. They wait for one another, and get the same
 * answer: nobody goes on to fail before all have asked. `offcy_loop_failed`: directly after a loop, where they have
 * already waited. */
static inline bool offcy_loop_failed(const offcy_error *error)
{
    const bool failed = offcy_failed(error);
#ifdef _OPENMP
#pragma omp barrier
#endif
    return failed;
}
static inline bool offcy_team_failed(const offcy_error *error)
{
#ifdef _OPENMP
#pragma omp barrier
#endif
    return offcy_loop_failed(error);
}

/* The iterations of a team's thread, of those from `first` to before `end`: as many as of any other thread, or one more. */
typedef struct offcy_part {
    ptrdiff_t first, end;
} offcy_part;

static inline offcy_part offcy_part_of_thread(ptrdiff_t first, ptrdiff_t end)
{
    if (first >= end)
        return (offcy_part){first, first};
#ifdef _OPENMP
    const size_t count = (size_t)end - (size_t)first;
    const size_t threads = (size_t)omp_get_num_threads(), thread = (size_t)omp_get_thread_num();
    const size_t each = count / threads, more = count % threads;
    const size_t before = thread * each + (thread < more ? thread : more);
    return (offcy_part){first + (ptrdiff_t)before, first + (ptrdiff_t)(before + each + (thread < more))};
#else
    return (offcy_part){first, end};
#endif
}

#endif
