# C methods of another module's classes that take and return memoryviews: called, inherited and overridden here.
import numpy as np

from kit.rules cimport Rule, Twice, ask


cdef class Mine(Twice):
    cdef double[:] last

    def __cinit__(self):
        self.last = None

    cdef double total(self, const double[:] x) except -1:
        return 100 + Twice.total(self, x)

    cdef double[:] kept(self, double[:] x):
        self.last = x
        return self.last

    cdef double[:, ::1] table(self, Py_ssize_t rows, double fill=0):
        return np.ones((rows, 3)) if fill == 0 else np.full((rows, 2), 2 * fill)

    def asked(self):
        return None if self.last is None else np.asarray(self.last).tolist()


def calls(Rule rule, values):
    cdef double[:] x = values
    found = [rule.total(x), rule.total(x[::2]), np.asarray(rule.table(2)).tolist(), np.asarray(rule.table(1, x[3])).tolist()]
    with nogil:
        rule.scale(x[1:], 10)
    found.append(np.asarray(rule.part(x, 1)).tolist())
    found.append(np.asarray(rule.kept(x)).tolist())
    found.append(np.asarray(values).tolist())
    found.append(rule.calls)
    return found


def failing(Rule rule, values):
    cdef double[:] x = values
    cdef int length
    with nogil:
        length = rule.fails(x)
    return length


def none(Rule rule):
    try:
        return np.asarray(rule.kept(None)).tolist()
    except Exception as error:
        return type(error).__name__


def weighed(Twice rule, counts, what):
    return rule.weigh(counts, what)


def asked(Rule rule, values):
    return ask(rule, values)


cdef long many(Rule rule, double[:] x, int count):
    cdef int k
    cdef double sum = 0
    for k in range(count):
        sum += rule.total(x)
    return <long>sum


def loop(Rule rule, values, int count):
    return many(rule, values, count)
