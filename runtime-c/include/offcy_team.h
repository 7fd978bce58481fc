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
