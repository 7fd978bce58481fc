# What offcy knows about Python's dates and times in C: `import_datetime()` comes first. The limited interface has none of it.

from cpython.object cimport PyObject, PyTypeObject
from cpython.version cimport PY_VERSION_HEX

cdef extern from "datetime.h":
    """
    #ifdef Py_LIMITED_API
    _Static_assert(0, "offcy: dates in C are no part of Python's limited interface");
    #endif
    #define offcy_time(HOUR, MINUTE, SECOND, MICROSECOND, ZONE, FOLD) \\
        PyDateTimeAPI->Time_FromTimeAndFold((HOUR), (MINUTE), (SECOND), (MICROSECOND), (ZONE), (FOLD), \\
                                            PyDateTimeAPI->TimeType)
    #define offcy_datetime(YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, MICROSECOND, ZONE, FOLD) \\
        PyDateTimeAPI->DateTime_FromDateAndTimeAndFold((YEAR), (MONTH), (DAY), (HOUR), (MINUTE), (SECOND), \\
                                                       (MICROSECOND), (ZONE), (FOLD), PyDateTimeAPI->DateTimeType)
    static inline int offcy_import_datetime(void)
    {
        PyDateTime_IMPORT;
        return PyDateTimeAPI ? 0 : -1;
    }
    #define offcy_timestamp(ARGUMENTS) \\
        PyDateTimeAPI->DateTime_FromTimestamp((PyObject *)PyDateTimeAPI->DateTimeType, (ARGUMENTS), NULL)
    #define offcy_date_of_timestamp(ARGUMENTS) \\
        PyDateTimeAPI->Date_FromTimestamp((PyObject *)PyDateTimeAPI->DateType, (ARGUMENTS))
    """
    ctypedef extern class datetime.date [object PyDateTime_Date]:
        @property
        cdef inline int year(self) noexcept:
            return PyDateTime_GET_YEAR(self)

        @property
        cdef inline int month(self) noexcept:
            return PyDateTime_GET_MONTH(self)

        @property
        cdef inline int day(self) noexcept:
            return PyDateTime_GET_DAY(self)

    ctypedef extern class datetime.time [object PyDateTime_Time]:
        @property
        cdef inline int hour(self) noexcept:
            return PyDateTime_TIME_GET_HOUR(self)

        @property
        cdef inline int minute(self) noexcept:
            return PyDateTime_TIME_GET_MINUTE(self)

        @property
        cdef inline int second(self) noexcept:
            return PyDateTime_TIME_GET_SECOND(self)

        @property
        cdef inline int microsecond(self) noexcept:
            return PyDateTime_TIME_GET_MICROSECOND(self)

        @property
        cdef inline object tzinfo(self):
            return <object>PyDateTime_TIME_GET_TZINFO(self)

        @property
        cdef inline int fold(self) noexcept:
            return PyDateTime_TIME_GET_FOLD(self)

    ctypedef extern class datetime.datetime [object PyDateTime_DateTime]:
        @property
        cdef inline int year(self) noexcept:
            return PyDateTime_GET_YEAR(self)

        @property
        cdef inline int month(self) noexcept:
            return PyDateTime_GET_MONTH(self)

        @property
        cdef inline int day(self) noexcept:
            return PyDateTime_GET_DAY(self)

        @property
        cdef inline int hour(self) noexcept:
            return PyDateTime_DATE_GET_HOUR(self)

        @property
        cdef inline int minute(self) noexcept:
            return PyDateTime_DATE_GET_MINUTE(self)

        @property
        cdef inline int second(self) noexcept:
            return PyDateTime_DATE_GET_SECOND(self)

        @property
        cdef inline int microsecond(self) noexcept:
            return PyDateTime_DATE_GET_MICROSECOND(self)

        @property
        cdef inline object tzinfo(self):
            return <object>PyDateTime_DATE_GET_TZINFO(self)

        @property
        cdef inline int fold(self) noexcept:
            return PyDateTime_DATE_GET_FOLD(self)

    ctypedef extern class datetime.timedelta [object PyDateTime_Delta]:
        @property
        cdef inline int day(self) noexcept:
            return PyDateTime_DELTA_GET_DAYS(self)

        @property
        cdef inline int second(self) noexcept:
            return PyDateTime_DELTA_GET_SECONDS(self)

        @property
        cdef inline int microsecond(self) noexcept:
            return PyDateTime_DELTA_GET_MICROSECONDS(self)

    ctypedef extern class datetime.tzinfo [object PyDateTime_TZInfo]:
        pass

    ctypedef struct PyDateTime_Date:
        pass
    ctypedef struct PyDateTime_Time:
        unsigned char fold
        char hastzinfo
        PyObject *tzinfo
    ctypedef struct PyDateTime_DateTime:
        unsigned char fold
        char hastzinfo
        PyObject *tzinfo
    ctypedef struct PyDateTime_Delta:
        int days
        int seconds
        int microseconds

    ctypedef struct PyDateTime_CAPI:
        PyTypeObject *DateType
        PyTypeObject *DateTimeType
        PyTypeObject *TimeType
        PyTypeObject *DeltaType
        PyTypeObject *TZInfoType
        PyObject *TimeZone_UTC
        date (*Date_FromDate)(int, int, int, PyTypeObject *)
        datetime (*DateTime_FromDateAndTime)(int, int, int, int, int, int, int, object, PyTypeObject *)
        time (*Time_FromTime)(int, int, int, int, object, PyTypeObject *)
        timedelta (*Delta_FromDelta)(int, int, int, int, PyTypeObject *)
        datetime (*DateTime_FromTimestamp)(PyObject *, object, PyObject *)
        date (*Date_FromTimestamp)(PyObject *, object)
        object (*TimeZone_FromTimeZone)(object, PyObject *)
        datetime (*DateTime_FromDateAndTimeAndFold)(int, int, int, int, int, int, int, object, int, PyTypeObject *)
        time (*Time_FromTimeAndFold)(int, int, int, int, object, int, PyTypeObject *)

    PyDateTime_CAPI *PyDateTimeAPI
    PyObject *PyDateTime_TimeZone_UTC

    void PyDateTime_IMPORT()
    int offcy_import_datetime() except -1

    bint PyDate_Check(object o)
    bint PyDate_CheckExact(object o)
    bint PyDateTime_Check(object o)
    bint PyDateTime_CheckExact(object o)
    bint PyTime_Check(object o)
    bint PyTime_CheckExact(object o)
    bint PyDelta_Check(object o)
    bint PyDelta_CheckExact(object o)
    bint PyTZInfo_Check(object o)
    bint PyTZInfo_CheckExact(object o)

    int PyDateTime_GET_YEAR(object o)
    int PyDateTime_GET_MONTH(object o)
    int PyDateTime_GET_DAY(object o)
    int PyDateTime_DATE_GET_HOUR(object o)
    int PyDateTime_DATE_GET_MINUTE(object o)
    int PyDateTime_DATE_GET_SECOND(object o)
    int PyDateTime_DATE_GET_MICROSECOND(object o)
    int PyDateTime_DATE_GET_FOLD(object o)
    PyObject *PyDateTime_DATE_GET_TZINFO(object o)
    int PyDateTime_TIME_GET_HOUR(object o)
    int PyDateTime_TIME_GET_MINUTE(object o)
    int PyDateTime_TIME_GET_SECOND(object o)
    int PyDateTime_TIME_GET_MICROSECOND(object o)
    int PyDateTime_TIME_GET_FOLD(object o)
    PyObject *PyDateTime_TIME_GET_TZINFO(object o)
    int PyDateTime_DELTA_GET_DAYS(object o)
    int PyDateTime_DELTA_GET_SECONDS(object o)
    int PyDateTime_DELTA_GET_MICROSECONDS(object o)

    date PyDate_FromDate(int year, int month, int day)
    timedelta PyDelta_FromDSU(int days, int seconds, int microseconds)
    object PyTimeZone_FromOffset(object offset)
    object PyTimeZone_FromOffsetAndName(object offset, object name)
    datetime PyDateTime_FromTimestamp(object arguments)
    date PyDate_FromTimestamp(object arguments)
    time offcy_time(int, int, int, int, object, int)
    datetime offcy_datetime(int, int, int, int, int, int, int, object, int)
    datetime offcy_timestamp(object arguments)
    date offcy_date_of_timestamp(object arguments)

