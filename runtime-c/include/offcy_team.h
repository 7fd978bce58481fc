/* Teams of the host's threads. */
#ifndef OFFCY_TEAM_H
#define OFFCY_TEAM_H

#ifndef OFFCY_RT_H
#error "include offcy_rt.h"
#endif

#ifdef _OPENMP
#include <omp.h>
#endif

/* So many threads any process can start. */
enum { OFFCY_MANY_THREADS = 1024 };

/* More: `asked`, or `otherwise` where they cannot be started. */
OFFCY_HIDDEN int offcy_many_threads(int asked, int otherwise);

/* Whether a team of so many threads can be started. */
OFFCY_HIDDEN bool offcy_can_start(int count);

/* Whether nobody can start a team as large as a clause asks for. */
static inline bool offcy_too_many_threads(int asked)
{
#ifdef _OPENMP
    return asked > OFFCY_MANY_THREADS && !offcy_can_start(asked);
#else
    (void)asked;
    return false;
#endif
}

/* How many threads a team gets where so many are asked for: none are as many as without asking. */
static inline int offcy_threads(int asked)
{
#ifdef _OPENMP
    const int threads = asked > 0 ? asked : omp_get_max_threads();
    return threads > OFFCY_MANY_THREADS ? offcy_many_threads(threads, omp_get_num_procs()) : threads;
#else
    return asked;
#endif
}

/* In a region: what its threads on the host look at before an iteration that takes long, and the host between kernels,
 * and whether they shall leave: Ctrl-C. */
OFFCY_HIDDEN const int *offcy_stop(void);
static inline bool offcy_stopped(const int *stop)
{
    return __builtin_expect(__atomic_load_n(stop, __ATOMIC_RELAXED) != 0, 0);
}

/* In a team whose threads all come here: whether one of them has failed. They wait for one another, and hear the
 * same: nobody goes on to fail before all have asked. `offcy_loop_failed`: right behind a loop, where they have
 * waited. */
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

#endif
