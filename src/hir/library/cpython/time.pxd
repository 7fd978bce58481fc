# Python's clocks, read in C: they need no GIL.

from libc.stdint cimport int64_t
from libc.time cimport tm, time_t, localtime as libc_localtime
from cpython.exc cimport PyErr_SetFromErrno

cdef extern from *:
    """
    #include <time.h>

    static inline long long offcy_clock(clockid_t clock)
    {
        struct timespec now = {0};
        clock_gettime(clock, &now);
        return (long long)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    #define offcy_clock_of_day() offcy_clock(CLOCK_REALTIME)
    #define offcy_clock_steady() offcy_clock(CLOCK_MONOTONIC)
    #define offcy_clock_seconds(TIME) ((double)(TIME) / 1e9)
    """
    ctypedef int64_t PyTime_t "long long"
    ctypedef int64_t _PyTime_t "long long"

    PyTime_t PyTime_TimeRaw "offcy_clock_of_day" () noexcept nogil
    PyTime_t PyTime_TimeUnchecked "offcy_clock_of_day" () noexcept nogil
    PyTime_t PyTime_MonotonicRaw "offcy_clock_steady" () noexcept nogil
    PyTime_t PyTime_PerfCounterRaw "offcy_clock_steady" () noexcept nogil
    double PyTime_AsSecondsDouble "offcy_clock_seconds" (PyTime_t time) noexcept nogil

cdef inline double time() noexcept nogil:
    return PyTime_AsSecondsDouble(PyTime_TimeRaw())

cdef inline int64_t time_ns() noexcept nogil:
    return PyTime_TimeRaw()

cdef inline double perf_counter() noexcept nogil:
    return PyTime_AsSecondsDouble(PyTime_PerfCounterRaw())

cdef inline int64_t perf_counter_ns() noexcept nogil:
    return PyTime_PerfCounterRaw()

cdef inline double monotonic() noexcept nogil:
    return PyTime_AsSecondsDouble(PyTime_MonotonicRaw())

cdef inline int64_t monotonic_ns() noexcept nogil:
    return PyTime_MonotonicRaw()

cdef inline int _raise_from_errno() except -1 with gil:
    PyErr_SetFromErrno(RuntimeError)
    return -1

# In Python's counting: months and days of a year begin with 1, weeks with Monday.
cdef inline tm localtime() except * nogil:
    cdef time_t now = <time_t>time()
    cdef tm *found = libc_localtime(&now)
    if found is NULL:
        _raise_from_errno()
    found.tm_year += 1900
    found.tm_mon += 1
    found.tm_wday = (found.tm_wday + 6) % 7
    found.tm_yday += 1
    return found[0]
