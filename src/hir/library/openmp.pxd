# What offcy knows about <omp.h>.

cimport cython

cdef extern from "<omp.h>" nogil:
    void omp_set_nested(int nested)
    int omp_get_nested()
    int omp_get_max_threads(), omp_get_num_threads(), omp_get_num_procs(), omp_in_parallel()
    int omp_get_dynamic(), omp_get_max_active_levels(), omp_get_level(), omp_get_thread_limit()
    int omp_get_num_devices(), omp_get_default_device()
    void omp_set_num_threads(int threads), omp_set_dynamic(int dynamic), omp_set_max_active_levels(int levels)
    double omp_get_wtime(), omp_get_wtick()
    @cython.device
    int omp_get_thread_num()
