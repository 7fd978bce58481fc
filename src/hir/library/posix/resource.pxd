# What offcy knows about <sys/resource.h>.

from posix.time cimport timeval
from posix.types cimport id_t

cdef extern from "<sys/resource.h>" nogil:
    const int PRIO_PROCESS, PRIO_PGRP, PRIO_USER
    const int RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_AS
    const int RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_MEMLOCK
    const int RUSAGE_SELF, RUSAGE_CHILDREN

    ctypedef unsigned long rlim_t
    const rlim_t RLIM_INFINITY, RLIM_SAVED_MAX, RLIM_SAVED_CUR

    cdef struct rlimit:
        rlim_t rlim_cur
        rlim_t rlim_max

    cdef struct rusage:
        timeval ru_utime
        timeval ru_stime
        long ru_maxrss
        long ru_ixrss
        long ru_idrss
        long ru_isrss
        long ru_minflt
        long ru_majflt
        long ru_nswap
        long ru_inblock
        long ru_oublock
        long ru_msgsnd
        long ru_msgrcv
        long ru_nsignals
        long ru_nvcsw
        long ru_nivcsw

    int getpriority(int which, id_t who)
    int setpriority(int which, id_t who, int priority)
    int getrlimit(int which, rlimit *limits)
    int setrlimit(int which, const rlimit *limits)
    int getrusage(int who, rusage *usage)