cdef inline int import_datetime() except -1:
    return offcy_import_datetime()

cdef inline date date_new(int year, int month, int day):
    return PyDate_FromDate(year, month, day)

cdef inline time time_new(int hour, int minute, int second, int microsecond, object tz, int fold=0):
    return offcy_time(hour, minute, second, microsecond, tz, fold)

cdef inline datetime datetime_new(int year, int month, int day, int hour, int minute, int second, int microsecond,
                                  object tz, int fold=0):
    return offcy_datetime(year, month, day, hour, minute, second, microsecond, tz, fold)

cdef inline timedelta timedelta_new(int days, int seconds, int useconds):
    return PyDelta_FromDSU(days, seconds, useconds)

cdef inline object timezone_new(object offset, object name=None):
    if name is None:
        return PyTimeZone_FromOffset(offset)
    return PyTimeZone_FromOffsetAndName(offset, name)

cdef inline datetime datetime_from_timestamp(timestamp, tz=None):
    return offcy_timestamp((timestamp,) if tz is None else (timestamp, tz))

cdef inline date date_from_timestamp(timestamp):
    return offcy_date_of_timestamp((timestamp,))

cdef inline object get_utc():
    return <object>PyDateTime_TimeZone_UTC

cdef inline object time_tzinfo(object o):
    return <object>PyDateTime_TIME_GET_TZINFO(o)

