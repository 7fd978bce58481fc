# What offcy knows about <sys/time.h> and POSIX's part of <time.h>.

from libc.time cimport timespec, tm, time_t
from posix.signal cimport sigevent
from posix.types cimport clockid_t, pid_t, suseconds_t, timer_t

cdef extern from "<sys/time.h>" nogil:
    const int ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF

    cdef struct timeval:
        time_t tv_sec
        suseconds_t tv_usec

    cdef struct timezone:
        int tz_minuteswest
        int tz_dsttime

    cdef struct itimerval:
        timeval it_interval
        timeval it_value

    int getitimer(int which, itimerval *value)
    int setitimer(int which, const itimerval *value, itimerval *old)
    int gettimeofday(timeval *now, timezone *zone)

cdef extern from "<time.h>" nogil:
    const int CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, TIMER_ABSTIME

    int clock_getres(int clock, timespec *resolution)
    int clock_gettime(int clock, timespec *now)
    int clock_settime(int clock, const timespec *now)
    int nanosleep(const timespec *time, timespec *left)
    tm *gmtime_r(const time_t *when, tm *to)
    tm *localtime_r(const time_t *when, tm *to)
    const int CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME
    const int CLOCK_REALTIME_ALARM, CLOCK_BOOTTIME_ALARM

    cdef struct itimerspec:
        timespec it_interval
        timespec it_value

    int clock_getcpuclockid(pid_t process, clockid_t *clock)
    int clock_nanosleep(clockid_t clock, int flags, const timespec *time, timespec *left)
    int timer_create(clockid_t clock, sigevent *event, timer_t *timer)
    int timer_delete(timer_t timer), timer_getoverrun(timer_t timer)
    int timer_gettime(timer_t timer, itimerspec *value)
    int timer_settime(timer_t timer, int flags, const itimerspec *value, itimerspec *old)
