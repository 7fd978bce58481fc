# Properties in C of classes that others make: those of `datetime` and `array`.

from cpython cimport array
from cpython.datetime cimport date, date_new, datetime, import_datetime, timedelta, timedelta_new, total_seconds

import_datetime()


def day_of(date day):
    return day.year, day.month, day.day, type(day.day) is int


def later(datetime moment, int days):
    cdef timedelta step = timedelta_new(days, 30, 7)
    moved = moment + step
    return moved, step.day, step.second, total_seconds(step), date_new(2024, 2, 29)


def halved(array.array a):
    """Properties without the GIL, and the functions beside them."""
    cdef Py_ssize_t i, n = len(a)
    cdef array.array twice = array.copy(a)
    with nogil:
        for i in range(n):
            twice.data.as_doubles[i] /= 2
    array.extend(twice, a)
    array.resize_smart(twice, n + 1)
    return twice, array.clone(a, 2, True), a.ob_descr.itemsize
