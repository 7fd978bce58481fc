# What offcy knows about <omp.h>. Threads of a device have no number of their own: no `omp_get_thread_num` there.

cdef extern from "<omp.h>" nogil:
    ctypedef struct omp_lock_t:
        pass
    ctypedef struct omp_nest_lock_t:
        pass
    ctypedef enum omp_sched_t:
        omp_sched_static = 1
        omp_sched_dynamic = 2
        omp_sched_guided = 3
        omp_sched_auto = 4

    void omp_set_nested(int nested)
    int omp_get_nested()
    int omp_get_max_threads(), omp_get_num_threads(), omp_get_num_procs(), omp_in_parallel()
    int omp_get_dynamic(), omp_get_max_active_levels(), omp_get_level(), omp_get_thread_limit()
    int omp_get_num_devices(), omp_get_default_device()
    int omp_get_thread_num(), omp_get_active_level()
    int omp_get_ancestor_thread_num(int level), omp_get_team_size(int level)
    void omp_set_num_threads(int threads), omp_set_dynamic(int dynamic), omp_set_max_active_levels(int levels)
    void omp_set_schedule(omp_sched_t kind, int chunk), omp_get_schedule(omp_sched_t *kind, int *chunk)
    double omp_get_wtime(), omp_get_wtick()

    void omp_init_lock(omp_lock_t *lock), omp_destroy_lock(omp_lock_t *lock)
    void omp_set_lock(omp_lock_t *lock), omp_unset_lock(omp_lock_t *lock)
    int omp_test_lock(omp_lock_t *lock)
    void omp_init_nest_lock(omp_nest_lock_t *lock), omp_destroy_nest_lock(omp_nest_lock_t *lock)
    void omp_set_nest_lock(omp_nest_lock_t *lock), omp_unset_nest_lock(omp_nest_lock_t *lock)
    int omp_test_nest_lock(omp_nest_lock_t *lock)
