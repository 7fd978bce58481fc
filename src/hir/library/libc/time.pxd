# What offcy knows about <time.h>.

cimport cython
from libc.stddef cimport wchar_t

cdef extern from "<time.h>" nogil:
    ctypedef long clock_t
    ctypedef long time_t
    cdef struct timespec:
        time_t tv_sec
        long tv_nsec
    cdef struct tm:
        int tm_sec
        int tm_min
        int tm_hour
        int tm_mday
        int tm_mon
        int tm_year
        int tm_wday
        int tm_yday
        int tm_isdst

    const clock_t CLOCKS_PER_SEC
    const int CLOCK_REALTIME, CLOCK_MONOTONIC, TIME_UTC

    int daylight
    long timezone
    char *tzname[2]

    void tzset()
    char *asctime(const tm *when), *ctime(const time_t *when)
    @cython.device
    clock_t clock()
    time_t time(time_t *now)
    double difftime(time_t end, time_t start)
    tm *gmtime(const time_t *when)
    tm *localtime(const time_t *when)
    time_t mktime(tm *when)
    size_t strftime(char *to, size_t size, const char *format, const tm *when)
    int clock_gettime(int which, timespec *now)
    int timespec_get(timespec *now, int base)
    size_t wcsftime(wchar_t *to, size_t size, const wchar_t *format, const tm *when)

    # POSIX'.
    char *asctime_r(const tm *when, char *to), *ctime_r(const time_t *when, char *to)
    tm *gmtime_r(const time_t *when, tm *to)
    tm *localtime_r(const time_t *when, tm *to)
    tm *getdate(const char *text)
    char *strptime(const char *text, const char *format, tm *to)
