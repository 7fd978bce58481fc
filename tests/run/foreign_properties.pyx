# Properties in C of classes that others make: those of `datetime` and `array`.

from cpython cimport array
from cpython.complex cimport complex
from cpython.datetime cimport date, date_new, datetime, import_datetime, timedelta, timedelta_new, total_seconds
from cpython.type cimport PyType_IsSubtype

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


def mirrored(complex number, double factor):
    """The C struct of a complex number."""
    cdef double complex copied = number
    parts = &number.cval
    parts.imag = -parts.imag * factor
    return number, copied, number.cval.real, number.imag, complex(1.0) / complex(0.5)


def inherits(a, b):
    return PyType_IsSubtype(a, b)