cdef inline object datetime_tzinfo(object o):
    return <object>PyDateTime_DATE_GET_TZINFO(o)

cdef inline int date_year(object o) noexcept:
    return PyDateTime_GET_YEAR(o)

cdef inline int date_month(object o) noexcept:
    return PyDateTime_GET_MONTH(o)

cdef inline int date_day(object o) noexcept:
    return PyDateTime_GET_DAY(o)

cdef inline int datetime_year(object o) noexcept:
    return PyDateTime_GET_YEAR(o)

cdef inline int datetime_month(object o) noexcept:
    return PyDateTime_GET_MONTH(o)

cdef inline int datetime_day(object o) noexcept:
    return PyDateTime_GET_DAY(o)

cdef inline int datetime_hour(object o) noexcept:
    return PyDateTime_DATE_GET_HOUR(o)

cdef inline int datetime_minute(object o) noexcept:
    return PyDateTime_DATE_GET_MINUTE(o)

cdef inline int datetime_second(object o) noexcept:
    return PyDateTime_DATE_GET_SECOND(o)

cdef inline int datetime_microsecond(object o) noexcept:
    return PyDateTime_DATE_GET_MICROSECOND(o)

cdef inline int datetime_fold(object o) noexcept:
    return PyDateTime_DATE_GET_FOLD(o)

cdef inline int time_hour(object o) noexcept:
    return PyDateTime_TIME_GET_HOUR(o)

cdef inline int time_minute(object o) noexcept:
    return PyDateTime_TIME_GET_MINUTE(o)

cdef inline int time_second(object o) noexcept:
    return PyDateTime_TIME_GET_SECOND(o)

cdef inline int time_microsecond(object o) noexcept:
    return PyDateTime_TIME_GET_MICROSECOND(o)

cdef inline int time_fold(object o) noexcept:
    return PyDateTime_TIME_GET_FOLD(o)

cdef inline int timedelta_days(object o) noexcept:
    return PyDateTime_DELTA_GET_DAYS(o)

cdef inline int timedelta_seconds(object o) noexcept:
    return PyDateTime_DELTA_GET_SECONDS(o)

cdef inline int timedelta_microseconds(object o) noexcept:
    return PyDateTime_DELTA_GET_MICROSECONDS(o)

cdef inline double total_seconds(timedelta o) noexcept:
    cdef double days = PyDateTime_DELTA_GET_DAYS(o)
    cdef double seconds = PyDateTime_DELTA_GET_SECONDS(o)
    cdef double microseconds = PyDateTime_DELTA_GET_MICROSECONDS(o)
    return days * 24 * 3600 + seconds + microseconds / 1_000_000
