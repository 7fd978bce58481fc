"""`in` of C numbers that are written out; classes that are cimported and imported."""
from datetime import timedelta, date as day
from cpython.datetime cimport date as day, import_datetime, timedelta

import_datetime()

cdef enum Kind:
    FIRST, SECOND, THIRD

cdef list seen = []


cdef int noted(int value) noexcept:
    seen.append(value)
    return value


cdef bint is_known(Kind kind, long n) noexcept nogil:
    if kind in (FIRST, THIRD) or n not in [-1, 9, n - 1, kind]:
        return kind in (SECOND,) or n in (3, 4)
    return True


def known(int kind, long n):
    return bool(is_known(<Kind>kind, n))


def order(int x, double y):
    """All are evaluated, once and in their order."""
    del seen[:]
    first = noted(x) in (noted(1), noted(2), noted(3))
    return first, list(seen), y in (x, 2.5), y not in (y, 1), x in (1, "a"), x in ()


cdef timedelta twice(timedelta span):
    return span + span


def dates(n):
    cdef timedelta span = timedelta(n)
    cdef day start = day(2020, 2, 28)
    return twice(span), timedelta(seconds=n).total_seconds(), start + span, isinstance(span, timedelta), span.days


def bytes_among(char c, int n):
    return c in (b' ', b'\t', 120), c not in {b'a', b'b'}, n in [b'a', b'\xff'], n in (b'a', 97, n), c in (b'ab', b'c')
